import { expect, test } from 'vitest';

import { reconcilePurchases } from '../../src/features/money/reconcile.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import { findEventOutcome } from '../../src/features/money/purchases.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { aShop, anEvent, paid, WEBHOOK, type Shop } from './shop.ts';

const TWIN = 'async_payment_succeeded';

eachDatabase(({ fresh }) => {
  test('a payment event signed by Stripe is credited and logged', async () => {
    const { asked, deliver, account, ask, key, log } = await aShop(await fresh());
    const reply = await deliver(paid(await asked('500')));
    expect(reply).toMatchObject({ status: 200, body: { received: true } });
    expect(log.join('')).toContain('a payment was told of');
    expect(await account()).toEqual({ balance: 500, debt: 0 });
    const { body } = await ask({ path: '/api/house/credits', key });
    expect(body).toMatchObject({ credits: 500 });
  });

  test.each([
    ['with another secret', { secret: 'whsec_another' }],
    ['and changed by a blank', { sent: (payload: string) => payload.replace('{', '{ ') }],
    ['five minutes and a second ago', { secondsAgo: 301 }],
    ['in an hour', { secondsAgo: -3600 }],
  ])('an event signed %s is refused, and nothing is credited', async (_, signing) => {
    const { asked, deliver, account } = await aShop(await fresh());
    const reply = await deliver(paid(await asked('500')), signing);
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_callback' } });
    expect(await account()).toEqual({ balance: 0, debt: 0 });
  });

  test.each([
    ['nothing at all', undefined, {}],
    ['an unsigned event', '{"id":"evt_1"}', {}],
    ['a signature without an event', undefined, { 'stripe-signature': 't=1,v1=00' }],
    ['a signature of another shape', '{}', { 'stripe-signature': 'hello' }],
  ])('%s is refused', async (_, body, headers) => {
    const { ask } = await aShop(await fresh());
    const reply = await ask({ method: 'POST', path: WEBHOOK, body, headers });
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_callback' } });
  });

  test('80 deliveries of one payment, 40 of them copies, are one credit', async () => {
    const { asked, deliver, account, ledger } = await aShop(await fresh());
    const session = await asked('1000');
    const one = paid(session);
    const others = Array.from({ length: 40 }, (_, nth) =>
      paid(session, {}, nth % 2 === 0 ? TWIN : 'completed'),
    );
    const deliveries = others.flatMap((other) => [deliver(one), deliver(other)]);
    const statuses = (await Promise.all(deliveries)).map(({ status }) => status);
    expect(statuses).toEqual(Array(80).fill(200));
    expect(await account()).toEqual({ balance: 1000, debt: 0 });
    expect(await ledger()).toHaveLength(1);
  });

  test('a delayed payment is credited when it arrives', async () => {
    const { asked, deliver, account } = await aShop(await fresh());
    const session = await asked('100');
    expect(await deliver(paid(session, { payment_status: 'unpaid' }))).toMatchObject({ status: 200 });
    expect(await account()).toMatchObject({ balance: 0 });
    await deliver(paid(session, {}, TWIN));
    expect(await account()).toMatchObject({ balance: 100 });
  });

  test('events in the wrong order have the same result', async () => {
    const { asked, deliver, account, house, clock } = await aShop(await fresh());
    const session = await asked('100');
    await deliver(paid(session, {}, TWIN));
    await deliver(paid(session, { payment_status: 'unpaid' }));
    await deliver(paid(session, { payment_status: 'unpaid', status: 'expired' }, 'expired'));
    expect(await account()).toMatchObject({ balance: 100 });
    expect(await auditStore(house.store, clock.now())).toEqual([]);
  });

  test.each([
    ['expired', { status: 'expired', payment_status: 'unpaid' }],
    ['async_payment_failed', { payment_status: 'unpaid' }],
  ])('a session that %s is closed, and its page is not reused', async (type, changes) => {
    const { asked, deliver, account } = await aShop(await fresh());
    const session = await asked('100');
    await deliver(paid(session, changes, type));
    expect(await account()).toMatchObject({ balance: 0 });
    expect((await asked('100')).id).not.toBe(session.id);
  });

  test.each([
    ['a smaller amount', { amount_total: 99 }, 'mismatch?'],
    ['another currency', { currency: 'jpy' }, 'mismatch?'],
    ['another session', { id: 'cs_test_other' }, 'mismatch?'],
    ['a session of real money', { livemode: true }, 'mismatch?'],
    ['a purchase nobody made', { metadata: { purchase_id: 'nobody' } }, 'not_ours'],
    ['no purchase of ours', { metadata: {} }, 'not_ours'],
  ])('%s is stored and credits nothing', async (_, changes, outcome) => {
    const { asked, deliver, account, house, log } = await aShop(await fresh());
    const event = paid(await asked('100'), changes);
    expect(await deliver(event)).toMatchObject({ status: 200 });
    expect(await findEventOutcome(house.store, 'stripe', event.id)).toBe(outcome);
    expect(await account()).toEqual({ balance: 0, debt: 0 });
    const alarms = log.filter((line) => line.includes('a payment does not fit'));
    expect(alarms).toHaveLength(outcome === 'mismatch?' ? 1 : 0);
  });

  test('an event about real money is ignored with a test key', async () => {
    const { asked, deliver, account, house } = await aShop(await fresh());
    const event = { ...paid(await asked('100')), livemode: true };
    expect(await deliver(event)).toMatchObject({ status: 200 });
    expect(await findEventOutcome(house.store, 'stripe', event.id)).toBe('wrong_mode?');
    expect(await account()).toMatchObject({ balance: 0 });
  });

  test('Stripe events cannot settle a purchase of play money', async () => {
    const { asked, deliver, account, house } = await aShop(await fresh());
    const event = paid(await asked('100'));
    await house.store.run({ text: "update purchases set provider = 'sandbox'" }, []);
    expect(await deliver(event)).toMatchObject({ status: 200 });
    expect(await findEventOutcome(house.store, 'stripe', event.id)).toBe('not_ours');
    expect(await account()).toEqual({ balance: 0, debt: 0 });
  });

  test('unrequested event types are accepted and dropped', async () => {
    const { deliver } = await aShop(await fresh());
    expect(await deliver(anEvent('customer.created', { id: 'cus_1' }))).toMatchObject({ status: 200 });
  });

  test('a payment with a lost callback is found, and expired pages are closed', async () => {
    const { asked, account, stripe, clock, house } = await aShop(await fresh());
    const missed = await asked('500');
    const unpaid = await asked('100');
    expect(await reconcilePurchases(house, clock.now())).toEqual({});
    stripe.sessions.set(missed.id, { ...missed, status: 'complete', payment_status: 'paid' });
    stripe.sessions.set(unpaid.id, { ...unpaid, status: 'expired' });
    expect(await reconcilePurchases(house, clock.now())).toEqual({ credited: 1 });
    clock.forward('24h');
    expect(await reconcilePurchases(house, clock.now())).toEqual({ closed: 1 });
    expect(await reconcilePurchases(house, clock.now())).toEqual({});
    expect(await account()).toEqual({ balance: 500, debt: 0 });
    expect(await auditStore(house.store, clock.now())).toEqual([]);
  });

  test('a delayed payment with a lost callback is found through its session when the page expires', async () => {
    const { asked, account, stripe, clock, house } = await aShop(await fresh());
    const session = await asked('500');
    stripe.sessions.set(session.id, { ...session, status: 'complete' });
    clock.forward('25h');
    expect(await reconcilePurchases(house, clock.now())).toEqual({ waiting: 1 });
    // Too old to be listed.
    stripe.sessions.set(session.id, { ...session, status: 'long ago', payment_status: 'paid' });
    expect(await reconcilePurchases(house, clock.now())).toEqual({ credited: 1 });
    expect(await account()).toEqual({ balance: 500, debt: 0 });
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

  test('a late callback does not credit again', async () => {
    const { asked, deliver, account, stripe, clock, house } = await aShop(await fresh());
    const session = await asked('500');
    const late = paid(session);
    stripe.sessions.set(session.id, { ...session, ...late.data.object });
    clock.forward('24h');
    await reconcilePurchases(house, clock.now());
    await deliver(late);
    expect(await account()).toEqual({ balance: 500, debt: 0 });
  });

  test('a payment after its page was closed is credited, even without a callback', async () => {
    const { asked, stripe, clock, house, account } = await aShop(await fresh());
    const session = await asked('500');
    stripe.sessions.set(session.id, { ...session, status: 'expired' });
    clock.forward('25h');
    expect(await reconcilePurchases(house, clock.now())).toEqual({ closed: 1 });
    stripe.sessions.set(session.id, { ...session, status: 'complete', payment_status: 'paid' });
    expect(await reconcilePurchases(house, clock.now())).toEqual({ credited: 1 });
    expect(await account()).toEqual({ balance: 500, debt: 0 });
  });

  test('a session whose lookup fails does not block the others, and the round is reported as failed', async () => {
    const { asked, stripe, clock, house, account } = await aShop(await fresh());
    const [broken, missed] = [await asked('100'), await asked('500')];
    stripe.broken.add(broken.id);
    stripe.sessions.set(missed.id, { ...missed, status: 'long ago', payment_status: 'paid' });
    clock.forward('25h');
    await expect(reconcilePurchases(house, clock.now())).rejects.toThrow('purchase lookups failed');
    expect(await account()).toEqual({ balance: 500, debt: 0 });
  });

  test('all open purchases are looked up, also across pages', async () => {
    const { asked, stripe, clock, house } = await aShop(await fresh());
    const first = await asked('100');
    for (let nth = 0; nth < 150; nth += 1) await openBeside(house, stripe, first, nth);
    clock.forward('25h');
    expect(await reconcilePurchases(house, clock.now())).toEqual({ closed: 150, waiting: 1 });
  });
});

async function openBeside(
  house: Shop['house'],
  stripe: Shop['stripe'],
  like: { readonly id: string },
  nth: number,
): Promise<void> {
  const id = `${like.id}_${nth}`;
  stripe.sessions.set(id, { ...like, id, status: 'expired' });
  await house.store.run(
    {
      text: `insert into purchases (id, agent_id, pack, credits, cents, provider, live, provider_ref, state, created_at, expires_at)
        select $1, agent_id, pack, credits, cents, provider, live, $1, 'open', created_at, expires_at
        from purchases order by created_at, id limit 1`,
    },
    [id],
  );
}
