import type { Instant } from '../rules/base/clock.ts';
import { isAlive, type Creature } from '../rules/lives/creature.ts';
import type { Species } from '../rules/species/species.ts';
import type { Db } from '../db/db.ts';
import {
  selectOwnCreatureForUpdate,
  VersionConflictError,
  type StoredCreature,
} from './lives/creatures.store.ts';

/** Optimistic: by what was read, and nothing is written if its version is another by then. Pessimistic: locked first. */
export type LockMode = 'optimistic' | 'pessimistic';

/** A creature to be changed: as it was read, of what species, and in which attempt. */
export interface ChangeTarget {
  readonly stored: StoredCreature;
  readonly species: Species;
  readonly lock: LockMode;
  readonly now: Instant;
}

const MOST_TRIES = 10;

/** Tries optimistically, which nearly always holds; when somebody was faster, again with the others locked out. */
export async function retryOnConflict<T>(attempt: (lock: LockMode) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries === 1 ? 'optimistic' : 'pessimistic');
    } catch (error) {
      if (!(error instanceof VersionConflictError) || tries === MOST_TRIES) throw error;
    }
  }
}

/** The living creature to change; a version conflict when it has died, gone or has something due meanwhile. */
export async function lockAndReload(db: Db, { stored, lock, now }: ChangeTarget): Promise<StoredCreature> {
  if (lock === 'optimistic') return stored;
  const current = await selectOwnCreatureForUpdate(db, stored.creature);
  if (!current || !isAlive(current.creature) || isDue(current, now)) throw new VersionConflictError();
  return current;
}

/** Has something happened to it by now that is not stored yet? */
export function isDue({ nextEventAt }: StoredCreature, now: Instant): boolean {
  return nextEventAt !== undefined && nextEventAt <= now;
}

/** A clock that was set back, or another node's that runs behind, must not undo what has been written. */
export function noEarlierThan({ life }: Pick<Creature, 'life'>, now: Instant): Instant {
  return life && life.settledAt > now ? life.settledAt : now;
}
