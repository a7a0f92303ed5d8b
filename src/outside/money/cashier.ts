import type { Random } from '../random.ts';
import { sandboxCheckout } from './checkout-sandbox.ts';
import type { StripeKeys } from './checkout-stripe.ts';
import type { CheckoutProvider } from './checkout.ts';
import { type Mpp, mppRail, type MppSettings, stripeTokenMethod } from './mpp.ts';
import { PLAY_COIN, sandboxFacilitator, sandboxTokens, type SandboxWallet } from './sandbox-payments.ts';
import { facilitatorClient, type X402, x402Rail, type X402Settings } from './x402.ts';

export interface Cashier {
  readonly mode: 'stripe' | 'sandbox' | 'off';
  readonly checkout?: CheckoutProvider | undefined;
  readonly x402?: X402 | undefined;
  readonly mpp?: Mpp | undefined;
  readonly wallet?: SandboxWallet | undefined;
}

interface CashierSettings {
  readonly mode: Cashier['mode'];
  readonly stripe?: StripeKeys | undefined;
  readonly baseUrl: URL;
  readonly random: Random;
  readonly sandboxToken?: string | undefined;
  readonly inline?: {
    readonly x402?: (Omit<X402Settings, 'baseUrl'> & { readonly facilitatorUrl: string }) | undefined;
    readonly mpp?: (MppSettings & { readonly stripeNetworkId: string }) | undefined;
    /** Whether agents may pay with play money, in the sandbox only. */
    readonly sandbox?: boolean;
  };
  readonly onTrouble?: (failure: Error) => void;
}

export const NO_CASHIER: Cashier = { mode: 'off' };

export async function openCashier(settings: CashierSettings): Promise<Cashier> {
  const play = await openPlayMoney(settings);
  return {
    mode: settings.mode,
    x402: (await openX402(settings)) ?? play?.x402,
    mpp: (await openMpp(settings)) ?? play?.mpp,
    wallet: play?.wallet,
    checkout: await openCheckout(settings),
  };
}

async function openPlayMoney({ mode, inline, sandboxToken, baseUrl, random }: CashierSettings) {
  if (mode !== 'sandbox' || !inline?.sandbox || sandboxToken === undefined) return undefined;
  const x402 = x402Rail({ ...PLAY_COIN, baseUrl }, sandboxFacilitator());
  await x402.refreshKinds();
  const wallet = sandboxTokens(sandboxToken, random);
  // Without the port, which may be known only once the server listens.
  const realm = baseUrl.hostname;
  const mpp = mppRail({ secret: sandboxToken, realm, sandbox: true }, [wallet.method], random);
  return { x402, mpp, wallet };
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
  const { facilitatorUrl, ...coin } = inline.x402;
  const x402 = x402Rail({ ...coin, baseUrl }, facilitatorClient(facilitatorUrl));
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
