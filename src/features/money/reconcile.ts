import { type Instant, MINUTE } from '../../rules/base/clock.ts';
import type { CheckoutProvider, CheckoutSession } from '../../outside/money/checkout.ts';
import { findPayment, unclearPayments } from './inline-payments.store.ts';
import { closePurchase, findPurchase, overduePurchases, type Purchase } from './purchases.store.ts';
import type { House } from '../house.ts';
import { settleSession, type ReceiptOutcome } from './checkout-webhook.ts';
import { ASK_AGAIN_FOR, recordSettlement } from './pay-inline.ts';

/** What became of purchases we were told nothing of until their time was over. */
type ReconcileCounts = Readonly<Partial<Record<ReceiptOutcome, number>>>;

/**
 * Asks the provider what it has completed lately, and about every purchase that is past its time and still open: a
 * webhook may have been lost. Ends early when the house is closing.
 */
export async function reconcilePurchases(
  house: House,
  now: Instant,
  closing?: AbortSignal,
): Promise<ReconcileCounts> {
  const { checkout } = house.cashier;
  const counts: Partial<Record<ReceiptOutcome, number>> = {};
  if (!checkout) return counts;
  const failures: unknown[] = [];
  for await (const ask of questions(house, checkout, now)) {
    try {
      const outcome = await ask();
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    } catch (error) {
      failures.push(error);
    }
    if (closing?.aborted || failures.length === MOST_FAILURES) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not every open purchase could be looked up');
  return counts;
}

/** One that cannot be looked up keeps nobody from the others; after so many it is the provider that cannot be asked. */
const MOST_FAILURES = 5;

async function* questions(
  house: House,
  checkout: CheckoutProvider,
  now: Instant,
): AsyncGenerator<() => Promise<ReceiptOutcome>> {
  for (const session of await checkout.listRecentlyCompleted()) {
    const purchase = await unpaidFor(house, checkout, session);
    if (purchase) yield () => settleInTransaction(house, purchase, session, now);
  }
  for (let after: Purchase | undefined; ;) {
    const page = await overduePurchases(house.store, { provider: checkout.name, now, after });
    for (const purchase of page) yield () => reconcile(house, checkout, purchase, now);
    after = page.at(-1);
    if (!after) return;
  }
}

/** What a completed page was for, unless we know already that it was paid. */
async function unpaidFor(
  { store }: House,
  checkout: CheckoutProvider,
  { purchaseId, standing }: CheckoutSession,
): Promise<Purchase | undefined> {
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
  // Nobody was ever given a link to it.
  await closePurchase(house.store, purchase.id, 'expired', now);
  return 'closed';
}

async function settleInTransaction(
  house: House,
  purchase: Purchase,
  session: CheckoutSession,
  now: Instant,
): Promise<ReceiptOutcome> {
  return house.store.transaction((db) => settleSession(db, house, purchase, session, now));
}

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
    await recordSettlement(house, payment, settlement ?? NOBODY_TO_ASK, now);
  }
  const left = await Promise.all(open.map(({ key }) => findPayment(house.store, key)));
  return left.filter((payment) => payment?.state === 'claimed' || payment?.state === 'unknown').length;
}
