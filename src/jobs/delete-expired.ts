import type { Logger } from 'pino';

import type { Instant } from '../core/engine/clock.ts';
import type { House } from '../house/house.ts';
import { deleteOldItemVectors, deleteWordedItemVectors } from '../store/care/item-vectors.ts';
import type { Db } from '../store/engine/db.ts';
import { deleteExpiredReplies } from '../store/engine/idempotent-replies.ts';
import { deleteOldTallies } from '../store/figures/tallies.ts';
import { deleteExpiredSessions } from '../store/moderation/operator-sessions.ts';
import { deleteOldEvents } from '../store/money/provider-events.ts';
import { deleteExpiredQuotes } from '../store/money/quotes.ts';
import { job, type Job } from './job.ts';

/** Deletes what has expired: remembered replies, quotes, sessions, old counts. */
export function startDeletingExpired(house: House, log: Logger): Job {
  return job(house, log, {
    name: 'chores',
    everyMs: 10 * 60 * 1000,
    work: () => deleteExpired(house),
    failure: 'a chore failed and will be tried again',
  });
}

// A few at a time, so that nobody waits for long; again until nothing is left, so that nothing piles up.
const IN_STEPS: readonly ((db: Db, now: Instant) => Promise<number>)[] = [
  deleteExpiredReplies,
  deleteExpiredQuotes,
  deleteOldEvents,
  deleteExpiredSessions,
  deleteWordedItemVectors,
  (db) => deleteOldItemVectors(db),
];

export async function deleteExpired({ store, clock }: House): Promise<void> {
  const now = clock.now();
  await deleteOldTallies(store, now);
  for (const deleteSome of IN_STEPS) {
    let deleted: number;
    do deleted = await deleteSome(store, now);
    while (deleted > 0);
  }
}
