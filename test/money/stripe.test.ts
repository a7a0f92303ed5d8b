import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { recordSettlement } from '../../src/features/money/pay-inline.ts';
import { findEventOutcome, claimPayment, findPayment } from '../../src/features/money/purchases.store.ts';
import { reconcilePurchases } from '../../src/features/shop/checkout-webhook.ts';
import type { Settlement } from '../../src/outside/money/payment-rail.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { SECRET_KEY, WEBHOOK_SECRET } from './fake-stripe.ts';
import { aShop, paid, WEBHOOK, anEvent } from './shop.ts';

const CREDITS = '/api/house/credits';

test('a purchase creates a Stripe session, the answer has its page for a human, and the return pages say what happened', async () => {
  const { ask, key, agentId, stripe } = await aShop(await anyStore());
  const { status, body } = await ask({ method: 'POST', path: CREDITS, key, body: { pack: '500' } });
  const [seen] = stripe.seen;
  const purchaseId = seen?.form['metadata[purchase_id]'];
  expect(status).toBe(200);
  expect(body).toMatchObject({ pack: { credits: 500, price: '$4.00' } });
  expect(body['checkout_url']).toMatch(/^https:\/\/checkout\.stripe\.example\/c\/cs_test_1/);
  expect(body).not.toHaveProperty('sandbox');
  expect(seen).toMatchObject({
    method: 'POST',
    path: '/v1/checkout/sessions',
    authorization: `Bearer ${SECRET_KEY}`,
    idempotencyKey: `checkout:${purchaseId}`,
    form: {
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '400',
      'line_items[0][price_data][product_data][name]': '500 Arkhouse credits',
      client_reference_id: agentId,
      'metadata[pack]': '500',
      'payment_intent_data[metadata][purchase_id]': purchaseId,
      'adaptive_pricing[enabled]': 'false',
    },
  });
  for (const [page, word] of Object.entries({ thanks: 'Thank you', cancelled: 'Nothing was paid' }))
    expect(await ask({ path: `/checkout/${page}` })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      text: expect.stringContaining(`<h1>${word}</h1>`),
    });
});

test('the same pack gets the same page while more than half of its lifetime is left and it is unpaid', async () => {
  const { asked, clock, deliver, stripe } = await aShop(await anyStore());
  const first = await asked('100');
  for (const span of ['6h', '5h59m59.999s']) {
    clock.forward(span);
    expect(await asked('100')).toBe(first);
  }
  expect((await asked('500')).id).not.toBe(first.id);
  clock.forward('1ms');
  const second = await asked('100');
  expect(second.id).not.toBe(first.id);
  await deliver(paid(second, { payment_status: 'unpaid' }));
  const third = await asked('100');
  await deliver(paid(third));
  expect([first.id, second.id, third.id]).not.toContain((await asked('100')).id);
  expect([third.id === second.id, stripe.seen.length]).toEqual([false, 5]);
});

test('a failed request is retried with its key; after errors the next try is a new purchase, after silence the same', async () => {
  const { ask, asked, key, stripe, log } = await aShop(await anyStore());
  const refused = () => ask({ method: 'POST', path: CREDITS, key, body: { pack: '100' } });
  const keysSince = (from: number) =>
    new Set(stripe.seen.slice(from).map(({ idempotencyKey }) => idempotencyKey)).size;
  stripe.accidents.push(500, 500, 500);
  const told = await refused();
  expect(told).toMatchObject({ status: 503, body: { code: 'checkout_unreachable' } });
  expect(told.headers['retry-after']).toBe('30');
  expect([stripe.seen.length, keysSince(0), stripe.sessions.size]).toEqual([3, 1, 0]);
  stripe.accidents.push('no answer', 'no answer', 'no answer');
  expect([(await refused()).status, keysSince(0)]).toEqual([503, 2]);
  await asked('100');
  expect([keysSince(3), stripe.sessions.size]).toEqual([1, 1]);
  expect(log.join()).not.toContain('canary');
});

