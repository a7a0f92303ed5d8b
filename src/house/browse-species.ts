import { Problem } from '../core/problem.ts';
import { builtInsOf, findBuiltIn } from '../core/species/catalog.ts';
import type { Species } from '../core/species/species.ts';
import type { Family, SpeciesOrder } from '../core/vocabulary.ts';
import { findPublished, listPublished, type Published } from '../store/community-species.ts';
import { adoptionCounts } from './counting.ts';
import { curtainOf } from './curtain.ts';
import type { House } from './house.ts';
import { speciesDesigned } from './house-totals.ts';
import { addressOf } from './picture-address.ts';
import { readPage, type Paged, type Paging } from './paging.ts';
import { publishedAsSeen } from './as-others-see.ts';

export type { Published };

/** A species that came with the house, and how often it was adopted. */
export interface BuiltIn {
  readonly species: Species;
  readonly adoptions: number;
}

export interface Browsing {
  readonly family: Family | undefined;
  readonly order: SpeciesOrder;
  readonly paging: Paging;
}

export interface Shelves {
  readonly builtIn: readonly BuiltIn[];
  readonly community: Paged<Published>;
}

/** Everything that can be adopted: all that came with the house, and a page of what agents designed. */
export async function browseSpecies(house: House, { family, order, paging }: Browsing): Promise<Shelves> {
  const { store } = house;
  const [adoptions, total] = await Promise.all([adoptionCounts(store), speciesDesigned(store, family)]);
  const curtain = await curtainOf(house);
  const community = await readPage(paging, total, async (stretch) => {
    const shelf = await listPublished(store, { family, order, ...stretch });
    return shelf.map((published) => publishedAsSeen(curtain, published));
  });
  const builtIn = builtInsOf({ family }).map((species) => ({
    species,
    adoptions: adoptions.get(species.slug) ?? 0,
  }));
  return { builtIn, community };
}

const SLUG = /^[a-z0-9_]{2,40}$/;

/** One species by its slug, whoever made it. */
export async function readSpecies(house: House, slug: string): Promise<BuiltIn | Published> {
  const species = findBuiltIn(slug);
  if (species) return { species, adoptions: (await adoptionCounts(house.store)).get(slug) ?? 0 };
  const published = SLUG.test(slug) ? await findPublished(house.store, slug) : undefined;
  if (!published) throw new Problem('no_such_species');
  const seen = publishedAsSeen(await curtainOf(house), published);
  const { creator } = seen;
  return { ...seen, creator: { ...creator, avatarUrl: addressOf(house, creator.avatarUrl) } };
}
