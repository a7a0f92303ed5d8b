import { Stripe } from 'stripe';
import { expect, test } from 'vitest';

import { localServer } from '../../../test/support/local-server.ts';
import { stripeCheckout } from './checkout-stripe.ts';
import type { CheckoutError } from './checkout.ts';

const WEBHOOK_SECRET = 'whsec_1';
const ORDER = { id: 'p1', agentId: 'wren', pack: '500', credits: 500, cents: 400 } as const;
const DAYS = 24 * 60 * 60;

/** A checkout at a Stripe with one reply, and the requests it got. */
async function checkoutAt(status: number, reply: object, onTrouble?: (failure: CheckoutError) => void) {
  const asked: { readonly url: URL; readonly telemetry: unknown }[] = [];
  const { port } = await localServer(async ({ url = '', headers }, _body, response) => {
    asked.push({ url: new URL(url, 'http://stripe'), telemetry: headers['x-stripe-client-telemetry'] });
    const sent = {
      'content-type': 'application/json',
      'request-id': 'req_1',
      'stripe-should-retry': 'false',
    };
    response.writeHead(status, sent).end(JSON.stringify(reply));
  });
  const keys = { secretKey: 'sk_test_1', webhookSecret: WEBHOOK_SECRET, live: false };
  const at = { host: '127.0.0.1', port, protocol: 'http' } as const;
  const baseUrl = new URL('http://127.0.0.1:3000');
  return { asked, checkout: stripeCheckout({ ...keys, baseUrl, at, onTrouble }) };
}

const nowInSeconds = () => Math.floor(Date.now() / 1000);

function signed(event: object, timestamp = nowInSeconds()) {
  const payload = JSON.stringify({ object: 'event', id: 'evt_1', livemode: false, ...event });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp });
  return { raw: Buffer.from(payload), signature };
}

test('a page without a URL is an error that a retry does not fix', async () => {
  const { checkout } = await checkoutAt(200, { id: 'cs_1', url: null });
  const message = 'Stripe made a session without a page';
  await expect(checkout.open(ORDER)).rejects.toMatchObject({ name: 'CheckoutError', message, final: true });
});

test.each([
  [400, 'StripeInvalidRequestError 400 req_1', true],
  [500, 'StripeAPIError 500 req_1', true],
  [409, 'StripeAPIError 409 req_1', false],
  [429, 'StripeRateLimitError 429 req_1', false],
])('a reply with %i is reported as %s, final: %s', async (status, facts, final) => {
  const told: CheckoutError[] = [];
  const reply = { error: { type: 'api_error', message: 'a secret' } };
  const message = `Stripe refused or could not be reached: ${facts}`;
  const failure = { name: 'CheckoutError', message, final };
  const { checkout } = await checkoutAt(status, reply, (each) => told.push(each));
  await expect(checkout.open(ORDER)).rejects.toMatchObject(failure);
  expect(told).toMatchObject([failure]);
  const { checkout: untold } = await checkoutAt(status, reply);
  await expect(untold.open(ORDER)).rejects.toMatchObject(failure);
});

test('sessions completed in the last three days are listed without logging the request', async () => {
  const { asked, checkout } = await checkoutAt(200, { object: 'list', has_more: false, data: [] });
  const before = nowInSeconds();
  expect([await checkout.listRecentlyCompleted(), await checkout.listRecentlyCompleted()]).toEqual([[], []]);
  const since = Number(asked[0]?.url.searchParams.get('created[gte]'));
  expect(since).toBeGreaterThanOrEqual(before - 3 * DAYS);
  expect(since).toBeLessThanOrEqual(nowInSeconds() - 3 * DAYS);
  expect(asked.map(({ telemetry }) => telemetry)).toEqual([undefined, undefined]);
});

test('refunds reported by their charge are fetched', async () => {
  const refund = { id: 're_1', amount: 400, currency: 'usd', payment_intent: 'pi_1', status: 'succeeded' };
  const { asked, checkout } = await checkoutAt(200, { object: 'list', data: [refund] });
  const { raw, signature } = signed({ type: 'charge.refunded', data: { object: { id: 'ch_1' } } });
  const event = await checkout.readWebhook(raw, signature);
  expect(event?.reversals).toMatchObject([{ kind: 'refund', ref: 're_1' }]);
  expect(asked[0]?.url.searchParams.get('charge')).toBe('ch_1');
});

test('a current timestamp beside one of tomorrow makes no valid signature', async () => {
  const { checkout } = await checkoutAt(200, {});
  const created = { type: 'customer.created', data: { object: {} } };
  const { raw, signature } = signed(created, nowInSeconds() + DAYS);
  expect(await checkout.readWebhook(raw, `t=${nowInSeconds()},${signature}`)).toBeUndefined();
  const now = signed(created);
  expect(await checkout.readWebhook(now.raw, now.signature)).toMatchObject({ id: 'evt_1' });
  expect(await checkout.readWebhook(now.raw, 'v1=00')).toBeUndefined();
});
