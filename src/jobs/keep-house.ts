import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { forgetExpired } from '../store/idempotent-replies.ts';
import { forgetOldVectors } from '../store/item-vectors.ts';
import { forgetSessions } from '../store/operator-sessions.ts';
import { forgetEvents } from '../store/provider-events.ts';
import { forgetQuotes } from '../store/quotes.ts';
import { forgetOld } from '../store/tallies.ts';
import { telling } from './telling.ts';

const EVERY_MS = 10 * 60 * 1000;
const NAME = 'chores';
// A few at a time, so that nobody waits for long; again until nothing is left, so that nothing piles up.
const IN_STEPS = [forgetExpired, forgetQuotes, forgetEvents, forgetSessions];

/** Small chores while the house is open: what has expired is thrown away. */
export function keepHouse(house: House, log: Logger): { stop(): void } {
  house.jobs.open(NAME);
  const chores = () =>
    telling(
      house,
      NAME,
      () => tidyUp(house),
      (error) => log.warn({ err: error }, 'a chore failed and will be tried again'),
    );
  const timer = setInterval(() => void chores(), EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}

export async function tidyUp({ store, clock }: House): Promise<void> {
  const now = clock.now();
  await forgetOld(store, now);
  await forgetOldVectors(store);
  for (const forget of IN_STEPS) {
    let forgotten: number;
    do forgotten = await forget(store, now);
    while (forgotten > 0);
  }
}
