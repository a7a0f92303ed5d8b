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
  /** A secret only the caller has, besides the key, so that the database alone reveals nothing. */
  readonly secret?: string;
  /** The reply holds an API key: neither found nor opened without the secret of the house, which no backup has. */
  readonly tellsKey?: true;
}

export interface IdempotentResult<T> {
  readonly value: T;
  readonly replayed: boolean;
}

/** How long a key that opens nothing any more is still told what its last request led to. */
export const REPLACED_KEY_ANSWERS_FOR = 10 * MINUTE;

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

/**
 * Runs `work` in a transaction, once however often the same request arrives: what it did and what it returned are stored
 * together or not at all. Most requests arrive once, so nobody looks first: of one that came before, all is undone.
 */
export async function runIdempotent<T>(
  house: House,
  request: IdempotentRequest,
  now: Instant,
  work: (db: Transaction) => Promise<T>,
): Promise<IdempotentResult<T>> {
  if (!hasKey(request)) return { value: await house.store.transaction(work), replayed: false };
  try {
    return { value: await runAndStore(house, request, now, work), replayed: false };
  } catch (error) {
    // It may have come before, or a twin may have won the race: then what came of that is the answer to both.
    const twin = await findReplay<T>(house, request, now);
    if (twin) return twin;
    throw error;
  }
}

/** What `prepare` gives; should it refuse, what the same request led to before, if it did. */
export async function prepareOrReplay<Prepared, T>(
  house: House,
  request: IdempotentRequest,
  now: Instant,
  prepare: () => Promise<Prepared>,
): Promise<Prepared | IdempotentResult<T>> {
  try {
    return await prepare();
  } catch (problem) {
    const earlier = problem instanceof ProblemError && (await findReplay<T>(house, request, now));
    if (earlier) return earlier;
    throw problem;
  }
}

/** What the same request led to before, if it did. */
export async function findReplay<T>(
  house: House,
  request: IdempotentRequest,
  now: Instant,
): Promise<IdempotentResult<T> | undefined> {
  if (!hasKey(request)) return undefined;
  const { scope, content } = request;
  for (const { keyHash, opens } of locksOf(house, request)) {
    const found = await findReply(house.store, { scope, keyHash, now });
    if (!found) continue;
    if (found.requestHash !== sha256(JSON.stringify(content))) throw new ProblemError('idempotency_mismatch');
    // What was encrypted under this key and content was a T made of plain JSON.
    return { value: JSON.parse(unpackReply(decrypt(opens, found.sealed))) as T, replayed: true };
  }
  return undefined;
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
  const { scope, content, keepForMs } = request;
  const { keyHash, opens } = lockFor(house, request, now);
  return house.store.transaction(async (db) => {
    const value = await work(db);
    const isStored = await saveReply(db, {
      scope,
      keyHash,
      requestHash: sha256(JSON.stringify(content)),
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

/** What a reply is found by, and what opens it. */
interface ReplyLock {
  readonly keyHash: string;
  readonly opens: KeySource;
}

/** How a reply is kept; while nodes of the version before are at work, as they would look for it. */
function lockFor(house: House, request: KeyedRequest, now: Instant): ReplyLock {
  return request.tellsKey && now >= house.upgradeEndsAt ? housesLock(house, request) : plainLock(request);
}

/** How it may have been kept. */
function locksOf(house: House, request: KeyedRequest): readonly ReplyLock[] {
  return request.tellsKey ? [housesLock(house, request), plainLock(request)] : [plainLock(request)];
}

function plainLock({ key, secret = '', scope }: KeyedRequest): ReplyLock {
  return { keyHash: sha256(key), opens: { secret: `${key}\n${secret}`, purpose: scope } };
}

/** Whoever has the rows alone can try no word on them, however guessable it is. */
function housesLock(house: House, { key, secret = '', scope }: KeyedRequest): ReplyLock {
  return {
    keyHash: createHmac('sha256', house.secret).update(key).digest('hex'),
    opens: { secret: `${key}\n${secret}\n${house.secret}`, purpose: scope },
  };
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
