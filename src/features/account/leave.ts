import type { Transaction } from '../../../packages/database/db.ts';
import { isTestAccount } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { Species } from '../../rules/species/species.ts';
import { settle } from '../creatures/settle.ts';
import {
  countCreaturesOf,
  creatureIdsOf,
  deleteLetterTexts,
  deleteLetterTextsOfMany,
  departedAfter,
  eraseAgent,
  eraseCreatureWords,
  eraseEntries,
  eraseSpeciesWords,
  finishDeparture,
  insertDeparture,
  unfinishedDepartures,
} from '../hidden/departures.store.ts';
import { markModerationChanged } from '../hidden/hidden-content.ts';
import type { BaseHouse } from '../house.ts';
import { deleteFeedToken, deleteOwnerLink, selectAgentForUpdate } from '../identity/agents.store.ts';
import { endSitters, hashKey, type KnownAgent, newKey, registrationScope } from '../identity/api-keys.ts';
import { deleteNewsOf } from '../identity/owner-news.store.ts';
import { saveRelease } from '../lives/release.ts';
import { hideAgent } from '../moderation/moderate.ts';
import { deleteReplies } from '../once.store.ts';
import {
  type AgentRequest,
  agentScope,
  findReplay,
  type IdempotentResult,
  KEY_REPLAY_MS,
  once,
} from '../once.ts';
import type { PublicHouse } from '../public/replica.ts';
import { careLogBefore, careLogOf } from '../records/care-log.store.ts';
import {
  dueOf,
  isDue,
  livingOf,
  livingSpeciesOf,
  requireLivingReadable,
} from '../records/creatures.store.ts';
import { VersionConflictError } from '../retry.ts';
import { speciesOf } from '../species/species-registry.ts';
import { moveModelProvider } from '../tallies/tallies.store.ts';

interface DepartureRequest extends AgentRequest {
  readonly key: string;
  /** Repeated as a confirmation: deleting the account cannot be undone. */
  readonly username: string;
}

/** Stored as JSON for replays, also by later versions. */
export interface Departure {
  readonly username: string;
  readonly released: number;
}

/** The care log can be long and is erased after the transaction in batches; `finishDepartures` resumes that after a crash. */
export async function leave(
  house: PublicHouse,
  { agent, key, username, idempotencyKey }: DepartureRequest,
  now: Instant,
): Promise<IdempotentResult<Departure>> {
  if (username !== agent.username) {
    const expected = 'your own username, letter by letter';
    throw new ProblemError('invalid_request', {
      misfits: [{ field: 'username', expected, received: 'another' }],
    });
  }
  const done = await once(house, idempotentDeparture(key, idempotencyKey), now, {
    read: async () => {
      await requireLivingReadable(house.store, agent.id);
      // A creature that has died by now gets a gravestone instead of being released.
      const findDue = () => dueOf(house.store, agent.id, now);
      for (let due = await findDue(); due.length > 0; due = await findDue())
        for (const stored of due) await settle(house, stored, now);
      const slugs = await livingSpeciesOf(house.store, agent.id);
      return new Map(
        await Promise.all(slugs.map(async (slug) => [slug, await speciesOf(house, slug)] as const)),
      );
    },
    // Lock order, as everywhere: creatures, keeper record, agent.
    write: async (db, species) => {
      const erased = await eraseCreatureWords(db, agent.id);
      const released = await releaseAll(db, agent, species, now);
      await hideAgent(db, agent, now);
      // `hideAgent` locks the keeper record; until then a creature may have been adopted or resurrected.
      const { all, living } = await countCreaturesOf(db, agent.id);
      if (all !== erased || living > 0) throw new VersionConflictError();
      await eraseKeeper(db, house, agent, key, now);
      return { username: agent.username, released };
    },
  });
  await house.moderation.refresh();
  await house.rasterizer?.forget();
  await eraseLogOf(house, agent.id, now);
  return done;
}

