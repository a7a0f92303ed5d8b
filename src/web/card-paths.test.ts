import { expect, test } from 'vitest';

import { aCreature } from '../../test/support/creature.ts';
import { findBuiltIn } from '../rules/species/catalog.ts';
import { creatureVersion, type LifeCardFacts } from './paths.ts';

const species = findBuiltIn('housecat');
if (!species) throw new Error('there are no housecats');
const BO: LifeCardFacts = {
  creature: aCreature(),
  species,
  observed: undefined,
  state: 'alive',
  ageHours: 30,
  stone: undefined,
};

// The operator may hide a name, and whoever keeps the old card by its address would go on showing it.
test.each([
  ['is called otherwise', { creature: { ...BO.creature, name: 'a creature' } }],
  ['has grown', { creature: { ...BO.creature, stage: 'adult' } }],
  ['came back', { creature: { ...BO.creature, resurrections: 1 } }],
  ['is a day older', { ageHours: 54 }],
] as const)('the card of one who %s has another address', (_, change) => {
  expect(creatureVersion({ ...BO, ...change }, 'wide')).not.toBe(creatureVersion(BO, 'wide'));
});

test('a card has the same address as long as it shows the same, and another in another shape', () => {
  expect(creatureVersion({ ...BO }, 'wide')).toBe(creatureVersion(BO, 'wide'));
  expect(creatureVersion(BO, 'square')).not.toBe(creatureVersion(BO, 'wide'));
});
