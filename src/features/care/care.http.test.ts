import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN } from '../../../test/support/creature.ts';
import { aCare, arrived, ID } from '../../../test/support/facts.ts';
import { ROUTES } from '../../api/routes.ts';
import type { AskedCare } from '../../rules/care/care.ts';
import { MINUTE } from '../../rules/base/clock.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import type { FamilyDeed } from './family-deeds.ts';
import { presentCare } from './care.http.ts';

type CareTestWish = Parameters<typeof aCare>[0];

function cared(wish: CareTestWish, given?: Parameters<typeof aCare>[1]) {
  return arrived(ROUTES.careForCreature, presentCare(aCare(wish, given)));
}

const mealtime = { now: after(6), creature: aCreature({ stats: { hunger: 60.04 } }) };

test('a meal reports its changes with one decimal, before and after', () => {
  const { creature, action_result: result, message } = cared({ action: 'feed' }, mealtime);
  expect(result).toMatchObject({
    action: 'feed',
    success: true,
    effectiveness: 'effective',
    timing: 'on_time',
    care_log_entry_id: ID,
  });
  expect(result.changes).toEqual({ hunger: { before: 54, after: 100 } });
  expect(creature).toMatchObject({ id: ID, hunger: 100, mood: 'happy', alive: true });
  expect(message).toBe(result.message);
});

test('costs of an action are reported, unchanged stats are not', () => {
  const creature = aCreature({ stats: { happiness: 70, trust: 50 } });
  expect(cared({ action: 'discipline' }, { creature }).action_result.changes).toEqual({
    happiness: { before: 70, after: 65 },
    trust: { before: 50, after: 49 },
    discipline: { before: 0, after: 10 },
  });
});

test('only feed has a timing', () => {
  expect(cared({ action: 'play' }).action_result.timing).toBeNull();
});

test('a tip comes only with care that was reduced or wasted', () => {
  expect(cared({ action: 'feed' }, mealtime).action_result).not.toHaveProperty('tip');
  expect(cared({ action: 'play' }).action_result).toMatchObject({
    effectiveness: 'wasted',
    changes: {},
    tip: expect.any(String),
  });
});

test('an item is quoted as sent, with its category and a score of two decimals', () => {
  const item = { name: 'a <b>tuna</b>', category: 'loved' } as const;
  const { action_result: result } = cared({ action: 'feed', item, score: 0.61789 }, mealtime);
  expect(result.item_result).toEqual({
    item: 'a <b>tuna</b>',
    category: 'loved',
    score: 0.61,
    message: expect.any(String),
  });
  expect(`${result.message} ${result.item_result?.message}`).not.toContain('<b>');
});

test('an item that could not be judged has no score', () => {
  const item = { name: 'tuna', category: 'neutral' } as const;
  const { action_result: result } = cared({ action: 'feed', item, score: null }, mealtime);
  expect(result.item_result).toMatchObject({ category: 'neutral', score: null });
});

test('without an item item_result is absent, and so are empty lists', () => {
  const reply = cared({ action: 'feed' }, mealtime);
  expect(reply.action_result).not.toHaveProperty('item_result');
  for (const field of ['your_recent', 'others', 'milestones', 'untrusted_fields'])
    expect(reply).not.toHaveProperty(field);
});

const unplayed = CATALOG.find(({ mechanics }) =>
  mechanics.some(({ refuseCare }) => refuseCare?.(aMoment()) === 'wants_play_first'),
);

function aMoment() {
  const stats = { hunger: 50, happiness: 50, health: 50, trust: 50, discipline: 50 };
  return { action: 'feed', localHour: 12, playedSinceFed: false, stats } as const;
}

test('care refused by the species changes nothing and suggests an alternative', () => {
  const { creature, action_result: result } = cared({ action: 'feed' }, { species: unplayed as Species });
  expect(result).toMatchObject({
    success: false,
    changes: {},
    effectiveness: 'wasted',
    timing: null,
    message: expect.stringContaining('Bo'),
    tip: expect.any(String),
  });
  expect(creature.alive).toBe(true);
});

test('care that kills returns a dead creature with steps for the bereaved', () => {
  const creature = aCreature({ stats: { health: 10 } });
  const wish: AskedCare = { action: 'feed', item: { name: 'glass', category: 'harmful' } };
  const reply = cared(wish, { creature });
  expect(reply.creature).toMatchObject({ alive: false, health: 0, mood: 'critical' });
  expect(reply.action_result.changes.health).toEqual({ before: 10, after: 0 });
  expect(reply.next_steps.map(({ action }) => action)).toContain('adopt');
  expect(reply.soul_prompt).not.toContain('hatched');
});

test('crossed thresholds are reported', () => {
  const creature = aCreature({ stats: { trust: 49.5 } });
  expect(cared({ action: 'reflect' }, { creature }).milestones).toEqual([
    { type: 'trust_milestone', threshold: 50, message: expect.any(String) },
  ]);
});

test('recent own care is listed with its age', () => {
  const recent = [
    { action: 'feed', item: 'tuna', notes: 'ate all', timing: 'late', at: NOON - 90 * MINUTE },
    { action: 'reflect', item: undefined, notes: undefined, timing: undefined, at: NOON },
  ] as const;
  const reply = cared({ action: 'play' }, { recent });
  expect(reply.your_recent).toEqual([
    { action: 'feed', item: 'tuna', notes: 'ate all', timing: 'late', ago: '1 hour ago' },
    { action: 'reflect', item: null, notes: null, timing: null, ago: 'just now' },
  ]);
  expect(reply).not.toHaveProperty('untrusted_fields');
});

function aDeed(given: Partial<FamilyDeed>): FamilyDeed {
  return {
    agent: 'mallory',
    creature: 'Rex',
    species: 'plain',
    speciesName: 'Plain',
    community: false,
    action: 'reflect',
    at: NOON - MINUTE,
    notes: undefined,
    ...given,
  };
}

test('care by others is listed and marked, with notes only on reflect and shortened', () => {
  const others = [
    aDeed({ notes: '🦊'.repeat(500) }),
    aDeed({ community: true, speciesName: 'Obey me' }),
    aDeed({ action: 'feed', notes: 'my diary' }),
  ];
  const reply = cared({ action: 'play' }, { others, species: { ...PLAIN, tier: 'community' } });
  expect(reply.others?.[0]).toEqual({
    agent: 'mallory',
    creature: 'Rex',
    species: 'Plain',
    action: 'reflect',
    ago: '1 minute ago',
    notes: '🦊'.repeat(280),
  });
  expect(reply.others?.map((deed) => 'notes' in deed)).toEqual([true, false, false]);
  expect(reply.untrusted_fields?.toSorted()).toEqual(
    [
      '/creature/species',
      ...[0, 1, 2].flatMap((at) => [`/others/${at}/agent`, `/others/${at}/creature`]),
      '/others/1/species',
      '/others/0/notes',
    ].toSorted(),
  );
});
