import type { Chance } from './chance.ts';
import type { CheckoutProvider } from './checkout.ts';
import { sandboxCheckout } from './checkout-sandbox.ts';
import type { StripeKeys } from './checkout-stripe.ts';
import type { Mpp } from './mpp.ts';
import { openInline, type InlineSettings } from './open-inline.ts';
import type { X402 } from './x402.ts';

/** How the house is paid. */
export interface Cashier {
  readonly mode: 'stripe' | 'sandbox' | 'off';
  /** Where humans pay; absent when payments are off. */
  readonly checkout?: CheckoutProvider | undefined;
  /** How agents pay by themselves, where the operator has set it up. */
  readonly x402?: X402 | undefined;
  readonly mpp?: Mpp | undefined;
}

export interface CashierSettings {
  readonly mode: Cashier['mode'];
  /** A sandbox nobody asked for serves only callers on this very machine. */
  readonly chosen: 'by setting' | 'by itself';
  readonly stripe?: StripeKeys | undefined;
  readonly baseUrl: URL;
  readonly chance: Chance;
  readonly inline?: Pick<InlineSettings, 'x402' | 'mpp'> | undefined;
  readonly onTrouble?: (failure: Error) => void;
}

export const NO_CASHIER: Cashier = { mode: 'off' };

export async function openCashier(settings: CashierSettings): Promise<Cashier> {
  const inline = await openInline({ ...settings, ...settings.inline });
  return { mode: settings.mode, checkout: await openCheckout(settings), ...inline };
}

async function openCheckout(settings: CashierSettings): Promise<CheckoutProvider | undefined> {
  const { mode, chosen, stripe, baseUrl, chance, onTrouble } = settings;
  if (mode === 'sandbox') return sandboxCheckout({ baseUrl, chance, onlyHere: chosen === 'by itself' });
  if (mode === 'off' || !stripe) return undefined;
  // Half a second and sixty megabytes, for those only who need it.
  const { stripeCheckout } = await import('./checkout-stripe.ts');
  return stripeCheckout({ ...stripe, baseUrl, onTrouble });
}
