import { hash } from 'node:crypto';

import type { Instant } from '../core/clock.ts';
import { tokenHash } from '../outside/checkout-sandbox.ts';
import type { SignedCallback } from '../outside/checkout.ts';
import { usernameOf } from '../store/agents.ts';
import { findByToken, type Purchase } from '../store/purchases.ts';
import type { House } from './house.ts';

/** What somebody finds at the address of a sandbox page. */
export interface CheckoutVisit {
  readonly standing: 'open' | 'paid' | 'expired';
  readonly purchase: Purchase;
  readonly username: string;
  /** What only one who has seen the page can send back. */
  readonly seal: string;
}

/** The page behind a secret address; undefined when there is none. */
export async function visitCheckout(
  house: House,
  token: string,
  now: Instant,
): Promise<CheckoutVisit | undefined> {
  const purchase = await findByToken(house.store, tokenHash(token));
  if (!purchase || purchase.provider !== house.cashier.checkout?.name) return undefined;
  const username = (await usernameOf(house.store, purchase.agentId)) ?? '';
  return { standing: standingOf(purchase, now), purchase, username, seal: sealOf(purchase, token) };
}

/** What the provider would send us, had this been paid. */
export function pretendPayment(
  { cashier }: House,
  { purchase }: CheckoutVisit,
  now: Instant,
): SignedCallback | undefined {
  const { ref } = purchase;
  return ref === undefined ? undefined : cashier.checkout?.pretendPaid?.({ ...purchase, ref }, now);
}

function standingOf({ state, expiresAt }: Purchase, now: Instant): CheckoutVisit['standing'] {
  if (state === 'paid') return 'paid';
  return state === 'open' && now < expiresAt ? 'open' : 'expired';
}

// The address alone does not give it away: the purchase's own id is told to nobody.
function sealOf({ id }: Purchase, token: string): string {
  return hash('sha256', `${token} ${id}`, 'base64url');
}
