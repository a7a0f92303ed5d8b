import { Stripe } from 'stripe';
import { expect, test } from 'vitest';

import { localServer } from '../../../test/support/local-server.ts';
import { systemRandom } from '../random.ts';
import { sandboxCheckout } from './checkout-sandbox.ts';
import { stripeCheckout } from './checkout-stripe.ts';
import type { CheckoutError } from './checkout.ts';
import { readStripeEvent, toCheckoutSession } from './stripe-events.ts';

const WEBHOOK_SECRET = 'whsec_1';
const ORDER = { id: 'p1', agentId: 'wren', pack: '500', credits: 500, cents: 400 } as const;
const DAYS = 24 * 60 * 60;

async function checkoutAt(status: number, reply: object, onTrouble?: (failure: CheckoutError) => void) {
  const asked: { readonly url: URL; readonly telemetry: unknown }[] = [];
  const { port } = await localServer(async ({ url = '', headers }, _body, response) => {
    asked.push({ url: new URL(url, 'http://stripe'), telemetry: headers['x-stripe-client-telemetry'] });
    const sent = { 'request-id': 'req_1', 'stripe-should-retry': 'false' };
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
});

test('completed sessions of three days are listed unlogged, and one without a page is an error for good', async () => {
  const { checkout: pageless } = await checkoutAt(200, { id: 'cs_1', url: null });
  const message = 'Stripe made a session without a page';
  await expect(pageless.open(ORDER)).rejects.toMatchObject({ name: 'CheckoutError', message, final: true });
  const { asked, checkout } = await checkoutAt(200, { object: 'list', has_more: false, data: [] });
  const before = nowInSeconds();
  expect([await checkout.listRecentlyCompleted(), await checkout.listRecentlyCompleted()]).toEqual([[], []]);
  const since = Number(asked[0]?.url.searchParams.get('created[gte]'));
  expect(since).toBeGreaterThanOrEqual(before - 3 * DAYS);
  expect(since).toBeLessThanOrEqual(nowInSeconds() - 3 * DAYS);
  expect(asked.map(({ telemetry }) => telemetry)).toEqual([undefined, undefined]);
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

const OPEN = { payment_status: 'unpaid', status: 'open', livemode: false };
const PAYMENT = { amount_total: 400, currency: 'usd', payment_intent: 'pi_1' };
const SESSION = { id: 'cs_1', metadata: { purchase_id: 'p1' }, ...OPEN, ...PAYMENT };
const MONEY = { id: 're_1', amount: 400, currency: 'usd', payment_intent: 'pi_1' };
const LINE = { ref: 're_1', paymentRef: 'pi_1', cents: 400, currency: 'usd' };

const sessionOf = (changes: object) =>
  toCheckoutSession({ ...SESSION, ...changes } as unknown as Stripe.Checkout.Session);
const read = (type: string, object: object, refunds: readonly object[] = []) =>
  readStripeEvent(
    { id: 'evt_1', type, livemode: false, data: { object } } as unknown as Stripe.Event,
    async (charge) => (charge === 'ch_1' ? (refunds as readonly Stripe.Refund[]) : []),
  );
const bare = (type: string) => ({ id: 'evt_1', type, live: false });

test('an unpaid session is open until it is complete; then it waits', () => {
  const open = { metadata: null, amount_total: null, currency: null, payment_intent: null };
  expect(sessionOf(open)).toEqual({ ref: 'cs_1', standing: 'open', live: false });
  expect(sessionOf({ payment_intent: { id: 'pi_2' } }).paymentRef).toBe('pi_2');
  expect(sessionOf({ status: 'complete' }).standing).toBe('waiting');
});

const BACK = { ...LINE, kind: 'refund' };

test.each([
  ['succeeded', {}, [BACK]],
  ['succeeded', { payment_intent: { id: 'pi_1' } }, [BACK]],
  ['failed', {}, [BACK, { ...LINE, kind: 'refund_failed' }]],
  ['pending', {}, undefined],
  ['succeeded', { payment_intent: null }, undefined],
])('a refund that is %s with %j, by itself or by its charge, returns %j', async (status, changes, turned) => {
  const refund = { ...MONEY, status, ...changes };
  const byCharge = await read('charge.refunded', { id: 'ch_1' }, [refund]);
  for (const told of [await read('refund.updated', refund), byCharge])
    expect(told).toStrictEqual({ ...bare(told.type), ...(turned && { reversals: turned }) });
});

const LOST = { ...LINE, kind: 'dispute' };

test.each([
  ['created', 'needs_response', {}, [LOST]],
  ['closed', 'lost', {}, [LOST]],
  ['closed', 'won', {}, [LOST, { ...LOST, kind: 'dispute_won' }]],
  ['funds_reinstated', 'under_review', {}, [LOST, { ...LOST, kind: 'dispute_won' }]],
  ['created', 'warning_needs_response', {}, undefined],
  ['closed', 'prevented', {}, undefined],
  ['created', 'needs_response', { payment_intent: null }, undefined],
])('a dispute that was %s as %s with %j returns %j', async (what, status, changes, turned) => {
  const type = `charge.dispute.${what}`;
  const told = await read(type, { ...MONEY, status, ...changes });
  expect(told).toStrictEqual({ ...bare(type), ...(turned && { reversals: turned }) });
});

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0, 700);
const baseUrl = new URL('http://127.0.0.1:3000');
const checkout = sandboxCheckout({ baseUrl, random: systemRandom, sandboxToken: 'token' });

test("a sandbox payment event has Stripe's format, and is read only with its exact signature", async () => {
  const played = checkout.simulatePayment?.({ ...ORDER, ref: 'sandbox_p1' }, NOW);
  const { raw, signature } = played ?? { raw: '', signature: '' };
  expect(JSON.parse(raw)).toMatchObject({ created: Date.UTC(2026, 0, 1, 12) / 1000, livemode: false });
  const event = await checkout.readWebhook(Buffer.from(raw), signature);
  expect(event?.session).toMatchObject({ ref: 'sandbox_p1', purchaseId: 'p1', standing: 'paid', cents: 400 });
  for (const other of [undefined, '', 'hello', 't=1', `x${signature}`, `${signature}0`, ` ${signature}`])
    expect(await checkout.readWebhook(Buffer.from(raw), other), other).toBeUndefined();
});

test('sandbox pages exist only in their own process: they are expired elsewhere, and no others are found', async () => {
  const expired = { ref: 'sandbox_p1', standing: 'expired', live: false };
  expect(await checkout.lookUp('sandbox_p1')).toEqual(expired);
  expect(await checkout.listRecentlyCompleted()).toEqual([]);
  expect(await checkout.findSubject('pi_1')).toBeUndefined();
});
