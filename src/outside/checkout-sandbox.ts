import { createHmac, hash, timingSafeEqual } from 'node:crypto';

import type { Stripe } from 'stripe';

import { HOUR, SECOND } from '../core/clock.ts';
import { CURRENCY } from '../core/credits.ts';
import type { Chance } from './chance.ts';
import type { CheckoutProvider, SignedCallback } from './checkout.ts';
import { systemClock } from './clock.ts';
import { newsIn } from './stripe-news.ts';

export interface SandboxSettings {
  readonly baseUrl: URL;
  readonly chance: Chance;
  readonly onlyHere: boolean;
}

const TOLERANCE_SECONDS = 300;

/** Play money: a page of our own, and callbacks signed the way Stripe signs, with a key that dies with the process. */
export function sandboxCheckout({ baseUrl, chance, onlyHere }: SandboxSettings): CheckoutProvider {
  const key = chance.bytes(32);
  const wall = systemClock();
  const keyed = (text: string) => createHmac('sha256', key).update(text);
  const sign = (raw: string): SignedCallback => {
    const at = Math.floor(wall.now() / SECOND);
    return { raw, signature: `t=${at},v1=${keyed(`${at}.${raw}`).digest('hex')}` };
  };
  return {
    name: 'sandbox',
    live: false,
    lastsMs: HOUR,
    onlyHere,
    // From the key and the purchase alone: so it can be told again, though only its hash is kept.
    async open({ id }) {
      const token = keyed(`page ${id}`).digest('base64url');
      const url = new URL(`/checkout/sandbox/${token}`, baseUrl).href;
      return { ref: refOf(id), url, tokenHash: tokenHash(token) };
    },
    // A page that was paid has been told of already; there is nobody else to ask.
    async lookUp(ref) {
      return { ref, purchaseId: undefined, standing: 'expired', live: false, ...NOTHING_PAID };
    },
    async completedLately() {
      return [];
    },
    async paidFor() {
      return undefined;
    },
    async read(raw, signature = '') {
      const [, at = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
      const expected = keyed(`${at}.`).update(raw).digest();
      const genuine = given !== '' && timingSafeEqual(Buffer.from(given, 'hex'), expected);
      if (!genuine || wall.now() / SECOND - Number(at) > TOLERANCE_SECONDS) return undefined;
      // Nobody else has the key, so these are the bytes we wrote ourselves.
      return newsIn(JSON.parse(raw.toString()) as Stripe.Event, async () => []);
    },
    pretendPaid: (asked, now) =>
      sign(
        JSON.stringify({
          id: `evt_sandbox_${chance.id()}`,
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
              payment_intent: `pi_${refOf(asked.id)}`,
            },
          },
        }),
      ),
  };
}

/** How a page's token is kept. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex');
}

const NOTHING_PAID = { cents: undefined, currency: undefined, paymentRef: undefined } as const;

function refOf(purchaseId: string): string {
  return `sandbox_${purchaseId}`;
}
