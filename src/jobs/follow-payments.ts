import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { reconcileInline } from '../house/reconcile-inline.ts';

const EVERY_MS = 60_000;
// An answer that takes longer is asked for again after the next start.
const PATIENCE_MS = 5000;

/** Asks every minute after payments whose end nobody knows, and after a facilitator that did not answer. */
export function followPayments(house: House, log: Logger): { stop(): Promise<void> } {
  const { x402, mpp } = house.cashier;
  const closing = new AbortController();
  let round: Promise<void> | undefined;
  const follow = async () => {
    try {
      if (x402?.open === false && (await x402.look())) log.info('agents can pay with x402 now');
      const unclear = await reconcileInline(house, house.clock.now(), closing.signal);
      if (unclear > 0) log.warn({ unclear }, 'payments are still unclear; arkhouse audit names them');
    } catch (error) {
      log.warn({ err: error }, 'following payments failed and will be tried again');
    } finally {
      round = undefined;
    }
  };
  const begin = () => void (round ??= follow());
  const timer = x402 || mpp ? setInterval(begin, EVERY_MS).unref() : undefined;
  return {
    async stop() {
      clearInterval(timer);
      closing.abort();
      await Promise.race([round, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);
    },
  };
}
