import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN, SLEEPYHEAD, type Given } from '../../../test/support/creature.ts';
import { aLook, aLookBack, arrived, aSibling, ID } from '../../../test/support/facts.ts';
import { ROUTES } from '../../api/routes.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { HatchedCreature } from '../../rules/lives/creature.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import { PATHS, STAGES, type Stage } from '../../rules/vocabulary.ts';
import { cronOf, presentCreature } from './creature.present.ts';
import type { LookInResult } from './look-in.ts';
import { BRIEF_MAX_CHARACTERS, presentBrief, presentRound } from './status.http.ts';

test('regular visits are written as a line of cron', () => {
  expect(cronOf({ minute: 7, hours: Array.from({ length: 24 }, (_, hour) => hour) })).toBe('7 * * * *');
  expect(cronOf({ minute: 0, hours: [6, 13, 21] })).toBe('0 6,13,21 * * *');
});

function seen(given: Given, now = NOON, species: Species = PLAIN) {
  return presentCreature(aLook({ creature: aCreature(given), species, now }));
}

test('stats and scores have one decimal, ages and hours at most two', () => {
  const shown = seen({ stats: { hunger: 91.26, trust: 20.04 } }, after(0.3777));
  expect([shown.hunger, shown.trust]).toEqual([90.9, 20]);
  const hours = [shown.age_hours, shown.hours_since_fed, shown.death_clock.hours_without_care];
  expect(hours).toEqual([0.38, 0.38, 0.38]);
  const { evolution_progress: progress } = seen({ record: { consistency: 87.654, responsiveness: 99.96 } });
  expect([progress.consistency_score, progress.responsiveness_score]).toEqual([87.7, 100]);
  expect(shown).toMatchObject({ species: 'Plain', tier: 'common', family: 'cat' });
});

test('a sleeping creature has its wake-up time and the local end of its night, also in zones with half hours', () => {
  const asleep = seen({ seed: SLEEPYHEAD, zone: 'UTC' }, after(12));
  expect(asleep.mood).toBe('sleeping');
  const until = { sleeping: true, sleep_window_end: '06:00' };
  const wakes = { timezone_used: 'UTC', wakes_at: '2026-01-16T06:00:00.000Z' };
  expect(asleep.sleep_info).toEqual({ ...until, ...wakes });
  // 22:30 UTC is four in the morning in Kolkata.
  const seeds = Array.from({ length: 50 }, (_, seed) => seen({ seed, zone: 'Asia/Kolkata' }, after(10.5)));
  const inKolkata = seeds.find(({ sleep_info }) => sleep_info !== undefined);
  const wakesThere = { timezone_used: 'Asia/Kolkata', wakes_at: expect.stringMatching(/T(?:23|00):30:00/) };
  expect(inKolkata?.sleep_info).toEqual({ ...until, ...wakesThere });
  expect(seen({}).sleep_info).toBeUndefined();
});

test('a young creature is on the way to a form and has a hint, an adult has its form and no hint', () => {
  for (const stage of ['baby', 'child', 'teen'] as const) {
    const { evolution_progress: young } = seen({ stage });
    expect(young.current_path).toBe(stage === 'baby' ? null : 'high_care');
    expect(young.hint).toEqual(expect.any(String));
    expect(young.form).toBeUndefined();
  }
  const creature = { ...aCreature({ stage: 'adult' }), path: 'rescue' as const };
  const { evolution_progress: progress } = presentCreature(aLook({ creature }));
  expect(progress).toMatchObject({ current_path: 'rescue', form: 'Scarcat' });
  expect(progress.hint).toBeUndefined();
});

const LONG_NAME = 'W'.repeat(50);
// The longest name, of surrogate pairs.
const LONGEST_KIND: Species = { ...PLAIN, name: '"'.repeat(50), tier: 'community' };

function written({ body }: ReturnType<typeof presentBrief>): string {
  return JSON.stringify(arrived(ROUTES.getCreatureStatus, body));
}

