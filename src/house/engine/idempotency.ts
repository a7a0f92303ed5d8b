import { hash } from 'node:crypto';

import type { Instant } from '../../core/engine/clock.ts';
import { ProblemError } from '../../core/problem.ts';
import type { Transaction } from '../../store/engine/db.ts';
import { findReply, saveReply } from '../../store/engine/idempotent-replies.ts';
import type { House } from '../house.ts';
import { encrypt, decrypt } from './encryption.ts';

/** A request that may arrive twice, and what makes it the same one. */
export interface IdempotentRequest {
  /** The client's own Idempotency-Key; without it every arrival is new. */
  readonly key: string | undefined;
  /** Whose key it is: the same word from two agents is two keys. */
  readonly scope: string;
  readonly request: unknown;
  readonly keptFor: number;
  /** A secret only the caller has, besides the key, so that the database alone reveals nothing. */
  readonly secret?: string;
}

/** An agent's keys are its own, whatever it asks for: the same word under another request is a mistake. */
export function agentScope(agent: { readonly id: string }): string {
  return `agent:${agent.id}`;
}

export interface IdempotentResult<T> {
  readonly value: T;
  readonly replayed: boolean;
}

/** Does `work` once, however often the same request arrives; effect and memory of it are kept together or not at all. */
export async function runIdempotent<T>(
  house: House,
  ask: IdempotentRequest,
  now: Instant,
  work: (db: Transaction) => Promise<T>,
): Promise<IdempotentResult<T>> {
  const { key } = ask;
  if (key === undefined) return { value: await house.store.transaction(work), replayed: false };
  const earlier = await findReplay<T>(house, { ...ask, key }, now);
  if (earlier) return earlier;
  try {
    return { value: await runAndStore(house, { ...ask, key }, now, work), replayed: false };
  } catch (refusal) {
    // A twin of this request may have won the race: then its outcome is the answer to both.
    const twin = await findReplay<T>(house, { ...ask, key }, now);
    if (twin) return twin;
    throw refusal;
  }
}

type KeyedRequest = IdempotentRequest & { readonly key: string };

/** What the same request led to before, if it did. */
export async function findReplay<T>(
  house: House,
  ask: KeyedRequest,
  now: Instant,
): Promise<IdempotentResult<T> | undefined> {
  const found = await findReply(house.store, { scope: ask.scope, keyHash: sha256(ask.key), now });
  if (!found) return undefined;
  if (found.requestHash !== sha256(JSON.stringify(ask.request)))
    throw new ProblemError('idempotency_mismatch');
  // What was sealed under this key and request was a T made of plain JSON.
  return { value: JSON.parse(decrypt(keySourceOf(ask), found.sealed)) as T, replayed: true };
}

async function runAndStore<T>(
  house: House,
  ask: KeyedRequest,
  now: Instant,
  work: (db: Transaction) => Promise<T>,
): Promise<T> {
  return house.store.transaction(async (db) => {
    const value = await work(db);
    const kept = await saveReply(db, {
      scope: ask.scope,
      keyHash: sha256(ask.key),
      requestHash: sha256(JSON.stringify(ask.request)),
      sealed: encrypt(keySourceOf(ask), JSON.stringify(value), house.random),
      expiresAt: now + ask.keptFor,
      now,
    });
    if (!kept) throw new ProblemError('idempotency_mismatch');
    return value;
  });
}

function keySourceOf(ask: KeyedRequest) {
  return { secret: `${ask.key}\n${ask.secret ?? ''}`, purpose: ask.scope };
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
