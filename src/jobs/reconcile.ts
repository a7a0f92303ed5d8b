import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { reconcilePurchases } from '../house/reconcile-purchases.ts';
import { inRounds, type Rounds } from './rounds.ts';

const EVERY_MS = 24 * 60 * 60 * 1000;

/** At the start and once a day: payments that nobody told us of are found, and links that ran out are closed. */
export function startReconciling(house: House, log: Logger): Rounds {
  const rounds = inRounds(EVERY_MS, async (closing) => {
    try {
      const purchases = await reconcilePurchases(house, house.clock.now(), closing);
      if (Object.keys(purchases).length > 0) log.info({ purchases }, 'open purchases were looked up');
    } catch (error) {
      log.warn({ err: error }, 'looking up open purchases failed and will be tried again');
    }
  });
  rounds.begin();
  return rounds;
}
