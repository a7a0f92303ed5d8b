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

/** A new API key. Only its hash is ever stored. */
export function newKey(random: Random): string {
  return encodeApiKey(random.bytes(32));
}

/** A key holds 256 random bits, so that a fast hash is as good as a slow one. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Whose key is this? Asked anew at every request: a key that was replaced a moment ago opens nothing. */
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

/** Whoever was blocked or left after its key was looked at, and before this record was held, changes nothing any more. */
export function ensureInSight({ blocked }: { readonly blocked: boolean }): void {
  if (blocked) throw new ProblemError('blocked');
}

/** Where a row is a round trip away, what nearly every caller asks next is read along. */
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
  readonly agent: { readonly id: string; readonly username: string };
  /** The key that was sent, and that stops working. */
  readonly oldKey: string;
  readonly idempotencyKey?: string | undefined;
  /** Its answer is replayed to the same address only. */
  readonly address: string;
}

export interface KeyRotationResult {
  readonly agent: { readonly id: string; readonly username: string };
  readonly key: string;
}

/** Replaces an agent's key. Of two rotations at once, one wins and the other changes nothing. */
export async function rotateKey(
  house: House,
  rotation: KeyRotation,
  now: Instant,
): Promise<IdempotentResult<KeyRotationResult>> {
  const { id, username } = rotation.agent;
  return once(house, idempotentRotation(rotation), now, {
    write: async (db) => {
      const key = newKey(house.random);
      const change = { agentId: id, from: hashKey(rotation.oldKey), to: hashKey(key), now };
      if (!(await replaceKeyHash(db, change))) throw new ProblemError('key_changed_meanwhile');
      return { agent: { id, username }, key };
    },
  });
}

/** A rotation whose answer was lost: the old key opens nothing any more, except the answer to its own last request. */
export async function findRotationReplay(
  house: House,
  sent: Omit<KeyRotation, 'agent'>,
  now: Instant,
): Promise<IdempotentResult<KeyRotationResult> | undefined> {
  return findReplay<KeyRotationResult>(house, idempotentRotation(sent), now);
}

function idempotentRotation({
  oldKey,
  idempotencyKey,
  address,
}: Omit<KeyRotation, 'agent'>): IdempotentRequest {
  return {
    key: idempotencyKey,
    scope: `rotate:${hashKey(oldKey)}`,
    content: {},
    keepForMs: KEY_REPLAY_MS,
    proof: `${oldKey}\n${address}`,
    holdsSecret: true,
  };
}
