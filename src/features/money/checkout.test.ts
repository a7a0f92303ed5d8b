import { expect, test } from 'vitest';

import { anyStore } from '../../../test/support/stores/any-store.ts';
import { aPlayHouse } from '../../../test/money/play-house.ts';
import { CURRENCY } from '../../rules/credits.ts';
import { sandboxCheckout } from '../../outside/money/checkout-sandbox.ts';
import {
  type CheckoutEvent,
  type Reversal,
  type CheckoutProvider,
  type CheckoutSession,
  CheckoutError,
} from '../../outside/money/checkout.ts';
import { systemRandom } from '../../outside/random.ts';
import { accountOf, ledgerOf } from './ledger.store.ts';
import {
  closePurchase,
  insertPurchase,
  purchasesOf,
  claimPayment,
  findPurchase,
  type Purchase,
  findPayment,
  findQuotedCredits,
  markPayment,
  settlePayment,
} from './purchases.store.ts';
import type { House } from '../house.ts';
import { receiveWebhook, reconcileInline, reconcilePurchases } from './checkout-webhook.ts';
import { openCheckoutPage, readSandboxCheckout } from './checkout.ts';
import { takeIn } from '../../../test/engine/examples.ts';
import { aHouse } from '../../../test/support/house.ts';
import { MINUTE } from '../../rules/base/clock.ts';
import type { IncomingPayment, PaymentRail, Settlement } from '../../outside/money/payment-rail.ts';
import { findWaysToPay, payInline, takesUpAnOffer } from './pay-inline.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const OFF = { mode: 'off' } as const;
const baseUrl = new URL('http://127.0.0.1:3000');
const SANDBOX = sandboxCheckout({ baseUrl, random: systemRandom, sandboxToken: 'token' });

const WEBHOOK = { raw: Buffer.from('{}'), signature: undefined };

async function aBuyer() {
  const play = await aPlayHouse(await anyStore());
  await play.asked('500');
  const { store } = play.house;
  const [purchase] = await purchasesOf(store, play.agentId, 1);
  if (!purchase) throw new Error('nothing was asked for');
  const said: { event?: CheckoutEvent } = {};
  const checkout: CheckoutProvider = { ...SANDBOX, readWebhook: async () => said.event };
  const house: House = { ...play.house, cashier: { mode: 'sandbox', checkout } };
  const told = async (event: Partial<CheckoutEvent>) => {
    said.event = { id: 'evt_1', type: 'any', live: false, ...event };
    return (await receiveWebhook(house, WEBHOOK, NOW)).outcome;
  };
  const paid = { standing: 'paid', paymentRef: 'pi_1', currency: CURRENCY } as const;
  const session = { ...paid, ref: String(purchase.ref), purchaseId: purchase.id, cents: 400, live: false };
  const reversal = (ref: string, changes: Partial<Reversal> = {}): Reversal => {
    return { kind: 'refund', ref, paymentRef: 'pi_1', cents: 100, currency: CURRENCY, ...changes };
  };
  return { ...play, store, house, checkout, purchase, session, reversal, told };
}

test('a payment is credited even if it arrives before the id of its page is stored', async () => {
  const { told, session, purchase, store, agentId } = await aBuyer();
  const unheard = { ref: undefined, tokenHash: undefined, state: 'creating' } as const;
  await insertPurchase(store, { ...purchase, ...unheard, id: 'early' });
  const early = { ...session, ref: 'cs_early', purchaseId: 'early' };
  expect(await told({ session: early })).toBe('credited');
  expect(await told({ id: 'evt_2', session: { ...session, ref: 'cs_other' } })).toBe('mismatch?');
  expect(await accountOf(store, agentId)).toEqual({ balance: 500, debt: 0 });
});

test('of several refunds in one event, one that does not match rolls back all, and an empty one is ignored', async () => {
  const { told, session, reversal, store, agentId } = await aBuyer();
  await told({ session });
  const excessive = [reversal('re_1'), reversal('re_2', { cents: 401 })];
  expect(await told({ id: 'evt_2', reversals: excessive })).toBe('mismatch?');
  const empty = [reversal('re_1', { cents: 0 }), reversal('re_2')];
  expect(await told({ id: 'evt_3', reversals: empty })).toBe('taken_back');
  const lines = await ledgerOf(store, agentId, 9);
  expect(lines.map(({ kind, delta }) => `${kind} ${delta}`)).toEqual(['refund -125', 'purchase 500']);
});

test('a purchase begun before a crash is continued, and no other is begun', async () => {
  const { house, asked, purchase, agentId, store } = await aBuyer();
  const begun = { ...purchase, id: 'begun', pack: '100', credits: 100, cents: 100 } as const;
  const unheard = { ref: undefined, tokenHash: undefined, state: 'creating' } as const;
  await insertPurchase(store, { ...begun, ...unheard });
  const page = await asked('100');
  expect(await purchasesOf(store, agentId, 9)).toHaveLength(2);
  const token = page.pathname.split('/').at(-1) ?? '';
  const shown = await readSandboxCheckout(house, token, purchase.createdAt);
  expect(shown).toMatchObject({ purchase: { id: 'begun' } });
});

