import fc from 'fast-check';
import { expect, test } from 'vitest';

import { aCreature, NOON, PLAIN } from '../../../test/support/creature.ts';
import { CATALOG } from '../species/catalog.ts';
import { RANGES } from '../species/species.ts';
import { regularVisits } from './regular-visits.ts';

function kept(feedingWindowHours: number, lastFedAt = NOON) {
  return { creature: aCreature({ life: { lastFedAt } }), species: { ...PLAIN, feedingWindowHours } };
}

test.each([
  [24, 240],
  [12, 120],
  [10, 180],
  [8, 60],
  [5, 60],
  [4, 30],
  [3, 20],
  [2, 20],
])('with a window of %d hours somebody should come every %d minutes', (window, minutesApart) => {
  expect(regularVisits([kept(window)])).toEqual({ minutesApart, firstMinute: 0 });
});

test('they are counted from its last meal, so that they stay the same for whoever feeds by them', () => {
  expect(regularVisits([kept(12, NOON + 15 * 60_000 + 6_000)])).toEqual({
    minutesApart: 120,
    firstMinute: 15,
  });
});

test('with several, the one that eats most often decides', () => {
  expect(regularVisits([kept(24, NOON + 60_000), kept(4, NOON + 120_000)])).toEqual({
    minutesApart: 30,
    firstMinute: 2,
  });
});

const windows = fc.oneof(
  fc.constantFrom(...CATALOG.map(({ feedingWindowHours }) => feedingWindowHours)),
  fc.double({ min: 3, max: RANGES.feedingWindowHours.highest, noNaN: true }),
);

test('between half and all of any window after a meal there are two of them, an hour apart or more', () => {
  fc.assert(
    fc.property(windows, (window) => {
      const { minutesApart } = regularVisits([kept(window)]);
      const inside = Array.from({ length: 24 * 3 }, (_, visit) => (visit + 1) * minutesApart).filter(
        (minutes) => minutes > window * 30 && minutes < window * 60,
      );
      expect((inside.at(-1) ?? 0) - (inside[0] ?? 0)).toBeGreaterThanOrEqual(60);
    }),
  );
});
