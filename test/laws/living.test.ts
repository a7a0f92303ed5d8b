import fc from 'fast-check';
import { expect, test } from 'vitest';

import { DAY, HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import { applyCare, type CareOutcome } from '../../src/rules/care/care.ts';
import { isLeftAlone, needsOf } from '../../src/rules/care/needs.ts';
import { glimpseOf, readGlimpse, type Glimpse } from '../../src/rules/live.ts';
import { isAlive } from '../../src/rules/lives/creature.ts';
import { type FeltTime, feltTimeUntil, statsAt } from '../../src/rules/lives/decay.ts';
import { diesAt, liveUntil, nextEventAt } from '../../src/rules/lives/live-until.ts';
import { observe, type Observation } from '../../src/rules/lives/observe.ts';
import { resurrectionClosesAt, resurrectionCost } from '../../src/rules/lives/resurrection.ts';
import { decayMultiplier, isAsleep, SAME_VISIT } from '../../src/rules/lives/rhythm.ts';
import { publicSituation } from '../../src/rules/situation.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { hiddenStats, mechanicsOf, visibleStats } from '../../src/rules/species/mechanics.ts';
import { type StatChanges, type Stats, STATS, type Stat } from '../../src/rules/vocabulary.ts';
import { KEEPER_KINDS } from '../../tools/sim/keepers.ts';
import { simulate } from '../../tools/sim/simulate.ts';
import {
  aCreatureOf,
  anyCreature,
  anyShare,
  anySpecies,
  anyStart,
  anyTwoVisits,
  anyVisit,
  anyWish,
  anyZone,
  asHatched,
  copyOf,
  diesAsleep,
  law,
  type Moment,
  onTheWay,
} from './creatures.ts';

const anyShares = fc.array(anyShare, { maxLength: 6 });
const anyWaits = fc.array(fc.nat(12 * DAY), { minLength: 1, maxLength: 8 });

law('advancing a life in steps equals advancing it at once', [anyCreature, anyWaits], (moment, waits) => {
  const { creature, species, now } = moment;
  const moments = waits.map((wait) => now + wait).toSorted((one, other) => one - other);
  const atOnce = liveUntil(copyOf(creature), species, moments.at(-1) ?? now);
  let stepped = creature as typeof atOnce.creature;
  const happened = moments.flatMap((at) => {
    const step = liveUntil(stepped, species, at);
    stepped = step.creature;
    return step.happened;
  });
  expect({ creature: stepped, happened, nextEventAt: nextEventAt(stepped, species) }).toStrictEqual(atOnce);
});

law('events are in order, each at the time foretold', [anyCreature], ({ creature, species, now }) => {
  const { happened } = liveUntil(creature, species, now + 20 * DAY);
  const moments = happened.map(({ at }) => at);
  expect(moments[0]).toBe(nextEventAt(creature, species));
  expect(moments.every((at) => Number.isInteger(at) && at >= now)).toBe(true);
  expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  expect(happened.at(-1)?.kind).toBe('died');
});

const feltBetween = ({ creature, species }: Moment, from: number, to: number): FeltTime =>
  feltTimeUntil({ ...creature, life: { ...creature.life, settledAt: from } }, species, to);

law('felt time of two consecutive spans adds up to that of the whole', [anyTwoVisits], (moment) => {
  const { now, early, late } = moment;
  const [first, second] = [feltBetween(moment, now, early), feltBetween(moment, early, late)];
  const whole = feltBetween(moment, now, late);
  for (const count of ['all', 'overdue', 'critical', 'neglected'] as const)
    expect(Math.abs(first[count] + second[count] - whole[count])).toBeLessThan(1e-9);
});

const anyLooks = fc.integer({ min: 1, max: 40 }).map((roll) => (roll === 40 ? 1_000 : 1));

law('observing changes nothing, however often', [anyVisit, anyLooks], (moment, times) => {
  const { creature, species, now, at } = moment;
  const untouched = copyOf(creature);
  const end = diesAt(untouched, species);
  for (let look = 0; look < times; look += 1)
    observe(creature, species, now + Math.floor(((at - now) * look) / times));
  expect(creature).toStrictEqual(untouched);
  expect(observe(creature, species, at)).toStrictEqual(observe(untouched, species, at));
  expect(liveUntil(creature, species, end)).toStrictEqual(liveUntil(untouched, species, end));
  expect(nextEventAt(creature, species)).toBe(nextEventAt(untouched, species));
});

const inBounds = (stats: Stats): boolean =>
  STATS.every((stat) => stats[stat] >= 0 && stats[stat] <= 100 && !Object.is(stats[stat], -0));

law('every stat and score stays between 0 and 100 after any care', [anyVisit, anyWish], (moment, wish) => {
  const { creature, species, at } = moment;
  expect(inBounds(statsAt(creature, species, at))).toBe(true);
  const outcome = applyCare(creature, species, wish, at);
  expect('refused' in outcome || inBounds(outcome.after)).toBe(true);
  const { consistency, responsiveness, variety } = observe(creature, species, at).progress;
  expect(Math.min(consistency, responsiveness, variety)).toBeGreaterThanOrEqual(0);
  expect(Math.max(consistency, responsiveness, variety)).toBeLessThanOrEqual(100);
});

law('without care no stat rises', [anyTwoVisits], ({ creature, species, early, late }) => {
  const [before, after] = [statsAt(creature, species, early), statsAt(creature, species, late)];
  expect(STATS.filter((stat) => after[stat] > before[stat])).toEqual([]);
});

law('stats do not depend on moments computed before', [anyCreature, anyShares], (moment, shares) => {
  const { creature, species } = moment;
  const moments = shares.map((share) => onTheWay(moment, share));
  const inARow = moments.map((at) => statsAt(creature, species, at));
  expect(inARow).toStrictEqual(moments.map((at) => statsAt(copyOf(creature), species, at)));
});

law('the multiplier is monotonic and continuous', [anyShare], (share) => {
  const rise = decayMultiplier(100 * share + 1e-6) - decayMultiplier(100 * share);
  expect(rise).toBeGreaterThanOrEqual(0);
  expect(rise).toBeLessThan(2e-6);
});

law('a creature lives until one millisecond before its death clock', [anyCreature], (moment) => {
  const { creature, species, now } = moment;
  const { diesAt: ends } = observe(creature, species, now).deathClock;
  expect(isAlive(liveUntil(creature, species, ends - 1).creature)).toBe(true);
  const dead = liveUntil(creature, species, ends).creature;
  expect(dead.died?.at).toBe(ends);
  // Nothing happens after death.
  expect(liveUntil(creature, species, ends + 300 * HOUR).creature).toStrictEqual(dead);
  const after = { creature: dead, happened: [], nextEventAt: undefined };
  expect(liveUntil(dead, species, ends + 300 * HOUR)).toStrictEqual(after);
});

law('without care every observation has the same time of death', [anyTwoVisits], (moment) => {
  const { creature, species, now, early, late } = moment;
  const foretold = [now, early, late].map((at) => {
    const there = asHatched(liveUntil(creature, species, at).creature);
    return observe(there, species, at).deathClock.diesAt;
  });
  expect(new Set(foretold).size).toBe(1);
});

law('care at the last millisecond prolongs the life', [anyCreature], ({ creature, species, now }) => {
  const last = observe(creature, species, now).deathClock.diesAt - 1;
  const there = asHatched(liveUntil(creature, species, last).creature);
  const outcome = applyCare(there, species, { action: 'reflect' }, last);
  if ('refused' in outcome) throw new Error('reflect was refused');
  expect(outcome.before.health).toBeGreaterThan(0);
  expect(outcome.killed).toBe(false);
  expect(observe(asHatched(outcome.creature), species, last).deathClock.diesAt).toBeGreaterThan(last);
});

law('death comes when health or patience ends, with the matching cause', [anyCreature], (moment) => {
  const { creature, species, now } = moment;
  const { diesAt: ends, thresholdHours } = observe(creature, species, now).deathClock;
  const end = Math.ceil(creature.life.lastCareAt + thresholdHours * HOUR);
  const { health, hunger } = statsAt(creature, species, ends);
  expect(ends === end || health === 0).toBe(true);
  expect(ends).toBeLessThanOrEqual(end);
  const starved = hunger < 30 || ends < end || health === 0;
  expect(liveUntil(creature, species, ends).creature.died?.cause).toBe(starved ? 'hunger' : 'neglect');
});

law('a creature that dies at the moment of growing up has not grown up', [anyCreature], (moment) => {
  const { creature, species } = moment;
  const dies = diesAt(creature, species);
  const life = { ...creature.life, ageFrom: dies - DAY };
  const { happened } = liveUntil({ ...creature, stage: 'baby', life }, species, dies);
  expect(happened.map(({ kind }) => kind)).toEqual(['died']);
});

law(
  'the price of resurrection is whole, constant for the week, and rises with deaths and hours lived',
  [anyCreature, fc.nat(30), fc.nat(400 * DAY), fc.nat(7 * DAY)],
  ({ creature, species }, deaths, older, wait) => {
    const died = diesAt(creature, species);
    const dead = asHatched({ ...liveUntil(creature, species, died).creature, resurrections: deaths });
    const elder = { ...dead, life: { ...dead.life, ageFrom: dead.life.ageFrom - older } };
    const price = resurrectionCost(dead, died);
    expect(Number.isSafeInteger(price) && price >= 100).toBe(true);
    expect(resurrectionCost(dead, died + wait)).toBe(price);
    expect(resurrectionCost(elder, died)).toBeGreaterThanOrEqual(price);
    expect(resurrectionCost({ ...dead, resurrections: deaths + 1 }, died)).toBeGreaterThanOrEqual(price);
    expect(resurrectionClosesAt(died) - died).toBe(604_800_000);
  },
);

test('the random cases of the laws often include every situation', () => {
  const counts: Record<string, number> = {};
  for (const { creature, species } of fc.sample(anyCreature, { numRuns: 2_000, seed: 20_260_301 })) {
    const ends = diesAt(creature, species);
    const { rhythm, hidden, ageHours } = observe(creature, species, ends - 1);
    const { health } = statsAt(creature, species, ends);
    const { stage, resurrections, record } = creature;
    const situations = {
      'an established rhythm': rhythm.established,
      'no rhythm yet': !rhythm.established,
      'the shortest threshold': rhythm.thresholdHours === 24,
      'the longest threshold': rhythm.thresholdHours === 48,
      'the fastest decay': rhythm.multiplier === 4,
      'death by health before the care threshold': health === 0,
      'death by the care threshold': health > 0,
      'death while asleep': isAsleep(creature, ends),
      'an adult': stage === 'adult',
      'a teen that is late': stage === 'teen' && ageHours > 120,
      'one resurrection': resurrections > 0,
      'two resurrections': resurrections > 1,
      'hidden stats': hidden.length > 0,
      'a rescue': record.rescued,
      'a critical state': record.wasCritical,
      'a social species': species.traits.includes('social'),
      'a community species': species.tier === 'community',
    };
    for (const [name, holds] of Object.entries(situations))
      counts[name] = (counts[name] ?? 0) + Number(holds);
  }
  expect(Object.entries(counts).filter(([, count]) => count < 10)).toEqual([]);
});

law('care sets the clocks to its moment; decay goes on from there', [anyVisit, anyWish], (moment, wish) => {
  const { at } = moment;
  const there = asHatched(liveUntil(moment.creature, moment.species, at).creature);
  const outcome = applyCare(there, moment.species, wish, at);
  fc.pre(!('refused' in outcome));
  const { life } = asHatched(outcome.creature);
  expect(life).toMatchObject({ stats: outcome.after, settledAt: at, lastCareAt: at });
  expect(outcome.killed).toBe(outcome.after.health === 0);
  expect(outcome.killed || diesAt(asHatched(outcome.creature), moment.species) > at).toBe(true);
});

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
  const { creature, species } = moment;
  const waits =
    isLeftAlone({ creature, species, observed }) ||
    (satWith && isAsleep(creature, at) && !diesAsleep(observed));
  const now = checkin.reason === 'critical' && !waits;
  // A shy creature accepts only `reflect`, which it accepts asleep too.
  fc.pre(checkin.reason !== 'still_shy');
  expect(now ? checkin.returnAt === at : !isAsleep(moment.creature, checkin.returnAt)).toBe(true);
  expect(checkin.at).toBe(checkin.reason === 'critical' ? at : checkin.returnAt);
});

