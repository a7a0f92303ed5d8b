import type { Transaction } from '../../../packages/database/db.ts';
import { allReadable } from '../../../packages/database/table.ts';
import { isTestAccount, type Agent } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { hasHatched, type Creature } from '../../rules/lives/creature.ts';
import { observe, type Checkin } from '../../rules/lives/observe.ts';
import { sharedVisit, visitedAt } from '../../rules/lives/shared-visits.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { Species } from '../../rules/species/species.ts';
import type { FeedingStatus } from '../../rules/vocabulary.ts';
import { loadLiving, readDeaths, type KeeperDeaths } from '../creatures/choose-creature.ts';
import { findMovers, logMoves, moveCreatures, wordsOfMoves } from '../creatures/move-creatures.ts';
import { readKeeperShelf, type KeeperShelf } from '../heart/read-heart.ts';
import { isBlocked } from '../hidden/moderation.store.ts';
import {
  findAgent,
  saveProfile,
  selectAgentForUpdate,
  type ProfileChange,
} from '../identity/agents.store.ts';
import { countWords, ensureInSight, type KnownAgent } from '../identity/api-keys.ts';
import { accountOf } from '../money/ledger.store.ts';
import { type AgentRequest, idempotentRequest, once, type IdempotentResult } from '../once.ts';
import type { PublicHouse } from '../public/replica.ts';
import { noEarlierThan } from '../records/creatures.store.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';
import { moveModelProvider } from '../tallies/tallies.store.ts';

export type { ProfileChange };

export interface OwnProfile {
  readonly agent: Agent;
  readonly creatures: readonly ProfileCreature[];
  readonly credits: number;
  readonly deaths: KeeperDeaths;
  readonly shelf: KeeperShelf;
}

interface ProfileCreature extends Omit<ComingVisit, 'checkin'> {
  readonly checkinAt: Instant;
}

/** Reads the caller's own profile; does not count as a visit to its creatures. */
export async function readOwnProfile(
  house: PublicHouse,
  agent: KnownAgent,
  now: Instant,
): Promise<OwnProfile> {
  const living = await loadLiving(house, agent, now);
  const found = await allReadable(living.map(({ creature }) => readNextVisit(house, creature, now)));
  const visit = sharedVisit(found.flatMap(({ checkin }) => checkin ?? []));
  const creatures = found.map(({ checkin, ...each }) => ({
    ...each,
    checkinAt: checkin ? visitedAt(checkin, visit) : now,
  }));
  const { balance } = await accountOf(house.store, agent.id);
  return {
    agent: existing(await findAgent(house.store, agent.id)),
    creatures,
    credits: balance,
    deaths: await readDeaths(house, agent, living, now),
    shelf: await readKeeperShelf(house, agent.id, creatures, now),
  };
}

interface ComingVisit {
  readonly creature: Creature;
  readonly species: Species;
  readonly feedingStatus: FeedingStatus;
  /** Undefined for an egg. */
  readonly checkin: Checkin | undefined;
}

async function readNextVisit(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  creature: Creature,
  now: Instant,
): Promise<ComingVisit> {
  const species = await speciesOf(house, creature.species);
  if (!hasHatched(creature)) return { creature, species, feedingStatus: 'ok' as const, checkin: undefined };
  const { feeding, checkin } = observe(creature, species, noEarlierThan(creature, now));
  return { creature, species, feedingStatus: feeding.status, checkin };
}

type ChangedAgent = Agent & { readonly unchanged?: boolean };

interface ProfileRequest extends AgentRequest {
  /** The caller's own username: it cannot be changed. */
  readonly username?: string | undefined;
  readonly change: ProfileChange;
}

/** Changes a profile. A new time zone also applies to the agent's living creatures. */
export async function changeProfile(
  house: PublicHouse,
  { agent, username = agent.username, change, idempotencyKey }: ProfileRequest,
  now: Instant,
): Promise<IdempotentResult<ChangedAgent>> {
  if (username !== agent.username) {
    const misfit = { field: 'username', expected: 'your own, which cannot be changed', received: 'another' };
    throw new ProblemError('invalid_request', { misfits: [misfit] });
  }
  // Fields to be cleared become null: JSON would leave out undefined ones, but they are part of the request.
  const profile = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? null]));
  const idempotent = idempotentRequest(agent, idempotencyKey, { profile });
  const zone = 'timezone' in change ? (change.timezone ?? 'UTC') : undefined;
  return once(house, idempotent, now, {
    read: async (lock) => (zone === undefined ? [] : findMovers(house, { agent, zone, lock, now })),
    count: (movers) => countWords(house, agent, [change, wordsOfMoves(movers)], now),
    write: async (db, movers) => {
      const moves = await moveCreatures(db, movers);
      const before = await lockAgent(db, agent.id);
      await logMoves(db, agent, moves, now);
      return applyChange(db, before, change);
    },
  });
}

async function applyChange(db: Transaction, before: Agent, change: ProfileChange): Promise<ChangedAgent> {
  const agent = { ...before, ...change };
  const names = Object.keys(change) as (keyof ProfileChange)[];
  const isSame = (name: keyof ProfileChange) => JSON.stringify(before[name]) === JSON.stringify(agent[name]);
  if (names.every(isSame)) return { ...agent, unchanged: true };
  await saveProfile(db, agent);
  const { modelProvider: from } = before;
  if (!isTestAccount(before.username)) moveModelProvider(db, { from, to: agent.modelProvider });
  return agent;
}

export async function lockAgent(db: Transaction, id: string): Promise<Agent> {
  const agent = existing(await selectAgentForUpdate(db, id));
  ensureInSight({ blocked: await isBlocked(db, id) });
  return agent;
}

/** Asserts that an agent's row exists: rows of agents are never deleted. */
export function existing(agent: Agent | undefined): Agent {
  if (!agent) throw new Error('the row of an authenticated agent is missing');
  return agent;
}
