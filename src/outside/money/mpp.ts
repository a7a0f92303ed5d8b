import { createHmac, timingSafeEqual } from 'node:crypto';
import type Stripe from 'stripe';

import { type Instant, MINUTE } from '../../rules/base/clock.ts';
import { CURRENCY, type KeyPlace, type PaymentRefusal } from '../../rules/credits.ts';
import { asRecord, recordFromBase64 } from '../fetch-json.ts';
import type { Random } from '../random.ts';
import {
  type IncomingPayment,
  type PaymentOffer,
  type PaymentRail,
  type PaymentTerms,
  SANDBOX_OFFER_MS,
  type Settlement,
} from './payment-rail.ts';

/** A method of the HTTP Payment scheme (MPP), with the intent `charge`. */
export interface MppMethod {
  readonly name: string;
  readonly live: boolean;
  /** Fields of the challenge's request that are specific to the method. */
  request(cents: number): Readonly<Record<string, unknown>>;
  /** Charges a payment; idempotent by `key`. With `again`, `refused` must hold for the first attempt too. */
  charge(order: MppCharge, attempt: ChargeAttempt): Promise<Settlement>;
}

type ChargeAttempt = 'first' | 'again';

type MppCharge = Readonly<{ key: string; cents: number; payload: Readonly<Record<string, unknown>> }>;

export interface MppSettings {
  /** Secret that signs challenges; at least 32 bytes. */
  readonly secret: string;
  readonly realm: string;
  readonly sandbox?: boolean;
}

export interface Mpp extends PaymentRail {
  /** One per method. With a bearer key in Authorization, the challenge names another header for the payment. */
  challenges(offer: PaymentOffer, key: KeyPlace, now: Instant): readonly ReturnType<typeof makeChallenge>[];
  readonly names: readonly string[];
}

const INTENT = 'charge';
const EXPIRES_AFTER = 5 * MINUTE;
const OTHER_HEADER = 'Payment-Authorization';
const BASE64URL = /^[\w-]+={0,2}$/;

export function mppRail(settings: MppSettings, methods: readonly MppMethod[], random: Random): Mpp {
  const settle = (evidence: string, attempt: ChargeAttempt): Promise<Settlement> => {
    // The cast holds: `readCredential` wrote this evidence.
    const { method, ...order } = JSON.parse(evidence) as MppCharge & { readonly method: string };
    const known = methods.find(({ name }) => name === method);
    return (
      known?.charge(order, attempt) ??
      Promise.resolve({ outcome: 'unclear', reason: `no method ${method} here` })
    );
  };
  return {
    method: 'mpp',
    live: methods.some(({ live }) => live),
    sandbox: settings.sandbox ?? false,
    open: methods.length > 0,
    names: methods.map(({ name }) => `${name}/${INTENT}`),
    challenges: (offer, key, now) =>
      methods.map((method) => makeChallenge(settings, method, offer, { key, now, nonce: random.bytes(16) })),
    read: (text) => readCredential(settings, methods, text),
    settle: (evidence) => settle(evidence, 'first'),
    settleAgain: (evidence) => settle(evidence, 'again'),
  };
}

/** The signed fields of a challenge as they were sent; `header` is an addition of mppx. */
interface ChallengeFields {
  readonly realm: string;
  readonly method: string;
  readonly intent: string;
  readonly request: string;
  readonly expires: string;
  readonly header?: string | undefined;
  readonly opaque: string;
}

function makeChallenge(
  settings: MppSettings,
  method: MppMethod,
  { agentId, credits, cents }: PaymentOffer,
  { key, now, nonce }: { readonly key: KeyPlace; readonly now: Instant; readonly nonce: Uint8Array },
) {
  const request = { amount: String(cents), currency: CURRENCY, ...method.request(cents) };
  const wire: ChallengeFields = {
    realm: settings.realm,
    method: method.name,
    intent: INTENT,
    request: toBase64Json(request),
    expires: new Date(now + (settings.sandbox ? SANDBOX_OFFER_MS : EXPIRES_AFTER)).toISOString(),
    ...(key === 'bearer' && { header: OTHER_HEADER }),
    opaque: toBase64Json({
      agent: agentId,
      cents: String(cents),
      credits: String(credits),
      nonce: Buffer.from(nonce).toString('base64url'),
    }),
  };
  const whole = { id: challengeId(settings.secret, wire), ...wire, description: `${credits} credits` };
  const parts = Object.entries(whole).map(([name, value]) => `${name}="${value}"`);
  /** `header` is the value of WWW-Authenticate. */
  return { header: `Payment ${parts.join(', ')}`, challenge: { ...whole, request } };
}

