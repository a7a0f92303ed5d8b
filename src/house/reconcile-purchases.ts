import type { Instant } from '../core/clock.ts';
import type { CheckoutProvider, Session } from '../outside/checkout.ts';
import { closePurchase, findPurchase, overduePurchases, type Purchase } from '../store/purchases.ts';
import type { House } from './house.ts';
import { settleSession, type ReceiptOutcome } from './receive-payment.ts';

/** What became of purchases we were told nothing of until their time was over. */
export type Reconciled = Readonly<Partial<Record<ReceiptOutcome, number>>>;

/**
 * Asks the provider what it has completed lately, and about every purchase that is past its time and still open: a
 * callback may have been lost. Ends early when the house is closing.
 */
export async function reconcilePurchases(
  house: House,
  now: Instant,
  closing?: AbortSignal,
): Promise<Reconciled> {
  const { checkout } = house.cashier;
  const counts: Partial<Record<ReceiptOutcome, number>> = {};
  if (!checkout) return counts;
  for await (const outcome of outcomes(house, checkout, now)) {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    if (closing?.aborted) break;
  }
  return counts;
}

async function* outcomes(
  house: House,
  checkout: CheckoutProvider,
  now: Instant,
): AsyncGenerator<ReceiptOutcome> {
  for (const session of await checkout.completedLately()) {
    const purchase = await unpaidFor(house, checkout, session);
    if (purchase) yield settled(house, purchase, session, now);
  }
  for (let after: Purchase | undefined; ;) {
    const page = await overduePurchases(house.store, { provider: checkout.name, now, after });
    for (const purchase of page) yield reconcile(house, checkout, purchase, now);
    after = page.at(-1);
    if (!after) return;
  }
}

/** What a completed page was for, unless we know already that it was paid. */
async function unpaidFor(
  { store }: House,
  checkout: CheckoutProvider,
  { purchaseId, standing }: Session,
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
  if (session) return settled(house, purchase, session, now);
  // Nobody was ever given a link to it.
  await closePurchase(house.store, purchase.id, 'expired', now);
  return 'closed';
}

async function settled(
  house: House,
  purchase: Purchase,
  session: Session,
  now: Instant,
): Promise<ReceiptOutcome> {
  return house.store.together((db) => settleSession(db, house, purchase, session, now));
}
