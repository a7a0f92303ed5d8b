import type { Mechanic } from '../mechanic.ts';
import { TRAIT_MECHANICS } from '../traits.ts';
import type { Species } from './species.ts';

// Asked several times for every look at a creature.
const known = new WeakMap<Species, readonly Mechanic[]>();

/** Everything that bends the rules for a species: its traits first, then what is its own. */
export function mechanicsOf(species: Species): readonly Mechanic[] {
  const found = known.get(species);
  if (found) return found;
  const byTraits = species.traits.flatMap((trait) => TRAIT_MECHANICS[trait] ?? []);
  const all = [...byTraits, ...species.mechanics];
  known.set(species, all);
  return all;
}
