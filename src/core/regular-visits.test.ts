import fc from 'fast-check';
import { expect, test } from 'vitest';

import { aCreature, NOON, PLAIN } from '../../test/creature.ts';
import { DAY, HOUR, MINUTE, type Instant } from './clock.ts';
import { hasHatched } from './creature.ts';
import { WINDOW_OPENS } from './feeding.ts';
import { regularVisits, type RegularVisits } from './regular-visits.ts';
import { CATALOG } from './species/catalog.ts';
import { RANGES } from './species/species.ts';

function visitsFor(feedingWindowHours: number, lastFedAt: Instant): RegularVisits {
  const creature = aCreature();
  if (!hasHatched(creature)) throw new Error('an egg has no visits');
  return regularVisits(
    { ...creature, life: { ...creature.life, lastFedAt } },
    { ...PLAIN, feedingWindowHours },
  );
}

/** Every visit of a few days, as a crontab would make them. */
function momentsOf({ hoursApart, hour, minute }: RegularVisits, from: Instant): Instant[] {
  const midnight = Math.floor(from / DAY) * DAY;
  return Array.from(
    { length: (4 * 24) / hoursApart },
    (_, at) => midnight + (hour + at * hoursApart) * HOUR + minute * MINUTE,
  );
}

test.each([
  [24, 12],
  [23, 8],
  [10, 4],
  [5, 2],
  [3, 1],
  [2, 1],
])('with a window of %d hours somebody should come every %d', (window, apart) => {
  expect(visitsFor(window, NOON).hoursApart).toBe(apart);
});

test('the next of them falls into the best part of this window', () => {
  expect(visitsFor(10, NOON)).toEqual({ hoursApart: 4, hour: 2, minute: 15 });
  expect(visitsFor(24, NOON)).toEqual({ hoursApart: 12, hour: 3, minute: 0 });
});

const windows = fc.oneof(
  fc.constantFrom(...CATALOG.map(({ feedingWindowHours }) => feedingWindowHours)),
  fc.double({ min: RANGES.feedingWindowHours.lowest, max: RANGES.feedingWindowHours.highest, noNaN: true }),
);

test('whenever a meal was, one of them falls into the open part of the window that began with it', () => {
  fc.assert(
    fc.property(windows, fc.nat(DAY), fc.nat(DAY), (window, anchored, fed) => {
      const meal = NOON + fed;
      const opens = meal + WINDOW_OPENS * window * HOUR;
      const closes = meal + window * HOUR;
      const visits = momentsOf(visitsFor(window, NOON + anchored), meal);
      expect(visits.some((visit) => visit >= opens && visit <= closes)).toBe(true);
    }),
  );
});
