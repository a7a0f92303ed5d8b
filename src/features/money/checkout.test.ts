import { expect, test } from 'vitest';

import type { Database } from '../../../packages/database/db.ts';
import { HOUR, MINUTE } from '../../rules/base/clock.ts';
import { CURRENCY } from '../../rules/credits.ts';
import type { House } from '../../app/house.ts';
import { takeIn, anAgent } from '../../../test/engine/examples.ts';
import { aPlayHouse } from '../../../test/money/play-house.ts';
import { eachDatabase } from '../../../test/support/databases.ts';
import { aHouse } from '../../../test/support/house.ts';
import { anyStore } from '../../../test/support/stores/any-store.ts';
import { sandboxCheckout } from '../../outside/money/checkout-sandbox.ts';
import {
  CheckoutError,
  type CheckoutEvent,
  type CheckoutProvider,
  type CheckoutSession,
  type Reversal,
} from '../../outside/money/checkout.ts';
import type { IncomingPayment, PaymentRail, Settlement } from '../../outside/money/payment-rail.ts';
import { systemRandom } from '../../outside/random.ts';
import { auditStore } from '../audit/audit.store.ts';
import { buyCredits, findPackReplay } from '../shop/buy-credits.ts';
import { receiveWebhook, reconcileInline, reconcilePurchases } from '../shop/checkout-webhook.ts';
import { totals } from '../tallies/tallies.store.ts';
import { MOVED, TEST } from '../tallies/tally-names.store.ts';
import { openCheckoutPage, readSandboxCheckout, payersFor } from './checkout.ts';
import {
  accountOf,
  accountSumsAfter,
  InsufficientCreditsError,
  ledgerAfter,
  LedgerKeyReusedError,
  type LedgerKind,
  ledgerOf,
  moveCredits,
} from './ledger.store.ts';
import { findWaysToPay, payInline, takesUpAnOffer } from './pay-inline.ts';
import {
  claimPayment,
  closePurchase,
  findPayment,
  findPurchase,
  findQuotedCredits,
  insertPurchase,
  markPayment,
  paymentsAfter,
  type Purchase,
  purchasesAfter,
  purchasesOf,
  settlePayment,
} from './purchases.store.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const OFF = { mode: 'off' } as const;
const baseUrl = new URL('http://127.0.0.1:3000');
const SANDBOX = sandboxCheckout({ baseUrl, random: systemRandom, sandboxToken: 'token' });

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
    return (await receiveWebhook(house, { raw: Buffer.from('{}'), signature: undefined }, NOW)).outcome;
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
  for (const _ of ['first', 'copy']) expect(await told({ session: early })).toBe('credited');
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
  expect(await readSandboxCheckout(house, token, NOW)).toMatchObject({ purchase: { id: 'begun' } });
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

test.each([
  ['sandbox', { code: 'idempotency_mismatch' }],
  ['stripe', { replayed: true }],
] as const)('under another server secret a reply with a link of %s has %o', async (name, found) => {
  const { house, checkout, agentId } = await aBuyer();
  const at: House = { ...house, cashier: { mode: name, checkout: { ...checkout, name } } };
  const agent = { id: agentId, username: 'player', mayPlay: true };
  const request = { agent, pack: '100', idempotencyKey: 'mine' } as const;
  await buyCredits(at, request, NOW, ({ url }) => url);
  const replay = findPackReplay({ ...at, secret: 'another' }, request, NOW);
  expect(await replay.catch((problem: unknown) => problem)).toMatchObject(found);
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
      if (ref.startsWith('broken')) throw new Error('no answer');
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
  const { house, bought, lookedUp } = await aShop(
    ids.map((id) => page(id, { standing: id === 'p007' ? 'open' : 'waiting' })),
  );
  for (const id of ids) await bought(id);
  expect(await reconcilePurchases(house, NOW)).toEqual({ waiting: 103 });
  expect(lookedUp).toEqual(ids.map((id) => `ref_${id}`));
});

