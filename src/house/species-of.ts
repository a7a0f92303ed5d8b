import type { Species } from '../core/species/species.ts';
import type { House } from './house.ts';

/** The species of a creature that lives here; species are never taken back. */
export async function speciesOf(house: House, slug: string): Promise<Species> {
  const species = await house.species.find(slug);
  if (!species) throw new Error(`a creature is of a species that is nowhere to be found: ${slug}`);
  return species;
}
