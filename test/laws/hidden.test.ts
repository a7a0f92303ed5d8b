import fc from 'fast-check';
import { expect } from 'vitest';

import { applyCare } from '../../src/rules/care/care.ts';
import { HOUR } from '../../src/rules/base/clock.ts';
import { statsAt } from '../../src/rules/lives/decay.ts';
import { observe, type Observation } from '../../src/rules/lives/observe.ts';
import { glimpseOf, readGlimpse, type Glimpse } from '../../src/rules/live.ts';
import { publicSituation } from '../../src/rules/situation.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { hiddenStats, mechanicsOf, visibleStats } from '../../src/rules/species/mechanics.ts';
import { type StatChanges, type Stats, STATS, type Stat } from '../../src/rules/vocabulary.ts';
import { aCreatureOf, anyCreature, anyShare, anyWish, diesAsleep } from './creatures.ts';
import { law, onTheWay, type Moment } from './creatures.ts';

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

law(
  'until its end a glimpse shows what the server would show',
  [anyCreature, anyShare],
  ({ creature, species, now }, share) => {
    // As JSON, the way a page receives it.
    const glimpse = JSON.parse(JSON.stringify(glimpseOf(creature, species, now))) as Glimpse;
    const later = Math.floor(now + share * (glimpse.until - now));
    const read = readGlimpse(glimpse, later);
    const { shown, feeding, deathClock, ageHours } = observe(creature, species, later);
    for (const stat of STATS) expect(read.stats?.[stat] ?? shown[stat] ?? 0).toBeCloseTo(shown[stat] ?? 0, 9);
    expect(read).toMatchObject({ ageHours, feeding: feeding.status, hoursSinceFed: feeding.hoursSinceFed });
    const { hoursRemaining, urgency } = deathClock;
    expect([undefined, { hoursRemaining, urgency }]).toContainEqual(read.death);
  },
);

law(
  'a glimpse has no hidden stat and no unpublished time of death',
  [anyCreature],
  ({ creature, species, now }) => {
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
  },
);

function leavesOf(whole: object): { name: string; value: unknown }[] {
  return Object.entries(whole).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? leavesOf(value) : [{ name, value }],
  );
}
