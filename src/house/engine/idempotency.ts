import { createHmac, hash } from 'node:crypto';

import { DAY, MINUTE, type Instant } from '../../core/engine/clock.ts';
import { ProblemError } from '../../core/problem.ts';
import type { Transaction } from '../../store/engine/db.ts';
import { findReply, saveReply } from '../../store/engine/idempotent-replies.ts';
import type { House } from '../house.ts';
import { decrypt, encrypt, type KeySource } from './encryption.ts';
import { packReply, unpackReply } from './reply-packing.ts';

/** A request that may arrive twice, and what makes it the same one. */
export interface IdempotentRequest {
  /** The client's own Idempotency-Key; without it every arrival is new. */
  readonly key: string | undefined;
  /** Whose key it is: the same word from two agents is two keys. */
  readonly scope: string;
  /** What is asked for: the same key with other content is a mistake. */
  readonly content: unknown;
  readonly keepForMs: number;
  /**
   * What only the caller can repeat. It is part of the lookup: without it the Idempotency-Key is unknown, so that a stranger
   * learns nothing from a mismatch.
   */
  readonly proof?: string;
  /** The reply holds a credential: the house's secret, which no backup holds, is needed to decrypt it, and with a proof to find it. */
  readonly holdsSecret?: true;
}

export interface IdempotentResult<T> {
  readonly value: T;
  readonly replayed: boolean;
}

/** How long an answer is replayed that holds an API key, or that belongs to a key that has stopped working. */
export const KEY_REPLAY_MS = 10 * MINUTE;

/** An agent's keys are its own, whatever it asks for. */
export function idempotentRequest(
  agent: { readonly id: string },
  key: string | undefined,
  content: unknown,
  keepForMs: number = DAY,
): IdempotentRequest {
  return { key, scope: agentScope(agent), content, keepForMs };
}

export function agentScope({ id }: { readonly id: string }): string {
  return `agent:${id}`;
}

/** Runs `work` in a transaction and stores the reply in the same one. */
type Commit<T> = (work: (db: Transaction) => Promise<T>) => Promise<T>;

/**
 * Answers a repeated request with its stored reply, which is looked up before any work. A new one is attempted: `attempt`
 * prepares and commits.
 */
export async function runIdempotent<T>(
  house: House,
  request: IdempotentRequest,
  now: Instant,
  attempt: (commit: Commit<T>) => Promise<T>,
): Promise<IdempotentResult<T>> {
  if (!hasKey(request))
    return { value: await attempt((work) => house.store.transaction(work)), replayed: false };
  const earlier = await findReplay<T>(house, request, now);
  if (earlier) return earlier;
  try {
    return { value: await attempt((work) => runAndStore(house, request, now, work)), replayed: false };
  } catch (error) {
    // A concurrent twin may have won: its reply answers both.
    const twin = await findReplay<T>(house, request, now);
    if (twin) return twin;
    throw error;
  }
}

/** What the same request led to before, if it did. */
export async function findReplay<T>(
  house: House,
  request: IdempotentRequest,
  now: Instant,
): Promise<IdempotentResult<T> | undefined> {
  if (!hasKey(request)) return undefined;
  const { keyHash, requestHash, opens } = lockFor(house, request);
  const found = await findReply(house.store, { scope: request.scope, keyHash, now });
  if (!found) return undefined;
  if (found.requestHash !== requestHash) throw new ProblemError('idempotency_mismatch');
  // What was encrypted under this key and content was a T made of plain JSON.
  return { value: JSON.parse(unpackReply(decrypt(opens, found.sealed))) as T, replayed: true };
}

type KeyedRequest = IdempotentRequest & { readonly key: string };

function hasKey(request: IdempotentRequest): request is KeyedRequest {
  return request.key !== undefined;
}

async function runAndStore<T>(
  house: House,
  request: KeyedRequest,
  now: Instant,
  work: (db: Transaction) => Promise<T>,
): Promise<T> {
  const { scope, keepForMs } = request;
  const { keyHash, requestHash, opens } = lockFor(house, request);
  return house.store.transaction(async (db) => {
    const value = await work(db);
    const isStored = await saveReply(db, {
      scope,
      keyHash,
      requestHash,
      sealed: encrypt(opens, packed(house, JSON.stringify(value), now), house.random),
      expiresAt: now + keepForMs,
      now,
    });
    if (!isStored) throw new ProblemError('idempotency_mismatch');
    return value;
  });
}

/** The version before this one reads nothing that is packed. */
function packed({ upgradeEndsAt }: House, text: string, now: Instant): Uint8Array {
  return now < upgradeEndsAt ? Buffer.from(text) : packReply(text);
}

/** What a reply is found by, which request it answers, and what opens it. */
interface ReplyLock {
  readonly keyHash: string;
  readonly requestHash: string;
  readonly opens: KeySource;
}

/**
 * A reply without a credential is stored as version 1.0 looks it up, so that nodes of both versions share it during an upgrade.
 * One with a credential is another request to version 1.0 and to a house with another secret, neither of which can open it.
 * With a proof its row allows no guess at the Idempotency-Key; without one it is found like every reply to the agent, so that
 * one key names one request.
 */
function lockFor(house: House, { key, proof, scope, content, holdsSecret }: KeyedRequest): ReplyLock {
  const word = `${key}\n${proof ?? ''}`;
  const asked = JSON.stringify(content);
  if (!holdsSecret)
    return { keyHash: sha256(key), requestHash: sha256(asked), opens: { secret: word, purpose: scope } };
  const hmac = (text: string) => createHmac('sha256', house.secret).update(text).digest('hex');
  return {
    keyHash: proof === undefined ? sha256(key) : hmac(word),
    requestHash: hmac(asked),
    opens: { secret: `${word}\n${house.secret}`, purpose: scope },
  };
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
