import fc from 'fast-check';
import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN, SLEEPYHEAD, type Given } from '../../../test/support/creature.ts';
import { WINDOW_OPENS } from '../care/feeding.ts';
import { DAY, HOUR, MINUTE, type Instant } from '../engine/clock.ts';
import { CATALOG } from '../species/catalog.ts';
import { RANGES } from '../species/species.ts';
import { recommendedCheckin, regularVisits, type RegularVisits } from './checkin.ts';
import { hasHatched } from './creature.ts';
import { statsAt } from './decay.ts';

function advice(hours: number, given: Given = {}, feedingWindowHours = 10) {
  const species = { ...PLAIN, feedingWindowHours };
  const creature = aCreature(given);
  return recommendedCheckin(creature, species, statsAt(creature, species, after(hours)), after(hours));
}

test('come back between half and three quarters of the window', () => {
  expect(advice(1)).toEqual({
    at: after(6.25),
    reason: 'in_time',
    windowStatus: 'before_window',
    hungerThen: 93.75,
  });
});

test.each([
  [6.25, 'in_window'],
  [9, 'in_window'],
  [12, 'past_window'],
])('at %f hours of ten it is time now', (hours, windowStatus) => {
  expect(advice(hours)).toMatchObject({ at: after(hours), reason: 'feed_now', windowStatus });
});

test('when feeding is critical or health is below twenty, come at once', () => {
  expect(advice(15)).toMatchObject({ at: after(15), reason: 'critical' });
  expect(advice(1, { stats: { health: 19.9 } })).toMatchObject({ at: after(1), reason: 'critical' });
  expect(advice(1, { stats: { health: 20 } }).reason).toBe('in_time');
});

test('it is never recommended to come while it sleeps', () => {
  // Asleep from ten to eighteen hours after noon; with a window of twenty the aim is at twelve and a half.
  const early = advice(1, { seed: SLEEPYHEAD }, 20);
  expect(early).toMatchObject({ at: after(18), reason: 'when_it_wakes' });
  // With twenty-two hours the window opens at eleven, the aim is at 13.75, and it wakes after 16.5.
  expect(advice(1, { seed: SLEEPYHEAD }, 22)).toMatchObject({ at: after(18), reason: 'when_it_wakes' });
  // With nineteen it opens at nine and a half, half an hour before bedtime.
  expect(advice(1, { seed: SLEEPYHEAD }, 19)).toMatchObject({ at: after(9.5), reason: 'before_it_sleeps' });
  // With twenty-six it wakes at eighteen, within three quarters.
  expect(advice(1, { seed: SLEEPYHEAD }, 26)).toMatchObject({ at: after(18), reason: 'when_it_wakes' });
});

test('what was fed a moment ago is not asked about until the window opens', () => {
  expect(advice(0, { life: { lastFedAt: NOON } }).at).toBe(after(6.25));
});

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
