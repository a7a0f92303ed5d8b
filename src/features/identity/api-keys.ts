import { hash } from 'node:crypto';

import type { Db, Transaction } from '../../../packages/database/db.ts';
import type { Agent } from '../../rules/agents.ts';
import { DAY, type Instant, SECOND } from '../../rules/base/clock.ts';
import { checkKeyFormat, encodeApiKey, looksLikeKey } from '../../rules/keys.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { Guest } from '../../rules/vocabulary.ts';
import type { Random } from '../../outside/random.ts';
import type { HiddenHouse } from '../hidden/hidden-content.ts';
import type { BaseHouse } from '../house.ts';
import { deleteReplies } from '../once.store.ts';
import {
  agentScope,
  findReplay,
  type IdempotentRequest,
  type IdempotentResult,
  KEY_REPLAY_MS,
  once,
} from '../once.ts';
import { orderAvatar } from '../pictures/picture-url.ts';
import { lastDeathOfKeyHolder, livingOfKeyHolder } from '../records/creatures.store.ts';
import { countRegistration } from '../tallies/counting.ts';
import {
  findAgentByKeyHash,
  findAgentByOwnerToken,
  findAgentBySitterKey,
  findMarkedByKeyHash,
  insertAgent,
  type KnownAgent,
  replaceKeyHash,
} from './agents.store.ts';
import { startTelling } from './owner-news.store.ts';
import { deleteSittersOf } from './sitters.store.ts';

export type { KnownAgent };

export function newKey(random: Random): string {
  return encodeApiKey(random.bytes(32));
}

/** A fast hash is enough for API keys, which have 256 random bits. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** What is read with a key in one round trip: the rows that nearly every caller needs next, or the mark of its household. */
export type ReadAlong = 'nothing' | 'creatures' | 'mark';

const WRONG_KEY = {
  whole: 'unknown_key',
  foreign: 'unknown_key',
  damaged: 'damaged_key',
  placeholder: 'placeholder_key',
} as const;

/** Finds the agent of an API key. Never cached: a replaced key stops working at once. */
export async function authenticateKey(
  house: Pick<BaseHouse, 'store'>,
  key: string,
  wanted: ReadAlong = 'nothing',
): Promise<KnownAgent> {
  const agent = looksLikeKey(key) ? await findKeyHolder(house, hashKey(key), wanted) : undefined;
  if (agent?.blocked) throw new ProblemError('blocked');
  if (agent) return agent;
  throw new ProblemError(WRONG_KEY[checkKeyFormat(key)]);
}

/** Finds the agent whose guest has this credential. Never cached, as with API keys. */
export async function authenticateGuest(
  { store }: Pick<BaseHouse, 'store'>,
  guest: Exclude<Guest, 'sitter'>,
  key: string,
): Promise<KnownAgent> {
  const agent = await findAgentByOwnerToken(store, hashKey(key));
  if (!agent) throw new ProblemError('no_such_link');
  ensureInSight(agent);
  return { ...agent, guest };
}

/** Finds the agent whose sitter has this key; it has ended from the moment on when it expires. */
export async function authenticateSitter(
  { store }: Pick<BaseHouse, 'store'>,
  key: string,
  now: Instant,
): Promise<KnownAgent> {
  const agent = await findAgentBySitterKey(store, hashKey(key), now);
  if (!agent) throw new ProblemError('sitter_ended');
  ensureInSight(agent);
  return { ...agent, guest: 'sitter' };
}

/** Called under the row lock: the agent may have been blocked or deleted since its key was checked. */
export function ensureInSight({ blocked }: { readonly blocked: boolean }): void {
  if (blocked) throw new ProblemError('blocked');
}

/** Creatures are read along on a shared database only: on SQLite a round trip costs nothing. */
function findKeyHolder({ store }: Pick<BaseHouse, 'store'>, keyHash: string, wanted: ReadAlong) {
  if (wanted === 'mark') return findMarkedByKeyHash(store, keyHash);
  return wanted === 'creatures' && store.shared
    ? store.together((db) => findWithLiving(db, keyHash))
    : findAgentByKeyHash(store, keyHash);
}

async function findWithLiving(db: Db, keyHash: string) {
  const [agent, living, lastDeathAt] = await Promise.all([
    findAgentByKeyHash(db, keyHash),
    livingOfKeyHolder(db, keyHash),
    lastDeathOfKeyHolder(db, keyHash),
  ]);
  return agent && { ...agent, ahead: { living, lastDeathAt } };
}

interface KeyRotation {
  readonly oldKey: string;
  readonly idempotencyKey?: string | undefined;
  readonly address: string;
}

/** Stored as JSON for replays, also by later versions. */
export interface KeyRotationResult {
  readonly agent: Pick<KnownAgent, 'id' | 'username'>;
  readonly key: string;
}

