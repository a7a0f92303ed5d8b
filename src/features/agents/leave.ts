import type { Instant } from '../../rules/base/clock.ts';
import { isTestAccount } from '../../rules/agents.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { Species } from '../../rules/species/species.ts';
import { careLogBefore, careLogOf } from '../care/care-log.store.ts';
import type { Transaction } from '../../db/db.ts';
import { deleteReplies } from '../once.store.ts';
import { moveModelProvider } from '../stats/model-providers.store.ts';
import { deleteFeedToken, selectAgentForUpdate } from './agents.store.ts';
import {
  countCreaturesOf,
  creatureIdsOf,
  eraseAgent,
  eraseCreatureWords,
  eraseEntries,
  eraseSpeciesWords,
  finishDeparture,
  insertDeparture,
  unfinishedDepartures,
} from './departures.store.ts';
import { dueOf, livingOf, livingSpeciesOf, VersionConflictError } from '../lives/creatures.store.ts';
import { agentScope, findReplay, once, KEY_REPLAY_MS, type IdempotentResult } from '../once.ts';
import { isDue } from '../optimistic-lock.ts';
import type { House } from '../house.ts';
import { saveRelease } from '../lives/release.ts';
import { settle } from '../lives/settle.ts';
import { markModerationChanged } from '../moderation/hidden-content.ts';
import { hideAgent } from '../moderation/moderate.ts';
import { speciesOf } from '../species/species-registry.ts';
import { hashKey, newKey, type KnownAgent } from './api-keys.ts';
import { registrationScope } from './register.ts';

interface DepartureRequest {
  readonly agent: KnownAgent;
  /** The key that was sent, and that opens nothing any more. */
  readonly key: string;
  /** Whom it says it is: whoever leaves by mistake cannot come back. */
  readonly username: string;
  readonly idempotencyKey?: string | undefined;
}

export interface Departure {
  readonly username: string;
  /** How many creatures went free. */
  readonly released: number;
}

/**
 * Lets an agent go for good. Its creatures are free, its key opens nothing, and nobody sees anything of it any more: all in
 * one transaction. The log may be as long as a life, and loses its words right after, a piece at a time; should the house fall
 * down meanwhile, it goes on with that when it stands again.
 */
export async function leave(
  house: House,
  request: DepartureRequest,
  now: Instant,
): Promise<IdempotentResult<Departure>> {
  const { agent, key, username, idempotencyKey } = request;
  if (username !== agent.username) {
    const misfit = {
      field: 'username',
      expected: 'your own username, letter by letter',
      received: 'another',
    };
    throw new ProblemError('invalid_request', { misfits: [misfit] });
  }
  const done = await once(house, idempotentDeparture(key, idempotencyKey), now, {
    read: async () => {
      await settleAll(house, agent, now);
      return kindsOf(house, agent);
    },
    write: (db, kinds) => depart(db, house, { agent, key, kinds, now }),
  });
  await house.moderation.refresh();
  await house.rasterizer?.forget();
  await eraseLogOf(house, agent.id, now);
  return done;
}

/** A departure whose answer was lost: the key opens nothing any more, except the answer to its own last request. */
export async function findDepartureReplay(
  house: House,
  sent: { readonly key: string; readonly idempotencyKey: string },
  now: Instant,
): Promise<IdempotentResult<Departure> | undefined> {
  return findReplay<Departure>(house, idempotentDeparture(sent.key, sent.idempotencyKey), now);
}

function idempotentDeparture(agentKey: string, key: string | undefined) {
  const scope = `leave:${hashKey(agentKey)}`;
  return { key, scope, content: {}, keepForMs: KEY_REPLAY_MS, proof: agentKey };
}

/** Brings about what is due: one whose time came first is dead instead, and has its stone. */
async function settleAll(house: House, { id }: KnownAgent, now: Instant): Promise<void> {
  for (let due = await dueOf(house.store, id, now); due.length > 0; due = await dueOf(house.store, id, now))
    for (const stored of due) await settle(house, stored, now);
}

type SpeciesBySlug = ReadonlyMap<string, Species>;

/** What its living are: looked up before anything is locked. */
async function kindsOf(house: House, { id }: KnownAgent): Promise<SpeciesBySlug> {
  const slugs = await livingSpeciesOf(house.store, id);
  return new Map(await Promise.all(slugs.map(async (slug) => [slug, await speciesOf(house, slug)] as const)));
}

interface DepartureInput extends Pick<DepartureRequest, 'agent' | 'key'> {
  readonly kinds: SpeciesBySlug;
  readonly now: Instant;
}

/** Creatures are taken before the record of their keeper and that before the agent, as everywhere. */
async function depart(db: Transaction, house: House, input: DepartureInput): Promise<Departure> {
  const { agent, key, now } = input;
  const erased = await eraseCreatureWords(db, agent.id);
  const released = await releaseAll(db, input);
  await hideAgent(db, agent, now);
  // Until now nobody held the record: an egg may have been laid, or somebody brought back.
  const { all, living } = await countCreaturesOf(db, agent.id);
  if (all !== erased || living > 0) throw new VersionConflictError();
  const designed = await eraseSpeciesWords(db, agent.id);
  await deleteFeedToken(db, agent.id);
  for (const scope of [agentScope(agent), registrationScope(agent)]) await deleteReplies(db, scope);
  const before = await selectAgentForUpdate(db, agent.id);
  const keys = { from: hashKey(key), to: hashKey(newKey(house.random)) };
  if (!(await eraseAgent(db, { agentId: agent.id, ...keys })))
    throw new ProblemError('key_changed_meanwhile');
  if (!isTestAccount(agent.username)) moveModelProvider(db, { from: before?.modelProvider, to: undefined });
  await insertDeparture(db, agent.id, now);
  // Pages of others show species that it designed.
  await markModerationChanged(db, house.random.id(), designed > 0 ? 'hidden or shown' : 'departure');
  return { username: agent.username, released };
}

/** Sets all its living creatures free; a version conflict when one of them has something due or came meanwhile. */
async function releaseAll(db: Transaction, { agent, kinds, now }: DepartureInput): Promise<number> {
  let released = 0;
  for (;;) {
    const living = await livingOf(db, agent.id);
    if (living.length === 0) return released;
    for (const stored of living) {
      const species = kinds.get(stored.creature.species);
      if (!species || isDue(stored, now)) throw new VersionConflictError();
      await saveRelease(db, { stored, species, lock: 'optimistic', now });
      released += 1;
    }
  }
}

// Few enough that whoever writes meanwhile does not notice.
const PIECE = 500;

/** Takes an agent's words out of the logs of all its creatures, and notes that none are left. */
async function eraseLogOf({ store }: House, agentId: string, now: Instant): Promise<void> {
  for (let after = ''; ;) {
    const ids = await creatureIdsOf(store, agentId, after, PIECE);
    for (const id of ids) {
      let piece = await careLogOf(store, id, { limit: PIECE, offset: 0 });
      for (let last = piece.at(-1); last; last = piece.at(-1)) {
        await eraseEntries(store, piece);
        piece = await careLogBefore(store, last, PIECE);
      }
    }
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
  }
  await finishDeparture(store, agentId, now);
}

const AT_ONCE = 10;

/** Goes on where a house that fell down had stopped taking words out of logs. */
export async function finishDepartures(house: House, now: Instant): Promise<void> {
  for (const agentId of await unfinishedDepartures(house.store, AT_ONCE))
    await eraseLogOf(house, agentId, now);
}
