import { expect, test } from 'vitest';

import { onSqlite } from '../../../test/support/databases.ts';
import { aPlayHouse } from '../../../test/money/play-house.ts';
import { CURRENCY } from '../../rules/credits.ts';
import { sandboxCheckout } from '../../outside/money/checkout-sandbox.ts';
import type { CheckoutEvent, Reversal } from '../../outside/money/checkout.ts';
import { systemRandom } from '../../outside/random.ts';
import { accountOf, ledgerOf } from './ledger.store.ts';
import { closePurchase, insertPurchase, purchasesOf } from './purchases.store.ts';
import type { House } from '../house.ts';
import { receiveWebhook } from './checkout-webhook.ts';
import { openCheckoutPage, readSandboxCheckout } from './checkout.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const OFF = { mode: 'off' } as const;
const baseUrl = new URL('http://127.0.0.1:3000');
const SANDBOX = sandboxCheckout({ baseUrl, random: systemRandom, sandboxToken: 'token' });

const WEBHOOK = { raw: Buffer.from('{}'), signature: undefined };

onSqlite(({ fresh }) => {
  async function aBuyer() {
    const play = await aPlayHouse(await fresh());
    await play.asked('500');
    const { store } = play.house;
    const [purchase] = await purchasesOf(store, play.agentId, 1);
    if (!purchase) throw new Error('nothing was asked for');
    const said: { event: CheckoutEvent | undefined } = { event: undefined };
    const house: House = {
      ...play.house,
      cashier: { mode: 'sandbox', checkout: { ...SANDBOX, readWebhook: async () => said.event } },
    };
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

  test('a payment is credited even if it arrives before the id of its page is stored', async () => {
    const { told, session, purchase, store, agentId } = await aBuyer();
    const unheard = { ref: undefined, tokenHash: undefined, state: 'creating' } as const;
    await insertPurchase(store, { ...purchase, ...unheard, id: 'early' });
    const early = { ...session, ref: 'cs_early', purchaseId: 'early' };
    expect(await told({ session: early })).toBe('credited');
    expect(await told({ id: 'evt_2', session: { ...session, ref: 'cs_other' } })).toBe('mismatch?');
    expect(await accountOf(store, agentId)).toEqual({ balance: 500, debt: 0 });
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
});
