import type { Instant } from '../../core/engine/clock.ts';
import { isAlive, type Creature } from '../../core/lives/creature.ts';
import type { Db } from '../../store/engine/db.ts';
import {
  selectCreatureForUpdate,
  VersionConflictError,
  type StoredCreature,
} from '../../store/lives/creatures.ts';
import { isDue } from '../lives/settle.ts';

/** How a creature is taken in hand: by what was read of it, or with everyone else kept out. */
export type LockMode = 'as read' | 'held';

const MOST_TRIES = 10;

/** Tries with what was read first, which nearly always holds; when somebody was faster, with the others kept out. */
export async function retryOnConflict<T>(attempt: (grip: LockMode) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries === 1 ? 'as read' : 'held');
    } catch (error) {
      if (!(error instanceof VersionConflictError) || tries === MOST_TRIES) throw error;
    }
  }
}

/** A clock that was set back, or another node's that runs behind, must not undo what has been written. */
export function noEarlierThan({ life }: Pick<Creature, 'life'>, now: Instant): Instant {
  return life && life.settledAt > now ? life.settledAt : now;
}

/** The living creature to change; fails as `Outdated` when it has died, gone or has something due meanwhile. */
export async function lockAndReload(
  db: Db,
  kept: StoredCreature,
  grip: LockMode,
  now: Instant,
): Promise<StoredCreature> {
  if (grip === 'as read') return kept;
  const current = await selectCreatureForUpdate(db, kept.creature.id);
  if (!current || !isAlive(current.creature) || isDue(current, now)) throw new VersionConflictError();
  return current;
}