/** Replaces an API key. Of two concurrent rotations, one fails with `key_changed_meanwhile`. */
export async function rotateKey(
  house: HiddenHouse,
  { id, username }: KnownAgent,
  rotation: KeyRotation,
  now: Instant,
): Promise<IdempotentResult<KeyRotationResult>> {
  return once(house, idempotentRotation(rotation), now, {
    write: async (db) => {
      const key = newKey(house.random);
      const change = { agentId: id, from: hashKey(rotation.oldKey), to: hashKey(key), now };
      if (!(await replaceKeyHash(db, change))) throw new ProblemError('key_changed_meanwhile');
      // With the old key others may have made keys of sitters.
      await endSitters(db, { id });
      return { agent: { id, username }, key };
    },
  });
}

/** Finds the stored reply of a key rotation: the old key no longer authenticates, but still gets it. */
export function findRotationReplay(
  house: Pick<BaseHouse, 'secret' | 'store'>,
  rotation: KeyRotation,
  now: Instant,
): Promise<IdempotentResult<KeyRotationResult> | undefined> {
  return findReplay<KeyRotationResult>(house, idempotentRotation(rotation), now);
}

/** Ends the keys of all sitters of an agent, with the replies that are stored for them. */
export async function endSitters(db: Transaction, { id }: Pick<KnownAgent, 'id'>): Promise<void> {
  for (const sitterId of await deleteSittersOf(db, id))
    await deleteReplies(db, agentScope({ id, sitter: { id: sitterId, name: '' } }));
}

function idempotentRotation({ oldKey, idempotencyKey, address }: KeyRotation): IdempotentRequest {
  return {
    key: idempotencyKey,
    scope: `rotate:${hashKey(oldKey)}`,
    content: {},
    keepForMs: KEY_REPLAY_MS,
    proof: `${oldKey}\n${address}`,
    holdsSecret: true,
  };
}

export async function countWords(
  house: Pick<BaseHouse, 'limiter' | 'quotas'>,
  { id }: KnownAgent,
  words: unknown,
  now: Instant,
): Promise<void> {
  const bytes = bytesIn(words);
  if (bytes === 0) return;
  const limit = { max: house.quotas.wordBytesDaily, windowSeconds: DAY / SECOND };
  const { allowed, resetsAt } = await house.limiter.take('words', limit, id, now, bytes);
  if (allowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt - now) / SECOND));
  throw new ProblemError('too_many_words', { limitBytes: limit.max, retryAfterSeconds });
}

function bytesIn(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + bytesIn(each), 0);
}

interface Registration {
  readonly profile: Omit<Agent, 'id' | 'createdAt'>;
  readonly source?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The caller's IPv4 address or IPv6 /64; a stored reply is replayed to that address only. */
  readonly address?: string | undefined;
}

/** Stored as JSON for replays, also by later versions. */
export interface RegistrationResult {
  readonly agent: Agent;
  readonly key: string;
}

export function findRegistrationReplay(
  house: Pick<BaseHouse, 'secret' | 'store'>,
  registration: Registration,
  now: Instant,
): Promise<IdempotentResult<RegistrationResult> | undefined> {
  return findReplay<RegistrationResult>(house, idempotentRegistration(registration), now);
}

export async function register(
  house: HiddenHouse,
  registration: Registration,
  now: Instant,
): Promise<IdempotentResult<RegistrationResult>> {
  const { profile, source } = registration;
  return once(house, idempotentRegistration(registration), now, {
    write: async (db) => {
      const agent: Agent = { ...profile, id: house.random.id(now), createdAt: now };
      const key = newKey(house.random);
      const isFree = await insertAgent(db, agent, { keyHash: hashKey(key), source, now });
      if (!isFree) throw new ProblemError('username_taken', { username: profile.username });
      await startTelling(db.posted, agent.id, now);
      countRegistration(db, agent, now);
      await orderAvatar(db.posted, agent, now);
      return { agent, key };
    },
  });
}

function idempotentRegistration(registration: Registration): IdempotentRequest {
  const { profile, source, idempotencyKey, address } = registration;
  return {
    key: idempotencyKey,
    scope: registrationScope(profile),
    content: {},
    keepForMs: KEY_REPLAY_MS,
    proof: JSON.stringify([address, profile, source]),
    holdsSecret: true,
  };
}

export function registrationScope({ username }: Pick<Agent, 'username'>): string {
  return `register:${username}`;
}

/** Without the rows that were read with the API key, which are stale after a write. */
export function withoutCreatures(agent: KnownAgent): KnownAgent {
  return agent.ahead ? { ...agent, ahead: undefined } : agent;
}
