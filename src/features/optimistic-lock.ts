import type { Instant } from '../rules/base/clock.ts';
import { isAlive, type Creature } from '../rules/lives/creature.ts';
import type { Species } from '../rules/species/species.ts';
import type { Db } from '../db/db.ts';
import {
  selectOwnCreatureForUpdate,
  VersionConflictError,
  type StoredCreature,
} from './lives/creatures.store.ts';

/**
 * Optimistic: the write fails when the row's version has changed since the read. Pessimistic: the row is locked and read again.
 */
export type LockMode = 'optimistic' | 'pessimistic';

export interface ChangeTarget {
  readonly stored: StoredCreature;
  readonly species: Species;
  readonly lock: LockMode;
  readonly now: Instant;
}

const MOST_TRIES = 10;

/** Attempts a write optimistically, and after a version conflict with the row locked. */
export async function retryOnConflict<T>(attempt: (lock: LockMode) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries === 1 ? 'optimistic' : 'pessimistic');
    } catch (error) {
      if (!(error instanceof VersionConflictError) || tries === MOST_TRIES) throw error;
    }
  }
}

/**
 * Locks a creature's row and reads it again; throws VersionConflictError when the creature is not alive any
 * more or has become due.
 */
export async function lockAndReload(db: Db, { stored, lock, now }: ChangeTarget): Promise<StoredCreature> {
  if (lock === 'optimistic') return stored;
  const current = await selectOwnCreatureForUpdate(db, stored.creature);
  if (!current || !isAlive(current.creature) || isDue(current, now)) throw new VersionConflictError();
  return current;
}

/** True if the creature's next growth or death has passed and is not stored yet. */
export function isDue({ nextEventAt }: StoredCreature, now: Instant): boolean {
  return nextEventAt !== undefined && nextEventAt <= now;
}

/**
 * `now`, or the time of the stored state if that is later: the clock may have been set back, or another
 * node's clock may be ahead.
 */
export function noEarlierThan({ life }: Pick<Creature, 'life'>, now: Instant): Instant {
  return life && life.settledAt > now ? life.settledAt : now;
}
