import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';

import { readStripeEvent, toCheckoutSession } from './stripe-events.ts';

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

test.each([
  [{ payment_status: 'paid', status: 'complete' }, 'paid'],
  [{ status: 'complete' }, 'waiting'],
  [{ status: 'open' }, 'open'],
  [{ status: 'expired' }, 'expired'],
])('a session with %j is %s', (changes, standing) => {
  expect(sessionOf(changes).standing).toBe(standing);
});

test('an open session stays open', () => {
  const open = { metadata: null, amount_total: null, currency: null, payment_intent: null };
  expect(sessionOf(open)).toEqual({ ref: 'cs_1', standing: 'open', live: false });
  expect(sessionOf({ payment_intent: { id: 'pi_2' } }).paymentRef).toBe('pi_2');
});

test('a session event has its state and no refunds; unknown event types are ignored', async () => {
  const type = 'checkout.session.completed';
  const paid = await read(type, { ...SESSION, payment_status: 'paid' });
  expect(Object.keys(paid)).toEqual(['id', 'type', 'live', 'session']);
  expect(paid.session).toMatchObject({ ref: 'cs_1', purchaseId: 'p1', standing: 'paid' });
  const failed = await read('checkout.session.async_payment_failed', SESSION);
  expect(failed.session?.standing).toBe('failed');
  expect(await read('customer.created', MONEY)).toStrictEqual(bare('customer.created'));
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
