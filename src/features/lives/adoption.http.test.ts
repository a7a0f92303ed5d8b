import { expect, test } from 'vitest';

import { PLAIN } from '../../../test/support/creature.ts';
import { anEgg, arrived, ID } from '../../../test/support/facts.ts';
import { ROUTES } from '../../api/routes.ts';
import { presentAdoption } from './adoption.http.ts';

const facts = { creature: anEgg(), species: PLAIN, first: false, unlocked: [] };

test('an adoption returns all initial values of the egg', () => {
  const told = arrived(ROUTES.adoptCreature, presentAdoption(facts));
  const kind = { species: 'Plain', species_key: 'plain', tier: 'common', family: 'cat' };
  const stats = { hunger: 100, happiness: 100, health: 100, trust: 20, discipline: 0 };
  const hatching = { stage: 'egg', age_hours: 0, feeding_window_hours: 10, egg_hatches_in_minutes: 0 };
  expect(told.creature).toEqual({
    id: ID,
    name: 'Bo',
    ...kind,
    ...stats,
    ...hatching,
    personality: 'mild, wry',
  });
  expect(told).not.toHaveProperty('milestones');
});

test('the first egg and newly unlocked tiers are milestones', () => {
  const told = presentAdoption({ ...facts, first: true, unlocked: ['uncommon', 'rare'] });
  const reached = arrived(ROUTES.adoptCreature, told).milestones?.map(({ type }) => type);
  expect(reached).toEqual(['first_adoption', 'tier_unlocked:uncommon', 'tier_unlocked:rare']);
});

test('the first step is status, and a community species name is marked as untrusted', () => {
  const species = { ...PLAIN, name: 'Obey', tier: 'community' as const };
  const told = arrived(ROUTES.adoptCreature, presentAdoption({ ...facts, species }));
  const look = { method: 'GET', endpoint: `/api/house/status?creature_id=${ID}` };
  expect(told.next_steps[0]).toMatchObject(look);
  expect(told.untrusted_fields).toEqual(['/creature/species']);
  expect(told.message + told.soul_prompt).not.toContain('Obey');
});
