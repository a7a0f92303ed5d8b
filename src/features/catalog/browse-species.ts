import {
  descriptionOf,
  hasOneBody,
  inventLook,
  findKind,
  KINDS,
} from '../../../packages/artist/words/invent-look.ts';
import type { Db } from '../../../packages/database/db.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { isSlug } from '../../rules/base/ids.ts';
import { livesWellWith, shortestWindowFor } from '../../rules/lives/rhythm.ts';
import { ProblemError } from '../../rules/problem.ts';
import {
  CATALOG,
  findBuiltIn,
  findBuiltIns,
  findByName,
  looksBuiltIn,
  slugOf,
} from '../../rules/species/catalog.ts';
import { communitySpecies, type Species } from '../../rules/species/species.ts';
import { FAMILIES, type Family, type SpeciesOrder, type Tier } from '../../rules/vocabulary.ts';
import { loadLiving } from '../creatures/choose-creature.ts';
import { readHiddenContent, redactSpecies } from '../hidden/hidden-content.ts';
import type { BaseHouse } from '../house.ts';
import { findKeeper, type KnownAgent, selectKeeperForUpdate } from '../identity/agents.store.ts';
import { countWords, ensureInSight } from '../identity/api-keys.ts';
import { type AgentRequest, idempotentRequest, type IdempotentResult, once } from '../once.ts';
import { type EntryPage, type Paging, readPage } from '../pagination.ts';
import { pictureUrl } from '../pictures/picture-url.ts';
import { nameMatcher, speciesNamed } from '../public/lists.store.ts';
import { countVisible, storeForListing } from '../public/public-reading.ts';
import type { PublicHouse } from '../public/replica.ts';
import type { SpeciesHouse } from '../species/species-registry.ts';
import {
  type CommunitySpecies,
  countPatientSpecies,
  findCommunitySpecies,
  FIRST_SPECIES,
  hasDesignedSpecies,
  insertCommunitySpecies,
  listCommunitySpecies,
  slugsNamed,
  type SpeciesDesign,
} from '../species/species.store.ts';
import { countSpecies } from '../tallies/counting.ts';
import { totals } from '../tallies/tallies.store.ts';
import { SPECIES_OF } from '../tallies/tally-names.store.ts';

export type { CommunitySpecies } from '../species/species.store.ts';

export interface BuiltInEntry {
  readonly species: Species;
  readonly adoptions: number;
}

interface SpeciesQuery {
  readonly family: Family | undefined;
  readonly tier?: Tier | undefined;
  readonly everyHours?: number | undefined;
  readonly order: SpeciesOrder;
  readonly paging: Paging;
  readonly visitor?: KnownAgent | undefined;
}

export interface SpeciesListing {
  readonly builtIn: readonly AdoptedSpecies[];
  readonly community: EntryPage<CommunitySpecies>;
}

interface AdoptedSpecies {
  readonly species: Species;
  readonly adoptions: number;
}

