import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { forgetExpired } from '../store/idempotent-replies.ts';
import { forgetOldVectors } from '../store/item-vectors.ts';
import { forgetQuotes } from '../store/quotes.ts';
import { forgetOld } from '../store/tallies.ts';

const EVERY_MS = 10 * 60 * 1000;

/** Small chores while the house is open: what has expired is thrown away. */
export function keepHouse(house: House, log: Logger): { stop(): void } {
  const chores = async () => {
    try {
      const now = house.clock.now();
      await forgetExpired(house.store, now);
      await forgetOld(house.store, now);
      await forgetOldVectors(house.store);
      await forgetQuotes(house.store, now);
    } catch (error) {
      log.warn({ err: error }, 'a chore failed and will be tried again');
    }
  };
  const timer = setInterval(() => void chores(), EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
