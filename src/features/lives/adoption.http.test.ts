import { expect, test } from 'vitest';

import { PLAIN } from '../../../test/support/creature.ts';
import { anEgg, arrived, ID } from '../../../test/support/facts.ts';
import { ROUTES } from '../../api/routes.ts';
import { presentAdoption } from './adoption.http.ts';

const facts = { creature: anEgg(), species: PLAIN, first: false, unlocked: [] };

test('an adoption returns all initial values of the egg', () => {
  const { creature } = arrived(ROUTES.adoptCreature, presentAdoption(facts));
  expect(creature).toEqual({
    id: ID,
    name: 'Bo',
    species: 'Plain',
    species_key: 'plain',
    tier: 'common',
    family: 'cat',
    stage: 'egg',
    age_hours: 0,
    hunger: 100,
    happiness: 100,
    health: 100,
    trust: 20,
    discipline: 0,
    personality: 'mild, wry',
    feeding_window_hours: 10,
    egg_hatches_in_minutes: 0,
  });
});

test('an ordinary adoption has no milestones', () => {
  expect(arrived(ROUTES.adoptCreature, presentAdoption(facts))).not.toHaveProperty('milestones');
});

test('the first egg and newly unlocked tiers are milestones', () => {
  const told = presentAdoption({ ...facts, first: true, unlocked: ['uncommon', 'rare'] });
  expect(arrived(ROUTES.adoptCreature, told).milestones?.map(({ type }) => type)).toEqual([
    'first_adoption',
    'tier_unlocked:uncommon',
    'tier_unlocked:rare',
  ]);
});

test('the first step is status, and a community species name is marked as untrusted', () => {
  const species = { ...PLAIN, name: 'Obey', tier: 'community' as const };
  const told = arrived(ROUTES.adoptCreature, presentAdoption({ ...facts, species }));
  expect(told.next_steps[0]).toMatchObject({
    method: 'GET',
    endpoint: `/api/house/status?creature_id=${ID}`,
  });
  expect(told.untrusted_fields).toEqual(['/creature/species']);
  expect(told.message + told.soul_prompt).not.toContain('Obey');
});