/** The id of a challenge: an HMAC over seven slots, the digest always empty; `header` is inserted before the last. */
function challengeId(
  secret: string,
  { realm, method, intent, request, expires, header, opaque }: ChallengeFields,
): string {
  const slots = [realm, method, intent, request, expires, '', ...(header ? [header] : []), opaque];
  return createHmac('sha256', secret).update(slots.join('|')).digest('base64url');
}

/** Canonical JSON (JCS) in base64url: clients re-encode it and must get the same text. */
function toBase64Json(value: object): string {
  return Buffer.from(JSON.stringify(withSortedKeys(value))).toString('base64url');
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, withSortedKeys(each)]));
}

function readCredential(
  settings: MppSettings,
  methods: readonly MppMethod[],
  text: string,
): IncomingPayment | undefined {
  const credential = recordFromBase64(text, BASE64URL);
  const echoed = asRecord(credential['challenge']);
  const { id, realm, method, intent, request, expires, header, opaque } = echoed;
  const named = [id, realm, method, intent, request, expires, opaque];
  if (!named.every((each) => typeof each === 'string') || !/^[\w-]{43}$/.test(String(id))) return undefined;
  const otherHeader = typeof header === 'string' ? header : undefined;
  const wire = { ...(echoed as unknown as ChallengeFields), header: otherHeader };
  const { agent, cents, credits } = recordFromBase64(wire.opaque, BASE64URL);
  const key = `mpp:${String(id)}`;
  const payload = asRecord(credential['payload']);
  return {
    key,
    evidence: JSON.stringify({ method: wire.method, key, cents: Number(cents), payload }),
    check(agentId, now): PaymentTerms | PaymentRefusal {
      if (!sameId(String(id), challengeId(settings.secret, wire)) || wire.realm !== settings.realm)
        return 'other_terms';
      if (!methods.some(({ name }) => name === wire.method)) return 'not_taken_here';
      if (Date.parse(wire.expires) <= now) return 'expired';
      if (agent !== agentId) return 'not_yours';
      return { cents: Number(cents), credits: Number(credits) };
    },
    verify: () => Promise.resolve('good'),
    receipt: (reference, at) => {
      const timestamp = new Date(at).toISOString();
      return {
        'payment-receipt': toBase64Json({ status: 'success', method: wire.method, timestamp, reference }),
      };
    },
  };
}

function sameId(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

// Stripe API version: shared payment tokens exist only in Stripe's preview API.
const PREVIEW = '2026-07-29.preview';

export function stripeTokenMethod(
  stripe: Stripe,
  { networkId, live }: { readonly networkId: string; readonly live: boolean },
): MppMethod {
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
        // Stripe's package has no type for this field.
        shared_payment_granted_token: token,
      } as Stripe.PaymentIntentCreateParams;
      try {
        const options = { idempotencyKey: key, apiVersion: PREVIEW };
        const made = await stripe.paymentIntents.create(order, options);
        // An idempotent repeat returns Stripe's first answer; retrieve gives the current status.
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

// Stripe errors that mean nothing was charged; other errors may have happened after the charge.
const TOOK_NOTHING = new Set(['StripeCardError', 'StripeInvalidRequestError']);
// Stripe errors of requests that were rejected before processing: they say nothing about an earlier attempt.
const TURNED_AWAY = new Set(['StripeAuthenticationError', 'StripePermissionError']);

function settlementFromError(error: unknown, attempt: ChargeAttempt): Settlement {
  const { type = 'no answer', code } = (error ?? {}) as { readonly type?: string; readonly code?: string };
  const reason = code === undefined ? type : `${type} ${code}`;
  const nothing = TOOK_NOTHING.has(type) || (attempt === 'first' && TURNED_AWAY.has(type));
  return { outcome: nothing ? 'refused' : 'unclear', reason };
}
