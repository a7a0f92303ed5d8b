import { expect, test } from 'vitest';

import { takeIn } from '../../../test/engine/examples.ts';
import { onSqlite } from '../../../test/support/databases.ts';
import { aHouse } from '../../../test/support/house.ts';
import { MINUTE } from '../../rules/base/clock.ts';
import { CURRENCY } from '../../rules/credits.ts';
import { systemRandom } from '../../outside/random.ts';
import { sandboxCheckout } from '../../outside/money/checkout-sandbox.ts';
import type { CheckoutProvider, CheckoutSession } from '../../outside/money/checkout.ts';
import {
  claimPayment,
  closePurchase,
  findPurchase,
  insertPurchase,
  type Purchase,
} from './purchases.store.ts';
import type { House } from '../house.ts';
import { reconcileInline, reconcilePurchases } from './checkout-webhook.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const OFF = { mode: 'off' } as const;

onSqlite(({ fresh }) => {
  async function aShop(pages: readonly CheckoutSession[] = [], completed: readonly CheckoutSession[] = []) {
    const store = await fresh();
    const { id: agentId } = await takeIn(store);
    const lookedUp: string[] = [];
    const baseUrl = new URL('http://127.0.0.1:3000');
    const checkout: CheckoutProvider = {
      ...sandboxCheckout({ baseUrl, random: systemRandom, sandboxToken: 'token' }),
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
});
