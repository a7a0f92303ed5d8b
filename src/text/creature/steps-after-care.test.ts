import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN, SLEEPYHEAD, type Given } from '../../../test/support/creature.ts';
import { observe } from '../../rules/lives/observe.ts';
import { findBuiltIn } from '../../rules/species/catalog.ts';
import { stepsAfterCare, stepsAfterRefusal, type CareAftermath } from './steps.ts';

function cared(given: Given, hours: number, siblings: CareAftermath['siblings'] = []): CareAftermath {
  const creature = aCreature(given);
  return { creature, species: PLAIN, observed: observe(creature, PLAIN, after(hours)), siblings };
}

const actions = (facts: CareAftermath) => stepsAfterCare(facts).map(({ action }) => action);

test('after a meal the only step is to come back', () => {
  const fed = cared({ life: { lastFedAt: after(6), lastCareAt: after(6) } }, 6);
  expect(stepsAfterCare(fed)[0]).toMatchObject({
    action: 'check_back',
    description: 'Come back in 6 hours, at 2026-01-16T00:15Z: Bo will be ready to eat.',
  });
});

test('after play the due meal is still suggested', () => {
  expect(actions(cared({ life: { playedSinceFed: true, lastCareAt: after(6) } }, 6))[0]).toBe('feed');
});

test('after insufficient medicine more is suggested', () => {
  expect(actions(cared({ stats: { health: 15 } }, 1))[0]).toBe('medicine');
});

test('after company for a sleeping creature it is left to sleep', () => {
  const sat = cared(
    { seed: SLEEPYHEAD, life: { lastCareAt: after(11) }, record: { lastAction: 'reflect' } },
    11,
  );
  expect(actions(sat)[0]).toBe('check_back');
});

test('an action is not suggested twice, as a need and as an idea', () => {
  const life = { lastFedAt: after(6), lastCareAt: after(6), lastPlayedAt: after(0) };
  const record = { lastAction: 'reflect', feedings: 1 } as const;
  const sat = actions(cared({ stats: { happiness: 30, trust: 60 }, life, record }, 6));
  expect(sat[0]).toBe('play');
  expect(new Set(sat).size).toBe(sat.length);
});

function sibling(given: Given, hours: number) {
  const creature = { ...aCreature(given), id: 's', name: 'Ida' };
  return { creature, species: PLAIN, observed: observe(creature, PLAIN, after(hours)) };
}

test('after a meal the next creature ready to eat is suggested', () => {
  const [step] = stepsAfterCare(cared({ life: { lastFedAt: after(6) } }, 6, [sibling({}, 6)]));
  expect(step).toMatchObject({ action: 'feed', body: { creature_id: 's' } });
});

test('with several creatures and nothing to do, status of all is suggested for the first due time', () => {
  const fed = { life: { lastFedAt: after(6) } };
  const [step] = stepsAfterCare(
    cared({ ...fed, stats: { trust: 60 } }, 6, [
      sibling({ life: { lastFedAt: after(4) }, stats: { trust: 60 } }, 6),
    ]),
  );
  expect(step).toMatchObject({
    action: 'check_back',
    endpoint: '/api/house/status?view=brief',
    description: 'Come back in 4 hours, at 2026-01-15T22:15Z: Ida will be ready to eat.',
  });
});

test('after fatal care, resurrection comes first if affordable, then the graveyard and a new egg', () => {
  const gone = { ...cared({}, 1), observed: undefined };
  const left = (missing: number, payable: boolean) => actions({ ...gone, wayBack: { missing, payable } });
  expect(left(0, false)).toEqual(['resurrect', 'visit_graveyard', 'adopt']);
  expect(left(100, true)).toEqual(['buy_credits', 'resurrect', 'visit_graveyard', 'adopt']);
  expect(left(100, false)).toEqual(['visit_graveyard', 'adopt']);
});

test('a refusal is followed by an alternative', () => {
  const jackrabbit = findBuiltIn('jackrabbit');
  if (!jackrabbit) throw new Error('no jackrabbit');
  const creature = aCreature();
  const facts = {
    creature,
    species: jackrabbit,
    observed: observe(creature, jackrabbit, NOON),
    siblings: [],
  };
  expect(stepsAfterRefusal('wants_play_first', facts)[0]?.action).toBe('play');
  expect(stepsAfterRefusal('too_shy', facts)[0]).toMatchObject({
    action: 'reflect',
    body: { action: 'reflect', creature_id: 'c' },
  });
});
