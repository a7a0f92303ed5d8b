import fc from 'fast-check';
import { expect } from 'vitest';

import { KEEPER_KINDS } from '../../tools/sim/keepers.ts';
import { simulate } from '../../tools/sim/simulate.ts';
import { needsOf } from '../../src/rules/care/needs.ts';
import { applyCare, type CareOutcome } from '../../src/rules/care/care.ts';
import { HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import { diesAt, liveUntil } from '../../src/rules/lives/live-until.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { isAsleep, SAME_VISIT } from '../../src/rules/lives/rhythm.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { anyCreature, anyShare, anySpecies, anyStart, anyVisit, anyWish, anyZone } from './creatures.ts';
import { asHatched, diesAsleep, law, onTheWay, type Moment } from './creatures.ts';

law(
  'care sets the clocks to its moment, and decay continues from the new stats',
  [anyVisit, anyWish],
  (moment, wish) => {
    const { at } = moment;
    const there = asHatched(liveUntil(moment.creature, moment.species, at).creature);
    const outcome = applyCare(there, moment.species, wish, at);
    fc.pre(!('refused' in outcome));
    const { life } = asHatched(outcome.creature);
    expect(life).toMatchObject({ stats: outcome.after, settledAt: at, lastCareAt: at });
    expect(outcome.killed).toBe(outcome.after.health === 0);
    expect(outcome.killed || diesAt(asHatched(outcome.creature), moment.species) > at).toBe(true);
  },
);

law(
  'a milestone is reached once in a life, and a stage entered once',
  [anySpecies, fc.constantFrom(...KEEPER_KINDS), fc.nat(), anyZone, anyStart],
  (species, keeper, seed, zone, startAt) => {
    const { events } = simulate({ species, keeper, seed, zone, startAt, days: 6 });
    const reached = events.flatMap((event) => {
      if (event.kind === 'grew') return [event.to];
      return event.kind === 'cared'
        ? event.milestones.map(({ type, threshold }) => `${type} ${threshold}`)
        : [];
    });
    expect(reached).toEqual([...new Set(reached)]);
    const moments = events.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  },
);

const MECHANICS = Object.values(
  Object.fromEntries(CATALOG.flatMap(({ mechanics }) => mechanics.map((each) => [each.blurb, each]))),
);

/** Numbers to nine decimals: the order of two factors may change the last digits. */
function rounded(outcome: CareOutcome): unknown {
  if ('refused' in outcome) return 'refused';
  const { creature: _, before: __, felt: ___, ...rest } = outcome;
  return JSON.stringify(rest, (_name, value: unknown) =>
    typeof value === 'number' ? value.toFixed(9) : value,
  );
}

const several = fc.uniqueArray(fc.constantFrom(...MECHANICS), { minLength: 2, maxLength: 5 });
law(
  'the order of a species’ mechanics changes nothing',
  [anyCreature, several, anyShare, anyWish],
  (moment, mechanics, share, wish) => {
    const { creature } = moment;
    const one = { ...moment.species, mechanics };
    const other = { ...one, mechanics: mechanics.toReversed() };
    const at = onTheWay({ ...moment, species: one }, share);
    const [first, second] = [one, other].map((species) => rounded(applyCare(creature, species, wish, at)));
    expect(first).toEqual(second);
    expect(observe(creature, one, at)).toStrictEqual(observe(creature, other, at));
  },
);

/** Every number in the value that is not finite. */
function strangeNumbers(value: unknown): unknown[] {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strangeNumbers) : [];
}

law('every number of an observation and of any care is finite', [anyVisit, anyWish], (moment, wish) => {
  const { creature, species, at } = moment;
  const outcome = applyCare(creature, species, wish, at);
  expect(strangeNumbers([observe(creature, species, at), outcome])).toEqual([]);
});

function lookAt({ creature, species }: Moment, at: number) {
  const there = asHatched(liveUntil(creature, species, at).creature);
  return { creature: there, species, observed: observe(there, species, at) };
}

