import { expect, test } from 'vitest';

import type { Database } from '../../src/db/db.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { recordSettlement } from '../../src/features/money/pay-inline.ts';
import type { Settlement } from '../../src/outside/money/payment-rail.ts';
import { claimPayment, findPayment } from '../../src/features/money/purchases.store.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aShop, anEvent, paid, type Shop } from './shop.ts';

const NOTHING = { balance: 0, debt: 0 };
let refunds = 0;

eachDatabase(({ fresh }) => {
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
    expect(await account()).toEqual(NOTHING);
    expect(await auditHouse(house.store, clock.now())).toEqual([]);
  });

  test('a dispute takes the credits and winning it gives them back; an inquiry or a won dispute takes nothing', async () => {
    const { deliver, account, bought, ledger } = await aBuyer(await fresh());
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
    ] as const) {
      await deliver(anEvent(`charge.dispute.${type}`, event));
      expect(await account(), `${event.id} ${type}`).toEqual({ balance, debt: 0 });
    }
    const lines = (await ledger()).filter(({ idem_key: key }) => !key.includes('dp_3'));
    expect(lines.map(({ kind }) => kind)).toEqual(['dispute_won', 'dispute', 'purchase']);
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

test('a refund of an inline payment that credited nothing, or of another shop, takes nothing', async () => {
  const { deliver, account, ledger, payInline } = await aBuyer(await anyStore());
  await payInline({ outcome: 'refused', reason: 'requires_action' });
  await deliver(anEvent('refund.created', aRefund('pi_mpp', 100)));
  const reply = await deliver(anEvent('refund.created', aRefund('pi_of_another_shop', 100)));
  expect([reply.status, await ledger(), await account()]).toEqual([200, [], NOTHING]);
});

test('a refund of an impossible amount or in another currency is left to the operator, even if signed', async () => {
  const { deliver, account, bought, log } = await aBuyer(await anyStore());
  const payment = await bought('500');
  const changes: object[] = [-100, -1, 0.5, 401, '100', null].map((amount) => ({ amount }));
  for (const change of [...changes, { currency: 'eur' }]) {
    const alarms = () => log.filter((line) => line.includes('payment_mismatch')).length;
    const before = alarms();
    const reply = await deliver(anEvent('refund.created', { ...aRefund(payment, 100), ...change }));
    expect([reply.status, alarms() - before], JSON.stringify(change)).toEqual([200, 1]);
    expect(await account(), JSON.stringify(change)).toEqual({ balance: 500, debt: 0 });
  }
  expect(log.join('')).toContain('mismatch?');
});

test('while the payment cannot be looked up at Stripe, the event is answered with a retry status', async () => {
  const { deliver, stripe, account } = await aBuyer(await anyStore());
  const event = anEvent('refund.created', aRefund('pi_unknown', 100));
  stripe.accidents.push(500, 500, 500);
  expect(await deliver(event)).toMatchObject({ status: 503, body: { code: 'checkout_unreachable' } });
  expect(await deliver(event)).toMatchObject({ status: 200 });
  expect(await account()).toEqual(NOTHING);
});

async function aBuyer(store: Database) {
  const shop = await aShop(store);
  return {
    ...shop,
    /** Buys a pack and returns the id of the payment. */
    bought: async (pack: '100' | '500' | '1000') => {
      const session = await shop.asked(pack);
      await shop.deliver(paid(session));
      return `pi_of_${session.id}`;
    },
    spend: (credits: number) => takeFrom(shop, credits),
    payInline: (settlement: Settlement) => payByMpp(shop, settlement),
  };
}

/** Pays for 100 credits by MPP; Stripe's payment intent is `pi_mpp`. */
async function payByMpp({ house, agentId, clock, stripe }: Shop, settlement: Settlement): Promise<void> {
  const key = 'mpp:challenge';
  const terms = { method: 'mpp', live: true, credits: 100, cents: 100, evidence: '{}' } as const;
  await claimPayment(house.store, { ...terms, key, agentId, createdAt: clock.now() });
  const payment = await findPayment(house.store, key);
  if (payment) await recordSettlement(house, payment, settlement, clock.now());
  stripe.intents.set('pi_mpp', { inline_payment: key });
}

async function takeFrom({ house, agentId, clock }: Shop, credits: number): Promise<void> {
  const spent = { id: 'spent', agentId, delta: -credits, kind: 'resurrection', key: 'a return' } as const;
  await house.store.transaction((db) => moveCredits(db, { ...spent, now: clock.now() }));
}

function aRefund(payment: string, amount: number) {
  refunds += 1;
  return { id: `re_${refunds}`, payment_intent: payment, amount, currency: 'usd', status: 'succeeded' };
}

function aDispute(payment: string) {
  return { id: 'dp_1', payment_intent: payment, amount: 100, currency: 'usd', status: 'needs_response' };
}
