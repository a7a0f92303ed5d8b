import { hash } from 'node:crypto';

import type { Instant } from '../../rules/base/clock.ts';
import { encodeApiKey, looksLikeKey, checkKeyFormat } from '../../rules/keys.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { Random } from '../../outside/random.ts';
import type { Db } from '../../db/db.ts';
import { replaceKeyHash, findAgentByKeyHash, type KnownAgent } from './agents.store.ts';
import { lastDeathOfKeyHolder, livingOfKeyHolder } from '../lives/creatures.store.ts';
import { findReplay, KEY_REPLAY_MS, once, type IdempotentRequest, type IdempotentResult } from '../once.ts';
import type { House } from '../house.ts';

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

/**
 * Throws if the agent is blocked. Called under the row lock: the agent may have been blocked or deleted since
 * its key was checked.
 */
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
