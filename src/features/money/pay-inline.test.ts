import { expect, test } from 'vitest';

import { takeIn } from '../../../test/engine/examples.ts';
import { onSqlite } from '../../../test/support/databases.ts';
import { aHouse } from '../../../test/support/house.ts';
import { sandboxCheckout } from '../../outside/money/checkout-sandbox.ts';
import { CheckoutError } from '../../outside/money/checkout.ts';
import type { IncomingPayment, PaymentRail, Settlement } from '../../outside/money/payment-rail.ts';
import { systemRandom } from '../../outside/random.ts';
import type { House } from '../house.ts';
import {
  claimPayment,
  findPayment,
  findQuotedCredits,
  markPayment,
  paymentsAfter,
  settlePayment,
} from './purchases.store.ts';
import { findWaysToPay, payInline, takesUpAnOffer } from './pay-inline.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const WANTED = { cost: 100, credits: 0, shortfall: 100 };
const TERMS = { method: 'mpp', live: false, credits: 100, cents: 100, evidence: 'a word' } as const;

const baseUrl = new URL('http://127.0.0.1:3000');
const SANDBOX = sandboxCheckout({ baseUrl, random: systemRandom, sandboxToken: 'token' });

/** A payment identified by its text, and a configurable rail. */
function aRail(told: Partial<PaymentRail & Pick<IncomingPayment, 'verify' | 'check'>> = {}) {
  const settled: string[] = [];
  const { verify = async () => 'good', check = () => ({ cents: 100, credits: 100 }), ...others } = told;
  const settle = async (evidence: string): Promise<Settlement> => {
    settled.push(evidence);
    return { outcome: 'settled', reference: `for ${evidence}` };
  };
  const payment = { evidence: 'a word', check, verify, receipt: () => ({}) };
  const read = (text: string) => (text === 'scribble' ? undefined : { key: text, ...payment });
  const open = { method: 'mpp', live: false, open: true, read, challenges: () => [], names: [] };
  return { rail: { ...open, settle, settleAgain: settle, ...others }, settled };
}

