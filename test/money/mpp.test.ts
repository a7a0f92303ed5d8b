import { Challenge, Receipt } from 'mppx';
import { Mppx, stripe as stripeMethod } from 'mppx/client';
import { expect, test } from 'vitest';

import { stripeTokenMethod } from '../../src/outside/money/mpp.ts';
import type { Database } from '../../src/db/db.ts';
import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { TestStripe } from './fake-stripe.ts';
import {
  aTill,
  buy,
  buyWith,
  credentialFor,
  keyed,
  mppOf,
  mppPayer,
  PlayMethod,
  REALM,
  SECRET,
} from './till.ts';

const CREDITS = '/api/house/credits';

async function anMppTill(store: Database) {
  const play = new PlayMethod();
  const till = await aTill(store, { mpp: mppOf(play) });
  const wren = await aKeeper(till);
  const paying = (authorization: string, key = wren.key) => buy(till, { 'x-api-key': key, authorization });
  const credential = async () => credentialFor(await buy(till, { 'x-api-key': wren.key }));
  return { play, till, wren, paying, credential };
}

function altered(credential: string, change: (parts: Parts) => void): string {
  const parts = JSON.parse(Buffer.from(credential.slice(8), 'base64url').toString()) as Parts;
  change(parts);
  return `Payment ${Buffer.from(JSON.stringify(parts)).toString('base64url')}`;
}

interface Parts {
  readonly challenge: Record<string, string>;
  payload: unknown;
}

eachDatabase((place) => {
  test('concurrent copies of one credential make one payment', async () => {
    const { play, till, wren, paying, credential } = await anMppTill(await place.fresh());
    const authorization = await credential();
    const together = await Promise.all(Array.from({ length: 10 }, () => paying(authorization)));
    expect(together.map(({ status }) => status)).toContain(200);
    expect((await paying(authorization)).body).toMatchObject({ payment_method: 'mpp', credits: 500 });
    expect(play.charged.size).toBe(1);
    await till.inOrder(wren, 500);
  });
});

test.each(['x-api-key', 'bearer'] as const)('the real client pays with its key in %s', async (header) => {
  const { play, till, wren } = await anMppTill(await anyStore());
  const response = await buyWith(till, keyed(header, wren.key), '1000');
  const bought = { payment_method: 'mpp', credits: 1000, pack: { price: '$7.00' } };
  expect(await response.json()).toMatchObject(bought);
  const [[key, cents] = []] = play.charged;
  expect(cents).toBe(700);
  expect(Receipt.fromResponse(response)).toMatchObject({ method: 'play', reference: `play_${key}` });
  expect(response.headers.get('cache-control')).toContain('private');
  await till.inOrder(wren, 1000);
});

test('challenges are unique, accepted by mppx, and name the header that is still free', async () => {
  const { till, wren } = await anMppTill(await anyStore());
  const ids = new Set<string>();
  for (const [header, other] of [
    ['x-api-key', undefined],
    ['x-api-key', undefined],
    ['bearer', 'Payment-Authorization'],
  ] as const) {
    const { status, headers, body } = await buy(till, keyed(header, wren.key));
    expect([status, headers['cache-control']]).toEqual([402, 'no-store']);
    expect(headers).not.toHaveProperty('x-payment-required');
    const challenge = Challenge.deserialize(String(headers['www-authenticate']));
    expect(Challenge.verify(challenge, { secretKey: SECRET })).toBe(true);
    const request = { amount: '400', currency: 'usd' };
    expect(challenge).toMatchObject({ realm: REALM, method: 'play', request });
    expect(challenge.header).toBe(other);
    const { opaque: _opaque, ...shown } = challenge;
    expect(body).toMatchObject({ code: 'payment_required', mpp: { challenges: [shown] } });
    ids.add(challenge.id);
  }
  expect(ids.size).toBe(3);
});

test('every method has its own header line, and the client finds the one it supports', async () => {
  const [play, barter] = [new PlayMethod(), new PlayMethod('barter')];
  const till = await aTill(await anyStore(), { mpp: mppOf(barter, play) });
  const key = { 'x-api-key': (await aKeeper(till)).key };
  const lines = ['barter', 'play'].map((name) => expect.stringContaining(`method="${name}"`));
  expect((await buy(till, key)).headers['www-authenticate']).toEqual(lines);
  await buyWith(till, key);
  expect([barter.charged.size, play.charged.size]).toEqual([0, 1]);
});

test('altered, expired or foreign credentials are refused without a charge', async () => {
  const { play, till, wren, paying, credential } = await anMppTill(await anyStore());
  const crow = await aKeeper(till, 'crow');
  const authorization = await credential();
  const refused = async (key: string, given: string, why: string) => {
    const told = await paying(given, key);
    expect([told.status, told.body['code']], given).toEqual([402, 'payment_refused']);
    expect(told.body['suggestion'], given).toContain(why);
    expect(told.headers).toHaveProperty('www-authenticate');
  };
  const encoded = (text: string) => Buffer.from(text).toString('base64url');
  for (const change of [
    { request: encoded('{"amount":"1","currency":"usd","recipient":"the house"}') },
    { opaque: encoded(`{"agent":"${wren.id}","cents":"400","credits":"9000","nonce":"x"}`) },
    { expires: '2999-01-01T00:00:00Z' },
    { realm: 'elsewhere' },
  ]) {
    const other = altered(authorization, ({ challenge }) => Object.assign(challenge, change));
    await refused(wren.key, other, 'terms');
  }
  const nameless = altered(authorization, ({ challenge }) => delete challenge['id']);
  await refused(wren.key, nameless, 'could not be read');
  await refused(wren.key, 'Payment nonsense', 'could not be read');
  await refused(crow.key, authorization, 'another account');
  till.now.forward('5m');
  await refused(wren.key, authorization, 'expired');
  expect([play.charged.size, await till.minted(wren.id), await till.minted(crow.id)]).toEqual([0, [], []]);
});

