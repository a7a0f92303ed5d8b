import type { AddressInfo } from 'node:net';
import { Receipt } from 'mppx';
import { Mppx, stripe } from 'mppx/client';
import { decodePaymentResponseHeader } from '@x402/fetch';
import { expect, test } from 'vitest';

import { readConfig } from '../../src/config/config.ts';
import type { Database } from '../../src/db/db.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { hasTakenRealMoney } from '../../src/features/money/checkout.ts';
import { ledgerOf } from '../../src/features/money/ledger.store.ts';
import { openCashier, type Cashier } from '../../src/outside/money/cashier.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { x402Rail } from '../../src/outside/money/x402.ts';
import { aKeeper } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';
import { handClock } from '../support/hand-clock.ts';
import { aHouse } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { BUY, credentialFor, JSON_TYPE, keyed, mppOf, x402Payer, type KeyHeader } from './till.ts';

const CREDITS = '/api/house/credits';
const WALLET = `/checkout/sandbox/wallet?sandbox_token=${SANDBOX_TOKEN}`;
const X402 = { 'accept-payment': 'x402/exact' };

/** The cashier that these settings open, except for Stripe's. */
function cashierOf(env: Record<string, string>): Promise<Cashier> {
  const { payments, inline, baseUrl, hasSandbox } = readConfig(env);
  const sandboxToken = hasSandbox ? SANDBOX_TOKEN : undefined;
  return openCashier({ mode: payments.mode, inline, baseUrl, random: systemRandom, sandboxToken });
}

/** A listening house and a keeper; the clock is the real one, which clients compare with. */
async function aHouseOf(store: Database, cashier: Cashier) {
  const clock = handClock(Date.now());
  const house = await aHouse(store, { house: { cashier, clock } });
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = house.app.server.address() as AddressInfo;
  const wren = await aKeeper(house);
  const url = `http://127.0.0.1:${port}`;
  const buy = (headers: Record<string, string>, sandbox: Record<string, string> = SANDBOX_HEADERS) =>
    house.ask({
      method: 'POST',
      path: CREDITS,
      headers: { ...JSON_TYPE, 'x-api-key': wren.key, ...sandbox, ...headers },
      body: { pack: '500' },
    });
  const minted = async () => (await ledgerOf(store, wren.id, 100)).map(({ delta }) => delta);
  return { ...house, url, wren, buy, minted, audited: () => auditHouse(store, clock.now()) };
}

/** The real MPP client with a wallet that asks the house for tokens. */
function mppPayer(url: string, order: Record<string, string> = {}) {
  const card = stripe({
    paymentMethod: 'pm_card_visa',
    async createToken({ amount, currency, networkId }) {
      const body = JSON.stringify({ amount, currency, networkId, ...order });
      const { spt } = (await (await fetch(url + WALLET, { method: 'POST', body })).json()) as { spt: string };
      return spt;
    },
  });
  return Mppx.create({ methods: [card], polyfill: false, maxPaymentRetries: 1 });
}

/** A signed and unsent payment of either kind, as headers. */
async function signedBy(kind: 'x402' | 'mpp', { url, buy }: Awaited<ReturnType<typeof aHouseOf>>) {
  const payer = x402Payer();
  return kind === 'x402'
    ? { 'payment-signature': await payer.sign(await buy(X402)) }
    : { authorization: await credentialFor(await buy({ 'accept-payment': 'stripe/charge' }), mppPayer(url)) };
}

