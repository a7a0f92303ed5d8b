import { Mppx, stripe } from 'mppx/client';
import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { hasTakenRealMoney, markRealMoney } from '../../src/features/money/checkout.ts';
import { ledgerOf } from '../../src/features/money/ledger.store.ts';
import { openLog } from '../../src/app/log.ts';
import { StartupError, openHouse } from '../../src/app/open-house.ts';
import { readConfig } from '../../src/config/config.ts';
import { openCashier, type Cashier } from '../../src/outside/money/cashier.ts';
import { sandboxCheckout } from '../../src/outside/money/checkout-sandbox.ts';
import type { CheckoutProvider } from '../../src/outside/money/checkout.ts';
import { x402Rail } from '../../src/outside/money/x402.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { aKeeper } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';
import { handClock } from '../support/hand-clock.ts';
import { aHouse } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { hatchFor } from '../support/residents.ts';
import { TestFacilitator } from './facilitator.ts';
import { aPlayHouse } from './play-house.ts';
import { aTill, buy, buyWith, credentialFor, mppOf, ON_CHAIN, PlayMethod, x402Payer } from './till.ts';

const TEST_KEYS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const LIVE_KEYS = { ...TEST_KEYS, STRIPE_SECRET_KEY: 'sk_live_1', ARKHOUSE_BASE_URL: 'https://pets.example' };
const CREDITS = '/api/house/credits';
const WALLET = `/checkout/sandbox/wallet?sandbox_token=${SANDBOX_TOKEN}`;

/** The cashier that these settings open, except for Stripe's. */
function cashierOf(env: Record<string, string>): Promise<Cashier> {
  const { payments, inline, baseUrl, hasSandbox } = readConfig(env);
  const sandboxToken = hasSandbox ? SANDBOX_TOKEN : undefined;
  return openCashier({ mode: payments.mode, inline, baseUrl, random: systemRandom, sandboxToken });
}

/** A listening house and a keeper that buys 500 credits. */
async function aHouseOf(store: Database, cashier: Cashier) {
  const till = await aTill(store, cashier);
  const wren = await aKeeper(till);
  const asking = (headers: Record<string, string>, sandbox: Record<string, string> = SANDBOX_HEADERS) =>
    buy(till, { 'x-api-key': wren.key, ...sandbox, ...headers });
  return { ...till, wren, asking };
}

/** The real MPP client with a wallet that asks the house for tokens. */
function mppPayer(url: string) {
  const card = stripe({
    paymentMethod: 'pm_card_visa',
    async createToken({ amount, currency, networkId }) {
      const body = JSON.stringify({ amount, currency, networkId });
      const { spt } = (await (await fetch(url + WALLET, { method: 'POST', body })).json()) as { spt: string };
      return spt;
    },
  });
  return Mppx.create({ methods: [card], polyfill: false, maxPaymentRetries: 1 });
}

/** A signed and unsent payment of either kind, as headers. */
async function signedBy(kind: 'x402' | 'mpp', { url, asking }: Awaited<ReturnType<typeof aHouseOf>>) {
  if (kind === 'x402')
    return { 'payment-signature': await x402Payer().sign(await asking({ 'accept-payment': 'x402/exact' })) };
  const offer = await asking({ 'accept-payment': 'stripe/charge' });
  return { authorization: await credentialFor(offer, mppPayer(url)) };
}

