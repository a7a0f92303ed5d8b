import { expect, test } from 'vitest';

import { auditHouse } from '../../src/features/audit/audit.ts';
import { recordSettlement } from '../../src/features/money/pay-inline.ts';
import type { Settlement } from '../../src/outside/money/payment-rail.ts';
import { claimPayment, findPayment } from '../../src/features/money/inline-payments.store.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { eachDatabase } from '../support/databases.ts';
import type { Told } from '../support/house.ts';
import { aShop, anEvent, paid, type Shop } from './shop.ts';

let refunds = 0;

eachDatabase(({ fresh }) => {
  test('a refund takes its share of the credits, once, whichever events report it', async () => {
    const { deliver, account, stripe, bought } = await aBuyer();
    const payment = await bought('500');
    const refund = aRefund(payment, 100);
    await deliver(anEvent('refund.created', refund));
    await deliver(anEvent('refund.updated', refund));
    stripe.refunds.set('ch_1', [refund]);
    await deliver(anEvent('charge.refunded', { id: 'ch_1', payment_intent: payment, amount_refunded: 100 }));
    expect(await account()).toEqual({ balance: 375, debt: 0 });
  });

  test.each([
    [1, 499],
    [2, 498],
    [3, 497],
    [399, 2],
  ])(
    'a refund of %i of 400 cents leaves %i of 500 credits: fractions are rounded in the agent’s favour',
    async (cents, left) => {
      const { deliver, account, bought } = await aBuyer();
      await deliver(anEvent('refund.created', aRefund(await bought('500'), cents)));
      expect(await account()).toEqual({ balance: left, debt: 0 });
    },
  );

  test('a pending refund takes nothing, and a failed one gives the credits back', async () => {
    const { deliver, account, bought } = await aBuyer();
    const refund = aRefund(await bought('500'), 400);
    await deliver(anEvent('refund.created', { ...refund, status: 'pending' }));
    expect(await account()).toEqual({ balance: 500, debt: 0 });
    await deliver(anEvent('refund.updated', refund));
    expect(await account()).toEqual({ balance: 0, debt: 0 });
    await deliver(anEvent('refund.failed', { ...refund, status: 'failed' }));
    expect(await account()).toEqual({ balance: 500, debt: 0 });
  });

  test('a refund that failed before its first event changes nothing', async () => {
    const { deliver, account, bought } = await aBuyer();
    const refund = aRefund(await bought('500'), 400);
    await deliver(anEvent('refund.failed', { ...refund, status: 'failed' }));
    expect(await account()).toEqual({ balance: 500, debt: 0 });
    await deliver(anEvent('refund.created', refund));
    expect(await account()).toEqual({ balance: 500, debt: 0 });
  });

  test('a refund above the balance becomes a debt, which the next credits pay off first', async () => {
    const { deliver, account, balance, bought, spend } = await aBuyer();
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

  test('a refund reported before its payment has the same result', async () => {
    const { asked, deliver, account, stripe } = await aBuyer();
    const session = await asked('100');
    const purchase = session['metadata'] as { purchase_id: string };
    stripe.intents.set(`pi_of_${session.id}`, purchase);
    await deliver(anEvent('refund.created', aRefund(`pi_of_${session.id}`, 100)));
    expect(await account()).toEqual({ balance: 0, debt: 100 });
    await deliver(paid(session));
    expect(await account()).toEqual({ balance: 0, debt: 0 });
  });

  test('the refund of a refused payment takes nothing, since nothing was credited', async () => {
    const { asked, deliver, account, stripe } = await aBuyer();
    const session = await asked('500');
    await deliver(paid(session, { amount_total: 399 }));
    stripe.intents.set(`pi_of_${session.id}`, session['metadata'] as { purchase_id: string });
    await deliver(anEvent('refund.created', aRefund(`pi_of_${session.id}`, 399)));
    expect(await account()).toEqual({ balance: 0, debt: 0 });
  });

  test.each([
    ['refund', 'refund.created', aRefund('pi_mpp', 100)],
    ['dispute', 'charge.dispute.created', aDispute('pi_mpp')],
  ])('a %s of an inline payment takes the credits once', async (_, type, turn) => {
    const { house, clock, deliver, account, byItself } = await aBuyer();
    await byItself({ outcome: 'settled', reference: 'pi_mpp' });
    expect(await account()).toEqual({ balance: 100, debt: 0 });
    await deliver(anEvent(type, turn));
    await deliver(anEvent(type, turn));
    expect(await account()).toEqual({ balance: 0, debt: 0 });
    expect(await auditHouse(house.store, clock.now())).toEqual([]);
  });

  test('a refund of an inline payment that credited nothing takes nothing', async () => {
    const { deliver, account, byItself } = await aBuyer();
    await byItself({ outcome: 'refused', reason: 'requires_action' });
    await deliver(anEvent('refund.created', aRefund('pi_mpp', 100)));
    expect(await account()).toEqual({ balance: 0, debt: 0 });
  });

  test.each([-100, -1, 0.5, 401, '100', null])(
    'a refund of %j cents of a payment of 400 is ignored, even if signed by Stripe',
    async (cents) => {
      const { deliver, account, bought, log } = await aBuyer();
      const payment = await bought('500');
      const refund = { ...aRefund(payment, 100), amount: cents };
      expect((await deliver(anEvent('refund.created', refund))).status).toBe(200);
      expect(await account()).toEqual({ balance: 500, debt: 0 });
      expect(log.join('')).toContain('mismatch?');
    },
  );

  test('a refund of a payment that is not ours is ignored', async () => {
    const { deliver, ledger } = await aBuyer();
    const reply = await deliver(anEvent('refund.created', aRefund('pi_of_another_shop', 100)));
    expect(reply.status).toBe(200);
    expect(await ledger()).toEqual([]);
  });

  test('while the payment cannot be looked up at Stripe, the event is answered with a retry status', async () => {
    const { deliver, stripe, account } = await aBuyer();
    const event = anEvent('refund.created', aRefund('pi_unknown', 100));
    stripe.accidents.push(500, 500, 500);
    expect(await deliver(event)).toMatchObject({ status: 503, body: { code: 'checkout_unreachable' } });
    expect(await deliver(event)).toMatchObject({ status: 200 });
    expect(await account()).toEqual({ balance: 0, debt: 0 });
  });

  test('a dispute takes the credits, and winning it gives them back', async () => {
    const { deliver, account, bought, ledger } = await aBuyer();
    const dispute = aDispute(await bought('100'));
    await deliver(anEvent('charge.dispute.created', dispute));
    await deliver(anEvent('charge.dispute.funds_withdrawn', dispute));
    expect(await account()).toEqual({ balance: 0, debt: 0 });
    await deliver(anEvent('charge.dispute.closed', { ...dispute, status: 'won' }));
    await deliver(anEvent('charge.dispute.funds_reinstated', { ...dispute, status: 'won' }));
    expect(await account()).toEqual({ balance: 100, debt: 0 });
    expect((await ledger()).map(({ kind }) => kind)).toEqual(['dispute_won', 'dispute', 'purchase']);
  });

  test('a dispute won before its opening was reported changes nothing', async () => {
    const { deliver, account, bought } = await aBuyer();
    const dispute = aDispute(await bought('100'));
    await deliver(anEvent('charge.dispute.closed', { ...dispute, status: 'won' }));
    expect(await account()).toEqual({ balance: 100, debt: 0 });
    await deliver(anEvent('charge.dispute.created', dispute));
    expect(await account()).toEqual({ balance: 100, debt: 0 });
  });

  test('a bank inquiry takes nothing', async () => {
    const { deliver, account, bought } = await aBuyer();
    const dispute = aDispute(await bought('100'));
    await deliver(anEvent('charge.dispute.created', { ...dispute, status: 'warning_needs_response' }));
    expect(await account()).toEqual({ balance: 100, debt: 0 });
  });

  test('a refund of more than was paid, or in another currency, is left to the operator', async () => {
    const { deliver, account, bought, log } = await aBuyer();
    const payment = await bought('100');
    await deliver(anEvent('refund.created', aRefund(payment, 101)));
    await deliver(anEvent('refund.created', { ...aRefund(payment, 50), currency: 'eur' }));
    expect(await account()).toEqual({ balance: 100, debt: 0 });
    expect(log.filter((line) => line.includes('a payment does not fit'))).toHaveLength(2);
  });

  async function aBuyer(): Promise<Buyer> {
    const shop = await aShop(await fresh());
    return {
      ...shop,
      async bought(pack) {
        const session = await shop.asked(pack);
        await shop.deliver(paid(session));
        return `pi_of_${session.id}`;
      },
      balance: async () => (await shop.ask({ path: '/api/house/credits', key: shop.key })).body,
      spend: (credits) => takeFrom(shop, credits),
      byItself: (settlement) => payByItself(shop, settlement),
    };
  }
});

interface Buyer extends Shop {
  /** Buys a pack and returns the id of the payment. */
  readonly bought: (pack: '100' | '500' | '1000') => Promise<string>;
  readonly balance: () => Promise<Told['body']>;
  readonly spend: (credits: number) => Promise<void>;
  /** Pays for 100 credits by MPP; Stripe's payment intent is `pi_mpp`. */
  readonly byItself: (settlement: Settlement) => Promise<void>;
}

async function payByItself({ house, agentId, clock, stripe }: Shop, settlement: Settlement): Promise<void> {
  const key = 'mpp:challenge';
  const claim = {
    key,
    agentId,
    method: 'mpp',
    live: true,
    credits: 100,
    cents: 100,
    evidence: '{}',
  } as const;
  await claimPayment(house.store, { ...claim, createdAt: clock.now() });
  const payment = await findPayment(house.store, key);
  if (payment) await recordSettlement(house, payment, settlement, clock.now());
  stripe.intents.set('pi_mpp', { inline_payment: key });
}

async function takeFrom({ house, agentId, clock }: Shop, credits: number): Promise<void> {
  const spent = {
    agentId,
    delta: -credits,
    kind: 'resurrection',
    key: 'a return',
    now: clock.now(),
  } as const;
  await house.store.transaction((db) => moveCredits(db, { id: house.random.id(), ...spent }));
}

function aRefund(payment: string, amount: number) {
  refunds += 1;
  return { id: `re_${refunds}`, payment_intent: payment, amount, currency: 'usd', status: 'succeeded' };
}

function aDispute(payment: string) {
  return { id: 'dp_1', payment_intent: payment, amount: 100, currency: 'usd', status: 'needs_response' };
}
