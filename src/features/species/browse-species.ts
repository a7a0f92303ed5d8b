import type { Instant } from '../../rules/base/clock.ts';
import { isSlug } from '../../rules/base/ids.ts';
import { SPECIES_OF } from '../stats/tally-names.store.ts';
import { ProblemError } from '../../rules/problem.ts';
import { findBuiltIn, findBuiltIns, findByName } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import { livesWellWith, shortestWindowFor } from '../../rules/lives/rhythm.ts';
import { FAMILIES, type Family, type SpeciesOrder, type Tier } from '../../rules/vocabulary.ts';
import type { Db } from '../../db/db.ts';
import type { KnownAgent } from '../agents/agents.store.ts';
import {
  countPatientSpecies,
  findCommunitySpecies,
  FIRST_SPECIES,
  listCommunitySpecies,
  type CommunitySpecies,
} from './species.store.ts';
import { readPage, type Paging } from '../pagination.ts';
import { totals } from '../stats/tallies.store.ts';
import type { House } from '../house.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { redactSpecies } from '../moderation/redact.ts';
import { pictureUrl } from '../pictures/picture-url.ts';
import { countVisible } from '../public/house-stats.ts';
import { storeForListing } from '../public/public-reading.ts';

export type { CommunitySpecies };

export interface BuiltInEntry {
  readonly species: Species;
  readonly adoptions: number;
}

interface SpeciesQuery {
  readonly family: Family | undefined;
  readonly tier?: Tier | undefined;
  /** Lists only species that live well with visits at this interval. */
  readonly everyHours?: number | undefined;
  readonly order: SpeciesOrder;
  readonly paging: Paging;
  /** The authenticated caller, if any. */
  readonly visitor?: KnownAgent | undefined;
}

export type SpeciesListing = Awaited<ReturnType<typeof browseSpecies>>;

/**
 * All built-in species and a page of community species. With `everyHours`, built-in species with the longest
 * feeding windows come first.
 */
export async function browseSpecies(
  house: House,
  { family, tier, everyHours, order, paging, visitor }: SpeciesQuery,
  now: Instant,
) {
  const store = await storeForListing(house, now, visitor);
  const designed = tier === undefined || tier === 'community';
  const leastWindowHours = everyHours === undefined ? undefined : shortestWindowFor(everyHours);
  const [adoptions, total] = await Promise.all([
    totals(store, 'adopted'),
    designed ? countSpecies(store, family, leastWindowHours) : 0,
  ]);
  const hidden = await readHiddenContent(house);
  const community = await readPage<CommunitySpecies>(paging, total, {
    first: FIRST_SPECIES[order],
    keyOf: ({ slug, adoptions: count, createdAt }) =>
      order === 'popular' ? [count, createdAt, slug] : [createdAt, slug],
    async read(range) {
      if (!designed) return [];
      const found = await listCommunitySpecies(store, { family, leastWindowHours, order, ...range });
      return found.map((published) => redactSpecies(hidden, published));
    },
  });
  const builtIn = findBuiltIns({ family, tier })
    .filter((species) => everyHours === undefined || livesWellWith(species, everyHours))
    .toSorted((one, other) =>
      everyHours === undefined ? 0 : other.feedingWindowHours - one.feedingWindowHours,
    )
    .map((species) => ({ species, adoptions: adoptions.get(species.slug) ?? 0 }));
  return { builtIn, community };
}

function countSpecies(store: Db, family: Family | undefined, leastWindowHours: number | undefined) {
  if (leastWindowHours !== undefined) return countPatientSpecies(store, family, leastWindowHours);
  const families = family === undefined ? FAMILIES : [family];
  return countVisible(
    store,
    families.map((each) => SPECIES_OF + each),
  );
}

/** Finds a built-in or community species by slug; a built-in one also by its name. */
export async function readSpecies(house: House, slug: string): Promise<BuiltInEntry | CommunitySpecies> {
  const species = findBuiltIn(slug) ?? (isSlug(slug) ? undefined : findByName(slug));
  if (species) return { species, adoptions: (await totals(house.store, 'adopted')).get(species.slug) ?? 0 };
  const published = isSlug(slug) ? await findCommunitySpecies(house.store, slug) : undefined;
  if (!published) throw new ProblemError('no_such_species');
  const redacted = redactSpecies(await readHiddenContent(house), published);
  const { creator } = redacted;
  return { ...redacted, creator: { ...creator, avatarUrl: pictureUrl(house, creator.avatarUrl) } };
}