test('after five failed lookups the rest waits for the next round', async () => {
  const { house, bought, lookedUp } = await aShop();
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await bought(id, { ref: `broken ${id}` });
  await expect(reconcilePurchases(house, NOW)).rejects.toThrow('purchase lookups failed');
  expect(lookedUp).toHaveLength(5);
});

test('without human payments nothing is reconciled; on shutdown the current lookup completes and no other begins', async () => {
  const { house, bought } = await aShop();
  for (const id of ['a', 'b', 'c']) await bought(id);
  expect(await reconcilePurchases({ ...house, cashier: OFF }, NOW)).toEqual({});
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

test('a payment with damaged evidence is reported and does not keep the others from being settled', async () => {
  const { house, store, agentId } = await aShop();
  const settleAgain = async (evidence: string) => {
    const { reference } = JSON.parse(evidence) as { reference: string };
    return { outcome: 'settled', reference } as const;
  };
  const cashier = { ...OFF, mpp: { settleAgain } } as unknown as House['cashier'];
  const terms = { method: 'mpp', live: false, credits: 100, cents: 100, agentId } as const;
  const claim = (key: string, evidence: string, minutes: number) =>
    claimPayment(store, { ...terms, key, evidence, createdAt: NOW - minutes * MINUTE });
  await claim('mpp:damaged', '{"reference": "half', 5);
  await claim('mpp:whole', '{"reference": "whole"}', 4);
  const failed = 'payments could not be reconciled: mpp:damaged';
  await expect(reconcileInline({ ...house, cashier }, NOW)).rejects.toThrow(failed);
  expect((await findPayment(store, 'mpp:whole'))?.state).toBe('settled');
  expect(await findPayment(store, 'mpp:damaged')).toMatchObject({ state: 'unknown', updatedAt: NOW });
});

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
  const wanted = { cost: 100, credits: 0, shortfall: 100 };
  const request = { agent, keyIn: 'bearer', resource: '/api/house/credits', wanted } as const;
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
  [20 * HOUR, ['a word']],
  [20 * HOUR + 1, []],
])('an unclear payment is sent again for twenty hours: after %i ms %o', async (age, sent) => {
  const { rail, settled } = aRail();
  const { pay, store, agent } = await aPayer({ mpp: rail });
  await claimPayment(store, { ...TERMS, key: 'mpp:1', agentId: agent.id, createdAt: NOW - age });
  await Promise.allSettled([pay()]);
  expect(settled).toEqual(sent);
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

test('an attempt to settle that throws leaves the payment unclear', async () => {
  const { rail } = aRail({ settle: () => Promise.reject(new SyntaxError('damaged')) });
  const { pay, store } = await aPayer({ mpp: rail });
  await expect(pay()).rejects.toThrow(expect.objectContaining({ code: 'payment_unclear' }));
  expect(await findPayment(store, 'mpp:1')).toMatchObject({ state: 'claimed' });
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

test('only open payment methods are listed, a page that cannot be created now is not, and our own errors are thrown', async () => {
  const { house, agent } = await aPayer();
  const mine = { ...agent, mayPlay: true };
  const need = { agent: mine, shortfall: 100, keyIn: 'bearer', resource: '/' } as const;
  const ways = (cashier: object) =>
    findWaysToPay({ ...house, cashier: { mode: 'sandbox', ...cashier } }, need, NOW);
  const x402 = (open: boolean) => ({ open, requirements: () => ({ v2: {} }) });
  const quoted = () => findQuotedCredits(house.store, { agentId: agent.id, cents: 100 }, NOW);
  expect(await ways({})).toStrictEqual({});
  const payers = (cashier: object) => payersFor({ ...house, cashier: { mode: 'off', ...cashier } }, mine);
  expect([{}, { mpp: { open: false } }, { x402: { open: false } }].flatMap(payers)).toEqual([]);
  const open = [{ mpp: { open: true } }, { x402: { open: true } }, { checkout: SANDBOX }];
  expect(open.map(payers)).toEqual([['agent'], ['agent'], ['human']]);
  expect(await ways({ checkout: SANDBOX })).toStrictEqual({ checkoutUrl: expect.any(String) });
  expect(await ways({ x402: x402(false), mpp: aRail({ open: false }).rail })).toStrictEqual({});
  expect(await quoted()).toBeUndefined();
  expect(await ways({ x402: x402(true), mpp: aRail().rail })).toStrictEqual({ x402: { v2: {} }, mpp: [] });
  expect(await quoted()).toBe(100);
  const failing = (failure: Error) => ways({ checkout: { ...SANDBOX, open: () => Promise.reject(failure) } });
  expect(await failing(new CheckoutError('away', { final: false }))).toStrictEqual({});
  const ours = new TypeError('a mistake of ours');
  await expect(failing(ours)).rejects.toBe(ours);
});

test('a payment stays settled or refused when a slower attempt finds otherwise; the operator sees the last reason', async () => {
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
  await claimPayment(store, { ...TERMS, key: 'mpp:3', agentId: agent.id, createdAt: NOW });
  const reason = { text: "select reason from inline_payments where key = 'mpp:3'", columns: ['reason'] };
  for (const told of [{ reason: 'no answer' }, {}]) {
    await markPayment(store, 'mpp:3', { state: 'unknown', ...told }, NOW);
    expect(await store.one(reason, [])).toEqual({ reason: null, ...told });
  }
});

function move(store: Database, agentId: string, delta: number, key: string, kind: LedgerKind = 'purchase') {
  const movement = { id: `of ${key}`, agentId, delta, kind, key, now: NOW };
  return store.transaction((db) => moveCredits(db, movement));
}

/** Movements of one account, and its balance and debt after each. */
const MOVEMENTS = [
  ['bought', 'purchase', 500, 500, 0],
  ['spent', 'resurrection', -120, 380, 0],
  ['refunded', 'refund', -500, 0, 120],
  ['disputed', 'dispute', -200, 0, 320],
  ['little', 'purchase', 100, 0, 220],
  ['enough', 'purchase', 500, 280, 0],
] as const;

eachDatabase(({ fresh }) => {
  async function twoAgents() {
    const store = await fresh();
    const [one, other] = [await takeIn(store), await takeIn(store, anAgent({ username: 'other' }))];
    return { store, one: one.id, other: other.id };
  }

  test('every movement is a line with balance and debt after it, and the same cause moves credits once', async () => {
    const { store, one, other } = await twoAgents();
    const lines: (readonly number[])[] = [];
    let [before, owed] = [0, 0];
    for (const [key, kind, delta, balance, debt] of MOVEMENTS) {
      for (const again of [false, true])
        expect(await move(store, one, delta, key, kind)).toEqual({ balance, debt, before: again });
      expect(await accountOf(store, one)).toEqual({ balance, debt });
      lines.unshift([lines.length + 1, balance - before, balance, debt - owed, debt]);
      [before, owed] = [balance, debt];
    }
    const kept = await ledgerOf(store, one, 10);
    const fields = ['number', 'delta', 'balance_after', 'debt_delta', 'debt_after'] as const;
    expect(kept.map((line) => fields.map((field) => line[field]))).toEqual(lines);
    await expect(move(store, one, 400, 'bought')).rejects.toThrow(LedgerKeyReusedError);
    await expect(move(store, other, 500, 'bought')).rejects.toThrow(LedgerKeyReusedError);
    expect(await accountOf(store, other)).toEqual({ balance: 0, debt: 0 });
    for (const text of ['update ledger set delta = 1', 'delete from ledger'])
      await expect(store.run({ text }, []), text).rejects.toThrow(/never rewritten/);
  });

  test('of fifty concurrent payments exactly those covered by the balance succeed', async () => {
    const { store, one } = await twoAgents();
    await move(store, one, 1099, 'in');
    const tries = Array.from({ length: 50 }, (_, nth) => move(store, one, -100, `out${nth}`, 'resurrection'));
    const ends = await Promise.allSettled(tries);
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(failures.filter((error) => error instanceof InsufficientCreditsError)).toHaveLength(40);
    expect(await accountOf(store, one)).toEqual({ balance: 99, debt: 0 });
  });

  test('the audit reports an account that differs from the sum of its ledger, and a line that does not follow', async () => {
    const { store, one } = await twoAgents();
    const checks = async () => (await auditStore(store, NOW)).map(({ check }) => check);
    const setBalance = (balance: number) =>
      store.run({ text: 'update accounts set balance = $2 where agent_id = $1' }, [one, balance]);
    await move(store, one, 100, 'a', 'dispute_won');
    await move(store, one, -40, 'b', 'dispute');
    expect(await checks()).toEqual([]);
    await setBalance(61);
    const insert = `
      insert into ledger (id, agent_id, number, delta, debt_delta, balance_after, debt_after, kind, idem_key, created_at)
      values ('x', $1, 3, 1, 0, 62, 0, 'dispute_won', 'c', 1)`;
    await store.run({ text: insert }, [one]);
    const broken = 'every line of a ledger goes on from the one before';
    expect(await checks()).toEqual(['money and credits moved as they are counted', broken]);
    await setBalance(60);
    expect(await checks()).toContain('an account is the sum of its ledger');
  });

  test('movements of test accounts are counted apart', async () => {
    const { store, one } = await twoAgents();
    const tester = await takeIn(store, anAgent({ username: 'test-wren' }));
    await move(store, one, 30, 'a', 'dispute_won');
    await move(store, tester.id, 70, 'b', 'dispute_won');
    expect(await auditStore(store, NOW)).toEqual([]);
    const counted = await totals(store, 'money');
    const moved = [`${MOVED}dispute_won`, `${TEST}${MOVED}dispute_won`].map((name) => counted.get(name));
    expect(moved).toEqual([100, 70]);
  });

  test('ledger, purchases and inline payments of an agent are read in pages from the first', async () => {
    const { store, one, other } = await twoAgents();
    for (const key of ['a', 'b', 'c']) await move(store, one, 100, key);
    await move(store, other, 100, 'd');
    const lines = async (after: number) =>
      (await ledgerAfter(store, one, after, 2)).map((line) => `${line.number}${line.idem_key}`).join(' ');
    expect([await lines(0), await lines(2), await lines(3)]).toEqual(['1a 2b', '3c', '']);
    const terms = { credits: 100, cents: 100, live: false, agentId: one } as const;
    const unopened = { ref: undefined, tokenHash: undefined, url: undefined, state: 'creating' } as const;
    for (const [id, createdAt] of Object.entries({ b: 0, a: 5, c: 5 })) {
      const times = { createdAt, expiresAt: createdAt + 1 };
      await insertPurchase(store, { id, ...terms, pack: '100', provider: 'sandbox', ...unopened, ...times });
      await claimPayment(store, { key: id, ...terms, method: 'mpp', evidence: 'a word', createdAt });
    }
    for (const [after, ids] of [
      [undefined, 'b a'],
      ['a', 'c'],
      ['c', ''],
    ] as const) {
      const place = after && { id: after, key: after, createdAt: 5 };
      const purchases = await purchasesAfter(store, one, place, 2);
      const payments = await paymentsAfter(store, one, place, 2);
      expect(purchases.map(({ id }) => id).join(' ')).toBe(ids);
      expect(payments.map(({ key }) => key).join(' ')).toBe(ids);
    }
  });

  test('every account is listed with the sum of its ledger', async () => {
    const { store, one, other } = await twoAgents();
    await move(store, one, 100, 'a');
    await move(store, one, -150, 'b', 'refund');
    await move(store, other, 30, 'c');
    const all = await accountSumsAfter(store, '', 9);
    expect(all).toHaveLength(2);
    expect(all).toContainEqual({ agentId: one, balance: 0, debt: 50, moved: 0, owed: 50 });
    expect(all).toContainEqual({ agentId: other, balance: 30, debt: 0, moved: 30, owed: 0 });
    expect(await accountSumsAfter(store, '', 1)).toEqual(all.slice(0, 1));
    expect(await accountSumsAfter(store, all[0]?.agentId ?? '', 9)).toEqual(all.slice(1));
  });
});
