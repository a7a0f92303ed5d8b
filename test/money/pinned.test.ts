import { expect, test } from 'vitest';

import { readConfig } from '../../src/config/config.ts';
import { hasTakenRealMoney, markRealMoney } from '../../src/features/money/checkout.ts';
import { openLog } from '../../src/log.ts';
import { StartupError, openHouse } from '../../src/open-house.ts';
import type { CheckoutProvider } from '../../src/outside/money/checkout.ts';
import { sandboxCheckout } from '../../src/outside/money/checkout-sandbox.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { aKeeper } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { TestFacilitator } from './facilitator.ts';
import { aTill, buyWith, mppOf, PAY_TO, PlayMethod } from './till.ts';

const TEST_KEYS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const LIVE_KEYS = { ...TEST_KEYS, STRIPE_SECRET_KEY: 'sk_live_1', ARKHOUSE_BASE_URL: 'https://pets.example' };

onSqlite(({ fresh, again }) => {
  const opened = async (env: Record<string, string>, store: Awaited<ReturnType<typeof fresh>>) =>
    openHouse(readConfig(env), openLog('silent'), { store: await again(store) });

  test('a database with real payments opens only with real money or none', async () => {
    const store = await fresh();
    const { url } = await new TestFacilitator().open();
    const x402 = { X402_FACILITATOR_URL: url, X402_PAY_TO: PAY_TO, X402_NETWORK: 'base-sepolia' };
    const production = { ...x402, NODE_ENV: 'production' };
    const refused = [{}, { ARKHOUSE_PAYMENTS: 'sandbox' }, TEST_KEYS, production];
    for (const env of refused) {
      const { cashier } = await opened(env, store);
      expect(cashier.mode !== 'off' || cashier.x402?.open, JSON.stringify(env)).toBe(true);
    }
    await markRealMoney(store);
    for (const env of refused)
      await expect(opened(env, store), JSON.stringify(env)).rejects.toBeInstanceOf(StartupError);
    expect((await opened(LIVE_KEYS, store)).cashier.mode).toBe('stripe');
    expect((await opened({ ARKHOUSE_PAYMENTS: 'off' }, store)).cashier.mode).toBe('off');
  });

  test.each([true, false])('an inline payment pins real money exactly if it is live: %s', async (live) => {
    const store = await fresh();
    const till = await aTill(store, { mpp: mppOf(new PlayMethod('play', live)) });
    const wren = await aKeeper(till);
    expect((await buyWith(till, { 'x-api-key': wren.key })).status).toBe(200);
    expect(await hasTakenRealMoney(store)).toBe(live);
  });

  test('the first checkout page for real money pins it', async () => {
    const store = await fresh();
    const baseUrl = new URL('https://pets.example');
    const checkout: CheckoutProvider = {
      ...sandboxCheckout({ baseUrl, random: systemRandom, sandboxToken: 'token' }),
      name: 'stripe',
      live: true,
      open: async ({ id }) => ({ ref: `cs_live_${id}`, url: 'https://pay.example/' }),
    };
    const { ask, registered } = await aHouse(store, { house: { cashier: { mode: 'stripe', checkout } } });
    const key = await registered('rich');
    const { body } = await ask({ method: 'POST', path: '/api/house/credits', key, body: { pack: '100' } });
    expect(body).toMatchObject({ checkout_url: 'https://pay.example/' });
    await expect(opened({}, store)).rejects.toThrow(/real payments/);
  });
});