test('a refused proof cannot be reused; a proof with a lost answer is settled once', async () => {
  const { play, till, wren, paying, credential } = await anMppTill(await anyStore());
  const first = await credential();
  play.next = 'refused';
  expect((await paying(first)).status).toBe(402);
  play.next = 'settled';
  expect((await paying(first)).status).toBe(402);
  const second = await credential();
  play.next = 'lost after';
  expect((await paying(second)).status).toBe(503);
  play.next = 'settled';
  // The first proof counts whatever the second contains, even if it has expired meanwhile.
  till.now.forward('10m');
  const other = altered(second, (parts) => (parts.payload = { word: 'I do not' }));
  expect((await paying(other)).status).toBe(200);
  expect(play.charged.size).toBe(1);
  await till.inOrder(wren, 500);
});

test('cross-origin pages may pay, and read the payment request and the receipt', async () => {
  const { till, wren } = await anMppTill(await anyStore());
  const asked = { origin: 'https://agent.example.org', 'access-control-request-method': 'POST' };
  const preflight = await till.ask({ method: 'OPTIONS', path: CREDITS, headers: asked });
  const listed = (value: unknown) => String(value).toLowerCase().split(', ');
  const allowed = 'payment-signature x-payment payment-authorization accept-payment x-api-key'.split(' ');
  expect(listed(preflight.headers['access-control-allow-headers'])).toEqual(expect.arrayContaining(allowed));
  const told = await buy(till, { origin: asked.origin, 'x-api-key': wren.key });
  const requests = ['www-authenticate', 'payment-required', 'x-payment-required'];
  const read = [...requests, 'payment-response', 'x-payment-response', 'payment-receipt'];
  expect(listed(told.headers['access-control-expose-headers'])).toEqual(expect.arrayContaining(read));
});

test('the real client pays with a shared payment token of Stripe', async () => {
  const { fake, till, wren, pay } = await aStripeTill(await anyStore());
  const response = await pay({ authorization: `Bearer ${wren.key}` });
  expect(await response.json()).toMatchObject({ payment_method: 'mpp', credits: 1000 });
  const [[key, intent] = []] = fake.intents;
  expect(Object.fromEntries(intent?.order ?? [])).toMatchObject({
    amount: '700',
    currency: 'usd',
    confirm: 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
    'metadata[inline_payment]': key,
    shared_payment_granted_token: `spt_${tokens}`,
  });
  expect([...fake.versions]).toEqual(['2026-07-29.preview']);
  await till.inOrder(wren, 1000);
});

test('a payment without an answer is retried with the same idempotency key, also after a refusal', async () => {
  const { fake, till, wren, pay, payAgain } = await aStripeTill(await anyStore());
  fake.mood = 'lost after';
  expect((await pay()).status).toBe(503);
  fake.mood = 'locked';
  expect(await payAgain()).toBe(503);
  fake.mood = 'well';
  expect(await payAgain()).toBe(200);
  expect(fake.intents.size).toBe(1);
  await till.inOrder(wren, 1000);
});

test('a purchase repeated with its Idempotency-Key is replayed, and another pack is refused unpaid', async () => {
  const { till, play, wren } = await anMppTill(await anyStore());
  const client = mppPayer();
  const paying = (pack: string, key: string) =>
    buyWith(till, { 'x-api-key': wren.key, 'idempotency-key': key }, pack, client);
  const first = await paying('100', 'mine');
  expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
  const again = await paying('100', 'mine');
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect(await again.json()).toEqual(await first.json());
  expect((await paying('500', 'mine')).status).toBe(409);
  expect(play.charged.size).toBe(1);
  expect((await paying('500', 'another')).status).toBe(200);
  expect(play.charged.size).toBe(2);
  await till.inOrder(wren, 500, 100);
});

let tokens = 0;

async function aStripeTill(store: Database) {
  const fake = new TestStripe();
  const profile = { networkId: 'profile_test', live: false };
  const till = await aTill(store, { mpp: mppOf(stripeTokenMethod(await fake.open(), profile)) });
  const wren = await aKeeper(till);
  const method = stripeMethod({
    paymentMethod: 'pm_card_visa',
    createToken: ({ networkId, amount }) => {
      expect([networkId, amount]).toEqual(['profile_test', '700']);
      tokens += 1;
      return Promise.resolve(`spt_${tokens}`);
    },
  });
  const client = Mppx.create({ methods: [method], polyfill: false, maxPaymentRetries: 1 });
  let credential = '';
  client.on('credential.created', (created) => void ({ credential } = created));
  const key = { 'x-api-key': wren.key };
  const plainly = { fetch: (url: string, request: RequestInit) => fetch(url, request) };
  return {
    fake,
    till,
    wren,
    pay: (headers: Record<string, string> = key) => buyWith(till, headers, '1000', client),
    payAgain: async () =>
      (await buyWith(till, { ...key, authorization: credential }, '1000', plainly)).status,
  };
}
