import type { Instant } from '../../core/engine/clock.ts';
import type { Price } from '../../core/money/credits.ts';
import { ProblemError } from '../../core/problem.ts';
import { CheckoutError, type CheckoutPage, type CheckoutProvider } from '../../outside/money/checkout.ts';
import {
  closePurchase,
  findUnfinishedPurchase,
  insertPurchase,
  openPurchase,
  type PackOrBundle,
  type Purchase,
} from '../../store/money/purchases.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../keepers/api-keys.ts';
import { markRealMoney } from './real-money.ts';

/** Where a human could pay; play money is offered only to requests with the sandbox token. */
export function checkoutFor({ cashier }: House, mayPlay: boolean): CheckoutProvider | undefined {
  return cashier.checkout?.name === 'sandbox' && !mayPlay ? undefined : cashier.checkout;
}

/** Can anybody pay here at all? */
export function takesPayments({ cashier }: House): boolean {
  const { checkout, mpp, x402 } = cashier;
  return checkout !== undefined || (mpp?.open ?? false) || (x402?.open ?? false);
}

/** Credits under the name of a pack, or of several at once, what they cost and whose they will be. */
export interface PurchaseOrder extends Price {
  readonly pack: PackOrBundle;
  readonly agent: KnownAgent;
}

/** A link to where a human can pay: the one an unfinished purchase has, or a new one. */
export async function openCheckoutPage(
  house: House,
  checkout: CheckoutProvider,
  order: PurchaseOrder,
  now: Instant,
): Promise<string> {
  const begun = await findUnfinishedPurchase(house.store, { ...wantedOf(checkout, order), now });
  if (begun?.url !== undefined) return begun.url;
  if (begun) {
    const page = await pageFor(house, checkout, begun, now);
    // A secret address that an earlier process gave out cannot be told again.
    if (begun.state === 'creating' || page.tokenHash === begun.tokenHash) return page.url;
  }
  const purchase = await beginPurchase(house, checkout, order, now);
  return (await pageFor(house, checkout, purchase, now)).url;
}

/** What is to be bought for whom, and where it is to be paid. */
function wantedOf({ name, live }: CheckoutProvider, { agent, pack, credits, cents }: PurchaseOrder) {
  return { agentId: agent.id, pack, credits, cents, provider: name, live };
}

/** Written down before the provider hears of it, so that nothing can be paid that we do not know. */
async function beginPurchase(
  house: House,
  checkout: CheckoutProvider,
  order: PurchaseOrder,
  now: Instant,
): Promise<Purchase> {
  const purchase: Purchase = {
    id: house.random.id(),
    ...wantedOf(checkout, order),
    ref: undefined,
    tokenHash: undefined,
    url: undefined,
    state: 'creating',
    createdAt: now,
    expiresAt: now + checkout.lastsMs,
  };
  await house.store.transaction(async (db) => {
    await insertPurchase(db, purchase);
    if (checkout.live) await markRealMoney(db);
  });
  return purchase;
}

async function pageFor(
  house: House,
  checkout: CheckoutProvider,
  purchase: Purchase,
  now: Instant,
): Promise<CheckoutPage> {
  const page = await callCheckout(
    () => checkout.open(purchase),
    // An answer is given again for the same purchase, even a bad one: the next attempt must be another.
    async ({ final }) => (final ? closePurchase(house.store, purchase.id, 'failed', now) : undefined),
  );
  const url = page.tokenHash === undefined ? page.url : undefined;
  await openPurchase(house.store, purchase.id, { ref: page.ref, url, tokenHash: page.tokenHash });
  return page;
}

const RETRY_SECONDS = 30;

/** Does what needs the provider; when it fails, whoever asked is to ask again later. */
export async function callCheckout<T>(
  ask: () => Promise<T>,
  onFailure?: (failure: CheckoutError) => Promise<void>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    await onFailure?.(error);
    throw new ProblemError('checkout_unreachable', { retryAfterSeconds: RETRY_SECONDS });
  }
}
