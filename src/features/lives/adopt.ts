import type { Instant } from '../../rules/base/clock.ts';
import {
  drawSpecies,
  isTestAccount,
  UNLOCKABLE,
  type UnlockableTier,
  unlockedTiers,
} from '../../rules/agents.ts';
import { newEgg } from '../../rules/lives/creature.ts';
import { ProblemError } from '../../rules/problem.ts';
import { CATALOG, nearestSpecies } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Family } from '../../rules/vocabulary.ts';
import type { Transaction } from '../../db/db.ts';
import * as agents from '../agents/agents.store.ts';
import { hasLiving, insertCreature, JUST_LAID, latestCareOfOthers } from './creatures.store.ts';
import { countCommunityAdoption } from '../species/species.store.ts';
import { type AgentRequest, idempotentRequest, once, type IdempotentResult } from '../once.ts';
import { countActive, countAdoption } from '../stats/counting.ts';
import type { House } from '../house.ts';
import { countWords, ensureInSight } from '../agents/api-keys.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { loadLiving } from './choose-creature.ts';

interface AdoptionWish {
  readonly name: string;
  readonly imagePrompt?: string | undefined;
  readonly imageUrl?: string | undefined;
  readonly family?: Family | undefined;
  readonly speciesSlug?: string | undefined;
  readonly everyHours?: number | undefined;
}

interface AdoptionRequest extends AgentRequest {
  readonly wish: AdoptionWish;
  readonly personality: (seed: number) => readonly string[];
}

export type AdoptionResult = Awaited<ReturnType<typeof layEgg>>;

export async function adopt<Reply>(
  house: House,
  request: AdoptionRequest,
  now: Instant,
  present: (result: AdoptionResult) => Reply,
): Promise<IdempotentResult<Reply>> {
  const { agent, wish, idempotencyKey } = request;
  const idempotent = idempotentRequest(agent, idempotencyKey, { adopt: wish });
  return once(house, idempotent, now, {
    read: async () => {
      const named = wish.speciesSlug === undefined ? undefined : await knownSpecies(house, wish.speciesSlug);
      await countWords(house, agent, wish, now);
      // Settles the agent's creatures first: growth and deaths that are due may change its tiers.
      await loadLiving(house, agent, now);
      return named;
    },
    write: (db, named) => layEgg(db, house, request, named, now),
    present,
  });
}

async function knownSpecies(house: House, slug: string): Promise<Species> {
  const species = await house.species.find(slug);
  if (species && !(await readHiddenContent(house)).unadoptableSpecies.has(slug)) return species;
  const misfit = { field: 'species_slug', expected: 'a species that lives here', received: 'another word' };
  const nearest = nearestSpecies(slug)?.slug;
  throw new ProblemError('invalid_request', { misfits: [{ ...misfit, ...(nearest && { nearest }) }] });
}

const NO_CREATURE = '';

async function layEgg(
  db: Transaction,
  house: House,
  { agent, wish, personality }: AdoptionRequest,
  named: Species | undefined,
  now: Instant,
) {
  const { id: keeperId, username } = agent;
  await agents.insertKeeper(db.posted, { id: keeperId, username, counts: !isTestAccount(username) });
  const { livingCreatures: most } = house.quotas;
  const [keeper, isFull, caredAt, zone = 'UTC'] = await Promise.all([
    agents.selectKeeperForUpdate(db, keeperId),
    hasLiving(db, keeperId, most),
    latestCareOfOthers(db, keeperId, NO_CREATURE),
    agents.timezoneOf(db, keeperId),
  ]);
  ensureInSight(keeper);
  if (isFull) throw new ProblemError('too_many_creatures', { most });
  const species = named ?? drawRandomSpecies(house, keeper, wish, now);
  const seed = drawSeed(house);
  const { slug, family } = species;
  const being = { name: wish.name, species: slug, seed, zone, personality: personality(seed) };
  const creature = newEgg({ id: house.random.id(), keeperId, ...being }, now);
  await insertCreature(db.posted, {
    ...JUST_LAID,
    creature,
    family,
    imagePrompt: wish.imagePrompt,
    imageUrl: wish.imagePrompt === undefined ? wish.imageUrl : undefined,
  });
  if (species.tier === 'community') countCommunityAdoption(db, slug);
  const unlocked = newlyUnlocked(keeper, now);
  const first = keeper.adopted === 0;
  countAdoption(db, keeper, { family, slug, first }, now);
  const before = first ? undefined : Math.max(keeper.lastActiveAt, caredAt ?? 0);
  const lastActiveAt = countActive(db, keeper, { before, now });
  await agents.saveKeeper(db.posted, keeper, {
    ...keeper,
    adopted: keeper.adopted + 1,
    lastActiveAt,
    toldTier: unlocked.at(-1) ?? keeper.toldTier,
  });
  return { creature, species, everyHours: wish.everyHours, first, unlocked };
}

function drawRandomSpecies(house: House, record: agents.Keeper, wish: AdoptionWish, now: Instant): Species {
  const { family, everyHours } = wish;
  const drawn = drawSpecies(CATALOG, { record, family, everyHours, roll: drawSeed(house) / 2 ** 48 }, now);
  if (!('longestGap' in drawn)) return drawn;
  const { longestGap } = drawn;
  const expected = `at most ${longestGap}, since nobody that could be drawn for you lives well with fewer visits`;
  const received = `the number ${everyHours}`;
  throw new ProblemError('invalid_request', {
    misfits: [{ field: 'every_hours', expected, received, nearest: longestGap }],
  });
}

function drawSeed({ random }: House): number {
  return Buffer.from(random.bytes(6)).readUIntBE(0, 6);
}

function newlyUnlocked(keeper: agents.Keeper, now: Instant) {
  const open = unlockedTiers(keeper, now);
  return UNLOCKABLE.slice(UNLOCKABLE.indexOf(keeper.toldTier) + 1).filter(
    (tier): tier is Exclude<UnlockableTier, 'common'> => tier !== 'common' && open.includes(tier),
  );
}
