import { expect, test } from 'vitest';
import needLines from '#content/voice/care/need-lines.json' with { type: 'json' };
import checkinReasons from '#content/voice/lives/checkin-reasons.json' with { type: 'json' };

import type { Instant } from '../../rules/base/clock.ts';
import type { HatchedCreature } from '../../rules/lives/creature.ts';
import { observe } from '../../rules/lives/observe.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Action } from '../../rules/vocabulary.ts';
import {
  aCreature,
  after,
  builtIn,
  type Given,
  NOON,
  PLAIN,
  SLEEPYHEAD,
} from '../../../test/support/creature.ts';
import { anEgg, ID } from '../../../test/support/facts.ts';
import {
  type CareAftermath,
  checkinReason,
  type LookInFacts,
  stepsAfterCare,
  stepsAfterLookIn,
  stepsAfterRefusal,
} from './steps.ts';

function look(given: Given, at: Instant, species: Species = PLAIN): LookInFacts {
  const creature = aCreature(given);
  return { creature, species, observed: observe(creature, species, at), others: [], grown: [] };
}

const first = (looked: LookInFacts) => stepsAfterLookIn(looked)[0];
const persian = builtIn('persian');
const jackrabbit = builtIn('jackrabbit');
const PLAYED = { lastPlayedAt: after(0.9) };
const starving = { seed: SLEEPYHEAD, life: { lastFedAt: after(-10) } };

test.each<[string, LookInFacts, string]>([
  ['nothing is needed yet', look({}, after(1)), 'check_back'],
  ['the window is open', look({}, after(6)), 'feed'],
  ['the meal is late', look({}, after(12)), 'feed'],
  ['it is starving', look({}, after(20)), 'feed'],
  ['it is starving and its health is nearly gone', look({ stats: { health: 10 } }, after(16)), 'medicine'],
  ['it is sick', look({ stats: { health: 30 } }, after(1)), 'medicine'],
  ['it is sick and the window is open', look({ stats: { health: 30 } }, after(6)), 'medicine'],
  ['it is unhappy', look({ stats: { happiness: 20 } }, after(1)), 'play'],
  ['it is unhappy after play', look({ stats: { happiness: 20 }, life: PLAYED }, after(1)), 'check_back'],
  ['it is weak', look({ stats: { health: 69 } }, after(1)), 'medicine'],
  ['it is weak and cleaning heals it more', look({ stats: { health: 45 } }, after(1), persian), 'clean'],
  ['it is frail', look({ stats: { health: 80 } }, after(1)), 'clean'],
  ['it is asleep', look({ seed: SLEEPYHEAD }, after(11)), 'check_back'],
  ['it is asleep and starving', look(starving, after(11)), 'reflect'],
  ['it would rather play before it eats', look({}, after(2), builtIn('bengal')), 'play'],
  ['it has played and may eat', look({ life: { playedSinceFed: true } }, after(2), jackrabbit), 'feed'],
  ['it will not eat unplayed', look({}, after(2), jackrabbit), 'play'],
  ['it is too shy', look({}, after(1), builtIn('pangolin')), 'reflect'],
])('first suggested step when %s', (_, looked, action) => {
  expect(first(looked)?.action).toBe(action);
  expect(JSON.stringify(stepsAfterLookIn(looked).slice(1))).not.toMatch(/before anything/);
});

test('after a visit to a creature asleep in danger the suggested step is to come back when it wakes', () => {
  const visited = { ...starving, life: { ...starving.life, lastCareAt: after(10.9) } };
  expect(first(look(visited, after(11.2)))).toMatchObject({
    action: 'check_back',
    description: 'Come back in 6.8 hours, at 2026-01-16T06:00Z: Bo is in danger, and awake then.',
  });
});

test.each<[string, Given, Instant]>([
  ['is weak', { stats: { health: 30 } }, after(1)],
  ['is near its end, asleep', { seed: SLEEPYHEAD, life: { lastCareAt: after(-14) } }, after(11)],
])('the reason of a later check-in names the hunger expected then where it %s', (_, given, at) => {
  const facts = look({ ...given, life: { lastFedAt: after(5), ...given.life } }, at);
  const { checkin } = facts.observed;
  expect(checkin.at).toBeGreaterThan(at);
  expect(checkinReason(checkin, facts)).toMatch(
    new RegExp(`hunger.* ${Math.round(checkin.hungerThen ?? 0)} of 100`),
  );
});

test('no pastime raises a stat at its cap, and of the hidden stats only trust', () => {
  const acts = (slug: string, trust: number) => {
    const seen = look({ stats: { trust, discipline: 60 }, record: { feedings: 1 } }, NOON, builtIn(slug));
    return String(stepsAfterLookIn(seen).map(({ action }) => action));
  };
  expect(acts('void', 50)).not.toMatch(/reflect|play|clean|discipline/);
  expect(acts('hedgehog', 10)).toMatch(/reflect,(?!play)/);
});

