import { expect, test } from 'vitest';

import { onSqlite } from '../../../test/support/databases.ts';
import { aPlayHouse } from '../../../test/money/play-house.ts';
import { CURRENCY } from '../../rules/credits.ts';
import { sandboxCheckout } from '../../outside/money/checkout-sandbox.ts';
import {
  CheckoutError,
  type CheckoutEvent,
  type CheckoutProvider,
  type Reversal,
} from '../../outside/money/checkout.ts';
import { systemRandom } from '../../outside/random.ts';
import { auditStore } from '../audit/audit.store.ts';
import { accountOf, ledgerOf } from './ledger.store.ts';
import { closePurchase, insertPurchase, purchasesOf } from './purchases.store.ts';
import type { House } from '../house.ts';
import { buyCredits } from './buy-credits.ts';
import { receiveWebhook } from './checkout-webhook.ts';
import {
  callCheckout,
  checkoutFor,
  hasTakenRealMoney,
  openCheckoutPage,
  pretendPayment,
  readSandboxCheckout,
  takesPayments,
} from './checkout.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const OFF = { mode: 'off' } as const;
const baseUrl = new URL('http://127.0.0.1:3000');
const SANDBOX = sandboxCheckout({ baseUrl, random: systemRandom, sandboxToken: 'token' });

/** A provider with configurable replies. */
function saying(said: { event: CheckoutEvent | undefined }): CheckoutProvider {
  return { ...SANDBOX, readWebhook: async () => said.event };
}

const WEBHOOK = { raw: Buffer.from('{}'), signature: undefined };

