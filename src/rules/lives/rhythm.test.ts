import { expect, test } from 'vitest';

import { HOUR, MINUTE } from '../base/clock.ts';
import {
  rhythmAfterCare,
  rhythmsUntil,
  averageHours,
  deathThresholdHours,
  decayMultiplier,
  HEALTH_PACE_CAP,
  isEstablished,
  NO_RHYTHM,
} from './rhythm.ts';

const every = (hours: number, times: number) =>
  Array.from({ length: times }).reduce<typeof NO_RHYTHM>(
    (rhythm) => rhythmAfterCare(rhythm, 0, hours * HOUR),
    NO_RHYTHM,
  );

test('with fewer than three intervals the rhythm is twelve hours and the threshold thirty-six', () => {
  for (const times of [0, 1, 2]) {
    const rhythm = every(2, times);
    expect([isEstablished(rhythm), averageHours(rhythm), deathThresholdHours(rhythm)]).toEqual([
      false,
      12,
      36,
    ]);
  }
});

test('from the third interval on the average is used', () => {
  expect([isEstablished(every(10, 3)), averageHours(every(10, 3))]).toEqual([true, 10]);
});

test.each([
  [1, 24],
  [8, 24],
  [9, 27],
  [12, 36],
  [16, 48],
  [40, 48],
])('a rhythm of %i hours gives a threshold of %i hours', (hours, threshold) => {
  expect(deathThresholdHours(every(hours, 3))).toBe(threshold);
});

test('care within half an hour belongs to the same visit', () => {
  expect(rhythmAfterCare(NO_RHYTHM, 0, 30 * MINUTE - 1)).toBe(NO_RHYTHM);
  expect(rhythmAfterCare(NO_RHYTHM, 0, 30 * MINUTE)).toEqual({ intervals: 1, averageHours: 0.5 });
});

test('the first intervals have equal weight, later ones as in a window of twenty', () => {
  const two = rhythmAfterCare(every(2, 1), 0, 4 * HOUR);
  expect(two).toEqual({ intervals: 2, averageHours: 3 });
  expect(rhythmAfterCare({ intervals: 30, averageHours: 10 }, 0, 31 * HOUR).averageHours).toBeCloseTo(12, 10);
  expect(rhythmAfterCare({ intervals: 10, averageHours: 10 }, 0, 21 * HOUR).averageHours).toBeCloseTo(
    10 + 22 / 21,
    10,
  );
});

test.each([
  [0, 1],
  [1.5, 1],
  [1.75, 1.25],
  [2, 1.5],
  [2.5, 2],
  [3, 2.5],
  [3.5, 3.25],
  [4, 4],
  [100, 4],
])('at %f rhythms since care, decay runs %f times as fast', (rhythms, multiplier) => {
  expect(decayMultiplier(rhythms)).toBeCloseTo(multiplier, 10);
});

test.each([1.2, 4 / 3, 1.5, HEALTH_PACE_CAP, 2.5, 3, 4])(
  'rhythmsUntil(%f) is where the multiplier has that value',
  (multiplier) => {
    expect(decayMultiplier(rhythmsUntil(multiplier))).toBeCloseTo(multiplier, 10);
  },
);
