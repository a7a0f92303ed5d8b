import { Stripe } from 'stripe';

import { DAY, SECOND } from '../../rules/base/clock.ts';
import { CURRENCY } from '../../rules/credits.ts';
import { systemClock } from '../clock.ts';
import {
  CheckoutError,
  type CheckoutOrder,
  type CheckoutPage,
  type CheckoutProvider,
  type CheckoutSession,
  isSignedLately,
} from './checkout.ts';
import { toCheckoutSession, readStripeEvent } from './stripe-events.ts';

export type StripeKeys = Readonly<{ secretKey: string; webhookSecret: string; live: boolean }>;

interface StripeCheckoutSettings extends StripeKeys {
  readonly baseUrl: URL;
  /** Called for every failed call to Stripe; the message may be logged. */
  readonly onTrouble?: ((failure: CheckoutError) => void) | undefined;
  /** Address of a fake Stripe, for tests. */
  readonly at?: { readonly host: string; readonly port: number; readonly protocol: 'http' };
}

// Completed sessions are listed for three days: Stripe retries webhooks for as long.
const RECENT_MS = 3 * DAY;

export function stripeCheckout(settings: StripeCheckoutSettings): CheckoutProvider {
  const { secretKey, webhookSecret, live, baseUrl, at, onTrouble } = settings;
  const stripe = new Stripe(secretKey, { timeout: 10_000, maxNetworkRetries: 2, telemetry: false, ...at });
  const call = <T>(ask: () => Promise<T>) => withLoggableErrors(ask, onTrouble);
  const find = <T>(ask: () => Promise<T>) => call(() => undefinedWhenMissing(ask));
  return {
    name: 'stripe',
    live,
    lastsMs: DAY,
    open: (asked) => call(() => createSession(stripe, baseUrl, asked)),
    lookUp: (ref) => find(async () => toCheckoutSession(await stripe.checkout.sessions.retrieve(ref))),
    listRecentlyCompleted: () => call(() => listCompletedSessions(stripe)),
    findSubject: (paymentRef) =>
      find(async () => {
        const { metadata } = await stripe.paymentIntents.retrieve(paymentRef);
        return { purchaseId: metadata['purchase_id'], inlineKey: metadata['inline_payment'] };
      }),
    async readWebhook(raw, signature = '') {
      const event = verifyWebhook(stripe, raw, signature, webhookSecret);
      const refundsOf = async (charge: string) => (await stripe.refunds.list({ charge })).data;
      return event && call(() => readStripeEvent(event, refundsOf));
    },
  };
}

const RETURN_PAGES = { thanks: '/checkout/thanks', cancelled: '/checkout/cancelled' } as const;

async function createSession(stripe: Stripe, baseUrl: URL, asked: CheckoutOrder): Promise<CheckoutPage> {
  const { id, agentId, pack, credits, cents, creature } = asked;
  const purpose = creature ? ` to bring ${creature.name} back` : '';
  const product = { name: `${credits} Arkhouse credits${purpose}` };
  const { thanks, cancelled } = asked.returnTo ?? RETURN_PAGES;
  const price = { currency: CURRENCY, unit_amount: cents, product_data: product };
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: price }],
      client_reference_id: agentId,
      metadata: { purchase_id: id, pack },
      // The purchase id is added to the payment: refunds and disputes name the payment, not the session.
      payment_intent_data: { metadata: { purchase_id: id } },
      // The paid amount must equal the asked one, so prices are not converted to other currencies.
      adaptive_pricing: { enabled: false },
      success_url: new URL(thanks, baseUrl).href,
      cancel_url: new URL(cancelled, baseUrl).href,
    },
    { idempotencyKey: `checkout:${id}` },
  );
  if (session.url === null) throw new CheckoutError('Stripe made a session without a page', { final: true });
  return { ref: session.id, url: session.url };
}

/** Sessions completed recently by the system clock, not the sandbox clock. */
async function listCompletedSessions(stripe: Stripe): Promise<CheckoutSession[]> {
  const since = Math.floor((systemClock().now() - RECENT_MS) / SECOND);
  const list = stripe.checkout.sessions.list({ status: 'complete', created: { gte: since }, limit: 100 });
  return (await list.autoPagingToArray({ limit: 10_000 })).map(toCheckoutSession);
}

function verifyWebhook(stripe: Stripe, raw: Buffer, signature: string, webhookSecret: string) {
  // Timestamps of the signature are checked here: Stripe's own check accepts those in the future.
  const times = signature.matchAll(/(?:^|,)t=(\d{1,12})/g);
  if (!times.every(([, at]) => isSignedLately(Number(at)))) return undefined;
  try {
    return stripe.webhooks.constructEvent(raw, signature, webhookSecret);
  } catch {
    return undefined;
  }
}

async function undefinedWhenMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined;
    throw error;
  }
}

/** Replaces Stripe's errors, which contain whole requests and answers that must not be logged. */
async function withLoggableErrors<T>(ask: () => Promise<T>, onTrouble: StripeCheckoutSettings['onTrouble']) {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { type, code, statusCode, requestId } = error;
    const facts = [type, code, statusCode, requestId].filter((fact) => fact !== undefined);
    const failure = new CheckoutError(`Stripe refused or could not be reached: ${facts.join(' ')}`, {
      final: statusCode !== undefined && statusCode !== 409 && statusCode !== 429,
    });
    onTrouble?.(failure);
    throw failure;
  }
}
