import fc from 'fast-check';
import { expect, test } from 'vitest';

import { applyCare } from '../../src/rules/care/care.ts';
import { statsAt } from '../../src/rules/lives/decay.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import type { Stats } from '../../src/rules/stats.ts';
import { STATS } from '../../src/rules/vocabulary.ts';
import { anyCreature, anyShare, anyWish, copyOf, onTheWay, PATIENTLY, RUNS } from './creatures.ts';

function inBounds(stats: Stats): boolean {
  return STATS.every((stat) => stats[stat] >= 0 && stats[stat] <= 100 && !Object.is(stats[stat], -0));
}

test('every stat stays between 0 and 100 after any care', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, anyWish, (moment, share, wish) => {
      const at = onTheWay(moment, share);
      expect(inBounds(statsAt(moment.creature, moment.species, at))).toBe(true);
      const outcome = applyCare(moment.creature, moment.species, wish, at);
      expect('refused' in outcome || inBounds(outcome.after)).toBe(true);
    }),
    RUNS,
  );
});

test('without care no stat rises', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, anyShare, (moment, one, other) => {
      const { creature, species } = moment;
      const early = statsAt(creature, species, onTheWay(moment, Math.min(one, other)));
      const late = statsAt(creature, species, onTheWay(moment, Math.max(one, other)));
      expect(STATS.filter((stat) => late[stat] > early[stat])).toEqual([]);
    }),
    RUNS,
  );
});

test(
  'the stats at a moment do not depend on which other moments were computed before it, in any order',
  PATIENTLY,
  () => {
    fc.assert(
      fc.property(anyCreature, fc.array(anyShare, { maxLength: 6 }), (moment, shares) => {
        const { creature, species } = moment;
        const moments = shares.map((share) => onTheWay(moment, share));
        const inARow = moments.map((at) => statsAt(creature, species, at));
        expect(inARow).toStrictEqual(moments.map((at) => statsAt(copyOf(creature), species, at)));
      }),
      RUNS,
    );
  },
);

test('consistency, responsiveness and variety stay between 0 and 100', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, (moment, share) => {
      const { progress } = observe(moment.creature, moment.species, onTheWay(moment, share));
      for (const score of [progress.consistency, progress.responsiveness, progress.variety]) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
      }
    }),
    RUNS,
  );
});
