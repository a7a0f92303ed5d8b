import type { Random } from '../random.ts';
import { sandboxCheckout } from './checkout-sandbox.ts';
import type { StripeKeys } from './checkout-stripe.ts';
import type { CheckoutProvider } from './checkout.ts';
import { type Mpp, mppRail, type MppSettings, stripeTokenMethod } from './mpp.ts';
import { type X402, x402Rail, type X402Settings } from './x402.ts';

export interface Cashier {
  readonly mode: 'stripe' | 'sandbox' | 'off';
  /** Checkout by a human; absent when payments are off. */
  readonly checkout?: CheckoutProvider | undefined;
  /** Inline payments by agents over x402; absent if not configured. */
  readonly x402?: X402 | undefined;
  readonly mpp?: Mpp | undefined;
}

interface CashierSettings {
  readonly mode: Cashier['mode'];
  readonly stripe?: StripeKeys | undefined;
  readonly baseUrl: URL;
  readonly random: Random;
  /** The sandbox token, required for sandbox checkout. */
  readonly sandboxToken?: string | undefined;
  readonly inline?: {
    readonly x402?: Omit<X402Settings, 'baseUrl'> | undefined;
    readonly mpp?: (MppSettings & { readonly stripeNetworkId: string }) | undefined;
  };
  readonly onTrouble?: (failure: Error) => void;
}

export const NO_CASHIER: Cashier = { mode: 'off' };

export async function openCashier(settings: CashierSettings): Promise<Cashier> {
  return {
    mode: settings.mode,
    x402: await openX402(settings),
    mpp: await openMpp(settings),
    checkout: await openCheckout(settings),
  };
}

async function openCheckout(settings: CashierSettings): Promise<CheckoutProvider | undefined> {
  const { mode, stripe, baseUrl, random, sandboxToken, onTrouble } = settings;
  if (mode === 'sandbox' && sandboxToken !== undefined)
    return sandboxCheckout({ baseUrl, random, sandboxToken });
  if (mode !== 'stripe' || !stripe) return undefined;
  // Imported on demand: loading Stripe takes half a second and 60 MB.
  const { stripeCheckout } = await import('./checkout-stripe.ts');
  return stripeCheckout({ ...stripe, baseUrl, onTrouble });
}

async function openX402({ inline, baseUrl, onTrouble }: CashierSettings): Promise<X402 | undefined> {
  if (!inline?.x402) return undefined;
  const x402 = x402Rail({ ...inline.x402, baseUrl });
  try {
    const open = await x402.refreshKinds();
    if (!open) onTrouble?.(new Error(`the x402 facilitator does not settle on ${inline.x402.network}`));
  } catch (error) {
    // An x402 facilitator that does not answer is retried while the server runs; x402 is not offered until then.
    onTrouble?.(new Error('the x402 facilitator does not answer', { cause: error }));
  }
  return x402;
}

async function openMpp({ inline, stripe, random }: CashierSettings): Promise<Mpp | undefined> {
  const mpp = inline?.mpp;
  if (!mpp || !stripe) return undefined;
  const { Stripe } = await import('stripe');
  const client = new Stripe(stripe.secretKey, { timeout: 20_000, telemetry: false });
  const profile = { networkId: mpp.stripeNetworkId, live: stripe.live };
  return mppRail(mpp, [stripeTokenMethod(client, profile)], random);
}