test('for a window that opens within five minutes the step is to wait', () => {
  const said = (hours: number) => first(look({}, after(hours)))?.description;
  expect(said(4.95)).toMatch(/^Wait until .+, then look again: Bo can eat/);
  expect(said(4.9)).toMatch(/^Come back in /);
});

test('the suggested item is a liked one, and stable until the next care', () => {
  const tabby = builtIn('tabby');
  const offered = (careActions: number) =>
    first(look({ record: { careActions } }, after(4), tabby))?.body?.['item'];
  expect(tabby.tastes.feed).toContain(offered(0));
  expect(offered(0)).toBe(offered(0));
  expect(offered(1)).not.toBe(offered(0));
});

test('a species that plays only with tasks is offered a task', () => {
  const collie = builtIn('border_collie');
  for (let careActions = 0; careActions < 10; careActions += 1) {
    const looked = look({ stats: { happiness: 20 }, record: { careActions } }, after(1), collie);
    const task = /puzzle|training|task|work|agility|obedience|herding|trick|frisbee|scent|obstacle/;
    expect(first(looked)?.body?.['item']).toMatch(task);
  }
});

const named = (name: string, given: Given): HatchedCreature => ({ ...aCreature(given), id: name, name });

const besideIda = (given: Given) => {
  const creature = named('Ida', given);
  const other = { creature, species: PLAIN, observed: observe(creature, PLAIN, after(6)) };
  return stepsAfterLookIn({ ...look({}, after(6)), others: [other] });
};

test('a sibling in greater danger comes first', () => {
  const [step] = besideIda({ life: { lastFedAt: after(-12) } });
  expect(step).toMatchObject({ action: 'feed', body: { creature_id: 'Ida' } });
});

test('of two creatures ready to eat the requested one comes first, and both are named', () => {
  const steps = besideIda({}).slice(0, 2);
  expect(steps.map(({ body }) => body?.['creature_id'])).toEqual(['c', 'Ida']);
  const said = ['Bo', 'Ida'].map((name) => `${name} is ready to eat: a meal is on time now.`);
  expect(steps.map(({ description }) => description)).toEqual(said);
});

test('an egg is suggested when nothing is urgent', () => {
  const others = [{ creature: anEgg(), species: PLAIN, observed: undefined }];
  const hatch = { action: 'check_status', endpoint: `/api/house/status?creature_id=${ID}` };
  expect(first({ ...look({}, after(1)), others })).toMatchObject(hatch);
  expect(first({ ...look({}, after(6)), others })?.action).toBe('feed');
});

test('after raising an adult, adoption and species design are suggested', () => {
  const grown = { ...look({ stage: 'adult' }, after(1)), grown: ['adult'] as const };
  const suggested = stepsAfterLookIn(grown).map(({ action }) => action);
  expect(suggested).toEqual(['check_back', 'adopt', 'design_species', expect.any(String)]);
});

test.each([
  ['a need', look({}, after(6)), ['feed', 'resurrect']],
  ['nothing needed', look({}, after(1)), ['check_back', 'resurrect']],
])('resurrection comes after the needs of the living: %s', (_, looked, expected) => {
  const wayBack = { creature: { id: 'd', name: 'Ida' }, cost: 100, missing: 0, payers: [] };
  const told = stepsAfterLookIn({ ...looked, deaths: { wayBack } }).map(({ action }) => action);
  expect(told.filter((action) => expected.includes(action))).toEqual(expected);
  expect(told.indexOf('resurrect')).toBeLessThan(3);
});

test('hidden stats do not affect suggestions', () => {
  const hedgehog = builtIn('hedgehog');
  for (const hours of [1, 4, 7, 10]) {
    const suggested = (happiness: number, health: number) => {
      const stats = { happiness, health, hunger: happiness, trust: 10 };
      return stepsAfterLookIn(look({ stats }, after(hours), hedgehog));
    };
    expect(suggested(5, 90)).toEqual(suggested(95, 60));
  }
});

test('after nearly nothing but meals, one act in five is advised for a change', () => {
  const meals = Array.from({ length: 20 }, () => 'feed' as const);
  const varied = ['play', 'clean', 'sleep', 'reflect', 'discipline'] as const;
  const advised = (recentActions: readonly Action[], careActions: number) =>
    first(look({ record: { recentActions, careActions, feedings: 20 } }, after(1)))?.action;
  expect([40, 41, 42, 43, 44, 45].map((acts) => advised(meals, acts))).toEqual([
    'play',
    ...Array.from({ length: 4 }, () => 'check_back'),
    'play',
  ]);
  expect(advised([...meals.slice(6), ...varied, 'play'], 40)).toBe('check_back');
});

test('play and clean are advised when they have their full effect', () => {
  const advised = (happiness: number, health: number) =>
    stepsAfterLookIn(look({ stats: { happiness, health, trust: 100 } }, after(1)), 9).map(
      ({ action }) => action,
    );
  expect(advised(86, 91)).not.toContain('play');
  expect(advised(86, 91)).not.toContain('clean');
  expect(advised(83, 88)).toEqual(expect.arrayContaining(['play', 'clean']));
});

