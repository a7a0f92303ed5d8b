import { expect, test } from 'vitest';

import { aCreature, after, PLAIN, SLEEPYHEAD } from '../../../test/support/creature.ts';
import { aLook, aLookBack, arrived, aSibling, ID } from '../../../test/support/facts.ts';
import { ROUTES } from '../../api/routes.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { HatchedCreature } from '../../rules/lives/creature.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import { PATHS, STAGES, type Stage } from '../../rules/vocabulary.ts';
import type { LookInResult } from './look-in.ts';
import { BRIEF_MAX_CHARACTERS, presentBrief, presentRound } from './status.http.ts';

const LONG_NAME = 'W'.repeat(50);
// The longest name, of surrogate pairs.
const LONGEST_KIND: Species = { ...PLAIN, name: '"'.repeat(50), tier: 'community' };

function written({ body }: ReturnType<typeof presentBrief>): string {
  return JSON.stringify(arrived(ROUTES.getCreatureStatus, body));
}

test('the brief view has the creature, the next visit and at most two steps', () => {
  const brief = presentBrief(aLook()).body;
  expect(Object.keys(JSON.parse(JSON.stringify(brief)) as object)).toEqual([
    'creature',
    'recommended_checkin',
    'server_time',
    'next_steps',
  ]);
  expect(brief.creature).not.toHaveProperty('behavior');
  expect(brief.next_steps).toHaveLength(2);
});

test('a dead creature has a brief view', () => {
  const brief = presentBrief(aLookBack({ now: after(40) })).body;
  expect(brief).toMatchObject({
    creature: { alive: false, cause: 'neglect' },
    resurrection: { possible: true },
  });
});

/** Everything that makes a reply long, in every possible combination. */
function* longestLooks(): Generator<LookInResult> {
  const kinds = [LONGEST_KIND, ...CATALOG];
  for (const species of kinds) {
    for (const stage of STAGES.slice(1)) {
      for (const hours of [0, 6.123, 11.7, 14.4]) yield longLook(species, stage, after(hours));
    }
  }
}

function longLook(species: Species, stage: Stage, now: Instant): LookInResult {
  const creature = longNamed(stage);
  const others = [aSibling(creature, species, now), aSibling(creature, species, now)];
  return aLook({ creature, species, now, others, grown: ['baby', stage], beingDrawn: true });
}

function longNamed(stage: Stage): HatchedCreature {
  const stats = { hunger: 71.16, happiness: 38.29, health: 44.44, trust: 38.73, discipline: 12.32 };
  return {
    ...aCreature({ stage, seed: SLEEPYHEAD, zone: 'America/Argentina/ComodRivadavia', stats }),
    name: LONG_NAME,
    personality: Array.from({ length: 40 }, () => 'certain it is being watched'),
    path: stage === 'adult' ? PATHS[0] : undefined,
  };
}

test('the brief view keeps its length with the longest texts', () => {
  const lengths = [...longestLooks()].map((looked) => written(presentBrief(looked)).length);
  expect(lengths.length).toBeGreaterThan(500);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(BRIEF_MAX_CHARACTERS);
});

test('the brief view keeps its length with every line', () => {
  const lengths = Array.from({ length: 2_000 }, (_, seed) => {
    const stage = STAGES[1 + (seed % 4)] ?? 'baby';
    const species = seed % 3 === 0 ? LONGEST_KIND : (CATALOG[seed % CATALOG.length] ?? PLAIN);
    const look = longLook(species, stage, after((seed % 149) / 10));
    return JSON.stringify(presentBrief({ ...look, creature: { ...look.creature, seed } }).body).length;
  });
  expect(Math.max(...lengths)).toBeLessThanOrEqual(BRIEF_MAX_CHARACTERS);
});

test('the serialized brief view equals its text', () => {
  const looks = [aLook(), aLookBack({ now: after(40) }), longLook(LONGEST_KIND, 'adult', after(6))];
  for (const looked of looks) {
    const { body, json } = presentBrief(looked);
    expect(json).toBe(JSON.stringify(body));
  }
  const round = aRound(Array.from({ length: 30 }, String), PLAIN, 20);
  expect(round.json).toBe(JSON.stringify(round.body));
});

test('a dead creature keeps the length, with the deaths of others', () => {
  const looked = aLookBack({ creature: longNamed('adult'), species: LONGEST_KIND, now: after(400) });
  const brief = presentBrief({ ...looked, credits: 1e12, deaths: { told: DEAD, more: 2 } });
  expect(written(brief).length).toBeLessThanOrEqual(BRIEF_MAX_CHARACTERS);
  expect((brief.body.deaths ?? []).length + (brief.body.more_deaths ?? 0)).toBe(5);
});

/** This many hatched siblings of one species, at some hour of the first day. */
function aRound(names: readonly string[], species: Species, hours: number) {
  const [first, ...others] = names.map((name, at) => {
    const life = { lastFedAt: after(hours - at * 3), lastCareAt: after(hours - at * 3) };
    const stats = { hunger: 71.16, happiness: 38.29, health: 84.44, trust: 38.73, discipline: 12.32 };
    return { ...aCreature({ life, stats }), name };
  });
  const now = after(hours);
  const siblings = others.map((creature) => aSibling(creature, species, now));
  return presentRound(aLook({ ...(first && { creature: first }), species, now, others: siblings }));
}

