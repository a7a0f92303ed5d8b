import { expect, test } from 'vitest';

import { aCreature, after, PLAIN } from '../../../test/support/creature.ts';
import { NEW_RECORD } from '../lives/creature.ts';
import {
  consistencyAfter,
  consistencyNow,
  feedingStatusOf,
  missedWindows,
  responsivenessAfter,
  streakBonus,
  timingOf,
  windowsSinceFed,
  windowStatusOf,
} from './feeding.ts';

test('the position in the window is the time since the last feed over the window', () => {
  expect(windowsSinceFed(aCreature(), PLAIN, after(5))).toBe(0.5);
});

test.each([
  [0, 'early', 0.2, { happiness: -2 }],
  [0.2499, 'early', 0.2, { happiness: -2 }],
  [0.25, 'early', 0.6, {}],
  [0.4999, 'early', 0.6, {}],
  [0.5, 'on_time', 1, {}],
  [1, 'on_time', 1, {}],
  [1.0001, 'late', 1, { trust: -0.5 }],
  [1.5, 'late', 1, { trust: -0.5 }],
  [1.5001, 'missed_window', 1, { health: -3, trust: -1 }],
  [9, 'missed_window', 1, { health: -3, trust: -1 }],
])('a feed at %f of the window is %s', (windows, timing, hunger, also) => {
  expect(timingOf(windows)).toMatchObject({ timing, hunger });
  expect(timingOf(windows).also).toEqual(also);
});

test.each([
  [0, 'ok', 'before_window'],
  [0.4999, 'ok', 'before_window'],
  [0.5, 'due_soon', 'in_window'],
  [1, 'due_soon', 'in_window'],
  [1.0001, 'overdue', 'past_window'],
  [1.4999, 'overdue', 'past_window'],
  [1.5, 'critical', 'past_window'],
  [4, 'critical', 'past_window'],
])('at %f of the window feeding is %s', (windows, status, window) => {
  expect([feedingStatusOf(windows), windowStatusOf(windows)]).toEqual([status, window]);
});

test.each([
  [0, 0],
  [1, 0],
  [2, 0],
  [3, 1.5],
  [4, 1.5],
  [5, 2.5],
  [9, 2.5],
  [10, 5],
  [100, 5],
])('a streak of %i adds %f trust', (streak, trust) => {
  expect(streakBonus(streak)).toBe(trust);
});

test.each([
  ['early', 0.4, 80, 80],
  ['on_time', 0.7, 80, 82],
  ['on_time', 0.7, 100, 100],
  ['late', 1.2, 80, 79],
  ['missed_window', 1.6, 80, 72],
  ['missed_window', 3.9, 80, 80 * 0.9 ** 3],
] as const)(
  'a %s feed at %f of the window takes consistency from %f to %f',
  (timing, windows, before, then) => {
    expect(consistencyAfter(before, timing, windows)).toBeCloseTo(then, 10);
  },
);

test.each([
  [1.49, 0, 100],
  [1.5, 1, 90],
  [2, 2, 81],
  [3.7, 3, 72.9],
])('after %f windows without a feed, %i count as missed on every read', (windows, missed, consistency) => {
  expect(missedWindows(windows)).toBe(missed);
  expect(consistencyNow(NEW_RECORD, windows)).toBeCloseTo(consistency, 10);
});

test.each([
  ['ok', 100],
  ['due_soon', 100],
  ['overdue', 96],
  ['critical', 90],
] as const)('a visit while feeding is %s takes responsiveness from 100 to %f', (status, then) => {
  expect(responsivenessAfter(100, status)).toBeCloseTo(then, 10);
});
