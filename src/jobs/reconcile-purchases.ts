import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { reconcilePurchases } from '../house/money/reconcile.ts';
import { every, type RepeatingJob, runAndRecord } from './job.ts';

const EVERY_MS = 24 * 60 * 60 * 1000;
const NAME = 'purchases';

/** At the start and once a day: payments that nobody told us of are found, and links that ran out are closed. */
export function startReconcilingPurchases(house: House, log: Logger): RepeatingJob {
  house.jobs.register(NAME);
  const rounds = every(EVERY_MS, (closing) => {
    const reconcile = async () => {
      const purchases = await reconcilePurchases(house, house.clock.now(), closing);
      if (Object.keys(purchases).length > 0) log.info({ purchases }, 'open purchases were looked up');
    };
    return runAndRecord(house, NAME, reconcile, (error) => {
      log.warn({ err: error }, 'looking up open purchases failed and will be tried again');
    });
  });
  rounds.begin();
  return rounds;
}
