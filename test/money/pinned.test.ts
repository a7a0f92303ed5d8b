import { expect, test } from 'vitest';

import { readConfig } from '../../src/config/config.ts';
import { hasTakenRealMoney, markRealMoney } from '../../src/features/money/checkout.ts';
import { openLog } from '../../src/log.ts';
import { StartupError, openHouse } from '../../src/open-house.ts';
import type { CheckoutProvider } from '../../src/outside/money/checkout.ts';
import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { TestFacilitator } from './facilitator.ts';
import { aTill, BUY, JSON_TYPE, mppOf, mppPayer, PAY_TO, PlayMethod } from './till.ts';

const TEST_KEYS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const LIVE_KEYS = { ...TEST_KEYS, STRIPE_SECRET_KEY: 'sk_live_1', ARKHOUSE_BASE_URL: 'https://pets.example' };

eachDatabase(({ fresh, again }) => {
  const opened = async (env: Record<string, string>, store: Awaited<ReturnType<typeof fresh>>) =>
    openHouse(readConfig(env), openLog('silent'), { store: await again(store) });

  test.each([
    ['play money', {}],
    ['play money by name', { ARKHOUSE_PAYMENTS: 'sandbox' }],
    ['keys for tests', TEST_KEYS],
  ])('a database with real payments does not open with %s', async (_, env) => {
    const store = await fresh();
    expect((await opened(env, store)).cashier.mode).not.toBe('off');
    await markRealMoney(store);
    await expect(opened(env, store)).rejects.toBeInstanceOf(StartupError);
  });

  test.each([
    ['real money', LIVE_KEYS, 'stripe'],
    ['none', { ARKHOUSE_PAYMENTS: 'off' }, 'off'],
  ])('a database with real payments opens with %s', async (_, env, mode) => {
    const store = await fresh();
    await markRealMoney(store);
    expect((await opened(env, store)).cashier.mode).toBe(mode);
  });

  test('a database with real payments does not open with a test network', async () => {
    const facilitator = await new TestFacilitator().open();
    const env = {
      X402_FACILITATOR_URL: facilitator.url,
      X402_PAY_TO: PAY_TO,
      X402_NETWORK: 'base-sepolia',
      NODE_ENV: 'production',
    };
    const store = await fresh();
    expect((await opened(env, store)).cashier).toMatchObject({ mode: 'off', x402: { open: true } });
    await markRealMoney(store);
    await expect(opened(env, store)).rejects.toBeInstanceOf(StartupError);
  });

  test.each([
    ['real money', true],
    ['play money', false],
  ])('an inline payment of %s pins the kind of money: %s', async (_, live) => {
    const store = await fresh();
    const till = await aTill(store, { mpp: mppOf(new PlayMethod('play', live)) });
    const wren = await aKeeper(till);
    const headers = { ...JSON_TYPE, 'x-api-key': wren.key };
    const told = await mppPayer().fetch(`${till.url}/api/house/credits`, { ...BUY('100'), headers });
    expect(told.status).toBe(200);
    expect(await hasTakenRealMoney(store)).toBe(live);
  });

  test('the first checkout page for real money pins it', async () => {
    const store = await fresh();
    const cashier = { mode: 'stripe', checkout: liveCheckout() } as const;
    const { ask, registered } = await aHouse(store, { house: { cashier } });
    const key = await registered('rich');
    const { body } = await ask({ method: 'POST', path: '/api/house/credits', key, body: { pack: '100' } });
    expect(body).toMatchObject({ checkout_url: 'https://pay.example/' });
    await expect(opened({}, store)).rejects.toThrow(/real payments/);
  });
});

/** A provider in live mode without a server behind it. */
function liveCheckout(): CheckoutProvider {
  return {
    name: 'stripe',
    live: true,
    lastsMs: 1000,
    open: async ({ id }) => ({ ref: `cs_live_${id}`, url: 'https://pay.example/' }),
    lookUp: async () => undefined,
    listRecentlyCompleted: async () => [],
    findSubject: async () => undefined,
    readWebhook: async () => undefined,
  };
}
