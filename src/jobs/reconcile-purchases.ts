import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { reconcilePurchases } from '../house/money/reconcile.ts';
import { job, type Job } from './job.ts';

/** At the start and once a day, or sooner when that failed: payments that nobody told us of are found, and links that ran out are closed. */
export function startReconcilingPurchases(house: House, log: Logger): Job {
  return job(house, log, {
    name: 'purchases',
    everyMs: 24 * 60 * 60 * 1000,
    atOnce: true,
    retryMs: 15 * 60 * 1000,
    work: async (closing) => {
      const purchases = await reconcilePurchases(house, house.clock.now(), closing);
      if (Object.keys(purchases).length > 0) log.info({ purchases }, 'open purchases were looked up');
    },
    failure: 'looking up open purchases failed and will be tried again',
  });
}
