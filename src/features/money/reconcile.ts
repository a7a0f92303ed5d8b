import { type Instant, MINUTE } from '../../rules/base/clock.ts';
import type { CheckoutProvider, CheckoutSession } from '../../outside/money/checkout.ts';
import { findPayment, unclearPayments } from './inline-payments.store.ts';
import { closePurchase, findPurchase, overduePurchases, type Purchase } from './purchases.store.ts';
import type { House } from '../house.ts';
import { settleSession, type ReceiptOutcome } from './checkout-webhook.ts';
import { ASK_AGAIN_FOR, recordSettlement } from './pay-inline.ts';

// After this many failed lookups the payment provider is considered unavailable.
const MOST_FAILURES = 5;

/**
 * Looks up recently completed checkout sessions and every expired purchase that is still open, in case a
 * webhook was lost. One failed lookup does not stop the others. Returns how many purchases had which outcome.
 */
export async function reconcilePurchases(house: House, now: Instant, closing?: AbortSignal) {
  const { checkout } = house.cashier;
  const counts: Partial<Record<ReceiptOutcome, number>> = {};
  if (!checkout) return counts;
  const failures: unknown[] = [];
  for await (const lookUp of lookups(house, checkout, now)) {
    try {
      const outcome = await lookUp();
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    } catch (error) {
      failures.push(error);
    }
    if (closing?.aborted || failures.length === MOST_FAILURES) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'purchase lookups failed');
  return counts;
}

async function* lookups(
  house: House,
  checkout: CheckoutProvider,
  now: Instant,
): AsyncGenerator<() => Promise<ReceiptOutcome>> {
  for (const session of await checkout.listRecentlyCompleted()) {
    const purchase = await unpaidFor(house, checkout, session);
    if (purchase) yield () => settleInTransaction(house, purchase, session, now);
  }
  for (let after: Purchase | undefined; ;) {
    const page = await overduePurchases(house.store, checkout.name, after, now);
    for (const purchase of page) yield () => reconcile(house, checkout, purchase, now);
    after = page.at(-1);
    if (!after) return;
  }
}

async function unpaidFor(
  { store }: House,
  checkout: CheckoutProvider,
  { purchaseId, standing }: CheckoutSession,
) {
  if (purchaseId === undefined || standing !== 'paid') return undefined;
  const purchase = await findPurchase(store, purchaseId);
  const open = purchase && purchase.state !== 'paid' && purchase.state !== 'refused';
  return open && purchase.provider === checkout.name ? purchase : undefined;
}

async function reconcile(
  house: House,
  checkout: CheckoutProvider,
  purchase: Purchase,
  now: Instant,
): Promise<ReceiptOutcome> {
  const session = purchase.ref === undefined ? undefined : await checkout.lookUp(purchase.ref);
  if (session) return settleInTransaction(house, purchase, session, now);
  // The provider has no session for the purchase, so no link was given out.
  await closePurchase(house.store, purchase.id, 'expired', now);
  return 'closed';
}

function settleInTransaction(house: House, purchase: Purchase, session: CheckoutSession, now: Instant) {
  return house.store.transaction((db) => settleSession(db, house, purchase, session, now));
}

const RETRY_AFTER = 2 * MINUTE;
const AT_ONCE = 20;

// A payment by a method that is no longer configured is recorded as an attempt: payments are ordered by their
// last attempt, and this one must not block the others.
const RAIL_REMOVED = { outcome: 'unclear', reason: 'not taken here any more' } as const;

/** Asks the payment services about unclear payments and returns how many are still unclear. */
export async function reconcileInline(house: House, now: Instant, closing?: AbortSignal): Promise<number> {
  const span = { touchedBefore: now - RETRY_AFTER, begunSince: now - ASK_AGAIN_FOR };
  const open = await unclearPayments(house.store, span, AT_ONCE);
  for (const payment of open) {
    if (closing?.aborted) break;
    const settlement = await house.cashier[payment.method]?.settleAgain(payment.evidence);
    await recordSettlement(house, payment, settlement ?? RAIL_REMOVED, now);
  }
  const left = await Promise.all(open.map(({ key }) => findPayment(house.store, key)));
  return left.filter((payment) => payment?.state === 'claimed' || payment?.state === 'unknown').length;
}
