import { expect, test } from 'vitest';

import { aCreature, NOON, PLAIN } from '../../test/support/creature.ts';
import { HOUR, MINUTE } from './base/clock.ts';
import { localHourAt, hourOfDay } from './base/local-time.ts';
import { CATALOG } from './species/catalog.ts';
import { RANGES } from './species/species.ts';
import { regularHoursFor, visitEveryHours } from './species/visit-rhythm.ts';
import { regularVisits } from './agents.ts';

interface Kept {
  readonly lastFedAt?: number;
  readonly zone?: string;
}

function kept(feedingWindowHours: number, { lastFedAt = NOON, zone = 'UTC' }: Kept = {}) {
  return { creature: aCreature({ zone, life: { lastFedAt } }), species: { ...PLAIN, feedingWindowHours } };
}

test.each([
  [24, [8, 20]],
  [12, [6, 13, 21]],
  [10, [6, 12, 15, 21]],
  [8, [2, 3, 8, 14, 21]],
  [6, [2, 3, 6, 10, 14, 19, 22, 23]],
  [5, [0, 2, 3, 6, 10, 14, 17, 20, 23]],
])('a window of %d hours is visited at the hours %j', (window, hours) => {
  expect(regularVisits([kept(window)], NOON)).toEqual({ minute: 0, hours });
});

test('the minute is that of the last meal of the creature with the shortest window', () => {
  const visits = regularVisits(
    [kept(24, { lastFedAt: NOON + MINUTE }), kept(12, { lastFedAt: NOON + 15 * MINUTE + 6000 })],
    NOON,
  );
  expect(visits).toEqual({ minute: 15, hours: [6, 8, 13, 20, 21] });
});

test.each([
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/New_York',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
])('every visit falls into a regular local hour in %s', (zone) => {
  for (const minute of [0, 14, 29, 30, 44, 45, 59]) {
    const one = kept(5, { zone, lastFedAt: NOON + minute * MINUTE });
    const { hours } = regularVisits([one], NOON);
    const midnight = NOON - (NOON % (24 * HOUR));
    const local = hours.map((hour) =>
      hourOfDay(localHourAt(one.creature.zone, midnight + hour * HOUR + minute * MINUTE)),
    );
    expect(local.toSorted((a, b) => a - b)).toEqual(regularHoursFor(one.species));
  }
});

test('any number of creatures is visited at most once an hour', () => {
  const [first, ...others] = CATALOG.map(({ feedingWindowHours }, at) =>
    kept(feedingWindowHours, { lastFedAt: NOON + at * MINUTE }),
  );
  expect(first && regularVisits([first, ...others], NOON).hours.length).toBeLessThanOrEqual(24);
});

const SLACK = 0.2 + 1e-9;

test('the mean gap of regular visits is within 20% of visit_every_hours', () => {
  for (let window = 2; window <= RANGES.feedingWindowHours.highest; window += 0.001)
    expect(Math.abs(gapTo({ feedingWindowHours: window }) - 1), String(window)).toBeLessThanOrEqual(SLACK);
});

function gapTo(species: { readonly feedingWindowHours: number }): number {
  return 24 / regularHoursFor(species).length / visitEveryHours(species);
}