test('a test page is not returned in live mode', async () => {
  const { house, checkout, purchase, agentId, store } = await aBuyer();
  const url = 'https://pay.example/play';
  const played = { id: 'played', ref: 'cs_test_1', tokenHash: undefined, url, state: 'open' } as const;
  await insertPurchase(store, { ...purchase, ...played, expiresAt: purchase.expiresAt + 1 });
  const order = { ...purchase, agent: { id: agentId, username: 'player' } };
  const asked = (live: boolean) => openCheckoutPage(house, { ...checkout, live }, order, purchase.createdAt);
  expect(await asked(false)).toBe(url);
  expect(await asked(true)).not.toBe(url);
});

test('only the sandbox shows its payment pages, and a cancelled one ends at once', async () => {
  const { house, checkout, asked, purchase, store } = await aBuyer();
  const token = (await asked('500')).pathname.split('/').at(-1) ?? '';
  const shown = (now: number) => readSandboxCheckout(house, token, now);
  const { createdAt } = purchase;
  expect(await shown(createdAt)).toMatchObject({ standing: 'open', username: 'player' });
  expect(await readSandboxCheckout({ ...house, cashier: OFF }, token, createdAt)).toBeUndefined();
  const other: House = { ...house, cashier: { mode: 'stripe', checkout: { ...checkout, name: 'stripe' } } };
  expect(await readSandboxCheckout(other, token, createdAt)).toBeUndefined();
  await closePurchase(store, purchase.id, 'failed', createdAt);
  expect(await shown(createdAt)).toMatchObject({ standing: 'expired' });
});

async function aShop(pages: readonly CheckoutSession[] = [], completed: readonly CheckoutSession[] = []) {
  const store = await anyStore();
  const { id: agentId } = await takeIn(store);
  const lookedUp: string[] = [];
  const checkout: CheckoutProvider = {
    ...SANDBOX,
    listRecentlyCompleted: async () => completed,
    async lookUp(ref) {
      lookedUp.push(ref);
      return pages.find((page) => page.ref === ref);
    },
  };
  const { house } = await aHouse(store, { house: { cashier: { mode: 'sandbox', checkout } } });
  const bought = async (id: string, changes: Partial<Purchase> = {}) => {
    const terms = { pack: '100', credits: 100, cents: 100, provider: 'sandbox', live: false } as const;
    const page = { ref: `ref_${id}`, tokenHash: undefined, url: undefined, state: 'open' } as const;
    const times = { createdAt: NOW - 2, expiresAt: NOW };
    await insertPurchase(store, { id, agentId, ...terms, ...page, ...times, ...changes });
  };
  const states = async (...ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await findPurchase(store, id))?.state));
  return { store, house, agentId, bought, states, lookedUp };
}

const page = (id: string, changes: Partial<CheckoutSession> = {}): CheckoutSession => {
  const refs = { ref: `ref_${id}`, purchaseId: id, paymentRef: `pi_${id}` };
  return { ...refs, standing: 'paid', cents: 100, currency: CURRENCY, live: false, ...changes };
};

test('without human payments there is nothing to reconcile', async () => {
  const { house, bought, states } = await aShop();
  await bought('a');
  expect(await reconcilePurchases({ ...house, cashier: OFF }, NOW)).toEqual({});
  expect(await states('a')).toEqual(['open']);
});

test('of recent payments, only our own, paid and still open ones are checked', async () => {
  const completed = [
    page('of nobody', { purchaseId: undefined }),
    page('unheard of'),
    page('a', { standing: 'failed' }),
    page('paid'),
    page('refused'),
    page('of another'),
  ];
  const { house, store, bought, states } = await aShop([], completed);
  const later = { expiresAt: NOW + 1 };
  for (const id of ['a', 'paid', 'refused']) await bought(id, later);
  await bought('of another', { ...later, provider: 'stripe' });
  await store.run({ text: "update purchases set state = 'paid' where id = 'paid'" }, []);
  await closePurchase(store, 'refused', 'refused', NOW);
  expect(await reconcilePurchases(house, NOW)).toEqual({});
  expect(await states('a', 'paid', 'refused', 'of another')).toEqual(['open', 'paid', 'refused', 'open']);
});

test('an expired purchase is looked up by its page, and closed without one', async () => {
  const { house, bought, states, lookedUp } = await aShop([page('a'), page('b', { standing: 'failed' })]);
  for (const id of ['a', 'b', 'c']) await bought(id);
  await bought('d', { ref: undefined, state: 'creating' });
  expect(await reconcilePurchases(house, NOW)).toEqual({ credited: 1, closed: 3 });
  expect(await states('a', 'b', 'c', 'd')).toEqual(['paid', 'failed', 'expired', 'expired']);
  expect(lookedUp).toEqual(['ref_a', 'ref_b', 'ref_c']);
});

