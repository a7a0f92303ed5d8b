import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { reconcilePurchases } from '../house/reconcile-purchases.ts';
import { inRounds, type Rounds } from './rounds.ts';
import { telling } from './telling.ts';

const EVERY_MS = 24 * 60 * 60 * 1000;
const NAME = 'purchases';

/** At the start and once a day: payments that nobody told us of are found, and links that ran out are closed. */
export function startReconciling(house: House, log: Logger): Rounds {
  house.jobs.open(NAME);
  const rounds = inRounds(EVERY_MS, (closing) => {
    const reconcile = async () => {
      const purchases = await reconcilePurchases(house, house.clock.now(), closing);
      if (Object.keys(purchases).length > 0) log.info({ purchases }, 'open purchases were looked up');
    };
    return telling(house, NAME, reconcile, (error) => {
      log.warn({ err: error }, 'looking up open purchases failed and will be tried again');
    });
  });
  rounds.begin();
  return rounds;
}