test('a step limit keeps the first steps', () => {
  for (const hours of [1, 6, 12, 20]) {
    const looked = look({}, after(hours));
    expect(stepsAfterLookIn(looked, 2)).toEqual(stepsAfterLookIn(looked).slice(0, 2));
  }
});

test('a name that looks like a placeholder is kept', () => {
  const looked = look({}, after(1));
  const creature = named('Mr {name}', {});
  expect(first({ ...looked, creature })?.description).toMatch(/: Mr \{name\} (?:will be|can eat|wakes)/);
});

function cared(given: Given, hours: number, siblings: CareAftermath['siblings'] = []): CareAftermath {
  const creature = aCreature(given);
  return { creature, species: PLAIN, observed: observe(creature, PLAIN, after(hours)), siblings };
}

const actions = (facts: CareAftermath) => stepsAfterCare(facts).map(({ action }) => action);
const COMPANY = { life: { lastCareAt: after(11) }, record: { lastAction: 'reflect' } } as const;

test.each<[string, Given, number, string]>([
  ['a meal', { life: { lastFedAt: after(6), lastCareAt: after(6) } }, 6, 'check_back'],
  ['play before a due meal', { life: { playedSinceFed: true, lastCareAt: after(6) } }, 6, 'feed'],
  ['insufficient medicine', { stats: { health: 15 } }, 1, 'medicine'],
  ['company for a sleeping creature', { seed: SLEEPYHEAD, ...COMPANY }, 11, 'check_back'],
])('after %s the first step is: %s', (_, given, hours, action) => {
  expect(actions(cared(given, hours))[0]).toBe(action);
});

test('an action is not suggested twice, as a need and as an idea', () => {
  const life = { lastFedAt: after(6), lastCareAt: after(6), lastPlayedAt: after(0) };
  const record = { lastAction: 'reflect', feedings: 1 } as const;
  const sat = actions(cared({ stats: { happiness: 30, trust: 60 }, life, record }, 6));
  expect(sat[0]).toBe('play');
  expect(new Set(sat).size).toBe(sat.length);
});

test('after a meal the next creature ready to eat is suggested, or the moment of the next visit to all', () => {
  const firstBeside = (sibling: Given) => {
    const creature = named('Ida', sibling);
    const beside = { creature, species: PLAIN, observed: observe(creature, PLAIN, after(6)) };
    return stepsAfterCare(cared({ life: { lastFedAt: after(6) }, stats: { trust: 60 } }, 6, [beside]))[0];
  };
  expect(firstBeside({})).toMatchObject({ action: 'feed', body: { creature_id: 'Ida' } });
  expect(firstBeside({ life: { lastFedAt: after(4) }, stats: { trust: 60 } })).toMatchObject({
    action: 'check_back',
    endpoint: '/api/house/status?view=brief',
    description: 'Come back in 6.27 hours, at 2026-01-16T00:16Z: Ida can eat on time then.',
  });
});

test('after fatal care, resurrection comes first if affordable, then the graveyard and a new egg', () => {
  const gone = { ...cared({}, 1), observed: undefined };
  const left = (missing: number, payable: boolean) =>
    actions({ ...gone, wayBack: { cost: 100, missing, payers: payable ? ['human'] : [] } });
  expect(left(0, false)).toEqual(['resurrect', 'visit_graveyard', 'adopt']);
  expect(left(100, true)).toEqual(['buy_credits', 'resurrect', 'visit_graveyard', 'adopt']);
  expect(left(100, false)).toEqual(['visit_graveyard', 'adopt']);
});

test('a refusal is followed by an alternative', () => {
  const facts = { ...look({}, NOON, builtIn('jackrabbit')), siblings: [] };
  expect(stepsAfterRefusal('wants_play_first', facts)[0]?.action).toBe('play');
  const company = { action: 'reflect', body: { action: 'reflect', creature_id: 'c' } };
  expect(stepsAfterRefusal('too_shy', facts)[0]).toMatchObject(company);
});

test('after four reflects in a visit, a shy creature is left alone until its next check-in', () => {
  const record = { lastAction: 'reflect', careActions: 4 } as const;
  const sat = { life: { lastCareAt: after(1) }, record };
  const left = look(sat, after(1.1), builtIn('pangolin'));
  const [step] = stepsAfterRefusal('too_shy', { ...left, siblings: [] });
  expect(step).toEqual(first(left));
  expect(step).toMatchObject({
    action: 'check_back',
    description: expect.stringMatching(/, to sit with Bo: it is still shy\.$/) as string,
  });
  expect(JSON.stringify(stepsAfterLookIn(left))).not.toContain('reflect');
  expect(first(look(sat, after(5), builtIn('pangolin')))?.action).toBe('reflect');
});

test('no reason to feed promises the full effect: a creature that is nearly full gains less, however punctual the meal', () => {
  expect(JSON.stringify([needLines, checkinReasons])).not.toMatch(/in full|all it can|all there is out/);
});