onSqlite(({ fresh }) => {
  async function aPayer(rails: object = {}) {
    const store = await fresh();
    const [agent, other] = [await takeIn(store), await takeIn(store)];
    const house: House = { ...(await aHouse(store)).house, cashier: { mode: 'off', ...rails } };
    const request = { agent, keyIn: 'bearer', resource: '/api/house/credits', wanted: WANTED } as const;
    const pay = (text = 'mpp:1') =>
      payInline(house, { ...request, credential: { method: 'mpp', text } }, NOW);
    return { store, house, agent, other, pay };
  }

  const refused = (reason: string) =>
    expect.objectContaining({ code: 'payment_refused', facts: expect.objectContaining({ reason }) });

  test('a payment is refused where its rail was never open or is closed now', async () => {
    const without = await aPayer();
    await expect(without.pay()).rejects.toThrow(refused('not_taken_here'));
    const { rail, settled } = aRail({ open: false });
    const closed = await aPayer({ mpp: rail });
    await expect(closed.pay()).rejects.toThrow(refused('not_taken_here'));
    expect([settled, await findPayment(closed.store, 'mpp:1')]).toEqual([[], undefined]);
  });

  test('while a payment cannot be verified, nothing is charged', async () => {
    const { rail, settled } = aRail({ verify: async () => 'unclear' });
    const { pay, store } = await aPayer({ mpp: rail });
    await expect(pay()).rejects.toMatchObject({ code: 'payment_unclear' });
    expect([settled, await findPayment(store, 'mpp:1')]).toEqual([[], undefined]);
  });

  test.each([
    ['another agent', 'other', refused('not_yours')],
    ['a concurrent request of its own', 'agent', expect.objectContaining({ code: 'payment_unclear' })],
  ] as const)('a payment claimed by %s meanwhile is not charged', async (_, claimer, refusal) => {
    const { rail, settled } = aRail({
      verify: async () => {
        const agentId = payer[claimer].id;
        await claimPayment(payer.store, { ...TERMS, key: 'mpp:1', agentId, createdAt: NOW });
        return 'good';
      },
    });
    const payer = await aPayer({ mpp: rail });
    await expect(payer.pay()).rejects.toThrow(refusal);
    expect(settled).toEqual([]);
  });

  test('a payment buys only what was offered for it', async () => {
    const { rail } = aRail();
    const { house, agent, other, pay } = await aPayer({ mpp: rail });
    const takes = (text: string, agentId = agent.id, from = house) =>
      takesUpAnOffer(from, { method: 'mpp', text }, agentId, NOW);
    expect(await takes('mpp:1')).toBe(true);
    expect(await takes('scribble')).toBe(false);
    expect(await takes('mpp:1', agent.id, { ...house, cashier: { mode: 'off' } })).toBe(false);
    await pay();
    expect([await takes('mpp:1'), await takes('mpp:1', other.id)]).toEqual([true, false]);
    const strange = { ...house, cashier: { mode: 'off', mpp: aRail({ check: () => 'expired' }).rail } };
    expect(await takes('mpp:2', agent.id, strange as unknown as House)).toBe(false);
    expect(await takes('mpp:1', agent.id, strange as unknown as House)).toBe(true);
  });

  test('the operator sees why a payment is unresolved', async () => {
    const { store, agent } = await aPayer();
    await claimPayment(store, { ...TERMS, key: 'mpp:1', agentId: agent.id, createdAt: NOW });
    const reason = { text: 'select reason from inline_payments', columns: ['reason'] };
    await markPayment(store, 'mpp:1', { state: 'unknown', reason: 'no answer' }, NOW);
    expect(await store.all(reason, [])).toEqual([{ reason: 'no answer' }]);
    await markPayment(store, 'mpp:1', { state: 'unknown' }, NOW);
    expect(await store.all(reason, [])).toEqual([{ reason: null }]);
  });

  test('payments are read in pages from the first', async () => {
    const { store, agent } = await aPayer();
    for (const [key, createdAt] of Object.entries({ b: 0, a: 5, c: 5 }))
      await claimPayment(store, { ...TERMS, key, agentId: agent.id, createdAt });
    const piece = async (after?: { key: string; createdAt: number }) =>
      (await paymentsAfter(store, agent.id, after, 2)).map(({ key }) => key);
    expect(await piece()).toEqual(['b', 'a']);
    expect(await piece({ key: 'a', createdAt: 5 })).toEqual(['c']);
    expect(await piece({ key: 'c', createdAt: 5 })).toEqual([]);
  });

  test('only open payment methods are listed', async () => {
    const x402 = (open: boolean) => ({ open, requirements: () => ({ v2: {} }) });
    const { house, agent } = await aPayer();
    const need = { agent, shortfall: 100, keyIn: 'bearer', resource: '/', mayPlay: true } as const;
    const ways = (cashier: object) =>
      findWaysToPay({ ...house, cashier: { mode: 'off', ...cashier } }, need, NOW);
    expect(await ways({})).toStrictEqual({});
    expect(await ways({ x402: x402(false), mpp: aRail({ open: false }).rail })).toStrictEqual({});
    expect(await findQuotedCredits(house.store, { agentId: agent.id, cents: 100 }, NOW)).toBeUndefined();
    expect(await ways({ x402: x402(true), mpp: aRail().rail })).toStrictEqual({ x402: { v2: {} }, mpp: [] });
    expect(await findQuotedCredits(house.store, { agentId: agent.id, cents: 100 }, NOW)).toBe(100);
  });

  test('a page that cannot be created now is omitted, and our own errors are thrown', async () => {
    const { house, agent } = await aPayer();
    const need = { agent, shortfall: 100, keyIn: 'bearer', resource: '/', mayPlay: true } as const;
    const ways = (failure: Error) => {
      const checkout = { ...SANDBOX, open: () => Promise.reject(failure) };
      return findWaysToPay({ ...house, cashier: { mode: 'sandbox', checkout } }, need, NOW);
    };
    expect(await ways(new CheckoutError('away', { final: false }))).toStrictEqual({});
    const ours = new TypeError('a mistake of ours');
    await expect(ways(ours)).rejects.toBe(ours);
  });

  test('a payment stays settled or refused when a slower attempt finds otherwise, and unresolved until then', async () => {
    const { store, agent } = await aPayer();
    const state = async (key: string) => (await findPayment(store, key))?.state;
    const mark = (key: string, found: 'refused' | 'unknown') =>
      markPayment(store, key, { state: found, reason: 'too late' }, NOW);
    for (const key of ['mpp:1', 'mpp:2'])
      expect(await claimPayment(store, { ...TERMS, key, agentId: agent.id, createdAt: NOW })).toBe(true);
    expect(await settlePayment(store, 'mpp:1', 'paid', NOW)).toBe(true);
    for (const found of ['refused', 'unknown'] as const) {
      await mark('mpp:1', found);
      expect(await state('mpp:1')).toBe('settled');
    }
    for (const [found, left] of [
      ['unknown', 'unknown'],
      ['refused', 'refused'],
      ['unknown', 'refused'],
    ] as const) {
      await mark('mpp:2', found);
      expect(await state('mpp:2')).toBe(left);
    }
  });
});
