import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Stripe } from 'stripe';

import { HOUR, SECOND } from '../../rules/base/clock.ts';
import { CURRENCY } from '../../rules/credits.ts';
import { systemClock } from '../clock.ts';
import type { Random } from '../random.ts';
import { isSignedLately, type CheckoutProvider, type SignedWebhook } from './checkout.ts';
import { readStripeEvent } from './stripe-events.ts';

type SandboxCheckoutSettings = Readonly<{ baseUrl: URL; random: Random; sandboxToken: string }>;

/** Checkout with play money: our own page, and webhooks signed like Stripe's with a key of this process. */
export function sandboxCheckout({
  baseUrl,
  random,
  sandboxToken,
}: SandboxCheckoutSettings): CheckoutProvider {
  const key = random.bytes(32);
  const wall = systemClock();
  const keyed = (text: string) => createHmac('sha256', key).update(text);
  const sign = (raw: string): SignedWebhook => {
    const at = Math.floor(wall.now() / SECOND);
    return { raw, signature: `t=${at},v1=${keyed(`${at}.${raw}`).digest('hex')}` };
  };
  return {
    name: 'sandbox',
    live: false,
    lastsMs: HOUR,
    // The page token is derived from key and purchase: reproducible, though only its hash is stored.
    async open({ id }) {
      const token = keyed(`page ${id}`).digest('base64url');
      const url = new URL(sandboxPagePath(token, sandboxToken), baseUrl).href;
      return { ref: sandboxRef(id), url, tokenHash: hashPageToken(token) };
    },
    // Sessions of the sandbox are never looked up as paid: their webhook has reported it already.
    async lookUp(ref) {
      return { ref, purchaseId: undefined, standing: 'expired', live: false, ...NOTHING_PAID };
    },
    listRecentlyCompleted: async () => [],
    findSubject: async () => undefined,
    async readWebhook(raw, signature = '') {
      const [, at = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
      const expected = keyed(`${at}.`).update(raw).digest();
      const genuine = given !== '' && timingSafeEqual(Buffer.from(given, 'hex'), expected);
      if (!genuine || !isSignedLately(Number(at))) return undefined;
      // The cast holds: the webhook was signed with our own key.
      return readStripeEvent(JSON.parse(raw.toString()) as Stripe.Event, async () => []);
    },
    simulatePayment: (asked, now) =>
      sign(
        JSON.stringify({
          id: `evt_sandbox_${random.id()}`,
          object: 'event',
          type: 'checkout.session.completed',
          livemode: false,
          created: Math.floor(now / SECOND),
          data: {
            object: {
              id: asked.ref,
              object: 'checkout.session',
              mode: 'payment',
              status: 'complete',
              payment_status: 'paid',
              livemode: false,
              currency: CURRENCY,
              amount_total: asked.cents,
              client_reference_id: asked.agentId,
              metadata: { purchase_id: asked.id, pack: asked.pack },
              payment_intent: `pi_${sandboxRef(asked.id)}`,
            },
          },
        }),
      ),
  };
}

export function sandboxPagePath(pageToken: string, sandboxToken: string): string {
  return `/checkout/sandbox/${encodeURIComponent(pageToken)}?sandbox_token=${encodeURIComponent(sandboxToken)}`;
}

export const hashPageToken = (token: string) => hash('sha256', token, 'hex');

const NOTHING_PAID = { cents: undefined, currency: undefined, paymentRef: undefined } as const;

const sandboxRef = (purchaseId: string) => `sandbox_${purchaseId}`;
