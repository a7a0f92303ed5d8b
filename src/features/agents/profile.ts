import type { Instant } from '../../rules/base/clock.ts';
import { isTestAccount, type Agent } from '../../rules/agents.ts';
import { hasHatched, type Creature } from '../../rules/lives/creature.ts';
import { observe } from '../../rules/lives/observe.ts';
import { sharedVisit, visitedAt } from '../../rules/lives/shared-visits.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { Transaction } from '../../db/db.ts';
import { allReadable } from '../../db/table.ts';
import { moveModelProvider } from '../stats/tallies.store.ts';
import { findAgent, saveProfile, selectAgentForUpdate, type ProfileChange } from './agents.store.ts';
import { isBlocked } from '../moderation/moderation.store.ts';
import { accountOf } from '../money/ledger.store.ts';
import { type AgentRequest, idempotentRequest, once, type IdempotentResult } from '../once.ts';
import { noEarlierThan } from '../lives/creatures.store.ts';
import { readKeeperShelf } from '../heart/read-heart.ts';
import type { House } from '../house.ts';
import { loadLiving, readDeaths } from '../lives/choose-creature.ts';
import { findMovers, logMoves, moveCreatures, wordsOfMoves } from '../lives/move-creatures.ts';
import { speciesOf } from '../species/species-registry.ts';
import { countWords, ensureInSight, type KnownAgent } from './api-keys.ts';

export type { ProfileChange };

/** Reads the caller's own profile; does not count as a visit to its creatures. */
export async function readOwnProfile(house: House, agent: KnownAgent, now: Instant) {
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

async function readNextVisit(house: House, creature: Creature, now: Instant) {
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
  house: House,
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
    read: async (lock) => {
      const movers = zone === undefined ? [] : await findMovers(house, { agent, zone, lock, now });
      // The request's texts are counted against the daily quota in the first attempt only, which is the optimistic one.
      if (lock === 'optimistic') await countWords(house, agent, [change, wordsOfMoves(movers)], now);
      return movers;
    },
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
