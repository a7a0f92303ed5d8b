import { hash } from 'node:crypto';

import type { Instant } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import type { Transaction } from '../store/db.ts';
import { findSealed, keepSealed } from '../store/idempotent-replies.ts';
import type { House } from './house.ts';
import { seal, unseal } from './seal.ts';

/** A request that may arrive twice, and what makes it the same one. */
export interface Repeatable {
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
export function scopeOf(agent: { readonly id: string }): string {
  return `agent:${agent.id}`;
}

export interface Outcome<T> {
  readonly value: T;
  readonly replayed: boolean;
}

/** Does `work` once, however often the same request arrives; effect and memory of it are kept together or not at all. */
export async function once<T>(
  house: House,
  ask: Repeatable,
  now: Instant,
  work: (db: Transaction) => Promise<T>,
): Promise<Outcome<T>> {
  const { key } = ask;
  if (key === undefined) return { value: await house.store.together(work), replayed: false };
  const earlier = await recall<T>(house, { ...ask, key }, now);
  if (earlier) return earlier;
  try {
    return { value: await doAndKeep(house, { ...ask, key }, now, work), replayed: false };
  } catch (refusal) {
    // A twin of this request may have won the race: then its outcome is the answer to both.
    const twin = await recall<T>(house, { ...ask, key }, now);
    if (twin) return twin;
    throw refusal;
  }
}

type Keyed = Repeatable & { readonly key: string };

/** What the same request led to before, if it did. */
export async function recall<T>(house: House, ask: Keyed, now: Instant): Promise<Outcome<T> | undefined> {
  const found = await findSealed(house.store, { scope: ask.scope, keyHash: digest(ask.key), now });
  if (!found) return undefined;
  if (found.requestHash !== digest(JSON.stringify(ask.request))) throw new Problem('idempotency_mismatch');
  // What was sealed under this key and request was a T made of plain JSON.
  return { value: JSON.parse(unseal(lockOf(ask), found.sealed)) as T, replayed: true };
}

async function doAndKeep<T>(
  house: House,
  ask: Keyed,
  now: Instant,
  work: (db: Transaction) => Promise<T>,
): Promise<T> {
  return house.store.together(async (db) => {
    const value = await work(db);
    const kept = await keepSealed(db, {
      scope: ask.scope,
      keyHash: digest(ask.key),
      requestHash: digest(JSON.stringify(ask.request)),
      sealed: seal(lockOf(ask), JSON.stringify(value), house.chance),
      expiresAt: now + ask.keptFor,
      now,
    });
    if (!kept) throw new Problem('idempotency_mismatch');
    return value;
  });
}

function lockOf(ask: Keyed) {
  return { secret: `${ask.key}\n${ask.secret ?? ''}`, purpose: ask.scope };
}

function digest(text: string): string {
  return hash('sha256', text, 'hex');
}
