import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { reconcilePurchases } from '../house/reconcile-purchases.ts';

const EVERY_MS = 24 * 60 * 60 * 1000;

/** At the start and once a day: payments that nobody told us of are found, and links that ran out are closed. */
export function startReconciling(house: House, log: Logger): { stop(): Promise<void> } {
  const closing = new AbortController();
  let round: Promise<void> | undefined;
  const reconcile = async () => {
    try {
      const purchases = await reconcilePurchases(house, house.clock.now(), closing.signal);
      if (Object.keys(purchases).length > 0) log.info({ purchases }, 'open purchases were looked up');
    } catch (error) {
      log.warn({ err: error }, 'looking up open purchases failed and will be tried again');
    } finally {
      round = undefined;
    }
  };
  const begin = () => void (round ??= reconcile());
  begin();
  const timer = setInterval(begin, EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      closing.abort();
      await round;
    },
  };
}
