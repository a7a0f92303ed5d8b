import { MINUTE, type Instant } from '../core/clock.ts';
import { findPayment, unclearPayments } from '../store/inline-payments.ts';
import type { House } from './house.ts';
import { ASK_AGAIN_FOR, conclude } from './pay-inline.ts';

const LEFT_ALONE_FOR = 2 * MINUTE;
const AT_ONCE = 20;

// Written down as an attempt, so that it does not stand before the others for ever.
const NOBODY_TO_ASK = { outcome: 'unclear', reason: 'not taken here any more' } as const;

/** Asks again how payments ended that nobody has asked about for a while, and tells how many are still unclear. */
export async function reconcileInline(house: House, now: Instant, closing?: AbortSignal): Promise<number> {
  const span = { touchedBefore: now - LEFT_ALONE_FOR, begunSince: now - ASK_AGAIN_FOR };
  const open = await unclearPayments(house.store, span, AT_ONCE);
  for (const payment of open) {
    if (closing?.aborted) break;
    const settlement = await house.cashier[payment.method]?.settleAgain(payment.evidence);
    await conclude(house, payment, settlement ?? NOBODY_TO_ASK, now);
  }
  const left = await Promise.all(open.map(({ key }) => findPayment(house.store, key)));
  return left.filter((payment) => payment?.state === 'claimed' || payment?.state === 'unknown').length;
}
