import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { reconcileInline } from '../house/money/reconcile.ts';
import { every, runAndRecord, type Job } from './job.ts';

const EVERY_MS = 60_000;
const LOOKING = 'facilitator';
const FOLLOWING = 'payments';

/** Asks every minute after payments whose end nobody knows, and after a facilitator that did not answer. */
export function startReconcilingPayments(house: House, log: Logger): Job | undefined {
  const { x402, mpp } = house.cashier;
  if (!x402 && !mpp) return undefined;
  const onFailure = (error: unknown) =>
    log.warn({ err: error }, 'following payments failed and will be tried again');
  house.jobs.register(FOLLOWING);
  return every(EVERY_MS, async (closing) => {
    // Each by itself: a facilitator that is away must not keep the others waiting.
    if (x402?.open === false) {
      const look = async () => {
        if (await x402.refreshKinds()) log.info('agents can pay with x402 now');
      };
      await runAndRecord(house, LOOKING, look, onFailure);
    }
    const follow = async () => {
      const unclear = await reconcileInline(house, house.clock.now(), closing);
      if (unclear > 0) log.warn({ unclear }, 'payments are still unclear; arkhouse audit names them');
    };
    await runAndRecord(house, FOLLOWING, follow, onFailure);
  });
}
