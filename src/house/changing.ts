import type { Instant } from '../core/clock.ts';
import { isAlive, type Creature } from '../core/creature.ts';
import { hold, Outdated, type Kept } from '../store/creatures.ts';
import type { Db } from '../store/db.ts';
import { isDue } from './settle.ts';

/** How a creature is taken in hand: by what was read of it, or with everyone else kept out. */
export type Grip = 'as read' | 'held';

const MOST_TRIES = 10;

/** Tries with what was read first, which nearly always holds; when somebody was faster, with the others kept out. */
export async function changing<T>(attempt: (grip: Grip) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries === 1 ? 'as read' : 'held');
    } catch (error) {
      if (!(error instanceof Outdated) || tries === MOST_TRIES) throw error;
    }
  }
}

/** A clock that was set back, or another node's that runs behind, must not undo what has been written. */
export function noEarlierThan({ life }: Pick<Creature, 'life'>, now: Instant): Instant {
  return life && life.settledAt > now ? life.settledAt : now;
}

/** The living creature to change; fails as `Outdated` when it has died, gone or has something due meanwhile. */
export async function taken(db: Db, kept: Kept, grip: Grip, now: Instant): Promise<Kept> {
  if (grip === 'as read') return kept;
  const current = await hold(db, kept.creature.id);
  if (!current || !isAlive(current.creature) || isDue(current, now)) throw new Outdated();
  return current;
}