onSqlite((place) => {
  const opened = async (env: Record<string, string>, store: Database) =>
    openHouse(readConfig(env), openLog('silent'), { store: await place.again(store) });

  test('a database with real payments opens only with real money or none', async () => {
    const store = await place.fresh();
    const { url } = await new TestFacilitator().open();
    const x402 = { X402_FACILITATOR_URL: url, X402_PAY_TO: ON_CHAIN.payTo, X402_NETWORK: 'base-sepolia' };
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
    const store = await place.fresh();
    const till = await aTill(store, { mpp: mppOf(new PlayMethod('play', live)) });
    const wren = await aKeeper(till);
    expect((await buyWith(till, { 'x-api-key': wren.key })).status).toBe(200);
    expect(await hasTakenRealMoney(store)).toBe(live);
  });

  test('the first checkout page for real money pins it', async () => {
    const store = await place.fresh();
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

  test('the steps of a dead creature say who has the sandbox token to a caller without it', async () => {
    const house = await aPlayHouse(await place.fresh());
    const id = await hatchFor(house, house, { name: 'Bo', species_slug: 'tabby' });
    house.clock.forward('3d');
    const steps = async (headers: Record<string, string>) => {
      const path = `/api/house/status?creature_id=${id}`;
      return JSON.stringify((await house.ask({ path, key: house.key, headers })).body['next_steps']);
    };
    expect(await steps({})).toContain('the sandbox token can pay; whoever started this server has it');
    expect(await steps({})).not.toMatch(/"(?:buy_credits|resurrect)"/);
    expect(await steps(SANDBOX_HEADERS)).toContain('"buy_credits"');
  });

  // test/client/paying.test.ts pays play money by both rails with the real clients.
  test('without the sandbox token play money is neither offered nor accepted', async () => {
    const house = await aHouseOf(await place.fresh(), await cashierOf({}));
    const look = async (headers: Record<string, string>) =>
      (await house.ask({ path: CREDITS, key: house.wren.key, headers })).body;
    expect(await look(SANDBOX_HEADERS)).toMatchObject({ x402_enabled: true, mpp_enabled: true });
    const balance = await look({});
    expect(balance).toMatchObject({
      x402_enabled: false,
      mpp_enabled: false,
      message: expect.stringMatching(/X-Sandbox-Token.*Whoever started this server has the token/),
    });
    expect(JSON.stringify(balance['next_steps'])).not.toContain('buy_credits');
    expect((await house.asking({ 'accept-payment': '*/*' }, {})).body).toMatchObject({
      code: 'payments_off',
      suggestion: expect.stringContaining('X-Sandbox-Token'),
    });
    for (const kind of ['x402', 'mpp'] as const) {
      const told = await house.asking(await signedBy(kind, house), {});
      const suggestion = expect.stringContaining('X-Sandbox-Token') as string;
      expect(told.body).toMatchObject({ code: 'payment_refused', suggestion });
      expect(told.body).not.toHaveProperty(kind);
    }
    const [path = ''] = WALLET.split('?');
    for (const address of [path, `${path}?sandbox_token=guessed`])
      expect((await house.ask({ method: 'POST', path: address, body: {} })).status).toBe(404);
    expect(await house.minted(house.wren.id)).toEqual([]);
    const bought = { credits: 500, sandbox: true };
    expect((await house.asking(await signedBy('x402', house))).body).toMatchObject(bought);
    expect(await hasTakenRealMoney(house.house.store)).toBe(false);
  });

  const production = { NODE_ENV: 'production' };
  const onLoopback = { ARKHOUSE_PAYMENTS: 'sandbox', ARKHOUSE_PAYMENTS_SANDBOX_HOST: '127.0.0.1' };

  test.each<[string, () => Promise<Cashier>]>([
    ['in production', () => cashierOf(production)],
    ['on a public host', () => cashierOf({ ARKHOUSE_BASE_URL: 'https://pets.example.org' })],
    ['in production with play money for humans', () => cashierOf({ ...production, ...onLoopback })],
    ['where x402 and MPP take real money', realMoney],
  ])('%s a play payment is refused, even with the token of a sandbox', async (_, open) => {
    const store = await place.fresh();
    const sandbox = await aHouseOf(store, await cashierOf({}));
    const payments = [await signedBy('x402', sandbox), await signedBy('mpp', sandbox)];
    const house = await aHouse(await place.again(store), {
      house: { cashier: await open(), clock: handClock(Date.now()) },
    });
    for (const payment of payments) {
      const headers = { ...SANDBOX_HEADERS, 'x-api-key': sandbox.wren.key, ...payment };
      const told = await house.ask({ method: 'POST', path: CREDITS, headers, body: { pack: '500' } });
      expect([told.status, told.body['code']]).toEqual([402, 'payment_refused']);
    }
    expect((await house.ask({ method: 'POST', path: WALLET, body: {} })).status).toBe(404);
    expect(await ledgerOf(store, sandbox.wren.id, 100)).toEqual([]);
  });
});

/** Real money whose services approve everything: only our own checks are left. */
async function realMoney(): Promise<Cashier> {
  const network = 'eip155:8453';
  const x402 = x402Rail(
    { ...ON_CHAIN, network, oldNetwork: 'base', live: true, baseUrl: new URL('https://pets.example.org') },
    {
      kinds: async () => [{ x402Version: 2, scheme: 'exact', network }],
      verify: async () => 'good',
      settle: async () => ({ outcome: 'settled', reference: '0x1' }),
    },
  );
  expect(await x402.refreshKinds()).toBe(true);
  const charge = async () => ({ outcome: 'settled', reference: 'pi_1' }) as const;
  return { mode: 'stripe', x402, mpp: mppOf({ name: 'stripe', live: true, request: () => ({}), charge }) };
}