onSqlite(({ fresh }) => {
  /** A service with one purchase, and a provider with configurable replies about it. */
  async function aBuyer() {
    const play = await aPlayHouse(await fresh());
    await play.asked('500');
    const { store } = play.house;
    const [purchase] = await purchasesOf(store, play.agentId, 1);
    if (!purchase) throw new Error('nothing was asked for');
    const said: { event: CheckoutEvent | undefined } = { event: undefined };
    const house: House = { ...play.house, cashier: { mode: 'sandbox', checkout: saying(said) } };
    const told = async (event: Partial<CheckoutEvent>) => {
      said.event = { id: 'evt_1', type: 'any', live: false, ...event };
      return (await receiveWebhook(house, WEBHOOK, NOW)).outcome;
    };
    const paid = { standing: 'paid', paymentRef: 'pi_1', currency: CURRENCY } as const;
    const session = { ...paid, ref: String(purchase.ref), purchaseId: purchase.id, cents: 400, live: false };
    const reversal = (ref: string, changes: Partial<Reversal> = {}): Reversal => {
      return { kind: 'refund', ref, paymentRef: 'pi_1', cents: 100, currency: CURRENCY, ...changes };
    };
    const { checkout } = house.cashier;
    if (!checkout) throw new Error('it takes none');
    return { ...play, store, house, checkout, purchase, session, reversal, told };
  }

  test('without payments a webhook is refused with a reason', async () => {
    const { house } = await aBuyer();
    const closed = { ...house, cashier: OFF };
    await expect(receiveWebhook(closed, WEBHOOK, NOW)).rejects.toMatchObject({ code: 'payments_off' });
  });

  test('a repeated event gets the same reply without being processed', async () => {
    const { told, session, store, agentId } = await aBuyer();
    expect(await told({ session })).toBe('credited');
    expect(await told({ session })).toBe('credited');
    expect(await told({ id: 'evt_2', session })).toBe('credited_before');
    expect(await told({ reversals: [] })).toBe('credited');
    expect(await accountOf(store, agentId)).toEqual({ balance: 500, debt: 0 });
    expect(await auditStore(store, NOW)).toEqual([]);
  });

  test('a payment is credited even if it arrives before the id of its page is stored', async () => {
    const { told, session, purchase, store, agentId } = await aBuyer();
    const unheard = { ref: undefined, tokenHash: undefined, state: 'creating' } as const;
    await insertPurchase(store, { ...purchase, ...unheard, id: 'early' });
    const early = { ...session, ref: 'cs_early', purchaseId: 'early' };
    expect(await told({ session: early })).toBe('credited');
    expect(await told({ id: 'evt_2', session: { ...session, ref: 'cs_other' } })).toBe('mismatch?');
    expect(await accountOf(store, agentId)).toEqual({ balance: 500, debt: 0 });
  });

  test('play money is never credited as real, and an unrelated live event is ignored', async () => {
    const { store, told } = await aBuyer();
    expect(await hasTakenRealMoney(store)).toBe(false);
    expect(await told({ live: true })).toBe('nothing');
  });

  test('of several refunds in one event, one that does not match rolls back all', async () => {
    const { told, session, reversal, store, agentId } = await aBuyer();
    await told({ session });
    const reversals = [reversal('re_1'), reversal('re_2', { cents: 401 })];
    expect(await told({ id: 'evt_2', reversals })).toBe('mismatch?');
    expect(await accountOf(store, agentId)).toEqual({ balance: 500, debt: 0 });
  });

  test('an empty refund is ignored and adds no ledger line', async () => {
    const { told, session, reversal, store, agentId } = await aBuyer();
    await told({ session });
    const reversals = [reversal('re_1', { cents: 0 }), reversal('re_2')];
    expect(await told({ id: 'evt_2', reversals })).toBe('taken_back');
    const lines = await ledgerOf(store, agentId, 9);
    expect(lines.map(({ kind, delta }) => [kind, delta])).toEqual([
      ['refund', -125],
      ['purchase', 500],
    ]);
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
    const asked = (live: boolean) =>
      openCheckoutPage(house, { ...checkout, live }, order, purchase.createdAt);
    expect(await asked(false)).toBe(url);
    expect(await asked(true)).not.toBe(url);
  });

  test('only the sandbox shows its payment pages, and a cancelled one ends at once', async () => {
    const { house, checkout, asked, purchase, store } = await aBuyer();
    const token = (await asked('500')).pathname.split('/').at(-1) ?? '';
    const shown = (now: number) => readSandboxCheckout(house, token, now);
    const { createdAt, expiresAt } = purchase;
    expect(await shown(createdAt)).toMatchObject({ standing: 'open', username: 'player' });
    expect(await shown(expiresAt - 1)).toMatchObject({ standing: 'open' });
    expect(await shown(expiresAt)).toMatchObject({ standing: 'expired' });
    expect(await readSandboxCheckout({ ...house, cashier: OFF }, token, createdAt)).toBeUndefined();
    const other: House = { ...house, cashier: { mode: 'stripe', checkout: { ...checkout, name: 'stripe' } } };
    expect(await readSandboxCheckout(other, token, createdAt)).toBeUndefined();
    await closePurchase(store, purchase.id, 'failed', createdAt);
    expect(await shown(createdAt)).toMatchObject({ standing: 'expired' });
  });

  test('play money can be paid only for an existing page in the sandbox', async () => {
    const { house, purchase } = await aBuyer();
    const checkout = { standing: 'open', purchase, username: 'player', path: '', csrfToken: '' } as const;
    expect(pretendPayment(house, checkout, NOW)).toHaveProperty('signature');
    const unheard = { ...checkout, purchase: { ...purchase, ref: undefined } };
    expect(pretendPayment(house, unheard, NOW)).toBeUndefined();
    expect(pretendPayment({ ...house, cashier: OFF }, checkout, NOW)).toBeUndefined();
    const real = saying({ event: undefined });
    delete real.simulatePayment;
    const cashier = { mode: 'stripe', checkout: real } as const;
    expect(pretendPayment({ ...house, cashier }, checkout, NOW)).toBeUndefined();
  });

  test('play money is for local callers, real money for all', async () => {
    const { house, checkout } = await aBuyer();
    expect([checkoutFor(house, true), checkoutFor(house, false)]).toEqual([checkout, undefined]);
    const stripe: CheckoutProvider = { ...checkout, name: 'stripe' };
    const real = { ...house, cashier: { mode: 'stripe', checkout: stripe } } as const;
    expect([checkoutFor(real, true), checkoutFor(real, false)]).toEqual([stripe, stripe]);
    const closed = { ...house, cashier: OFF };
    expect([checkoutFor(closed, true), checkoutFor(closed, false)]).toEqual([undefined, undefined]);
  });

  test('a link says whether it is for test money', async () => {
    const { house, checkout, agentId } = await aBuyer();
    const agent = { id: agentId, username: 'player' };
    const link = async (name: 'sandbox' | 'stripe') => {
      const at: House = { ...house, cashier: { mode: name, checkout: { ...checkout, name } } };
      return (await buyCredits(at, { agent, pack: '100', mayPlay: true }, NOW, (made) => made)).value;
    };
    expect([(await link('sandbox')).sandbox, (await link('stripe')).sandbox]).toEqual([true, false]);
  });

  test('payment is possible only with an open page or rail', async () => {
    const { house, checkout } = await aBuyer();
    const rail = (open: boolean) => ({ open }) as never;
    const payable = (cashier: object) => takesPayments({ ...house, cashier: { ...OFF, ...cashier } });
    const open = [
      { checkout },
      { mpp: rail(true) },
      { x402: rail(true) },
      { mpp: rail(false), x402: rail(true) },
    ];
    expect(open.map(payable)).toEqual([true, true, true, true]);
    expect([{}, { mpp: rail(false), x402: rail(false) }].map(payable)).toEqual([false, false]);
  });
});

test('a failing provider is reported as retryable, and our own errors are not attributed to it', async () => {
  const failing = (problem: Error) => callCheckout(() => Promise.reject(problem));
  const retryable = { code: 'checkout_unreachable', facts: { retryAfterSeconds: 30 } };
  await expect(failing(new CheckoutError('away', { final: false }))).rejects.toMatchObject(retryable);
  const ours = new TypeError('a mistake of ours');
  await expect(failing(ours)).rejects.toBe(ours);
});
