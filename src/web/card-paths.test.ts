import { expect, test } from 'vitest';

import { findBuiltIn } from '../rules/species/catalog.ts';
import { aCreature } from '../../test/support/creature.ts';
import { creatureVersion, type LifeCardFacts } from './paths.ts';

const species = findBuiltIn('housecat');
if (!species) throw new Error('there are no housecats');
const ALIVE = { observed: undefined, state: 'alive', ageHours: 30, stone: undefined } as const;
const BO: LifeCardFacts = { creature: aCreature(), species, ...ALIVE };

// The operator may hide a name; a cached card at the same URL would still show it.
test.each([
  ['is called otherwise', { creature: { ...BO.creature, name: 'a creature' } }],
  ['has grown', { creature: { ...BO.creature, stage: 'adult' } }],
  ['came back', { creature: { ...BO.creature, resurrections: 1 } }],
  ['is a day older', { ageHours: 54 }],
] as const)('the card URL changes for a creature that %s', (_, change) => {
  expect(creatureVersion({ ...BO, ...change }, 'wide')).not.toBe(creatureVersion(BO, 'wide'));
});

test('the card URL is stable while its content is, and differs by shape', () => {
  expect(creatureVersion({ ...BO }, 'wide')).toBe(creatureVersion(BO, 'wide'));
  expect(creatureVersion(BO, 'square')).not.toBe(creatureVersion(BO, 'wide'));
});
