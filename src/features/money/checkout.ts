import { hash } from 'node:crypto';

import type { Db } from '../../../packages/database/db.ts';
import { readSetting, writeSetting } from '../../../packages/database/settings.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { type CreditPayer, ProblemError } from '../../rules/problem.ts';
import type { Cashier } from '../../outside/money/cashier.ts';
import { hashPageToken, sandboxPagePath } from '../../outside/money/checkout-sandbox.ts';
import {
  CheckoutError,
  type CheckoutOrder,
  type CheckoutProvider,
  type SignedWebhook,
} from '../../outside/money/checkout.ts';
import type { BaseHouse } from '../house.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import { usernameOf } from '../tallies/tallies.store.ts';
import {
  closePurchase,
  creatureNameOf,
  findPurchaseByToken,
  findUnfinishedPurchase,
  insertPurchase,
  openPurchase,
  type Purchase,
} from './purchases.store.ts';

type Payer = Pick<KnownAgent, 'mayPlay'>;

/** True if payments are in play money, and the caller lacks the sandbox token for it. */
export function lacksSandboxToken({ cashier }: Pick<BaseHouse, 'cashier'>, { mayPlay }: Payer): boolean {
  return cashier.checkout?.name === 'sandbox' && !mayPlay;
}

/** The checkout provider for a request; the sandbox one only with the sandbox token. */
export function checkoutFor(house: Pick<BaseHouse, 'cashier'>, payer: Payer): CheckoutProvider | undefined {
  return lacksSandboxToken(house, payer) ? undefined : house.cashier.checkout;
}

/** The inline payment methods for a request; those of the sandbox only with the sandbox token. */
export function railsFor(
  { cashier }: Pick<BaseHouse, 'cashier'>,
  { mayPlay }: Payer,
): Pick<Cashier, 'x402' | 'mpp'> {
  const { x402, mpp } = cashier;
  return {
    x402: x402?.sandbox && !mayPlay ? undefined : x402,
    mpp: mpp?.sandbox && !mayPlay ? undefined : mpp,
  };
}

/** Who can pay for the caller's credits. Empty where credits cannot be bought. */
export function payersFor(house: Pick<BaseHouse, 'cashier'>, payer: Payer): readonly CreditPayer[] {
  const { mpp, x402 } = railsFor(house, payer);
  const payers: CreditPayer[] = [
    ...(checkoutFor(house, payer) ? (['human'] as const) : []),
    ...(mpp?.open === true || x402?.open === true ? (['agent'] as const) : []),
  ];
  return payers.length === 0 && lacksSandboxToken(house, payer) ? ['operator'] : payers;
}

type CheckoutRequest = Pick<Purchase, 'pack' | 'credits' | 'cents'> &
  Pick<CheckoutOrder, 'creature' | 'returnTo'> & { readonly agent: KnownAgent };

/** The address of a page where a human pays; the same for the same order while it is unpaid. */
export async function openCheckoutPage(
  house: Pick<BaseHouse, 'random' | 'store'>,
  checkout: CheckoutProvider,
  order: CheckoutRequest,
  now: Instant,
): Promise<string> {
  const { agent, pack, credits, cents, creature, returnTo } = order;
  const { name: provider, live } = checkout;
  const purpose = { creatureId: creature?.id, gift: creature?.isGift ? ('offered' as const) : undefined };
  const wanted = { agentId: agent.id, pack, credits, cents, provider, live, ...purpose };
  const begun = await findUnfinishedPurchase(house.store, wanted, now);
  if (begun?.url !== undefined) return begun.url;
  if (begun) {
    const page = await pageFor(house, checkout, { ...begun, creature, returnTo }, now);
    // Only the hash of an earlier process's page token is stored, so that its link cannot be given out again.
    if (begun.state === 'creating' || page.tokenHash === begun.tokenHash) return page.url;
  }
  const purchase: Purchase = {
    id: house.random.id(),
    ...wanted,
    ref: undefined,
    tokenHash: undefined,
    url: undefined,
    state: 'creating',
    createdAt: now,
    expiresAt: now + checkout.lastsMs,
  };
  // The purchase is stored before the provider creates a session, so that every payment has a known purchase.
  await house.store.transaction(async (db) => {
    await insertPurchase(db, purchase);
    if (live) await markRealMoney(db);
  });
  return (await pageFor(house, checkout, { ...purchase, creature, returnTo }, now)).url;
}

type PurchaseFor = Purchase & Pick<CheckoutOrder, 'creature' | 'returnTo'>;

async function pageFor(
  house: Pick<BaseHouse, 'store'>,
  checkout: CheckoutProvider,
  purchase: PurchaseFor,
  now: Instant,
) {
  const page = await callCheckout(async () => {
    try {
      return await checkout.open(purchase);
    } catch (error) {
      // The provider repeats its answer for the same purchase, even an error: the next attempt needs a new purchase.
      if (error instanceof CheckoutError && error.final)
        await closePurchase(house.store, purchase.id, 'failed', now);
      throw error;
    }
  });
  const url = page.tokenHash === undefined ? page.url : undefined;
  await openPurchase(house.store, purchase.id, { ref: page.ref, url, tokenHash: page.tokenHash });
  return page;
}

const RETRY_SECONDS = 30;

export async function callCheckout<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    throw new ProblemError('checkout_unreachable', { retryAfterSeconds: RETRY_SECONDS });
  }
}

export interface SandboxCheckout {
  readonly standing: 'open' | 'paid' | 'expired';
  readonly purchase: Purchase & { readonly ref: string };
  readonly username: string;
  /** The creature that the purchase is a gift for. */
  readonly creature: { readonly id: string; readonly name: string } | undefined;
  readonly path: string;
  readonly csrfToken: string;
}

export async function readSandboxCheckout(
  house: Pick<BaseHouse, 'cashier' | 'sandboxToken' | 'store'>,
  token: string,
  now: Instant,
): Promise<SandboxCheckout | undefined> {
  const purchase = await findPurchaseByToken(house.store, hashPageToken(token));
  if (purchase?.ref === undefined || purchase.provider !== house.cashier.checkout?.name) return undefined;
  const username = (await usernameOf(house.store, purchase.agentId)) ?? '';
  const { creatureId } = purchase;
  const name = creatureId === undefined ? undefined : await creatureNameOf(house.store, creatureId);
  return {
    standing: standingOf(purchase, now),
    purchase: { ...purchase, ref: purchase.ref },
    username,
    creature: creatureId !== undefined && name !== undefined ? { id: creatureId, name } : undefined,
    path: sandboxPagePath(token, house.sandboxToken ?? ''),
    // The CSRF token contains the purchase's id, which is never shown: the page address alone does not reveal the token.
    csrfToken: hash('sha256', `${token} ${purchase.id}`, 'base64url'),
  };
}

export function pretendPayment(
  { cashier }: Pick<BaseHouse, 'cashier'>,
  { purchase }: SandboxCheckout,
  now: Instant,
): SignedWebhook | undefined {
  return cashier.checkout?.simulatePayment?.(purchase, now);
}

function standingOf({ state, expiresAt }: Purchase, now: Instant): 'open' | 'paid' | 'expired' {
  if (state === 'paid') return 'paid';
  return state === 'open' && now < expiresAt ? 'open' : 'expired';
}

const SETTING = 'real_money';

/** Marks the database as one with real money; nothing removes the mark. */
export async function markRealMoney(db: Db): Promise<void> {
  await writeSetting(db, SETTING, 'taken');
}

export async function hasTakenRealMoney(db: Db): Promise<boolean> {
  return (await readSetting(db, SETTING)) !== undefined;
}