law('a timely check-in is at 50% to 75% of the window if it is awake there', [anyCreature], (moment) => {
  const { creature, species, now } = moment;
  const { feedingWindowHours } = species;
  const windowsAt = (at: number) => (at - creature.life.lastFedAt) / (feedingWindowHours * HOUR);
  const { checkin } = observe(creature, species, now);
  fc.pre(windowsAt(now) <= 0.5 && checkin.reason !== 'critical' && checkin.reason !== 'still_shy');
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
});

law('at the recommended check-in there is something to do', [anyVisit], (moment) => {
  const { at } = moment;
  const { checkin, deathClock } = observe(moment.creature, moment.species, at);
  fc.pre(checkin.at < deathClock.diesAt);
  const then = lookAt(moment, checkin.at);
  // A creature in danger that sleeps or is too shy for other care has had its reflects already.
  const waits = checkin.at === at && (then.observed.asleepUntil !== undefined || isLeftAlone(then));
  expect(waits || needsOf(then).length > 0).toBe(true);
});

law('if nothing is to be done, the check-in is in the future', [anyVisit], (moment) => {
  const { at } = moment;
  const then = lookAt(moment, at);
  const isTold = needsOf(then).length > 0 || then.observed.checkin.returnAt > at;
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

const secretive = CATALOG.filter(({ mechanics }) => mechanics.some(({ reveal }) => reveal));
if (secretive.length < 3) throw new TypeError('There are too few species with hidden stats.');
const aSecretiveOne = aCreatureOf(fc.constantFrom(...secretive));
const aStat = fc.constantFrom(...STATS);
const aValue = fc.double({ min: 0.5, max: 100, noNaN: true });

function withStat({ creature, species, now }: Moment, stat: Stat, value: number): Moment {
  const stats: Stats = { ...creature.life.stats, [stat]: value };
  return { species, now, creature: { ...creature, life: { ...creature.life, stats } } };
}

/** The observation without mood and death clock, which may depend on hidden stats. */
const told = ({ mood: _, deathClock: __, ...rest }: Observation): Omit<Observation, 'mood' | 'deathClock'> =>
  rest;

const bothSeen = ({ creature, species }: Moment, other: Moment, at: number): [Observation, Observation] => [
  observe(creature, species, at),
  observe(other.creature, other.species, at),
];

const hiddenAt = ({ creature, species }: Moment, at: number) =>
  hiddenStats(visibleStats(species, statsAt(creature, species, at)));
const shapeOf = (shown: StatChanges) => String(Object.keys(shown));

law(
  'an observation does not depend on the value of a hidden stat',
  [aSecretiveOne, anyShare, aStat, aValue],
  (moment, share, stat, value) => {
    const other = withStat(moment, stat, value);
    const at = Math.min(onTheWay(moment, share), onTheWay(other, share));
    const hidden = hiddenAt(moment, at);
    fc.pre(hidden.includes(stat) && String(hidden) === String(hiddenAt(other, at)));
    const [seen, seenOther] = bothSeen(moment, other, at);
    // The reason of a check-in may depend on hidden stats.
    fc.pre(seen.checkin.reason === seenOther.checkin.reason);
    // A creature that dies before it wakes has an immediate check-in, by the death clock.
    fc.pre(diesAsleep(seen) === diesAsleep(seenOther));
    fc.pre(typeof seen.checkin.hungerThen === typeof seenOther.checkin.hungerThen);
    expect(seen.hidden).toContain(stat);
    expect(told(seen)).toStrictEqual(told(seenOther));
    expect(publicSituation(seen)).toEqual(publicSituation(seenOther));
  },
  1_000,
);

law(
  'the public clock does not depend on a hidden or capped health',
  [aSecretiveOne, anyShare, aValue],
  (moment, share, value) => {
    const other = withStat(moment, 'health', value);
    const at = Math.min(onTheWay(moment, share), onTheWay(other, share));
    const [seen, seenOther] = bothSeen(moment, other, at);
    fc.pre(seen.shown.health === seenOther.shown.health);
    expect(seen.publicClock).toStrictEqual(seenOther.publicClock);
    fc.pre(String(seen.hidden) === String(seenOther.hidden));
    expect(publicSituation(seen)).toEqual(publicSituation(seenOther));
  },
  1_000,
);

const aroundAThreshold = fc
  .constantFrom(40, 50, 90)
  .chain((at) => fc.double({ min: at - 3, max: at + 3, noNaN: true }));
/** Any visit, or one at which trust is near a threshold. */
const aSecretiveVisit = fc
  .tuple(aSecretiveOne, anyShare, fc.option(aroundAThreshold))
  .map(([moment, share, trust]) => {
    if (trust === null) return { ...moment, at: onTheWay(moment, share) };
    return { ...withStat(moment, 'trust', trust), at: moment.now };
  });

law(
  'a stat hidden before or after care is shown in neither, and what is shown does not depend on it',
  [aSecretiveVisit, anyWish, aStat, aValue],
  (moment, wish, stat, value) => {
    const { creature, species, at } = moment;
    const outcome = applyCare(creature, species, wish, at);
    fc.pre(!('refused' in outcome));
    const { before, after, shown } = outcome;
    const hidden = new Set([before, after].flatMap((stats) => hiddenStats(visibleStats(species, stats))));
    const seen = STATS.filter((each) => !hidden.has(each));
    expect([Object.keys(shown.before), Object.keys(shown.after)]).toEqual([seen, seen]);
    const other = applyCare(withStat(moment, stat, value).creature, species, wish, at);
    fc.pre(hidden.has(stat) && !('refused' in other) && shapeOf(other.shown.after) === shapeOf(shown.after));
    expect(other.shown).toStrictEqual(shown);
  },
  1_000,
);

const dimmed = CATALOG.filter(({ mechanics }) => mechanics.some(({ key }) => key === 'idle'));
const aDimmedOne = aCreatureOf(fc.constantFrom(...dimmed));
law('a void never shows a stat above fifty', [aDimmedOne, anyShare], (moment, share) => {
  const seen = observe(moment.creature, moment.species, onTheWay(moment, share));
  const values = [...Object.values(seen.shown), seen.checkin.hungerThen ?? 0];
  expect(Math.max(...values)).toBeLessThanOrEqual(50);
});

law('until its end a glimpse shows what the server shows', [anyCreature, anyShare], (moment, share) => {
  const { creature, species, now } = moment;
  // As JSON, the way a page receives it.
  const glimpse = JSON.parse(JSON.stringify(glimpseOf(creature, species, now))) as Glimpse;
  const later = Math.floor(now + share * (glimpse.until - now));
  const read = readGlimpse(glimpse, later);
  const { shown, feeding, deathClock, ageHours } = observe(creature, species, later);
  for (const stat of STATS) expect(read.stats?.[stat] ?? shown[stat] ?? 0).toBeCloseTo(shown[stat] ?? 0, 9);
  expect(read).toMatchObject({ ageHours, feeding: feeding.status, hoursSinceFed: feeding.hoursSinceFed });
  const { hoursRemaining, urgency } = deathClock;
  expect([undefined, { hoursRemaining, urgency }]).toContainEqual(read.death);
});

law('a glimpse has no hidden stat and no unpublished death', [anyCreature], ({ creature, species, now }) => {
  const glimpse = glimpseOf(creature, species, now);
  const { shown, publicClock } = observe(creature, species, now);
  const hides = mechanicsOf(species).some(({ reveal }) => reveal !== undefined);
  expect(glimpse.until - now).toBeLessThanOrEqual(HOUR);
  expect(glimpse.diesAt).toBe(publicClock.diesAt);
  // It holds the stats shown on the page and no others.
  expect(glimpse.ticking?.stats).toStrictEqual(hides ? undefined : shown);
  expect(Math.max(now, ...(glimpse.ticking?.pace.turns ?? []))).toBeLessThan(glimpse.until);
  // No time zone, which would be a string, and no seed of its sleep.
  expect(leavesOf(glimpse).filter(({ value }) => typeof value === 'string')).toEqual([]);
  expect(leavesOf(glimpse).filter(({ name }) => name === 'seed')).toEqual([]);
});

function leavesOf(whole: object): { name: string; value: unknown }[] {
  return Object.entries(whole).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? leavesOf(value) : [{ name, value }],
  );
}
