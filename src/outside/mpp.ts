import { createHmac, timingSafeEqual } from 'node:crypto';

import { MINUTE, type Instant } from '../core/clock.ts';
import { CURRENCY } from '../core/credits.ts';
import type { KeyPlace, PaymentRefusal } from '../core/payment.ts';
import type { Chance } from './chance.ts';
import { record } from './json-post.ts';
import type { Arrived, Offer, Rail, Settlement, Terms } from './rail.ts';

/** One way to pay within the Payment scheme, with the intent `charge`. */
export interface MppMethod {
  readonly name: string;
  /** True when real money moves. */
  readonly live: boolean;
  /** What a challenge asks for, besides what every one does. */
  request(cents: number): Readonly<Record<string, unknown>>;
  /**
   * Takes the money. The same key always means the same charge, however often it is asked for; asked again, a refusal
   * must say how the first attempt ended, too.
   */
  charge(order: Order, attempt: Attempt): Promise<Settlement>;
}

export type Attempt = 'first' | 'again';

export interface Order {
  readonly key: string;
  readonly cents: number;
  /** What the payer proves its payment with. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface MppSettings {
  /** At least 32 bytes that nobody else knows. */
  readonly secret: string;
  readonly realm: string;
}

export interface Challenge {
  /** As a line of WWW-Authenticate. */
  readonly header: string;
  readonly challenge: object;
}

export interface Mpp extends Rail {
  /** One challenge for each method. A caller whose key is a bearer token is shown another header for the payment. */
  challenges(offer: Offer, key: KeyPlace, now: Instant): readonly Challenge[];
  /** The methods, as `Accept-Payment` names them. */
  readonly names: readonly string[];
}

const INTENT = 'charge';
const EXPIRES_AFTER = 5 * MINUTE;
export const OTHER_HEADER = 'Payment-Authorization';

export function mppWith(settings: MppSettings, methods: readonly MppMethod[], chance: Chance): Mpp {
  const settle = (evidence: string, attempt: Attempt): Promise<Settlement> => {
    // We wrote it ourselves, when the payment was claimed.
    const { method, ...order } = JSON.parse(evidence) as Order & { readonly method: string };
    const known = methods.find(({ name }) => name === method);
    return (
      known?.charge(order, attempt) ??
      Promise.resolve({ outcome: 'unclear', reason: `no method ${method} here` })
    );
  };
  return {
    method: 'mpp',
    live: methods.some(({ live }) => live),
    open: methods.length > 0,
    names: methods.map(({ name }) => `${name}/${INTENT}`),
    challenges: (offer, key, now) =>
      methods.map((method) => challenge(settings, method, offer, { key, now, nonce: nonceOf(chance) })),
    read: (text) => arrived(settings, methods, text),
    settle: (evidence) => settle(evidence, 'first'),
    // Methods know their charges by key.
    settleAgain: (evidence) => settle(evidence, 'again'),
  };
}

function nonceOf(chance: Chance): string {
  return Buffer.from(chance.bytes(16)).toString('base64url');
}

/** What a challenge is signed over, as it stands on the wire; `header` is mppx's addition. */
interface Wire {
  readonly realm: string;
  readonly method: string;
  readonly intent: string;
  readonly request: string;
  readonly expires: string;
  readonly header?: string | undefined;
  readonly opaque: string;
}

function challenge(
  settings: MppSettings,
  method: MppMethod,
  { agentId, credits, cents }: Offer,
  { key, now, nonce }: { readonly key: KeyPlace; readonly now: Instant; readonly nonce: string },
): Challenge {
  const request = { amount: String(cents), currency: CURRENCY, ...method.request(cents) };
  const wire: Wire = {
    realm: settings.realm,
    method: method.name,
    intent: INTENT,
    request: packed(request),
    expires: new Date(now + EXPIRES_AFTER).toISOString(),
    ...(key === 'bearer' && { header: OTHER_HEADER }),
    opaque: packed({ agent: agentId, cents: String(cents), credits: String(credits), nonce }),
  };
  const whole = { id: idOf(settings.secret, wire), ...wire, description: `${credits} credits` };
  const parts = Object.entries(whole).map(([name, value]) => `${name}="${value}"`);
  return { header: `Payment ${parts.join(', ')}`, challenge: { ...whole, request } };
}

/** Seven slots, the digest's always empty; with another header named, it comes before the last. */
function idOf(secret: string, { realm, method, intent, request, expires, header, opaque }: Wire): string {
  const slots = [realm, method, intent, request, expires, '', ...(header ? [header] : []), opaque];
  return createHmac('sha256', secret).update(slots.join('|')).digest('base64url');
}

/** Canonical JSON (JCS) in base64url: clients write it anew, and must come to the same text. */
function packed(value: object): string {
  return Buffer.from(JSON.stringify(sorted(value))).toString('base64url');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
}

function arrived(settings: MppSettings, methods: readonly MppMethod[], text: string): Arrived | undefined {
  const credential = unpacked(text);
  const echoed = record(credential['challenge']);
  const { id, realm, method, intent, request, expires, header, opaque } = echoed;
  const named = [id, realm, method, intent, request, expires, opaque];
  if (!named.every((each) => typeof each === 'string') || !/^[\w-]{43}$/.test(String(id))) return undefined;
  const wire = { ...(echoed as unknown as Wire), header: typeof header === 'string' ? header : undefined };
  const { agent, cents, credits } = unpacked(wire.opaque);
  const key = `mpp:${String(id)}`;
  return {
    key,
    evidence: JSON.stringify({
      method: wire.method,
      key,
      cents: Number(cents),
      payload: record(credential['payload']),
    }),
    check(agentId, now): Terms | PaymentRefusal {
      if (!sameId(String(id), idOf(settings.secret, wire)) || wire.realm !== settings.realm)
        return 'other_terms';
      if (!methods.some(({ name }) => name === wire.method)) return 'not_taken_here';
      if (Date.parse(wire.expires) <= now) return 'expired';
      if (agent !== agentId) return 'not_yours';
      return { cents: Number(cents), credits: Number(credits) };
    },
    verify: () => Promise.resolve('good'),
    receipt: (reference, at) => ({
      'payment-receipt': packed({
        status: 'success',
        method: wire.method,
        timestamp: new Date(at).toISOString(),
        reference,
      }),
    }),
  };
}

function sameId(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

function unpacked(text: string): Readonly<Record<string, unknown>> {
  if (!/^[\w-]+={0,2}$/.test(text)) return {};
  try {
    return record(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return {};
  }
}