test('no secret, signature or link is logged', async () => {
  const store = await anyStore();
  const { ask, asked, deliver, key, stripe, log, troubles } = await aShop(store);
  const session = await asked('100');
  await deliver(paid(session, { amount_total: 1 }));
  await deliver(paid(session), { secret: 'whsec_other' });
  await deliver(paid(session));
  await ask({ method: 'POST', path: WEBHOOK, body: '{', headers: { 'stripe-signature': 't=1,v1=canary' } });
  stripe.accidents.push(401);
  await ask({ method: 'POST', path: CREDITS, key, body: { pack: '500' } });
  await store.close();
  expect(await deliver(paid(session))).toMatchObject({ status: 503 });
  const told = [...log, ...troubles].join('\n');
  expect(troubles).toEqual([expect.stringContaining('401')]);
  expect(log.length).toBeGreaterThan(5);
  for (const secret of [SECRET_KEY, WEBHOOK_SECRET, 'canary', 'v1=', 'checkout.stripe.example']) {
    expect(told).not.toContain(secret);
  }
});

const TWIN = 'async_payment_succeeded';
const NOTHING = { balance: 0, debt: 0 };

test('an event that is unsigned, or signed with another secret, too early or too late, is refused', async () => {
  const { ask, asked, deliver, account, key, log } = await aShop(await anyStore());
  const session = await asked('500');
  const invalid = { status: 400, body: { code: 'invalid_callback' } };
  for (const signing of [
    { secret: 'whsec_another' },
    { sent: (payload: string) => payload.replace('{', '{ ') },
    { secondsAgo: 301 },
    { secondsAgo: -3600 },
  ])
    expect(await deliver(paid(session), signing), JSON.stringify(signing)).toMatchObject(invalid);
  for (const [body, signature] of [
    [undefined, undefined],
    ['{"id":"evt_1"}', undefined],
    [undefined, 't=1,v1=00'],
    ['{}', 'hello'],
  ]) {
    const headers = signature === undefined ? {} : { 'stripe-signature': signature };
    expect(await ask({ method: 'POST', path: WEBHOOK, body, headers }), signature).toMatchObject(invalid);
  }
  expect(await account()).toEqual(NOTHING);
  expect(await deliver(paid(session))).toMatchObject({ status: 200, body: { received: true } });
  expect(log.join('')).toContain('payment_received');
  expect((await ask({ path: '/api/house/credits', key })).body).toMatchObject({ credits: 500 });
});

test('a delayed payment is credited when it arrives, and late events in the wrong order change nothing', async () => {
  const { asked, deliver, account, house, clock } = await aShop(await anyStore());
  const session = await asked('100');
  const unpaid = paid(session, { payment_status: 'unpaid' });
  expect(await deliver(unpaid)).toMatchObject({ status: 200 });
  expect(await account()).toEqual(NOTHING);
  await deliver(paid(session, {}, TWIN));
  await deliver(paid(session, { payment_status: 'unpaid' }));
  await deliver(paid(session, { payment_status: 'unpaid', status: 'expired' }, 'expired'));
  expect(await account()).toEqual({ balance: 100, debt: 0 });
  expect(await auditStore(house.store, clock.now())).toEqual([]);
});

test.each([
  ['expired', { status: 'expired', payment_status: 'unpaid' }],
  ['async_payment_failed', { payment_status: 'unpaid' }],
])('a session that %s is closed, and its page is not reused', async (type, changes) => {
  const { asked, deliver, account } = await aShop(await anyStore());
  const session = await asked('100');
  await deliver(paid(session, changes, type));
  expect(await account()).toEqual(NOTHING);
  expect((await asked('100')).id).not.toBe(session.id);
});

test.each([
  ['a smaller amount', { amount_total: 99 }, 'mismatch?'],
  ['another currency', { currency: 'jpy' }, 'mismatch?'],
  ['another session', { id: 'cs_test_other' }, 'mismatch?'],
  ['a session of real money', { livemode: true }, 'mismatch?'],
  ['an unknown purchase', { metadata: { purchase_id: 'nobody' } }, 'not_ours'],
  ['no purchase of ours', { metadata: {} }, 'not_ours'],
])('%s is stored and credits nothing', async (_, changes, outcome) => {
  const { asked, deliver, account, house, log } = await aShop(await anyStore());
  const event = paid(await asked('100'), changes);
  expect(await deliver(event)).toMatchObject({ status: 200 });
  expect(await findEventOutcome(house.store, 'stripe', event.id)).toBe(outcome);
  expect(await account()).toEqual(NOTHING);
  const alarms = log.filter((line) => line.includes('payment_mismatch'));
  expect(alarms).toHaveLength(outcome === 'mismatch?' ? 1 : 0);
});

