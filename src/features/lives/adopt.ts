import type { Transaction } from '../../../packages/database/db.ts';
import {
  drawSpecies,
  isTestAccount,
  UNLOCKABLE,
  type UnlockableTier,
  unlockedTiers,
} from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { newEgg, type Creature } from '../../rules/lives/creature.ts';
import { ProblemError } from '../../rules/problem.ts';
import { CATALOG, nearestSpecies } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Family } from '../../rules/vocabulary.ts';
import { loadLiving } from '../creatures/choose-creature.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import { readHiddenContent } from '../hidden/hidden-content.ts';
import type { BaseHouse } from '../house.ts';
import {
  insertKeeper,
  type Keeper,
  saveKeeper,
  selectKeeperForUpdate,
  timezoneOf,
} from '../identity/agents.store.ts';
import { countWords, ensureInSight } from '../identity/api-keys.ts';
import { type AgentRequest, idempotentRequest, once, type IdempotentResult } from '../once.ts';
import { hasLiving, insertCreature, JUST_LAID, latestCareOfOthers } from '../records/creatures.store.ts';
import type { SpeciesHouse } from '../species/species-registry.ts';
import { countCommunityAdoption } from '../species/species.store.ts';
import { countActive, countAdoption } from '../tallies/counting.ts';

interface AdoptionChoice {
  readonly name: string;
  readonly imagePrompt?: string | undefined;
  readonly imageUrl?: string | undefined;
  readonly family?: Family | undefined;
  readonly speciesSlug?: string | undefined;
  readonly everyHours?: number | undefined;
}

interface AdoptionRequest extends AgentRequest {
  readonly choice: AdoptionChoice;
  readonly personality: (seed: number) => readonly string[];
}

/** A tier that has to be unlocked. */
type LockedTier = Exclude<UnlockableTier, 'common'>;

export interface AdoptionResult {
  readonly creature: Creature;
  readonly species: Species;
  readonly everyHours: number | undefined;
  /** True if it is the keeper's first creature. */
  readonly first: boolean;
  /** Tiers that the keeper has unlocked since its last adoption. */
  readonly unlocked: readonly LockedTier[];
}

export async function adopt<Reply>(
  house: CreaturesHouse,
  request: AdoptionRequest,
  now: Instant,
  present: (result: AdoptionResult) => Reply,
): Promise<IdempotentResult<Reply>> {
  const { agent, choice, idempotencyKey } = request;
  const idempotent = idempotentRequest(agent, idempotencyKey, { adopt: choice });
  return once(house, idempotent, now, {
    read: async () => {
      const named =
        choice.speciesSlug === undefined ? undefined : await knownSpecies(house, choice.speciesSlug);
      // Settles the agent's creatures first: growth and deaths that are due may change its tiers.
      await loadLiving(house, agent, now);
      return named;
    },
    count: () => countWords(house, agent, choice, now),
    write: (db, named) => layEgg(db, house, request, named, now),
    present,
  });
}

async function knownSpecies(
  house: Pick<SpeciesHouse, 'moderation' | 'species'>,
  slug: string,
): Promise<Species> {
  const species = await house.species.find(slug);
  if (species && !(await readHiddenContent(house)).unadoptableSpecies.has(slug)) return species;
  const misfit = { field: 'species_slug', expected: 'a species that lives here', received: 'another word' };
  const nearest = nearestSpecies(slug)?.slug;
  throw new ProblemError('invalid_request', { misfits: [{ ...misfit, ...(nearest && { nearest }) }] });
}

const NO_CREATURE = '';

async function layEgg(
  db: Transaction,
  house: Pick<BaseHouse, 'quotas' | 'random'>,
  { agent, choice, personality }: AdoptionRequest,
  named: Species | undefined,
  now: Instant,
): Promise<AdoptionResult> {
  const { id: keeperId, username } = agent;
  await insertKeeper(db.posted, { id: keeperId, username, counts: !isTestAccount(username) });
  const { livingCreatures: most } = house.quotas;
  const [keeper, isFull, caredAt, zone = 'UTC'] = await Promise.all([
    selectKeeperForUpdate(db, keeperId),
    hasLiving(db, keeperId, most),
    latestCareOfOthers(db, keeperId, NO_CREATURE),
    timezoneOf(db, keeperId),
  ]);
  ensureInSight(keeper);
  if (isFull) throw new ProblemError('too_many_creatures', { most });
  const species = named ?? drawRandomSpecies(house, keeper, choice, now);
  const seed = drawSeed(house);
  const { slug, family } = species;
  const being = { name: choice.name, species: slug, seed, zone, personality: personality(seed) };
  const creature = newEgg({ id: house.random.id(), keeperId, ...being }, now);
  await insertCreature(db.posted, {
    ...JUST_LAID,
    creature,
    family,
    imagePrompt: choice.imagePrompt,
    imageUrl: choice.imagePrompt === undefined ? choice.imageUrl : undefined,
  });
  if (species.tier === 'community') countCommunityAdoption(db, slug);
  const unlocked = newlyUnlocked(keeper, now);
  const first = keeper.adopted === 0;
  countAdoption(db, keeper, { family, slug, first }, now);
  const before = first ? undefined : Math.max(keeper.lastActiveAt, caredAt ?? 0);
  const lastActiveAt = countActive(db, keeper, { before, now });
  await saveKeeper(db.posted, keeper, {
    ...keeper,
    adopted: keeper.adopted + 1,
    lastActiveAt,
    toldTier: unlocked.at(-1) ?? keeper.toldTier,
  });
  return { creature, species, everyHours: choice.everyHours, first, unlocked };
}

function drawRandomSpecies(
  house: Pick<BaseHouse, 'random'>,
  record: Keeper,
  choice: AdoptionChoice,
  now: Instant,
): Species {
  const { family, everyHours } = choice;
  const drawn = drawSpecies(CATALOG, { record, family, everyHours, roll: drawSeed(house) / 2 ** 48 }, now);
  if (!('longestGap' in drawn)) return drawn;
  const { longestGap } = drawn;
  const expected = `at most ${longestGap}, since nobody that could be drawn for you lives well with fewer visits`;
  const received = `the number ${everyHours}`;
  throw new ProblemError('invalid_request', {
    misfits: [{ field: 'every_hours', expected, received, nearest: longestGap }],
  });
}

function drawSeed({ random }: Pick<BaseHouse, 'random'>): number {
  return Buffer.from(random.bytes(6)).readUIntBE(0, 6);
}

function newlyUnlocked(keeper: Keeper, now: Instant): LockedTier[] {
  const open = unlockedTiers(keeper, now);
  return UNLOCKABLE.slice(UNLOCKABLE.indexOf(keeper.toldTier) + 1).filter(
    (tier): tier is LockedTier => tier !== 'common' && open.includes(tier),
  );
}
