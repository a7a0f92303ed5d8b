import fc from 'fast-check';
import { expect, test } from 'vitest';

import { applyCare } from '../../src/rules/care/care.ts';
import { statsAt } from '../../src/rules/lives/decay.ts';
import { observe, type Observation } from '../../src/rules/lives/observe.ts';
import { hiddenStats, visibleStats } from '../../src/rules/lives/visible-stats.ts';
import { publicSituation } from '../../src/rules/situation.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { StatChanges, Stats } from '../../src/rules/stats.ts';
import { STATS, type Stat } from '../../src/rules/vocabulary.ts';
import {
  aCreatureOf,
  anyShare,
  anyWish,
  diesAsleep,
  onTheWay,
  PATIENTLY,
  RUNS,
  type Moment,
} from './creatures.ts';

const secretive = CATALOG.filter(({ mechanics }) => mechanics.some(({ reveal }) => reveal));
const aSecretiveOne = aCreatureOf(fc.constantFrom(...secretive));
const aStat = fc.constantFrom(...STATS);
const aValue = fc.double({ min: 0.5, max: 100, noNaN: true });

function withStat({ creature, species, now }: Moment, stat: Stat, value: number): Moment {
  const stats: Stats = { ...creature.life.stats, [stat]: value };
  return { species, now, creature: { ...creature, life: { ...creature.life, stats } } };
}

/** The observation without mood and death clock, which may depend on hidden stats. */
function told({ mood: _, deathClock: __, ...rest }: Observation): Omit<Observation, 'mood' | 'deathClock'> {
  return rest;
}

function hiddenAt({ creature, species }: Moment, at: number): readonly Stat[] {
  return hiddenStats(visibleStats(species, statsAt(creature, species, at)));
}

function shapeOf(shown: StatChanges): string {
  return String(Object.keys(shown));
}

test('the sample has creatures with hidden stats', () => {
  expect(secretive.length).toBeGreaterThanOrEqual(3);
});

test('an observation does not depend on the value of a hidden stat', PATIENTLY, () => {
  fc.assert(
    fc.property(aSecretiveOne, anyShare, aStat, aValue, (moment, share, stat, value) => {
      const other = withStat(moment, stat, value);
      const at = Math.min(onTheWay(moment, share), onTheWay(other, share));
      const hidden = hiddenAt(moment, at);
      fc.pre(hidden.includes(stat) && String(hidden) === String(hiddenAt(other, at)));
      const [seen, seenOther] = [moment, other].map(({ creature, species }) =>
        observe(creature, species, at),
      );
      // The reason of a check-in may depend on hidden stats.
      fc.pre(seen?.checkin.reason === seenOther?.checkin.reason);
      // A creature that dies before it wakes has an immediate check-in, by the death clock.
      fc.pre((seen && diesAsleep(seen)) === (seenOther && diesAsleep(seenOther)));
      fc.pre(typeof seen?.checkin.hungerThen === typeof seenOther?.checkin.hungerThen);
      expect(seen?.hidden).toContain(stat);
      expect(seen && told(seen)).toStrictEqual(seenOther && told(seenOther));
      expect(seen && publicSituation(seen)).toEqual(seenOther && publicSituation(seenOther));
    }),
    { ...RUNS, maxSkipsPerRun: 1_000 },
  );
});

test('the public clock does not depend on a hidden or capped health', PATIENTLY, () => {
  fc.assert(
    fc.property(aSecretiveOne, anyShare, aValue, (moment, share, value) => {
      const other = withStat(moment, 'health', value);
      const at = Math.min(onTheWay(moment, share), onTheWay(other, share));
      const [seen, seenOther] = [moment, other].map(({ creature, species }) =>
        observe(creature, species, at),
      );
      fc.pre(seen?.shown.health === seenOther?.shown.health);
      expect(seen?.publicClock).toStrictEqual(seenOther?.publicClock);
      fc.pre(String(seen?.hidden) === String(seenOther?.hidden));
      expect(seen && publicSituation(seen)).toEqual(seenOther && publicSituation(seenOther));
    }),
    { ...RUNS, maxSkipsPerRun: 1_000 },
  );
});

test('what is shown of care does not depend on a hidden stat', PATIENTLY, () => {
  fc.assert(
    fc.property(aSecretiveOne, anyShare, anyWish, aStat, aValue, (moment, share, wish, stat, value) => {
      const { creature, species } = moment;
      const at = onTheWay(moment, share);
      const outcome = applyCare(creature, species, wish, at);
      fc.pre(!('refused' in outcome));
      const hidden = new Set(
        [outcome.before, outcome.after].flatMap((stats) => hiddenStats(visibleStats(species, stats))),
      );
      const shown = [outcome.shown.before, outcome.shown.after];
      for (const each of shown)
        expect(Object.keys(each).filter((key) => hidden.has(key as Stat))).toEqual([]);
      const other = applyCare(withStat(moment, stat, value).creature, species, wish, at);
      const alike = !('refused' in other) && shapeOf(other.shown.after) === shapeOf(outcome.shown.after);
      fc.pre(hidden.has(stat) && alike);
      expect(other.shown).toStrictEqual(outcome.shown);
    }),
    { ...RUNS, maxSkipsPerRun: 1_000 },
  );
});

test('a stat that care hides or reveals is hidden both before and after it', PATIENTLY, () => {
  const aroundAThreshold = fc
    .constantFrom(40, 50, 90)
    .chain((at) => fc.double({ min: at - 3, max: at + 3, noNaN: true }));
  fc.assert(
    fc.property(aSecretiveOne, aroundAThreshold, anyWish, (moment, trust, wish) => {
      const outcome = applyCare(withStat(moment, 'trust', trust).creature, moment.species, wish, moment.now);
      fc.pre(!('refused' in outcome));
      const { before, after, shown } = outcome;
      const hidden = new Set(
        [before, after].flatMap((stats) => hiddenStats(visibleStats(moment.species, stats))),
      );
      const seen = STATS.filter((stat) => !hidden.has(stat));
      expect([Object.keys(shown.before), Object.keys(shown.after)]).toEqual([seen, seen]);
    }),
    RUNS,
  );
});

test('a void never shows a stat above fifty', PATIENTLY, () => {
  const dimmed = CATALOG.filter(({ mechanics }) => mechanics.some(({ key }) => key === 'idle'));
  fc.assert(
    fc.property(aCreatureOf(fc.constantFrom(...dimmed)), anyShare, (moment, share) => {
      const seen = observe(moment.creature, moment.species, onTheWay(moment, share));
      const values = [...Object.values(seen.shown), seen.checkin.hungerThen ?? 0];
      expect(Math.max(...values)).toBeLessThanOrEqual(50);
    }),
    RUNS,
  );
});