onSqlite((place) => {
  test.each<[1 | 2, KeyHeader, string]>([
    [2, 'x-api-key', 'payment-response'],
    [2, 'bearer', 'payment-response'],
    [1, 'x-api-key', 'x-payment-response'],
  ])(
    'the real x402 client pays play money in version %i with its key in %s',
    async (version, header, receipt) => {
      const store = await place.fresh();
      const { url, wren, minted } = await aHouseOf(store, await cashierOf({}));
      const headers = { ...JSON_TYPE, ...SANDBOX_HEADERS, ...X402, ...keyed(header, wren.key) };
      const response = await x402Payer(version).fetch(url + CREDITS, { ...BUY('1000'), headers });
      expect(await response.json()).toMatchObject({ payment_method: 'x402', credits: 1000, sandbox: true });
      const told = decodePaymentResponseHeader(response.headers.get(receipt) ?? '');
      expect(told).toMatchObject({ success: true, transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
      expect([await minted(), await hasTakenRealMoney(store)]).toEqual([[1000], false]);
    },
  );

  test.each(['x-api-key', 'bearer'] as const)(
    'the real MPP client pays with a play token and its key in %s',
    async (header) => {
      const { url, wren, minted } = await aHouseOf(await place.fresh(), await cashierOf({}));
      const headers = { ...JSON_TYPE, ...SANDBOX_HEADERS, ...keyed(header, wren.key) };
      const response = await mppPayer(url).fetch(url + CREDITS, { ...BUY('1000'), headers });
      expect(await response.json()).toMatchObject({ payment_method: 'mpp', credits: 1000, sandbox: true });
      expect(Receipt.fromResponse(response).reference).toMatch(/^pi_sandbox_/);
      expect(await minted()).toEqual([1000]);
    },
  );

  test('a play token for another amount buys nothing', async () => {
    const { url, wren, minted } = await aHouseOf(await place.fresh(), await cashierOf({}));
    const headers = { ...JSON_TYPE, ...SANDBOX_HEADERS, 'x-api-key': wren.key };
    const response = await mppPayer(url, { amount: '100' }).fetch(url + CREDITS, { ...BUY('500'), headers });
    expect([response.status, await minted()]).toEqual([402, []]);
  });

  test('without the sandbox token play money is neither offered nor accepted', async () => {
    const house = await aHouseOf(await place.fresh(), await cashierOf({}));
    const look = async (headers: Record<string, string>) =>
      (await house.ask({ path: CREDITS, key: house.wren.key, headers })).body;
    expect(await look(SANDBOX_HEADERS)).toMatchObject({ x402_enabled: true, mpp_enabled: true });
    expect(await look({})).toMatchObject({ x402_enabled: false, mpp_enabled: false });
    expect((await house.buy({ 'accept-payment': '*/*' }, {})).body).toMatchObject({ code: 'payments_off' });
    for (const kind of ['x402', 'mpp'] as const) {
      const told = await house.buy(await signedBy(kind, house), {});
      expect(told.body).toMatchObject({ code: 'payment_refused' });
      expect(told.body).not.toHaveProperty(kind);
    }
    const [path = ''] = WALLET.split('?');
    for (const address of [path, `${path}?sandbox_token=guessed`])
      expect((await house.ask({ method: 'POST', path: address, body: {} })).status).toBe(404);
    expect(await house.minted()).toEqual([]);
  });

  test.each<[string, () => Promise<Cashier>]>([
    ['in production', () => cashierOf({ NODE_ENV: 'production' })],
    ['on a public host', () => cashierOf({ ARKHOUSE_BASE_URL: 'https://pets.example.org' })],
    [
      'in production with play money for humans',
      () =>
        cashierOf({
          NODE_ENV: 'production',
          ARKHOUSE_PAYMENTS: 'sandbox',
          ARKHOUSE_PAYMENTS_SANDBOX_HOST: '127.0.0.1',
        }),
    ],
    ['where x402 and MPP take real money', realMoney],
  ])('%s a play payment is refused, even with the token of a sandbox', async (_, open) => {
    const store = await place.fresh();
    const sandbox = await aHouseOf(store, await cashierOf({}));
    const payments = [await signedBy('x402', sandbox), await signedBy('mpp', sandbox)];
    const house = await aHouse(await place.again(store), {
      house: { cashier: await open(), clock: handClock(Date.now()) },
    });
    for (const payment of payments) {
      const headers = { ...JSON_TYPE, ...SANDBOX_HEADERS, 'x-api-key': sandbox.wren.key, ...payment };
      const told = await house.ask({ method: 'POST', path: CREDITS, headers, body: { pack: '500' } });
      expect([told.status, told.body['code']]).toEqual([402, 'payment_refused']);
    }
    expect((await house.ask({ method: 'POST', path: WALLET, body: {} })).status).toBe(404);
    expect(await ledgerOf(store, sandbox.wren.id, 100)).toEqual([]);
  });

  test.each(['x402', 'mpp'] as const)(
    'concurrent copies and replays of a play payment by %s mint once',
    async (kind) => {
      const house = await aHouseOf(await place.fresh(), await cashierOf({}));
      const payment = await signedBy(kind, house);
      const together = await Promise.all(Array.from({ length: 10 }, () => house.buy(payment)));
      const statuses = new Set(together.map(({ status }) => status));
      expect(statuses.isSubsetOf(new Set([200, 503]))).toBe(true);
      expect(statuses).toContain(200);
      const paid = { payment_method: kind, credits: 500, sandbox: true };
      expect((await house.buy(payment)).body).toMatchObject(paid);
      expect([await house.minted(), await house.audited()]).toEqual([[500], []]);
    },
  );
});

/** Real money whose services approve everything: only our own checks are left. */
async function realMoney(): Promise<Cashier> {
  const coin = {
    network: 'eip155:8453',
    oldNetwork: 'base',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    assetName: 'USD Coin',
    assetVersion: '2',
    payTo: '0x000000000000000000000000000000000000dEaD',
    rpcUrl: undefined,
    live: true,
  };
  const x402 = x402Rail(
    { ...coin, baseUrl: new URL('https://pets.example.org') },
    {
      kinds: async () => [{ x402Version: 2, scheme: 'exact', network: coin.network }],
      verify: async () => 'good',
      settle: async () => ({ outcome: 'settled', reference: '0x1' }),
    },
  );
  expect(await x402.refreshKinds()).toBe(true);
  const charge = async () => ({ outcome: 'settled', reference: 'pi_1' }) as const;
  return { mode: 'stripe', x402, mpp: mppOf({ name: 'stripe', live: true, request: () => ({}), charge }) };
}
