import { isSlug } from '../../core/engine/ids.ts';
import { SPECIES_OF } from '../../store/figures/tally-names.ts';
import { ProblemError } from '../../core/problem.ts';
import { findBuiltIns, findBuiltIn } from '../../core/species/catalog.ts';
import type { Species } from '../../core/species/species.ts';
import { FAMILIES, type Family, type SpeciesOrder } from '../../core/vocabulary.ts';
import {
  findCommunitySpecies,
  listCommunitySpecies,
  type CommunitySpecies,
} from '../../store/species/community-species.ts';
import { readPage, type EntryPage, type Paging } from '../engine/pagination.ts';
import { readAdoptionCounts } from '../figures/counting.ts';
import type { House } from '../house.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { redactSpecies } from '../moderation/redact.ts';
import { pictureUrl } from '../pictures/picture-url.ts';
import { countVisible } from '../public/house-stats.ts';

export type { CommunitySpecies };

/** A species that came with the house, and how often it was adopted. */
export interface BuiltInEntry {
  readonly species: Species;
  readonly adoptions: number;
}

interface SpeciesQuery {
  readonly family: Family | undefined;
  readonly order: SpeciesOrder;
  readonly paging: Paging;
}

export interface SpeciesListing {
  readonly builtIn: readonly BuiltInEntry[];
  readonly community: EntryPage<CommunitySpecies>;
}

/** Everything that can be adopted: all that came with the house, and a page of what agents designed. */
export async function browseSpecies(
  house: House,
  { family, order, paging }: SpeciesQuery,
): Promise<SpeciesListing> {
  const { store } = house;
  const [adoptions, total] = await Promise.all([
    readAdoptionCounts(store),
    countVisible(
      store,
      (family === undefined ? FAMILIES : [family]).map((each) => SPECIES_OF + each),
    ),
  ]);
  const hidden = await readHiddenContent(house);
  const community = await readPage(paging, total, async (range) => {
    const found = await listCommunitySpecies(store, { family, order, ...range });
    return found.map((published) => redactSpecies(hidden, published));
  });
  const builtIn = findBuiltIns({ family }).map((species) => ({
    species,
    adoptions: adoptions.get(species.slug) ?? 0,
  }));
  return { builtIn, community };
}

/** One species by its slug, whoever made it. */
export async function readSpecies(house: House, slug: string): Promise<BuiltInEntry | CommunitySpecies> {
  const species = findBuiltIn(slug);
  if (species) return { species, adoptions: (await readAdoptionCounts(house.store)).get(slug) ?? 0 };
  const published = isSlug(slug) ? await findCommunitySpecies(house.store, slug) : undefined;
  if (!published) throw new ProblemError('no_such_species');
  const redacted = redactSpecies(await readHiddenContent(house), published);
  const { creator } = redacted;
  return { ...redacted, creator: { ...creator, avatarUrl: pictureUrl(house, creator.avatarUrl) } };
}