test('each expired purchase is looked up once, however many there are', async () => {
  const ids = Array.from({ length: 103 }, (_, nth) => `p${String(nth).padStart(3, '0')}`);
  const { house, bought, lookedUp } = await aShop(ids.map((id) => page(id, { standing: 'waiting' })));
  for (const id of ids) await bought(id);
  expect(await reconcilePurchases(house, NOW)).toEqual({ waiting: 103 });
  expect(lookedUp).toEqual(ids.map((id) => `ref_${id}`));
});

test('on shutdown the current lookup completes and no other begins', async () => {
  const { house, bought } = await aShop();
  for (const id of ['a', 'b', 'c']) await bought(id);
  expect(await reconcilePurchases(house, NOW, AbortSignal.abort())).toEqual({ closed: 1 });
  expect(await reconcilePurchases(house, NOW, new AbortController().signal)).toEqual({ closed: 2 });
});

test('on shutdown no payment is looked up, and claimed ones are counted', async () => {
  const { house, store, agentId } = await aShop();
  const asked: string[] = [];
  const settleAgain = async (evidence: string) => {
    asked.push(evidence);
    return { outcome: 'settled', reference: 'paid' } as const;
  };
  const cashier = { ...OFF, mpp: { settleAgain } } as unknown as House['cashier'];
  const terms = { method: 'mpp', live: false, credits: 100, cents: 100 } as const;
  const claim = { ...terms, key: 'mpp:1', agentId, evidence: 'a word', createdAt: NOW - 3 * MINUTE };
  await claimPayment(store, claim);
  expect(await reconcileInline({ ...house, cashier }, NOW, AbortSignal.abort())).toBe(1);
  expect(asked).toEqual([]);
  expect(await reconcileInline({ ...house, cashier }, NOW, new AbortController().signal)).toBe(0);
  expect(asked).toEqual(['a word']);
});

const WANTED = { cost: 100, credits: 0, shortfall: 100 };
const TERMS = { method: 'mpp', live: false, credits: 100, cents: 100, evidence: 'a word' } as const;

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

async function aPayer(rails: object = {}) {
  const store = await anyStore();
  const [agent, other] = [await takeIn(store), await takeIn(store)];
  const house: House = { ...(await aHouse(store)).house, cashier: { mode: 'off', ...rails } };
  const request = { agent, keyIn: 'bearer', resource: '/api/house/credits', wanted: WANTED } as const;
  const pay = (text = 'mpp:1') => payInline(house, { ...request, credential: { method: 'mpp', text } }, NOW);
  return { store, house, agent, other, pay };
}

const refused = (reason: string) =>
  expect.objectContaining({ code: 'payment_refused', facts: expect.objectContaining({ reason }) });

test('a payment is refused where its rail was never open or is closed now, and while it cannot be verified', async () => {
  const without = await aPayer();
  await expect(without.pay()).rejects.toThrow(refused('not_taken_here'));
  for (const [told, refusal] of [
    [{ open: false }, refused('not_taken_here')],
    [{ verify: async () => 'unclear' as const }, expect.objectContaining({ code: 'payment_unclear' })],
  ] as const) {
    const { rail, settled } = aRail(told);
    const { pay, store } = await aPayer({ mpp: rail });
    await expect(pay()).rejects.toThrow(refusal);
    expect([settled, await findPayment(store, 'mpp:1')]).toEqual([[], undefined]);
  }
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

test('only open payment methods are listed, a page that cannot be created now is not, and our own errors are thrown', async () => {
  const { house, agent } = await aPayer();
  const need = { agent, shortfall: 100, keyIn: 'bearer', resource: '/', mayPlay: true } as const;
  const ways = (cashier: object) =>
    findWaysToPay({ ...house, cashier: { mode: 'sandbox', ...cashier } }, need, NOW);
  const x402 = (open: boolean) => ({ open, requirements: () => ({ v2: {} }) });
  const quoted = () => findQuotedCredits(house.store, { agentId: agent.id, cents: 100 }, NOW);
  expect(await ways({})).toStrictEqual({});
  expect(await ways({ x402: x402(false), mpp: aRail({ open: false }).rail })).toStrictEqual({});
  expect(await quoted()).toBeUndefined();
  expect(await ways({ x402: x402(true), mpp: aRail().rail })).toStrictEqual({ x402: { v2: {} }, mpp: [] });
  expect(await quoted()).toBe(100);
  const failing = (failure: Error) => ways({ checkout: { ...SANDBOX, open: () => Promise.reject(failure) } });
  expect(await failing(new CheckoutError('away', { final: false }))).toStrictEqual({});
  const ours = new TypeError('a mistake of ours');
  await expect(failing(ours)).rejects.toBe(ours);
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
