import type Stripe from 'stripe';

import { CURRENCY } from '../../core/money/credits.ts';
import type { ChargeAttempt, MppMethod } from './mpp.ts';
import type { Settlement } from './payment-rail.ts';

// Shared payment tokens are in Stripe's preview, and only there.
const PREVIEW = '2026-07-29.preview';

interface StripeProfile {
  readonly networkId: string;
  /** True when real money moves. */
  readonly live: boolean;
}

/** Shared payment tokens of Stripe: the payer's token becomes a payment at once, or not at all. */
export function stripeTokenMethod(stripe: Stripe, { networkId, live }: StripeProfile): MppMethod {
  return {
    name: 'stripe',
    live,
    request: () => ({ methodDetails: { networkId, paymentMethodTypes: ['card', 'link'] } }),
    async charge({ key, cents, payload }, attempt) {
      const token = payload['spt'];
      if (typeof token !== 'string' || !/^spt_\w{1,200}$/.test(token))
        return { outcome: 'refused', reason: 'no token' };
      const order = {
        amount: cents,
        currency: CURRENCY,
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        metadata: { inline_payment: key, machine_payment: 'true' },
        // Not in the package's types yet.
        shared_payment_granted_token: token,
      } as Stripe.PaymentIntentCreateParams;
      try {
        const options = { idempotencyKey: key, apiVersion: PREVIEW };
        const made = await stripe.paymentIntents.create(order, options);
        // Asked again, Stripe repeats what it said the first time; how it stands now, it must be asked by name.
        const current = made.status === 'processing' ? await stripe.paymentIntents.retrieve(made.id) : made;
        return settlementOf(current);
      } catch (error) {
        return settlementFromError(error, attempt);
      }
    },
  };
}

function settlementOf({ id, status }: Stripe.PaymentIntent): Settlement {
  if (status === 'succeeded') return { outcome: 'settled', reference: id };
  if (status === 'processing' || status === 'requires_capture') return { outcome: 'unclear', reason: status };
  return { outcome: 'refused', reason: status };
}

// Stripe answered, and took nothing. Whatever else went wrong may have gone wrong after it did.
const TOOK_NOTHING = new Set(['StripeCardError', 'StripeInvalidRequestError']);
// It did not even look: that tells nothing of an attempt before this one.
const TURNED_AWAY = new Set(['StripeAuthenticationError', 'StripePermissionError']);

function settlementFromError(error: unknown, attempt: ChargeAttempt): Settlement {
  const { type = 'no answer', code } = (error ?? {}) as { readonly type?: string; readonly code?: string };
  const reason = code === undefined ? type : `${type} ${code}`;
  const nothing = TOOK_NOTHING.has(type) || (attempt === 'first' && TURNED_AWAY.has(type));
  return { outcome: nothing ? 'refused' : 'unclear', reason };
}