law('a check-in is before death and agrees with the feeding status', [anyVisit], (moment) => {
  const { creature, species, at } = moment;
  const { checkin, deathClock, feeding } = observe(creature, species, at);
  expect(checkin.at).toBeLessThan(deathClock.diesAt);
  expect(checkin.at).toBeGreaterThanOrEqual(at);
  expect(Number.isInteger(checkin.at)).toBe(true);
  const isBefore = checkin.windowStatus === 'before_window';
  expect([feeding.opensAt !== undefined, feeding.status === 'ok']).toEqual([isBefore, isBefore]);
});

law('no check-in falls into sleep unless it is urgent', [anyVisit], (moment) => {
  const { at } = moment;
  const observed = observe(moment.creature, moment.species, at);
  const { checkin } = observed;
  const satWith = at - moment.creature.life.lastCareAt < SAME_VISIT;
  const waits = satWith && isAsleep(moment.creature, at) && !diesAsleep(observed);
  const now = checkin.reason === 'critical' && !waits;
  expect(now ? checkin.at === at : !isAsleep(moment.creature, checkin.at)).toBe(true);
});

law(
  'a check-in asked for in time is between 50% and 75% of the window, if it is awake there for long enough',
  [anyCreature],
  ({ creature, species, now }) => {
    const { feedingWindowHours } = species;
    const windowsAt = (at: number) => (at - creature.life.lastFedAt) / (feedingWindowHours * HOUR);
    const { checkin } = observe(creature, species, now);
    fc.pre(windowsAt(now) <= 0.5 && checkin.reason !== 'critical');
    const opens = Math.ceil(creature.life.lastFedAt + 0.5 * feedingWindowHours * HOUR);
    const minutes = Array.from(
      { length: (0.25 * feedingWindowHours * HOUR) / MINUTE },
      (_, minute) => opens + minute * MINUTE,
    );
    // Two minutes after the window opens, and five before it falls asleep.
    const metThere = minutes
      .slice(2)
      .some((at) => [0, 1, 2, 3, 4, 5, 6].every((later) => !isAsleep(creature, at + later * MINUTE)));
    const inTime = windowsAt(checkin.at) >= 0.5 - 1e-9 && windowsAt(checkin.at) <= 0.75 + 1e-3;
    expect(!metThere || inTime).toBe(true);
  },
);

law('at the recommended check-in there is something to do', [anyVisit], (moment) => {
  const { at } = moment;
  const { checkin, deathClock } = observe(moment.creature, moment.species, at);
  fc.pre(checkin.at < deathClock.diesAt);
  const then = lookAt(moment, checkin.at);
  // A sleeping creature in danger has had its reflect already.
  const waits = checkin.at === at && then.observed.asleepUntil !== undefined;
  expect(waits || needsOf(then).length > 0).toBe(true);
});

law('if nothing is to be done, the check-in is in the future', [anyVisit], (moment) => {
  const { at } = moment;
  const then = lookAt(moment, at);
  const isTold = needsOf(then).length > 0 || then.observed.checkin.at > at;
  // A creature that dies in its sleep has had its reflect, and nothing else is possible.
  expect(isTold || diesAsleep(then.observed)).toBe(true);
});

law('a check-in for a meal on time is not at the end of the window', [anyVisit], (moment) => {
  const { creature, species, at } = moment;
  const { checkin } = observe(creature, species, at);
  if (checkin.at === at || !['in_time', 'before_it_sleeps', 'when_it_wakes'].includes(checkin.reason)) return;
  const windows = (checkin.at - creature.life.lastFedAt) / (species.feedingWindowHours * HOUR);
  // After it wakes, any rest of the window is accepted.
  const asItWakes = checkin.reason === 'when_it_wakes' && isAsleep(creature, checkin.at - 1);
  expect(windows).toBeLessThanOrEqual(asItWakes ? 1 : 0.95 + 1e-9);
  expect((windows - 0.5) * species.feedingWindowHours * HOUR).toBeGreaterThanOrEqual(2 * MINUTE - 1);
  expect(isAsleep(creature, checkin.at + 5 * MINUTE - 1)).toBe(false);
});
