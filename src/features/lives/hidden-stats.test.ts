import fc from 'fast-check';
import { expect, test } from 'vitest';

import { aCreatureOf, anyShare, anyWish, onTheWay, type Moment } from '../../../test/laws/creatures.ts';
import { aCreature, NOON } from '../../../test/support/creature.ts';
import { aCare, aLook, arrived, aSibling } from '../../../test/support/facts.ts';
import { ROUTES } from '../../api/routes.ts';
import { statsAt } from '../../rules/lives/decay.ts';
import { statOfMilestone } from '../../rules/lives/growth.ts';
import { hiddenStats, visibleStats } from '../../rules/species/mechanics.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { STATS, type Mood, type Stat } from '../../rules/vocabulary.ts';
import { presentCare } from '../care/care.http.ts';
import { presentAdoption } from './adoption.http.ts';
import { presentBrief, presentStatus } from './status.http.ts';

const WARY = { hunger: 50, happiness: 50, health: 50, trust: 0, discipline: 50 };
const secretive = CATALOG.filter(({ mechanics }) =>
  mechanics.some(({ reveal }) => reveal && Object.keys(reveal(WARY, WARY)).length < STATS.length),
);

const aSecretiveOne = aCreatureOf(fc.constantFrom(...secretive));
const CALM: ReadonlySet<Mood> = new Set(['sleeping', 'content']);
const RUNS = { numRuns: process.env['TEST_LONG'] ? 400 : 150 };

/** The fields named as hidden, the fields that are null, and whether its mood could reveal either. */
function secretsOf(told: { hidden_stats?: readonly Stat[] | undefined; mood?: Mood | undefined } & object) {
  const shown = told as Record<string, unknown>;
  const named = told.hidden_stats ?? [];
  return {
    named,
    missing: STATS.filter((stat) => shown[stat] === null),
    calm: named.length === 0 || told.mood === undefined || CALM.has(told.mood),
  };
}

function secret(hidden: readonly Stat[]): ReturnType<typeof secretsOf> {
  return { named: hidden, missing: [...hidden], calm: true };
}

function hiddenOf({ creature, species }: Moment, at: number): readonly Stat[] {
  return hiddenStats(visibleStats(species, statsAt(creature, species, at)));
}

function withStats({ creature, species, now }: Moment, stats: Partial<Record<Stat, number>>): Moment {
  const life = { ...creature.life, stats: { ...creature.life.stats, ...stats } };
  return { species, now, creature: { ...creature, life } };
}

test('status, brief view and siblings name hidden stats and omit their values', () => {
  fc.assert(
    fc.property(aSecretiveOne, anyShare, (moment, share) => {
      const { creature, species } = moment;
      const now = onTheWay(moment, share);
      const hidden = hiddenOf(moment, now);
      const look = aLook({ creature, species, now, others: [aSibling(creature, species, now)] });
      const full = arrived(ROUTES.getCreatureStatus, presentStatus(look));
      for (const told of [full.creature, full.other_creatures?.[0], presentBrief(look).body.creature])
        expect(secretsOf(told ?? {})).toEqual(secret(hidden));
    }),
    RUNS,
  );
  expect(secretive.length).toBeGreaterThanOrEqual(2);
});

const anyStat = fc.double({ min: 25, max: 100, noNaN: true });

test('replies are the same for other values of hidden stats', () => {
  fc.assert(
    fc.property(aSecretiveOne, fc.record({ happiness: anyStat, discipline: anyStat }), (moment, stats) => {
      const hidden = hiddenOf(moment, moment.now);
      fc.pre(hidden.includes('happiness') && hidden.includes('discipline'));
      const answers = [moment, withStats(moment, stats)].map(({ creature, species, now }) => {
        const look = aLook({ creature, species, now, others: [aSibling(creature, species, now)] });
        return [presentStatus(look), presentBrief(look)];
      });
      expect(answers[0]).toStrictEqual(answers[1]);
    }),
    RUNS,
  );
});

test('care reports no change of a stat hidden before or after, and no milestone of one hidden after', () => {
  const someTrust = fc.double({ min: 30, max: 95, noNaN: true });
  fc.assert(
    fc.property(aSecretiveOne, anyWish, someTrust, (drawn, wish, trust) => {
      const moment = withStats(drawn, { trust });
      const { species, now } = moment;
      const facts = quietly(() => aCare(wish, { creature: moment.creature, species, now }));
      fc.pre(facts?.observed !== undefined);
      const reply = arrived(ROUTES.careForCreature, presentCare(facts));
      const before = hiddenOf(moment, now);
      const after = hiddenOf({ ...moment, creature: facts.creature }, now);
      const changed = Object.keys(reply.action_result.changes);
      const reached = new Set((reply.milestones ?? []).map(({ type }) => statOfMilestone(type)));
      expect(secretsOf(reply.creature)).toEqual(secret(after));
      expect([...before, ...after].filter((stat) => changed.includes(stat))).toEqual([]);
      expect(after.filter((stat) => reached.has(stat))).toEqual([]);
    }),
    { ...RUNS, maxSkipsPerRun: 1_000 },
  );
});

test.each(secretive)('a $slug hides its stats as an egg, and when care kills it', (species) => {
  const creature = aCreature({ stats: { health: 1, trust: 45 } });
  const wish = { action: 'feed', item: { name: 'glass', category: 'harmful' } } as const;
  const { mood: _, ...told } = presentCare(aCare(wish, { creature, species })).creature;
  expect(secretsOf(told)).toEqual(secret(hiddenOf({ creature, species, now: NOON }, NOON)));
  const laid = { ...aCreature(), life: undefined, stage: 'egg' as const };
  const facts = { creature: laid, species, everyHours: undefined, first: false, unlocked: [] };
  const hidden = hiddenOf({ creature: aCreature(), species, now: NOON }, NOON);
  expect(secretsOf(presentAdoption(facts).creature)).toEqual(secret(hidden));
});

/** Sleeping creatures refuse care and are skipped. */
function quietly<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
