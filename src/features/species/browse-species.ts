import type { Instant } from '../../rules/base/clock.ts';
import { isSlug } from '../../rules/base/ids.ts';
import { SPECIES_OF } from '../stats/tally-names.store.ts';
import { ProblemError } from '../../rules/problem.ts';
import { findBuiltIn, findBuiltIns, findByName, looksBuiltIn, slugOf } from '../../rules/species/catalog.ts';
import { communitySpecies, type Species } from '../../rules/species/species.ts';
import { livesWellWith, shortestWindowFor } from '../../rules/lives/rhythm.ts';
import { FAMILIES, type Family, type SpeciesOrder, type Tier } from '../../rules/vocabulary.ts';
import type { Db } from '../../db/db.ts';
import { findKeeper, type KnownAgent, selectKeeperForUpdate } from '../agents/agents.store.ts';
import * as rows from './species.store.ts';
import { type Paging, readPage } from '../pagination.ts';
import { totals } from '../stats/tallies.store.ts';
import type { House } from '../house.ts';
import { readHiddenContent, redactSpecies } from '../moderation/hidden-content.ts';
import { pictureUrl } from '../pictures/picture-url.ts';
import { countVisible, storeForListing } from '../public/public-reading.ts';
import { descriptionOf, hasOneBody, inventLook, findKind, KINDS } from '../../artist/words/invent-look.ts';
import { countWords, ensureInSight } from '../agents/api-keys.ts';
import { loadLiving } from '../lives/choose-creature.ts';
import { type AgentRequest, idempotentRequest, once } from '../once.ts';
import { countSpecies } from '../stats/counting.ts';

export type { CommunitySpecies } from './species.store.ts';

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

export type SpeciesListing = Awaited<ReturnType<typeof browseSpecies>>;

/** With `everyHours`, built-in species with the longest feeding windows come first. */
export async function browseSpecies(house: House, asked: SpeciesQuery, now: Instant) {
  const { family, tier, everyHours, order, paging, visitor } = asked;
  const store = await storeForListing(house, now, visitor);
  const designed = tier === undefined || tier === 'community';
  const leastWindowHours = everyHours === undefined ? undefined : shortestWindowFor(everyHours);
  const [adoptions, total] = await Promise.all([
    totals(store, 'adopted'),
    designed ? countListed(store, family, leastWindowHours) : 0,
  ]);
  const hidden = await readHiddenContent(house);
  const community = await readPage<rows.CommunitySpecies>(paging, total, {
    first: rows.FIRST_SPECIES[order],
    keyOf: ({ slug, adoptions: count, createdAt }) =>
      order === 'popular' ? [count, createdAt, slug] : [createdAt, slug],
    async read(range) {
      if (!designed) return [];
      const found = await rows.listCommunitySpecies(store, { family, leastWindowHours, order, ...range });
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
  if (leastWindowHours !== undefined) return rows.countPatientSpecies(store, family, leastWindowHours);
  const families = family === undefined ? FAMILIES : [family];
  return countVisible(
    store,
    families.map((each) => SPECIES_OF + each),
  );
}

export async function readSpecies(house: House, slug: string): Promise<BuiltInEntry | rows.CommunitySpecies> {
  const species = findBuiltIn(slug) ?? (isSlug(slug) ? undefined : findByName(slug));
  if (species) return { species, adoptions: (await totals(house.store, 'adopted')).get(species.slug) ?? 0 };
  const published = isSlug(slug) ? await rows.findCommunitySpecies(house.store, slug) : undefined;
  if (!published) throw new ProblemError('no_such_species');
  const redacted = redactSpecies(await readHiddenContent(house), published);
  const { creator } = redacted;
  return { ...redacted, creator: { ...creator, avatarUrl: pictureUrl(house, creator.avatarUrl) } };
}

/** The slug of the species of this name or slug; undefined when several or none can be adopted. */
export async function adoptableNamed(house: House, name: string): Promise<string | undefined> {
  const builtIn = findByName(name);
  if (builtIn) return builtIn.slug;
  const [named, ...others] = await rows.slugsNamed(house.store, name.trim());
  const slug = named ?? slugOf(name);
  if (others.length > 0 || !isSlug(slug) || !(await house.species.find(slug))) return undefined;
  return (await readHiddenContent(house)).unadoptableSpecies.has(slug) ? undefined : slug;
}

/** The embedding model guesses a body that the text does not name. The guess is stored, so that pictures stay the same. */
async function designLook({ tastes }: House, design: rows.SpeciesDesign): Promise<readonly string[]> {
  const prompt = design.imagePrompt ?? '';
  const said = descriptionOf(design, prompt);
  if (hasOneBody(design.family) || findKind(said)) return inventLook(design, prompt, undefined);
  const meanings = KINDS.map(({ means }) => means);
  const closest = await tastes.closest(said, meanings);
  return inventLook(design, prompt, closest === undefined ? undefined : KINDS[closest]);
}

/** Publishes a community species. Of concurrent requests for one slug, the first wins. */
export async function createSpecies(
  house: House,
  { design, agent, idempotencyKey }: AgentRequest & { readonly design: rows.SpeciesDesign },
  now: Instant,
) {
  const idempotent = idempotentRequest(agent, idempotencyKey, { create: design });
  return once(house, idempotent, now, {
    read: async () => {
      if (looksBuiltIn(design.name)) throw new ProblemError('invalid_request', { misfits: [BUILT_IN_NAME] });
      // Settles the keeper's creatures: one that has just grown up counts as raised.
      await loadLiving(house, agent, now);
      const { adultsRaised = 0 } = (await findKeeper(house.store, agent.id)) ?? {};
      if (adultsRaised === 0) throw new ProblemError('no_adult_raised');
      await countWords(house, agent, design, now);
      return designLook(house, design);
    },
    write: async (db, look) => {
      // Serialises the designs of one agent.
      const keeper = await selectKeeperForUpdate(db, agent.id);
      ensureInSight(keeper);
      const { slug, family } = design;
      if (findBuiltIn(slug)) throw new ProblemError('slug_reserved', { slug });
      const clamped = { ...clampDesign(design), look };
      const first = !(await rows.hasDesignedSpecies(db, keeper.id));
      const isFree = await rows.insertCommunitySpecies(db, clamped, { creatorId: keeper.id, now });
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
function clampDesign(design: rows.SpeciesDesign): rows.SpeciesDesign {
  const rounded = { ...design, feedingWindowHours: Math.round(design.feedingWindowHours * 100) / 100 };
  const { feedingWindowHours, hungerDecayPerHour, happinessDecayPerHour, traits } = communitySpecies(rounded);
  return { ...design, feedingWindowHours, hungerDecayPerHour, happinessDecayPerHour, traits };
}