test('with a test key, live events, events for sandbox purchases and unrelated events add no credits', async () => {
  const { asked, deliver, account, house } = await aShop(await anyStore());
  const session = await asked('100');
  const real = { ...paid(session), livemode: true };
  const ignored = async (event: typeof real, outcome: string) => {
    expect(await deliver(event)).toMatchObject({ status: 200 });
    expect(await findEventOutcome(house.store, 'stripe', event.id)).toBe(outcome);
    expect(await account()).toEqual(NOTHING);
  };
  await ignored(real, 'wrong_mode?');
  await house.store.run({ text: "update purchases set provider = 'sandbox'" }, []);
  await ignored(paid(session), 'not_ours');
  await ignored(anEvent('customer.created', { id: 'cus_1' }), 'nothing');
});

test('a session whose lookup fails does not block the others, and the round is reported as failed', async () => {
  const { asked, stripe, clock, house, account } = await aShop(await anyStore());
  const [broken, missed] = [await asked('100'), await asked('500')];
  stripe.broken.add(broken.id);
  stripe.sessions.set(missed.id, { ...missed, status: 'long ago', payment_status: 'paid' });
  clock.forward('25h');
  await expect(reconcilePurchases(house, clock.now())).rejects.toThrow('purchase lookups failed');
  expect(await account()).toEqual({ balance: 500, debt: 0 });
});

let refunds = 0;

