import { hash } from 'node:crypto';

import type { Db } from '../../db/db.ts';
import { readSetting, writeSetting } from '../../db/settings.ts';
import { hashPageToken, sandboxPagePath } from '../../outside/money/checkout-sandbox.ts';
import {
  CheckoutError,
  type CheckoutPage,
  type CheckoutProvider,
  type SignedWebhook,
} from '../../outside/money/checkout.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { Price } from '../../rules/credits.ts';
import { ProblemError } from '../../rules/problem.ts';
import { usernameOf } from '../agents/agents.store.ts';
import type { KnownAgent } from '../agents/api-keys.ts';
import type { House } from '../house.ts';
import {
  closePurchase,
  findPurchaseByToken,
  findUnfinishedPurchase,
  insertPurchase,
  openPurchase,
  type PackOrBundle,
  type Purchase,
} from './purchases.store.ts';

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

/** What somebody finds at the address of a sandbox page. */
export interface SandboxCheckout {
  readonly standing: 'open' | 'paid' | 'expired';
  readonly purchase: Purchase;
  readonly username: string;
  /** Its own address, with the sandbox token. */
  readonly path: string;
  /** Against CSRF: only one who has seen the page can send it back. */
  readonly csrfToken: string;
}

/** The page behind a secret address; undefined when there is none. */
export async function readSandboxCheckout(
  house: House,
  token: string,
  now: Instant,
): Promise<SandboxCheckout | undefined> {
  const purchase = await findPurchaseByToken(house.store, hashPageToken(token));
  if (!purchase || purchase.provider !== house.cashier.checkout?.name) return undefined;
  const username = (await usernameOf(house.store, purchase.agentId)) ?? '';
  return {
    standing: standingOf(purchase, now),
    purchase,
    username,
    path: sandboxPagePath(token, house.sandboxToken ?? ''),
    csrfToken: csrfTokenOf(purchase, token),
  };
}

/** What the provider would send us, had this been paid. */
export function pretendPayment(
  { cashier }: House,
  { purchase }: SandboxCheckout,
  now: Instant,
): SignedWebhook | undefined {
  const { ref } = purchase;
  return ref === undefined ? undefined : cashier.checkout?.simulatePayment?.({ ...purchase, ref }, now);
}

function standingOf({ state, expiresAt }: Purchase, now: Instant): SandboxCheckout['standing'] {
  if (state === 'paid') return 'paid';
  return state === 'open' && now < expiresAt ? 'open' : 'expired';
}

// The address alone does not give it away: the purchase's own id is told to nobody.
function csrfTokenOf({ id }: Purchase, token: string): string {
  return hash('sha256', `${token} ${id}`, 'base64url');
}

const SETTING = 'real_money';

/** From now on this database holds credits that somebody has paid for. */
export async function markRealMoney(db: Db): Promise<void> {
  await writeSetting(db, SETTING, 'taken');
}

/** True when play money must not be mixed into it. */
export async function hasTakenRealMoney(db: Db): Promise<boolean> {
  return (await readSetting(db, SETTING)) !== undefined;
}