test('four creatures of any kind fit in 1,500 characters, one line each, with the first step', () => {
  for (const species of CATALOG)
    for (const hours of [6, 10, 20]) {
      const told = aRound(['Marzipan', 'Pepper', 'Clementine', 'Bo'], species, hours);
      expect(told.body.creatures).toHaveLength(4);
      expect(told.body.next_steps).not.toHaveLength(0);
      expect(written(told).length).toBeLessThanOrEqual(BRIEF_MAX_CHARACTERS);
    }
});

const DEAD = Array.from({ length: 3 }, (_, at) => ({
  id: ID,
  name: LONG_NAME,
  cause: 'neglect' as const,
  at: after(at),
  cost: 1_250_000,
  closesAt: after(at + 168),
}));

/** Households with the longest replies: longest names, wishes, milestones, deaths, letters, missing credits. */
function* longestRounds(count: number): Generator<LookInResult> {
  const community: Species = { ...PLAIN, name: LONG_NAME, tier: 'community' };
  for (const species of [community, ...CATALOG.filter((_, at) => at % 5 === 0)])
    for (const stage of STAGES.slice(1))
      for (const hours of [6.123, 11.7, 29.9]) {
        const now = after(hours);
        const creature = longNamed(stage);
        const others = Array.from({ length: count - 1 }, () => aSibling(creature, species, now));
        const wayBack = { creature, missing: 700, payable: true };
        const reached = [{ type: 'trust_milestone', threshold: 50 }] as const;
        const deaths = { told: DEAD, more: 2, wayBack };
        const unread = { letters: 1_234, keepsakes: 82, writtenAt: now };
        const told = { creature, species, now, others, reached, deaths, unread };
        yield aLook({ ...told, grown: [stage], beingDrawn: true });
      }
}

test.each([2, 3, 4])(
  '%i creatures with 50-character names are all listed within 1,500 characters',
  (count) => {
    for (const looked of longestRounds(count)) {
      const round = presentRound(looked);
      const { creatures = [], more_creatures, deaths = [], more_deaths = 0, next_steps } = round.body;
      expect(round.body).toMatchObject({ new_letters: 1_234, new_keepsakes: 82 });
      expect(written(round).length).toBeLessThanOrEqual(BRIEF_MAX_CHARACTERS);
      expect(creatures.map(({ name, urgency }) => [name, urgency])).toEqual(
        creatures.map(() => [LONG_NAME, expect.any(String)]),
      );
      expect([creatures.length, more_creatures]).toEqual([count, undefined]);
      expect(next_steps).not.toHaveLength(0);
      expect(deaths.length + more_deaths).toBe(5);
    }
  },
);

test.each([5, 11, 150])('of %i creatures the most urgent are listed and the others counted', (count) => {
  for (const looked of longestRounds(count)) {
    const round = presentRound(looked);
    const { creatures = [], more_creatures = 0, next_steps } = round.body;
    expect(written(round).length).toBeLessThanOrEqual(BRIEF_MAX_CHARACTERS);
    expect(creatures.length).toBeGreaterThanOrEqual(4);
    expect(creatures.length + more_creatures).toBe(count);
    expect(next_steps).not.toHaveLength(0);
  }
});

test('names of surrogate pairs fit, with fewer lines', () => {
  for (const { others, creature, ...looked } of longestRounds(4)) {
    const name = '"'.repeat(50);
    const renamed = others.map(
      (other) => ({ ...other, creature: { ...other.creature, name } }) as typeof other,
    );
    const round = presentRound({ ...looked, creature: { ...creature, name }, others: renamed });
    const { creatures = [], more_creatures = 0 } = round.body;
    expect(written(round).length).toBeLessThanOrEqual(BRIEF_MAX_CHARACTERS);
    expect(creatures.length + more_creatures).toBe(4);
  }
});

test('a wish is shown with its hint or omitted', () => {
  const bare = [...longestRounds(4)]
    .map((looked) => presentRound(looked).body.wish)
    .filter((wish) => wish && wish.hint === undefined);
  expect(bare).toEqual([]);
});

test('two creatures have complete lines', () => {
  const [line] = aRound(['Ada', 'Bo'], PLAIN, 6).body.creatures ?? [];
  expect(Object.keys(line ?? {})).toEqual([
    'id',
    'name',
    'hunger',
    'health',
    'feeding_status',
    'mood',
    'urgency',
    'dies_at',
    'checkin_at',
  ]);
});

test('a line has at most 220 characters for any number of creatures', () => {
  const names = Array.from({ length: 30 }, (_, at) => `Marzipan ${at}`);
  const told = aRound(names, PLAIN, 20).body;
  for (const line of told.creatures ?? []) expect(JSON.stringify(line).length).toBeLessThanOrEqual(220);
  expect(told.next_steps).toHaveLength(1);
});
