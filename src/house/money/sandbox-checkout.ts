import { hash } from 'node:crypto';

import type { Instant } from '../../core/engine/clock.ts';
import { hashPageToken, sandboxPagePath } from '../../outside/money/checkout-sandbox.ts';
import type { SignedWebhook } from '../../outside/money/checkout.ts';
import { usernameOf } from '../../store/keepers/agents.ts';
import { findPurchaseByToken, type Purchase } from '../../store/money/purchases.ts';
import type { House } from '../house.ts';

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