/** With `everyHours`, built-in species with the longest feeding windows come first. */
export async function browseSpecies(
  house: Pick<PublicHouse, 'moderation' | 'replica' | 'store'>,
  asked: SpeciesQuery,
  now: Instant,
): Promise<SpeciesListing> {
  const { family, tier, everyHours, order, paging, visitor } = asked;
  const store = await storeForListing(house, now, visitor);
  const designed = tier === undefined || tier === 'community';
  const leastWindowHours = everyHours === undefined ? undefined : shortestWindowFor(everyHours);
  const [adoptions, total] = await Promise.all([
    totals(store, 'adopted'),
    designed ? countListed(store, family, leastWindowHours) : 0,
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

function countListed(store: Db, family: Family | undefined, leastWindowHours: number | undefined) {
  if (leastWindowHours !== undefined) return countPatientSpecies(store, family, leastWindowHours);
  const families = family === undefined ? FAMILIES : [family];
  return countVisible(
    store,
    families.map((each) => SPECIES_OF + each),
  );
}

export async function readSpecies(
  house: PublicHouse,
  slug: string,
): Promise<BuiltInEntry | CommunitySpecies> {
  const species = findBuiltIn(slug) ?? (isSlug(slug) ? undefined : findByName(slug));
  if (species) return { species, adoptions: (await totals(house.store, 'adopted')).get(species.slug) ?? 0 };
  const published = isSlug(slug) ? await findCommunitySpecies(house.store, slug) : undefined;
  if (!published) throw new ProblemError('no_such_species');
  const redacted = redactSpecies(await readHiddenContent(house), published);
  const { creator } = redacted;
  return { ...redacted, creator: { ...creator, avatarUrl: pictureUrl(house, creator.avatarUrl) } };
}

/** The slug of the species of this name or slug; undefined when several or none can be adopted. */
export async function adoptableNamed(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  name: string,
): Promise<string | undefined> {
  const builtIn = findByName(name);
  if (builtIn) return builtIn.slug;
  const [named, ...others] = await slugsNamed(house.store, name.trim());
  const slug = named ?? slugOf(name);
  if (others.length > 0 || !isSlug(slug) || !(await house.species.find(slug))) return undefined;
  return (await readHiddenContent(house)).unadoptableSpecies.has(slug) ? undefined : slug;
}

/** The embedding model guesses a body that the text does not name. The guess is stored, so that pictures stay the same. */
async function designLook(
  { tastes }: Pick<BaseHouse, 'tastes'>,
  design: SpeciesDesign,
): Promise<readonly string[]> {
  const prompt = design.imagePrompt ?? '';
  const said = descriptionOf(design, prompt);
  if (hasOneBody(design.family) || findKind(said)) return inventLook(design, prompt, undefined);
  const meanings = KINDS.map(({ means }) => means);
  const closest = await tastes.closest(said, meanings);
  return inventLook(design, prompt, closest === undefined ? undefined : KINDS[closest]);
}

export interface CreatedSpecies {
  readonly design: SpeciesDesign;
  /** The designer's username. */
  readonly creator: string;
}

/** Publishes a community species. Of concurrent requests for one slug, the first wins. */
export async function createSpecies(
  house: PublicHouse,
  { design, agent, idempotencyKey }: AgentRequest & { readonly design: SpeciesDesign },
  now: Instant,
): Promise<IdempotentResult<CreatedSpecies>> {
  const idempotent = idempotentRequest(agent, idempotencyKey, { create: design });
  return once(house, idempotent, now, {
    read: async () => {
      if (looksBuiltIn(design.name)) throw new ProblemError('invalid_request', { misfits: [BUILT_IN_NAME] });
      // Settles the keeper's creatures: one that has just grown up counts as raised.
      await loadLiving(house, agent, now);
      const { adultsRaised = 0 } = (await findKeeper(house.store, agent.id)) ?? {};
      if (adultsRaised === 0) throw new ProblemError('no_adult_raised');
      return designLook(house, design);
    },
    count: () => countWords(house, agent, design, now),
    write: async (db, look) => {
      // Serialises the designs of one agent.
      const keeper = await selectKeeperForUpdate(db, agent.id);
      ensureInSight(keeper);
      const { slug, family } = design;
      if (findBuiltIn(slug)) throw new ProblemError('slug_reserved', { slug });
      const clamped = { ...clampDesign(design), look };
      const first = !(await hasDesignedSpecies(db, keeper.id));
      const isFree = await insertCommunitySpecies(db, clamped, { creatorId: keeper.id, now });
      if (!isFree) throw new ProblemError('slug_taken', { slug });
      countSpecies(db, keeper, { family, first }, now);
      return { design: clamped, creator: agent.username };
    },
    after: (made) => house.species.add(communitySpecies(made.design)),
  });
}

const BUILT_IN_NAME = {
  field: 'name',
  expected: 'a name that no species of the house has',
  received: 'one that looks like it',
};

/** Clamps the numbers of a design to the ranges of the rules; feeding windows become whole hundredths of an hour. */
function clampDesign(design: SpeciesDesign): SpeciesDesign {
  const rounded = { ...design, feedingWindowHours: Math.round(design.feedingWindowHours * 100) / 100 };
  const { feedingWindowHours, hungerDecayPerHour, happinessDecayPerHour, traits } = communitySpecies(rounded);
  return { ...design, feedingWindowHours, hungerDecayPerHour, happinessDecayPerHour, traits };
}

interface SpeciesSearch {
  readonly words: string;
  readonly family?: Family | undefined;
  readonly tier?: Tier | undefined;
  readonly everyHours?: number | undefined;
}

/** Species with all words in their name, or of a family with them, on one page. */
export async function searchSpecies(
  house: PublicHouse,
  asked: SpeciesSearch,
  now: Instant,
): Promise<SpeciesListing> {
  const { words, family, tier, everyHours } = asked;
  const store = await storeForListing(house, now);
  const [slugs, adoptions] = await Promise.all([speciesNamed(store, words), totals(store, 'adopted')]);
  const matches = nameMatcher(words);
  const designed = await Promise.all(slugs.map((slug) => findCommunitySpecies(store, slug)));
  const hidden = await readHiddenContent(house);
  const suits = (species: Species) =>
    (family === undefined || species.family === family) &&
    (tier === undefined || species.tier === tier) &&
    (everyHours === undefined || livesWellWith(species, everyHours));
  const entries = designed
    .filter((found) => found !== undefined)
    .filter((found) => !hidden.hiddenSpecies.has(found.slug) && suits(communitySpecies(found)))
    .map((found) => redactSpecies(hidden, found));
  const builtIn = CATALOG.filter(
    (species) => suits(species) && (matches(species.name) || matches(species.family)),
  );
  return {
    builtIn: builtIn.map((species) => ({ species, adoptions: adoptions.get(species.slug) ?? 0 })),
    community: { entries, total: entries.length, page: 1, nextCursor: undefined },
  };
}
