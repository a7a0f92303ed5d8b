import fc from 'fast-check';
import { expect, test } from 'vitest';

import { applyCare } from '../../src/rules/care/care.ts';
import { DAY, HOUR } from '../../src/rules/base/clock.ts';
import { isAlive } from '../../src/rules/lives/creature.ts';
import { type FeltTime, feltTimeUntil, statsAt } from '../../src/rules/lives/decay.ts';
import { diesAt, liveUntil, nextEventAt } from '../../src/rules/lives/live-until.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { resurrectionClosesAt, resurrectionCost } from '../../src/rules/lives/resurrection.ts';
import { decayMultiplier, isAsleep } from '../../src/rules/lives/rhythm.ts';
import { type Stats, STATS } from '../../src/rules/vocabulary.ts';
import { anyCreature, anyShare, anyTwoVisits, anyVisit, anyWish } from './creatures.ts';
import { asHatched, copyOf, law, onTheWay, type Moment } from './creatures.ts';

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

law(
  'the stats at a moment do not depend on which other moments were computed before it, in any order',
  [anyCreature, fc.array(anyShare, { maxLength: 6 })],
  (moment, shares) => {
    const { creature, species } = moment;
    const moments = shares.map((share) => onTheWay(moment, share));
    const inARow = moments.map((at) => statsAt(creature, species, at));
    expect(inARow).toStrictEqual(moments.map((at) => statsAt(copyOf(creature), species, at)));
  },
);

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
