import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { HOUR, MINUTE, type Instant } from '../../src/rules/base/clock.ts';
import { cheapestPacks } from '../../src/rules/credits.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { closePayment } from '../../src/features/money/ledger.ts';
import { findWaysToPay } from '../../src/features/money/pay-inline.ts';
import { claimPayment, findPayment } from '../../src/features/money/purchases.store.ts';
import { reconcileInline } from '../../src/features/shop/checkout-webhook.ts';
import { sandboxCheckout } from '../../src/outside/money/checkout-sandbox.ts';
import { aPlayHouse } from '../money/play-house.ts';
import { anX402Till, aTill, buy, credentialFor, mppOf, PlayMethod, signed } from '../money/till.ts';
import { aKeeper } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';
import { SANDBOX_HEADERS } from '../support/parts.ts';

/** An agent with a signed, unsent payment, and the time of its offer. */
async function aPayer(store: Database) {
  const method = new PlayMethod();
  const till = await aTill(store, { mpp: mppOf(method) });
  const wren = await aKeeper(till);
  const credential = await credentialFor(await buy(till, { 'x-api-key': wren.key }));
  const payment = till.house.cashier.mpp?.read(credential.slice('Payment '.length), '');
  if (!payment) throw new Error('it cannot be read');
  const begun = till.now.now();
  return {
    till,
    method,
    wren,
    payment,
    begun,
    pay: () => buy(till, { 'x-api-key': wren.key, authorization: credential }),
    at: (ms: number): Instant => till.now.forward(`${begun + ms - till.now.now()}ms`),
    state: async () => (await findPayment(store, payment.key))?.state,
  };
}

/** The same after sending, with an unknown outcome. */
async function anUnclearPayer(store: Database) {
  const payer = await aPayer(store);
  payer.method.next = 'unclear';
  expect((await payer.pay()).status).toBe(503);
  expect(payer.method.asked).toBe(1);
  return payer;
}