function longLook(species: Species, stage: Stage, now: Instant, creature = longNamed(stage)): LookInResult {
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

test('the brief view keeps its length with the longest texts and every line', () => {
  const lengths = Array.from({ length: process.env['TEST_LONG'] ? 2_000 : 600 }, (_, seed) => {
    const stage = STAGES[1 + (seed % 4)] ?? 'baby';
    const species = seed % 3 === 0 ? LONGEST_KIND : (CATALOG[seed % CATALOG.length] ?? PLAIN);
    const look = longLook(species, stage, after((seed % 149) / 10));
    return written(presentBrief({ ...look, creature: { ...look.creature, seed } })).length;
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

test('the brief view of a dead creature keeps its maximum length, also with reports of other deaths', () => {
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

const DEAD = Array.from({ length: 3 }, (_, at) => {
  const price = { cost: 1_250_000, closesAt: after(at + 168) };
  return { id: ID, name: LONG_NAME, cause: 'neglect' as const, at: after(at), ...price };
});

/** Households with the longest replies: longest names, wishes, milestones, deaths, letters, missing credits. */
function* longestRounds(count: number, name = LONG_NAME): Generator<LookInResult> {
  const community: Species = { ...PLAIN, name: LONG_NAME, tier: 'community' };
  const some = CATALOG.filter((_, at) => at % (process.env['TEST_LONG'] ? 5 : 20) === 0);
  for (const species of [community, ...some])
    for (const stage of STAGES.slice(1))
      for (const hours of [6.123, 11.7, 29.9]) {
        const now = after(hours);
        const creature = { ...longNamed(stage), name };
        const others = Array.from({ length: count - 1 }, () => aSibling(creature, species, now));
        const wayBack = { creature, missing: 700, payable: true };
        const reached = [{ type: 'trust_milestone', threshold: 50 }] as const;
        const deaths = { told: DEAD, more: 2, wayBack };
        const unread = { letters: 1_234, keepsakes: 82, writtenAt: now };
        const told = { creature, species, now, others, reached, deaths, unread };
        yield aLook({ ...told, grown: [stage], beingDrawn: true });
      }
}

test.each([2, 4, 5, 40])(
  'of %i creatures with 50-character names four or more are listed within 1,500 characters, others counted',
  (count) => {
    for (const looked of longestRounds(count)) {
      const round = presentRound(looked);
      const {
        creatures = [],
        more_creatures = 0,
        deaths = [],
        more_deaths = 0,
        next_steps,
        wish,
      } = round.body;
      expect(round.body).toMatchObject({ new_letters: 1_234, new_keepsakes: 82 });
      expect(written(round).length).toBeLessThanOrEqual(BRIEF_MAX_CHARACTERS);
      for (const line of creatures)
        expect(line).toMatchObject({ name: LONG_NAME, urgency: expect.any(String) });
      expect(creatures.length).toBeGreaterThanOrEqual(Math.min(count, 4));
      expect(creatures.length + more_creatures).toBe(count);
      expect(next_steps).not.toHaveLength(0);
      expect(deaths.length + more_deaths).toBe(5);
      expect(wish && wish.hint === undefined, 'a wish without its hint').toBeFalsy();
    }
  },
);

test('names of surrogate pairs fit, with fewer lines', () => {
  for (const looked of longestRounds(4, '"'.repeat(50))) {
    const round = presentRound(looked);
    const { creatures = [], more_creatures = 0 } = round.body;
    expect(written(round).length).toBeLessThanOrEqual(BRIEF_MAX_CHARACTERS);
    expect(creatures.length + more_creatures).toBe(4);
  }
});

test('two creatures have complete lines, and a line has at most 220 characters for any number of creatures', () => {
  const [first] = aRound(['Ada', 'Bo'], PLAIN, 6).body.creatures ?? [];
  const fields = 'id name hunger health feeding_status mood urgency dies_at checkin_at';
  expect(Object.keys(first ?? {}).join(' ')).toBe(fields);
  const names = Array.from({ length: 30 }, (_, at) => `Marzipan ${at}`);
  const told = aRound(names, PLAIN, 20).body;
  for (const line of told.creatures ?? []) expect(JSON.stringify(line).length).toBeLessThanOrEqual(220);
  expect(told.next_steps).toHaveLength(1);
});
