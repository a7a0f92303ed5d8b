import type { Chance } from './chance.ts';
import { mppWith, type Mpp, type MppSettings } from './mpp.ts';
import { stripeTokens } from './mpp-stripe.ts';
import { x402At, type X402, type X402Settings } from './x402.ts';

export interface InlineSettings {
  readonly x402?: Omit<X402Settings, 'baseUrl'> | undefined;
  readonly mpp?: (MppSettings & { readonly stripeNetworkId: string }) | undefined;
  readonly stripe?: { readonly secretKey: string; readonly live: boolean } | undefined;
  readonly baseUrl: URL;
  readonly chance: Chance;
  readonly onTrouble?: ((failure: Error) => void) | undefined;
}

/** Opens the ways agents pay by themselves, as far as they are set up. */
export async function openInline(settings: InlineSettings): Promise<{ x402?: X402; mpp?: Mpp }> {
  return { ...(await openX402(settings)), ...(await openMpp(settings)) };
}

async function openX402({ x402: wish, baseUrl, onTrouble }: InlineSettings): Promise<{ x402?: X402 }> {
  if (!wish) return {};
  const x402 = x402At({ ...wish, baseUrl });
  try {
    const open = await x402.look();
    if (!open) onTrouble?.(new Error(`the x402 facilitator does not settle on ${wish.network}`));
  } catch (error) {
    // It is asked again while the house is open; until then nobody is offered this way.
    onTrouble?.(new Error('the x402 facilitator does not answer', { cause: error }));
  }
  return { x402 };
}

async function openMpp({ mpp, stripe, chance }: InlineSettings): Promise<{ mpp?: Mpp }> {
  if (!mpp || !stripe) return {};
  const { Stripe } = await import('stripe');
  const client = new Stripe(stripe.secretKey, { timeout: 20_000, telemetry: false });
  const profile = { networkId: mpp.stripeNetworkId, live: stripe.live };
  return { mpp: mppWith(mpp, [stripeTokens(client, profile)], chance) };
}