onSqlite((place) => {
  test('inline payment is not offered above ten thousand dollars', async () => {
    const till = await aTill(await place.fresh(), { mpp: mppOf(new PlayMethod()) });
    const { id, username } = await aKeeper(till);
    const [fits, exceeds] = [1_428_500, 1_428_501];
    expect([cheapestPacks(fits).cents, cheapestPacks(exceeds).cents]).toEqual([1_000_000, 1_000_100]);
    const wish = { agent: { id, username }, keyIn: 'bearer', resource: '/' } as const;
    const waysFor = (shortfall: number) => findWaysToPay(till.house, { ...wish, shortfall }, till.now.now());
    expect(await waysFor(fits)).toHaveProperty('mpp');
    expect(await waysFor(exceeds)).toEqual({});
  });

  test.each(['house', 'payer'] as const)(
    'the %s queries an unclear payment up to twenty hours after its start, and not later, however recently it was touched',
    async (who) => {
      const payer = async () => {
        const one = await anUnclearPayer(await place.fresh());
        const query = async (ms: number) => {
          const now = one.at(ms);
          if (who === 'house') return reconcileInline(one.till.house, now);
          return (await one.pay()).status === 503 ? 0 : 1;
        };
        for (const hours of [5, 10, 15, 19.9]) await query(hours * HOUR);
        expect(one.method.asked).toBe(5);
        one.method.next = 'settled';
        return { ...one, query };
      };
      const late = await payer();
      expect(await late.query(20 * HOUR + 1)).toBe(0);
      expect([late.method.asked, await late.state()]).toEqual([5, 'unknown']);
      const inTime = await payer();
      await inTime.query(20 * HOUR);
      expect(await inTime.state()).toBe('settled');
    },
  );

  test('the background job queries a payment two minutes after it was last touched', async () => {
    const { till, method, at, pay } = await anUnclearPayer(await place.fresh());
    at(MINUTE);
    await pay();
    expect(method.asked).toBe(2);
    for (const [ms, asked] of [
      [2 * MINUTE + 1, 2],
      [3 * MINUTE, 2],
      [3 * MINUTE + 1, 3],
      [5 * MINUTE + 1, 3],
      [5 * MINUTE + 2, 4],
    ] as const) {
      await reconcileInline(till.house, at(ms));
      expect([ms, method.asked]).toEqual([ms, asked]);
    }
  });

  test('a payment claimed by another request is refused for one minute, then taken over', async () => {
    const { till, method, wren, payment, begun, at, pay } = await aPayer(await place.fresh());
    const terms = { method: 'mpp', live: false, credits: 500, cents: 400 } as const;
    const { key, evidence } = payment;
    await claimPayment(till.house.store, { ...terms, key, evidence, agentId: wren.id, createdAt: begun });
    at(MINUTE - 1);
    expect([(await pay()).status, method.asked]).toEqual([503, 0]);
    at(MINUTE);
    expect([(await pay()).status, method.asked]).toEqual([200, 1]);
  });

  test('one hour after its start, whenever it was touched, the audit reports an unclear payment and the operator can close it', async () => {
    const { till, payment, at } = await anUnclearPayer(await place.fresh());
    const closing = { key: payment.key, end: 'refused', reference: '', reason: 'no money' } as const;
    await reconcileInline(till.house, at(59 * MINUTE));
    expect(await closePayment(till.house, closing, at(HOUR - 1))).toBe('too early');
    expect(await auditHouse(till.house.store, at(HOUR))).toEqual([]);
    expect(await auditHouse(till.house.store, till.now.now() + 1)).toMatchObject([{ subject: payment.key }]);
    expect(await closePayment(till.house, closing, till.now.now())).toBe('done');
  });

  test('a challenge is valid for five minutes', async () => {
    const { at, pay } = await aPayer(await place.fresh());
    at(5 * MINUTE);
    expect((await pay()).body).toMatchObject({ code: 'payment_refused' });
    const other = await aPayer(await place.fresh());
    other.at(5 * MINUTE - 1);
    expect((await other.pay()).status).toBe(200);
  });

  test('an offer is stored for fifteen minutes', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const wren = await aKeeper(till);
    const { header } = await signed(till, facilitator, wren.key);
    till.now.forward('14m59.999s');
    facilitator.mood = 'lost before';
    const unclear = await buy(till, { 'x-api-key': wren.key, 'payment-signature': header });
    expect(unclear.body).toMatchObject({ code: 'payment_unclear' });
    facilitator.mood = 'well';
    const other = await aKeeper(till, 'other');
    const { header: late } = await signed(till, facilitator, other.key);
    till.now.forward('15m');
    const refused = await buy(till, { 'x-api-key': other.key, 'payment-signature': late });
    expect(refused.body).toMatchObject({ code: 'payment_refused' });
  });

  test('the reply to a purchase is replayed for as long as its page is open', async () => {
    const { ask, key, clock } = await aPlayHouse(await place.fresh());
    const headers = { ...SANDBOX_HEADERS, 'idempotency-key': 'f3b0c44298fc1c149afbf4c8996fb924' };
    const buyOnce = () =>
      ask({ method: 'POST', path: '/api/house/credits', key, body: { pack: '100' }, headers });
    const first = await buyOnce();
    clock.forward('59m59.999s');
    expect((await buyOnce()).text).toBe(first.text);
    clock.forward('1ms');
    expect((await buyOnce()).body['checkout_url']).not.toBe(first.body['checkout_url']);
  });
});

test('a message signed more than five minutes ago is rejected despite a valid signature', async () => {
  const key = Buffer.alloc(32, 7);
  const checkout = sandboxCheckout({
    baseUrl: new URL('http://127.0.0.1:3000'),
    random: { id: () => 'an id', bytes: () => key },
    sandboxToken: 'token',
  });
  const raw = JSON.stringify({ id: 'evt_1', type: 'anything', livemode: false, data: { object: {} } });
  const told = (secondsAgo: number) => {
    const at = Math.floor(Date.now() / 1000) - secondsAgo;
    const v1 = createHmac('sha256', key).update(`${at}.${raw}`).digest('hex');
    return checkout.readWebhook(Buffer.from(raw), `t=${at},v1=${v1}`);
  };
  expect(await told(240)).toBeDefined();
  expect(await told(301)).toBeUndefined();
});