/** Finds the stored reply of an account deletion: the key no longer authenticates, but still gets it. */
export function findDepartureReplay(
  house: Pick<BaseHouse, 'secret' | 'store'>,
  key: string,
  idempotencyKey: string,
  now: Instant,
): Promise<IdempotentResult<Departure> | undefined> {
  return findReplay<Departure>(house, idempotentDeparture(key, idempotencyKey), now);
}

function idempotentDeparture(agentKey: string, key: string | undefined) {
  const scope = `leave:${hashKey(agentKey)}`;
  return { key, scope, content: {}, keepForMs: KEY_REPLAY_MS, proof: agentKey };
}

async function eraseKeeper(
  db: Transaction,
  house: Pick<BaseHouse, 'random'>,
  agent: KnownAgent,
  key: string,
  now: Instant,
) {
  const designed = await eraseSpeciesWords(db, agent.id);
  await deleteFeedToken(db, agent.id);
  await deleteOwnerLink(db, agent.id);
  await endSitters(db, agent);
  await deleteNewsOf(db, agent.id);
  for (const scope of [agentScope(agent), registrationScope(agent)]) await deleteReplies(db, scope);
  const before = await selectAgentForUpdate(db, agent.id);
  const keys = { from: hashKey(key), to: hashKey(newKey(house.random)) };
  if (!(await eraseAgent(db, agent.id, keys))) throw new ProblemError('key_changed_meanwhile');
  if (!isTestAccount(agent.username)) moveModelProvider(db, { from: before?.modelProvider, to: undefined });
  await insertDeparture(db, agent.id, now);
  // Pages of other agents show the species that this agent designed.
  await markModerationChanged(db, house.random.id(), designed > 0 ? 'hidden or shown' : 'departure');
}

async function releaseAll(
  db: Transaction,
  agent: KnownAgent,
  known: ReadonlyMap<string, Species>,
  now: Instant,
): Promise<number> {
  let released = 0;
  for (;;) {
    const living = await livingOf(db, agent.id);
    if (living.length === 0) return released;
    for (const stored of living) {
      const species = known.get(stored.creature.species);
      if (!species || isDue(stored, now)) throw new VersionConflictError();
      await saveRelease(db, { stored, species, lock: 'optimistic', now });
      released += 1;
    }
  }
}

// Care logs are erased in small batches, so that other writers do not wait.
const BATCH = 500;

async function eraseLogOf({ store }: Pick<BaseHouse, 'store'>, agentId: string, now: Instant): Promise<void> {
  for (let after = ''; ;) {
    const ids = await creatureIdsOf(store, agentId, after, BATCH);
    for (const id of ids) {
      let batch = await careLogOf(store, id, { limit: BATCH, offset: 0 });
      for (let last = batch.at(-1); last; last = batch.at(-1)) {
        await eraseEntries(store, batch);
        batch = await careLogBefore(store, last, BATCH);
      }
    }
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
  }
  // A reader may have stored some since the transaction.
  await deleteLetterTexts(store, agentId);
  // Otherwise the job `finish_departures` tries again.
  if (await store.forgetDeleted()) await finishDeparture(store, agentId, now);
}

const AT_ONCE = 10;

export async function finishDepartures(house: Pick<BaseHouse, 'store'>, now: Instant): Promise<void> {
  for (const agentId of await unfinishedDepartures(house.store, AT_ONCE))
    await eraseLogOf(house, agentId, now);
}

const LOOKED_THROUGH = 500;

/** A node older than the table leaves its rows when it deletes an account. Looks at some accounts; returns where to go on. */
export async function eraseLettersLeft({ store }: PublicHouse, after: string): Promise<string> {
  const ids = await departedAfter(store, after, LOOKED_THROUGH);
  if (ids.length > 0 && (await deleteLetterTextsOfMany(store, ids)) > 0) await store.forgetDeleted();
  return ids.length < LOOKED_THROUGH ? '' : (ids.at(-1) ?? '');
}