eachDatabase(({ fresh }) => {
  test('80 deliveries of one payment, 40 of them copies, are one credit', async () => {
    const { asked, deliver, account, ledger } = await aShop(await fresh());
    const session = await asked('1000');
    const one = paid(session);
    const deliveries = Array.from({ length: 40 }, (_, nth) => [
      deliver(one),
      deliver(paid(session, {}, nth % 2 === 0 ? TWIN : 'completed')),
    ]);
    const statuses = (await Promise.all(deliveries.flat())).map(({ status }) => status);
    expect([statuses, await account()]).toEqual([Array(80).fill(200), { balance: 1000, debt: 0 }]);
    expect(await ledger()).toHaveLength(1);
  });

  test('payments with a lost callback are found, expired pages are closed, and late callbacks credit nothing', async () => {
    const { asked, account, deliver, stripe, clock, house } = await aShop(await fresh());
    const [missed, unpaid] = [await asked('500'), await asked('100')];
    const reconciled = () => reconcilePurchases(house, clock.now());
    expect(await reconciled()).toEqual({});
    stripe.sessions.set(missed.id, { ...missed, status: 'complete', payment_status: 'paid' });
    stripe.sessions.set(unpaid.id, { ...unpaid, status: 'expired' });
    expect(await reconciled()).toEqual({ credited: 1 });
    clock.forward('24h');
    expect([await reconciled(), await reconciled()]).toEqual([{ closed: 1 }, {}]);
    await deliver(paid(missed));
    expect(await account()).toEqual({ balance: 500, debt: 0 });
    // Paid after its page was closed, without a callback.
    stripe.sessions.set(unpaid.id, { ...unpaid, status: 'complete', payment_status: 'paid' });
    expect([await reconciled(), await account()]).toEqual([{ credited: 1 }, { balance: 600, debt: 0 }]);
    expect(await auditStore(house.store, clock.now())).toEqual([]);
  });

  test('the audit reports payments without credits and credits without payments', async () => {
    const { asked, deliver, house, clock } = await aShop(await fresh());
    await deliver(paid(await asked('500')));
    expect(await auditStore(house.store, clock.now())).toEqual([]);
    await house.store.run({ text: 'update purchases set credits = 501' }, []);
    const found = async () => (await auditStore(house.store, clock.now())).map((each) => each.found);
    expect(await found()).toContain('paid for 501, minted 500');
    await house.store.run({ text: "update purchases set credits = 500, state = 'open'" }, []);
    expect(await found()).toContain('open');
  });

  test('a refund takes its share of the credits, once, whichever events report it', async () => {
    const { deliver, account, stripe, bought } = await aBuyer(await fresh());
    const payment = await bought('500');
    const refund = aRefund(payment, 100);
    await deliver(anEvent('refund.created', refund));
    await deliver(anEvent('refund.updated', refund));
    stripe.refunds.set('ch_1', [refund]);
    await deliver(anEvent('charge.refunded', { id: 'ch_1', payment_intent: payment, amount_refunded: 100 }));
    expect(await account()).toEqual({ balance: 375, debt: 0 });
  });

  test('a pending refund takes nothing, a failed one gives the credits back, in either order', async () => {
    const { deliver, account, bought } = await aBuyer(await fresh());
    const payment = await bought('500');
    const refund = aRefund(payment, 400);
    const failedFirst = aRefund(payment, 400);
    for (const [type, event, balance] of [
      ['created', { ...refund, status: 'pending' }, 500],
      ['updated', refund, 0],
      ['failed', { ...refund, status: 'failed' }, 500],
      ['failed', { ...failedFirst, status: 'failed' }, 500],
      ['created', failedFirst, 500],
    ] as const) {
      await deliver(anEvent(`refund.${type}`, event));
      expect(await account(), `${event.id} ${type}`).toEqual({ balance, debt: 0 });
    }
  });

  test('a refund above the balance becomes a debt, which the next credits pay off first', async () => {
    const { deliver, account, ask, key, bought, spend } = await aBuyer(await fresh());
    const balance = async () => (await ask({ path: '/api/house/credits', key })).body;
    const refund = aRefund(await bought('500'), 400);
    await spend(450);
    await deliver(anEvent('refund.created', refund));
    expect(await account()).toEqual({ balance: 0, debt: 450 });
    expect(await balance()).toMatchObject({ credits: 0, debt: 450 });
    await bought('100');
    expect(await account()).toEqual({ balance: 0, debt: 350 });
    await bought('1000');
    expect(await account()).toEqual({ balance: 650, debt: 0 });
    expect(await balance()).not.toHaveProperty('debt');
  });

  test('a refund before its payment has the same result; of a refused payment it takes nothing', async () => {
    const { asked, deliver, account, stripe } = await aBuyer(await fresh());
    const session = await asked('100');
    const intend = ({ id, metadata }: typeof session) =>
      stripe.intents.set(`pi_of_${id}`, metadata as { purchase_id: string });
    intend(session);
    await deliver(anEvent('refund.created', aRefund(`pi_of_${session.id}`, 100)));
    expect(await account()).toEqual({ balance: 0, debt: 100 });
    await deliver(paid(session));
    expect(await account()).toEqual(NOTHING);
    const refused = await asked('500');
    await deliver(paid(refused, { amount_total: 399 }));
    intend(refused);
    await deliver(anEvent('refund.created', aRefund(`pi_of_${refused.id}`, 399)));
    expect(await account()).toEqual(NOTHING);
  });

  test.each([
    ['refund', 'refund.created', aRefund('pi_mpp', 100)],
    ['dispute', 'charge.dispute.created', aDispute('pi_mpp')],
  ])('a %s of an inline payment takes the credits once', async (_, type, turn) => {
    const { house, clock, deliver, account, payInline } = await aBuyer(await fresh());
    await payInline({ outcome: 'settled', reference: 'pi_mpp' });
    expect(await account()).toEqual({ balance: 100, debt: 0 });
    for (const event of [anEvent(type, turn), anEvent(type, turn)]) await deliver(event);
    expect([await account(), await auditHouse(house.store, clock.now())]).toEqual([NOTHING, []]);
  });

  test('a dispute takes the credits and winning it gives them back; an inquiry or a won dispute takes nothing', async () => {
    const { deliver, account, bought, ledger, log } = await aBuyer(await fresh());
    const dispute = aDispute(await bought('100'));
    const won = { ...dispute, status: 'won' };
    const inquiry = { ...dispute, id: 'dp_2', status: 'warning_needs_response' };
    for (const [type, event, balance] of [
      ['created', dispute, 0],
      ['funds_withdrawn', dispute, 0],
      ['closed', won, 100],
      ['funds_reinstated', won, 100],
      ['created', inquiry, 100],
      ['closed', { ...won, id: 'dp_3' }, 100],
      ['created', { ...dispute, id: 'dp_3' }, 100],
      ['created', { ...dispute, id: 'dp_4', amount: 25 }, 75],
      ['closed', { ...won, id: 'dp_4', amount: 75 }, 100],
    ] as const) {
      await deliver(anEvent(`charge.dispute.${type}`, event));
      expect(await account(), `${event.id} ${type}`).toEqual({ balance, debt: 0 });
    }
    const lines = (await ledger()).filter(({ idem_key: key }) => !/dp_[34]/.test(key));
    expect(lines.map(({ kind }) => kind)).toEqual(['dispute_won', 'dispute', 'purchase']);
    expect(log.filter((line) => line.includes('payment_mismatch'))).toHaveLength(1);
  });
});

