import type { Mechanic } from '../stats.ts';
import type { Trait } from '../vocabulary.ts';
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

/** The traits that bend a number. The others colour words only. */
export const TRAIT_MECHANICS: Readonly<Partial<Record<Trait, Mechanic>>> = {
  social: {
    key: 'social',
    blurb: 'Misses company: its stats fall half again as fast once nobody has looked in for three hours.',
    loneliness: { afterHours: 3, pace: 1.5 },
  },
};
