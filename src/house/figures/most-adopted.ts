import { CATALOG, findBuiltIn } from '../../core/species/catalog.ts';
import type { Db } from '../../store/engine/db.ts';
import type { TallySums } from '../../store/figures/tallies.ts';
import { TEST } from '../../store/figures/tally-names.ts';
import { mostAdopted } from '../../store/species/popular-species.ts';

export interface FavouriteSpecies {
  readonly slug: string;
  readonly adoptions: number;
  /** Is its name an agent's word? */
  readonly community: boolean;
}

/** The species that were adopted most, built-in and community; `adopted` has what test accounts are to be taken off for. */
export async function findFavouriteSpecies(
  db: Db,
  adopted: TallySums,
  most: number,
): Promise<readonly FavouriteSpecies[]> {
  const tried = adopted
    .keys()
    .filter((what) => what.startsWith(TEST))
    .toArray().length;
  // So many may fall behind when test accounts are taken off; whoever is behind all these was never in front.
  const community = await mostAdopted(db, most + tried);
  const builtIn = CATALOG.map(({ slug }) => ({ slug, adoptions: adopted.get(slug) ?? 0 }));
  return [...builtIn, ...community]
    .map(({ slug, adoptions }) => ({
      slug,
      adoptions: adoptions - (adopted.get(TEST + slug) ?? 0),
      community: findBuiltIn(slug) === undefined,
    }))
    .filter(({ adoptions }) => adoptions > 0)
    .toSorted((one, other) => other.adoptions - one.adoptions || (one.slug < other.slug ? -1 : 1))
    .slice(0, most);
}
