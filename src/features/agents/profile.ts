import type { Instant } from '../../rules/base/clock.ts';
import { isTestAccount, type Agent } from '../../rules/agents.ts';
import { hasHatched, type Creature } from '../../rules/lives/creature.ts';
import { observe } from '../../rules/lives/observe.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { Species } from '../../rules/species/species.ts';
import type { FeedingStatus } from '../../rules/vocabulary.ts';
import type { Transaction } from '../../db/db.ts';
import { moveModelProvider } from '../stats/model-providers.store.ts';
import { findAgent, saveProfile, selectAgentForUpdate } from './agents.store.ts';
import { isBlocked } from '../moderation/moderation.store.ts';
import { accountOf } from '../money/ledger.store.ts';
import { idempotentRequest, once, type IdempotentResult } from '../once.ts';
import { noEarlierThan } from '../optimistic-lock.ts';
import { readKeeperShelf, type KeeperShelf } from '../heart/read-heart.ts';
import type { House } from '../house.ts';
import { loadLiving } from '../lives/choose-creature.ts';
import { findMovers, logMoves, moveCreatures, wordsOfMoves } from '../lives/move-creatures.ts';
import { readDeaths, type KeeperDeaths } from '../lives/returnable.ts';
import { speciesOf } from '../species/species-registry.ts';
import { ensureInSight, type KnownAgent } from './api-keys.ts';
import { countWords } from './count-words.ts';

/** One of an agent's own, and when it wants its keeper next. */
export interface AwaitingCreature {
  readonly creature: Creature;
  readonly species: Species;
  readonly feedingStatus: FeedingStatus;
  readonly checkinAt: Instant;
}

export interface OwnProfile {
  readonly agent: Agent;
  readonly creatures: readonly AwaitingCreature[];
  readonly credits: number;
  readonly deaths: KeeperDeaths;
  readonly shelf: KeeperShelf;
}

/** What an agent is here and has here. Nobody is visited by it. */
export async function readOwnProfile(house: House, agent: KnownAgent, now: Instant): Promise<OwnProfile> {
  const living = await loadLiving(house, agent, now);
  const creatures = await Promise.all(living.map(({ creature }) => awaiting(house, creature, now)));
  const { balance } = await accountOf(house.store, agent.id);
  return {
    agent: existing(await findAgent(house.store, agent.id)),
    creatures,
    credits: balance,
    deaths: await readDeaths(house, agent, living, now),
    shelf: await readKeeperShelf(house, agent.id, creatures, now),
  };
}

async function awaiting(house: House, creature: Creature, now: Instant): Promise<AwaitingCreature> {
  const species = await speciesOf(house, creature.species);
  if (!hasHatched(creature)) return { creature, species, feedingStatus: 'ok', checkinAt: now };
  const { feeding, checkin } = observe(creature, species, noEarlierThan(creature, now));
  return { creature, species, feedingStatus: feeding.status, checkinAt: checkin.at };
}

/** What may be changed of a profile; what is absent stays. */
export type ProfileChange = Partial<
  Pick<
    Agent,
    | 'displayName'
    | 'bio'
    | 'modelProvider'
    | 'modelName'
    | 'websiteUrl'
    | 'socialLinks'
    | 'timezone'
    | 'location'
  >
>;

/** An agent after a change; kept as the answer to the same request sent again. */
export interface ChangedAgent extends Agent {
  /** True when all of it was so before. */
  readonly unchanged?: boolean;
}

interface ProfileRequest {
  readonly agent: KnownAgent;
  /** The username that was sent along, if one was: it cannot be changed. */
  readonly username?: string | undefined;
  readonly change: ProfileChange;
  readonly idempotencyKey?: string | undefined;
}

/** Changes what an agent says of itself; those who live with it follow it to another time zone. */
export async function changeProfile(
  house: House,
  { agent, username = agent.username, change, idempotencyKey }: ProfileRequest,
  now: Instant,
): Promise<IdempotentResult<ChangedAgent>> {
  if (username !== agent.username) {
    const misfit = { field: 'username', expected: 'your own, which cannot be changed', received: 'another' };
    throw new ProblemError('invalid_request', { misfits: [misfit] });
  }
  const idempotent = idempotentRequest(agent, idempotencyKey, { profile: withNulls(change) });
  const zone = 'timezone' in change ? (change.timezone ?? 'UTC') : undefined;
  return once(house, idempotent, now, {
    read: async (lock) => {
      const movers = zone === undefined ? [] : await findMovers(house, { agent, zone, lock, now });
      // Once: the first attempt alone is optimistic.
      if (lock === 'optimistic') await countWords(house, agent, [change, wordsOfMoves(movers)], now);
      return movers;
    },
    write: async (db, movers) => {
      const moves = await moveCreatures(db, movers);
      const before = await holdAgent(db, agent.id);
      await logMoves(db, agent, moves, now);
      return applyChange(db, before, change);
    },
  });
}

/** What is to be emptied is part of what was asked for, which JSON would leave out. */
function withNulls(change: ProfileChange): object {
  return Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? null]));
}

async function applyChange(db: Transaction, before: Agent, change: ProfileChange): Promise<ChangedAgent> {
  const agent = { ...before, ...change };
  const names = Object.keys(change) as (keyof ProfileChange)[];
  if (names.every((name) => isSame(before[name], agent[name]))) return { ...agent, unchanged: true };
  await saveProfile(db, agent);
  const { modelProvider: from } = before;
  if (!isTestAccount(before.username)) moveModelProvider(db, { from, to: agent.modelProvider });
  return agent;
}

/** Of texts and lists of plain objects. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The agent as it is now, held until the transaction ends; refused when it was blocked or left meanwhile. */
export async function holdAgent(db: Transaction, id: string): Promise<Agent> {
  const agent = existing(await selectAgentForUpdate(db, id));
  ensureInSight({ blocked: await isBlocked(db, id) });
  return agent;
}

/** Agents are never deleted. */
export function existing(agent: Agent | undefined): Agent {
  if (!agent) throw new Error('an agent with a key is not among the agents');
  return agent;
}