test.each([
  [1, 499],
  [2, 498],
  [3, 497],
  [399, 2],
])('a refund of %i of 400 cents leaves %i of 500 credits, rounded for the agent', async (cents, left) => {
  const { deliver, account, bought } = await aBuyer(await anyStore());
  await deliver(anEvent('refund.created', aRefund(await bought('500'), cents)));
  expect(await account()).toEqual({ balance: left, debt: 0 });
});

test('a refund of a payment that credited nothing, or of another shop, takes nothing; a failed lookup asks for a retry', async () => {
  const { deliver, account, ledger, payInline, stripe } = await aBuyer(await anyStore());
  await payInline({ outcome: 'refused', reason: 'requires_action' });
  await deliver(anEvent('refund.created', aRefund('pi_mpp', 100)));
  const reply = await deliver(anEvent('refund.created', aRefund('pi_of_another_shop', 100)));
  const event = anEvent('refund.created', aRefund('pi_unknown', 100));
  stripe.accidents.push(500, 500, 500);
  expect(await deliver(event)).toMatchObject({ status: 503, body: { code: 'checkout_unreachable' } });
  expect(await deliver(event)).toMatchObject({ status: 200 });
  expect([reply.status, await ledger(), await account()]).toEqual([200, [], NOTHING]);
});

test('a refund of an impossible amount or in another currency is left to the operator, even if signed', async () => {
  const { deliver, account, bought, log } = await aBuyer(await anyStore());
  const payment = await bought('500');
  const changes: object[] = [-100, -1, 0.5, 401, '100', null].map((amount) => ({ amount }));
  const alarms = () => log.filter((line) => line.includes('payment_mismatch')).length;
  for (const change of [...changes, { currency: 'eur' }]) {
    const before = alarms();
    const reply = await deliver(anEvent('refund.created', { ...aRefund(payment, 100), ...change }));
    expect([reply.status, alarms() - before], JSON.stringify(change)).toEqual([200, 1]);
    expect(await account(), JSON.stringify(change)).toEqual({ balance: 500, debt: 0 });
  }
  await deliver(anEvent('charge.dispute.created', aDispute(payment)));
  const [before, left] = [alarms(), await account()];
  const changed = { ...aDispute(payment), amount: 50 };
  const reply = await deliver(anEvent('charge.dispute.updated', changed));
  expect([reply.status, alarms() - before, await account()]).toEqual([200, 1, left]);
  expect(log.join('')).toContain('mismatch?');
});

async function aBuyer(store: Database) {
  const shop = await aShop(store);
  const { house, agentId, clock } = shop;
  return {
    ...shop,
    /** Buys a pack and returns the id of the payment. */
    bought: async (pack: '100' | '500' | '1000') => {
      const session = await shop.asked(pack);
      await shop.deliver(paid(session));
      return `pi_of_${session.id}`;
    },
    spend: (credits: number) => {
      const spent = { id: 'spent', agentId, delta: -credits, kind: 'resurrection', key: 'a return' } as const;
      return house.store.transaction((db) => moveCredits(db, { ...spent, now: clock.now() }));
    },
    /** Pays for 100 credits by MPP; Stripe's payment intent is `pi_mpp`. */
    payInline: async (settlement: Settlement) => {
      const key = 'mpp:challenge';
      const terms = { method: 'mpp', live: true, credits: 100, cents: 100, evidence: '{}' } as const;
      await claimPayment(house.store, { ...terms, key, agentId, createdAt: clock.now() });
      const payment = await findPayment(house.store, key);
      if (payment) await recordSettlement(house, payment, settlement, clock.now());
      shop.stripe.intents.set('pi_mpp', { inline_payment: key });
    },
  };
}

function aRefund(payment: string, amount: number) {
  refunds += 1;
  return { id: `re_${refunds}`, payment_intent: payment, amount, currency: 'usd', status: 'succeeded' };
}

function aDispute(payment: string) {
  return { id: 'dp_1', payment_intent: payment, amount: 100, currency: 'usd', status: 'needs_response' };
}
