import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { deleteOldItemVectors } from '../store/care/item-vectors.ts';
import { deleteExpiredReplies } from '../store/engine/idempotent-replies.ts';
import { deleteOldTallies } from '../store/figures/tallies.ts';
import { deleteExpiredSessions } from '../store/moderation/operator-sessions.ts';
import { deleteOldEvents } from '../store/money/provider-events.ts';
import { deleteExpiredQuotes } from '../store/money/quotes.ts';
import { runAndRecord } from './job.ts';

const EVERY_MS = 10 * 60 * 1000;
const NAME = 'chores';
// A few at a time, so that nobody waits for long; again until nothing is left, so that nothing piles up.
const IN_STEPS = [deleteExpiredReplies, deleteExpiredQuotes, deleteOldEvents, deleteExpiredSessions];

/** Small chores while the house is open: what has expired is thrown away. */
export function startDeletingExpired(house: House, log: Logger): { stop(): void } {
  house.jobs.register(NAME);
  const chores = () =>
    runAndRecord(
      house,
      NAME,
      () => deleteExpired(house),
      (error) => log.warn({ err: error }, 'a chore failed and will be tried again'),
    );
  const timer = setInterval(() => void chores(), EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}

export async function deleteExpired({ store, clock }: House): Promise<void> {
  const now = clock.now();
  await deleteOldTallies(store, now);
  await deleteOldItemVectors(store);
  for (const forget of IN_STEPS) {
    let forgotten: number;
    do forgotten = await forget(store, now);
    while (forgotten > 0);
  }
}
