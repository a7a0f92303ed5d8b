import { hash } from 'node:crypto';

import { DAY, type Instant, SECOND } from '../../rules/base/clock.ts';
import { checkKeyFormat, encodeApiKey, looksLikeKey } from '../../rules/keys.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { Random } from '../../outside/random.ts';
import type { Db } from '../../db/db.ts';
import { findAgentByKeyHash, insertAgent, type KnownAgent, replaceKeyHash } from './agents.store.ts';
import { lastDeathOfKeyHolder, livingOfKeyHolder } from '../lives/creatures.store.ts';
import { findReplay, type IdempotentRequest, type IdempotentResult, KEY_REPLAY_MS, once } from '../once.ts';
import type { House } from '../house.ts';
import type { Agent } from '../../rules/agents.ts';
import { countRegistration } from '../stats/counting.ts';
import { orderAvatar } from '../pictures/picture-url.ts';

export type { KnownAgent };

export function newKey(random: Random): string {
  return encodeApiKey(random.bytes(32));
}

/** A fast hash is enough for API keys, which have 256 random bits. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Finds the agent of an API key. Never cached: a replaced key stops working at once. */
export async function authenticateKey(
  house: House,
  key: string,
  wanted: 'agent' | 'agent and creatures' = 'agent',
): Promise<KnownAgent> {
  const agent = looksLikeKey(key) ? await findKeyHolder(house, hashKey(key), wanted) : undefined;
  if (agent?.blocked) throw new ProblemError('blocked');
  if (agent) return agent;
  throw new ProblemError(checkKeyFormat(key) === 'damaged' ? 'damaged_key' : 'unknown_key');
}

/** Called under the row lock: the agent may have been blocked or deleted since its key was checked. */
export function ensureInSight({ blocked }: { readonly blocked: boolean }): void {
  if (blocked) throw new ProblemError('blocked');
}

/** Looks an API key up. On a shared database the same round trip reads the rows that nearly every caller needs next. */
function findKeyHolder({ store }: House, keyHash: string, wanted: 'agent' | 'agent and creatures') {
  const readsAlong = store.shared && wanted === 'agent and creatures';
  return readsAlong
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
  house: House,
  { id, username }: KnownAgent,
  rotation: KeyRotation,
  now: Instant,
): Promise<IdempotentResult<KeyRotationResult>> {
  return once(house, idempotentRotation(rotation), now, {
    write: async (db) => {
      const key = newKey(house.random);
      const change = { agentId: id, from: hashKey(rotation.oldKey), to: hashKey(key), now };
      if (!(await replaceKeyHash(db, change))) throw new ProblemError('key_changed_meanwhile');
      return { agent: { id, username }, key };
    },
  });
}

/** Finds the stored reply of a key rotation: the old key no longer authenticates, but still gets it. */
export function findRotationReplay(house: House, rotation: KeyRotation, now: Instant) {
  return findReplay<KeyRotationResult>(house, idempotentRotation(rotation), now);
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

export async function countWords(house: House, { id }: KnownAgent, words: unknown, now: Instant) {
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

export function findRegistrationReplay(house: House, registration: Registration, now: Instant) {
  return findReplay<RegistrationResult>(house, idempotentRegistration(registration), now);
}

export async function register(
  house: House,
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
