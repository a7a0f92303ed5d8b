import { Challenge, Receipt } from 'mppx';
import { Mppx, stripe as stripeMethod } from 'mppx/client';
import { pino } from 'pino';
import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { claimPayment, findPayment } from '../../src/features/money/purchases.store.ts';
import { reconcileInline } from '../../src/features/shop/checkout-webhook.ts';
import { startReconcilingPayments } from '../../src/app/jobs.ts';
import { stripeTokenMethod } from '../../src/outside/money/mpp.ts';
import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { storeWith } from '../support/store-with.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { TestFacilitator } from './facilitator.ts';
import { TestStripe } from './fake-stripe.ts';
import {
  aSigner,
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
  x402With,
} from './till.ts';

// test/money/credits.test.ts pays with the real clients of both versions, its key in either header.
test('an altered or foreign payment moves nothing, and the original is still accepted', async () => {
  const { facilitator, till, wren, header, payer, paying, expectMinted } = await aSigner(await anyStore());
  for (const [what, why, change] of CHANGES) {
    const told = await buy(till, { 'x-api-key': wren.key, 'payment-signature': altered(header, change) });
    expect([told.status, told.body['code']], what).toEqual([402, 'payment_refused']);
    expect(told.body['suggestion'], what).toContain(why);
    expect(told.headers['payment-required'], what).toBe(told.headers['x-payment-required']);
  }
  const short = { code: 'payment_refused', suggestion: expect.stringContaining('not cover') };
  expect((await paying('1000')).body).toMatchObject(short);
  expect(facilitator.has(payer.address)).toBe(4_000_000n);
  expect(facilitator.asked).not.toContain('/settle');
  await expectMinted();
  const last = await buy(till, { 'x-api-key': wren.key, 'x-payment': header });
  expect(last.status, last.text).toBe(200);
  expect((await paying('1000')).body).toMatchObject(short);
  await expectMinted(500);
});

test('an empty wallet is refused, and the same payment is accepted once it is funded', async () => {
  const { facilitator, payer, paying, expectMinted } = await aSigner(await anyStore());
  facilitator.balances.clear();
  expect((await paying()).body).toMatchObject({ code: 'payment_refused', cost: 500, credits: 0 });
  facilitator.give(payer.address, 400);
  facilitator.mood = 'refuses';
  expect((await paying()).body).toMatchObject({ code: 'payment_refused' });
  facilitator.mood = 'well';
  expect((await paying()).body).toMatchObject({ payment_method: 'x402', credits: 500 });
  await expectMinted(500);
});

test('another account cannot use the payment, before or after', async () => {
  const { till, wren, header, paying, expectMinted } = await aSigner(await anyStore());
  const crow = await aKeeper(till, 'crow');
  const refused = async (why: string) => {
    const told = await buy(till, { 'x-api-key': crow.key, 'payment-signature': header });
    const suggestion = expect.stringContaining(why);
    expect(told.body).toMatchObject({ code: 'payment_refused', suggestion });
  };
  await refused('was not offered');
  expect((await paying()).status, wren.username).toBe(200);
  await refused('another account');
  expect(await till.minted(crow.id)).toEqual([]);
  await expectMinted(500);
});

type Payment = Record<string, never> & {
  accepted: Record<string, string>;
  payload: { signature: string; authorization: Record<string, string> };
};

function altered(header: string, { accepted, authorization }: Change): string {
  const payment = JSON.parse(Buffer.from(header, 'base64').toString()) as Payment;
  Object.assign(payment.accepted, accepted);
  Object.assign(payment.payload.authorization, authorization);
  return Buffer.from(JSON.stringify(payment)).toString('base64');
}

type Change = Partial<Record<'accepted' | 'authorization', Record<string, string>>>;

// src/outside/money/x402.test.ts has all terms.
const CHANGES: readonly [what: string, why: string, change: Change][] = [
  ['a smaller amount', 'not on the terms', { authorization: { value: '10000' } }],
  ['a low offer', 'was not offered', { authorization: { value: '10000' }, accepted: { amount: '10000' } }],
  ['another wallet', 'declined', { authorization: { from: `0x${'3'.repeat(40)}` } }],
  ['a nonce that was not signed', 'declined', { authorization: { nonce: `0x${'4'.repeat(64)}` } }],
  ['a negative amount', 'could not be read', { authorization: { value: '-4000000' } }],
];

test.each([
  ['lost before', 0],
  ['lost after', 1],
  ['failed with a hash', 1],
] as const)('a settlement "%s" (%i moved) mints once and is not logged', async (mood, moved) => {
  const { facilitator, till, wren, header, paying, expectMinted } = await aSigner(await anyStore());
  facilitator.mood = mood;
  const told = await paying();
  const seen = [told.status, told.body['code'], told.headers['retry-after']];
  expect(seen).toEqual([503, 'payment_unclear', '5']);
  expect(told.headers).not.toHaveProperty('payment-required');
  expect((await paying()).status).toBe(503);
  expect([await till.minted(wren.id), facilitator.transfers.size]).toEqual([[], moved]);
  const { payload } = JSON.parse(Buffer.from(header, 'base64').toString()) as Payment;
  expect(till.log.join('')).toContain('payment outcome unknown');
  for (const secret of [header, payload.signature]) expect(till.log.join('')).not.toContain(secret);
  facilitator.mood = 'well';
  expect((await paying()).body).toMatchObject({ payment_method: 'x402', credits: 500 });
  expect((await paying()).status).toBe(200);
  await expectMinted(500);
});

test('the chain settles a payment whose transaction the facilitator named before it lost its record', async () => {
  const { facilitator, paying, expectMinted } = await aSigner(await anyStore(), 'with a node');
  Object.assign(facilitator, { mood: 'failed with a hash', remembers: false });
  expect((await paying()).status).toBe(503);
  facilitator.mood = 'well';
  const [{ hash } = { hash: '' }] = facilitator.transfers.values();
  const told = await paying();
  expect(told.status, told.text).toBe(200);
  expect(Buffer.from(String(told.headers['payment-response']), 'base64').toString()).toContain(hash);
  await expectMinted(500);
});

test('a transfer on the chain that no attempt of this service named grants nothing', async () => {
  const { facilitator, till, wren, paying } = await aSigner(await anyStore(), 'with a node');
  Object.assign(facilitator, { mood: 'lost after', remembers: false });
  expect((await paying()).status).toBe(503);
  facilitator.mood = 'well';
  expect((await paying()).status).toBe(503);
  expect(await till.minted(wren.id)).toEqual([]);
});

test('without any record the payment stays open for the operator, and no second payment is requested', async () => {
  const { facilitator, till, wren, paying } = await aSigner(await anyStore());
  Object.assign(facilitator, { mood: 'lost after', remembers: false });
  expect((await paying()).status).toBe(503);
  facilitator.mood = 'well';
  expect((await paying()).status).toBe(503);
  expect(await auditHouse(till.house.store, till.now.now())).toEqual([]);
  till.now.forward('3h');
  expect(await reconcileInline(till.house, till.now.now())).toBe(1);
  const findings = await auditHouse(till.house.store, till.now.now());
  expect(findings).toMatchObject([{ subject: expect.stringMatching(/^x402:eip155:84532:0x/) }]);
  till.now.forward('1d');
  expect((await paying()).status).toBe(503);
  expect(await till.minted(wren.id)).toEqual([]);
});

test('a facilitator that does not answer does not delay the follow-up of other payments', async () => {
  const facilitator = await new TestFacilitator().open();
  const x402 = await x402With(facilitator);
  facilitator.versions = [];
  await x402.refreshKinds();
  facilitator.asleep = true;
  const play = new PlayMethod();
  const till = await aTill(await anyStore(), { x402, mpp: mppOf(play) });
  const wren = await aKeeper(till);
  play.next = 'lost after';
  expect((await buyWith(till, { 'x-api-key': wren.key })).status).toBe(503);
  expect(x402.open).toBe(false);
  play.next = 'settled';
  till.now.forward('3m');
  const failed: string[] = [];
  const write = (line: string) => failed.push((JSON.parse(line) as { job: string }).job);
  const rounds = startReconcilingPayments(till.house, pino({ level: 'warn' }, { write }));
  rounds?.begin();
  await expect.poll(() => till.minted(wren.id)).toEqual([100]);
  expect(failed).toEqual(['refresh_facilitator']);
  await rounds?.stop();
});

test('payments of a disabled method do not block the follow-up of others', async () => {
  const { facilitator, till, wren, paying } = await aSigner(await anyStore());
  const about = { agentId: wren.id, method: 'mpp', live: true, credits: 100, cents: 100 } as const;
  const old = { ...about, evidence: '{}', createdAt: till.now.now() - 1 };
  for (let n = 0; n < 20; n += 1) await claimPayment(till.house.store, { ...old, key: `mpp:${n}` });
  facilitator.mood = 'lost after';
  await paying();
  facilitator.mood = 'well';
  const { mpp: _, ...cashier } = till.house.cashier;
  const house = { ...till.house, cashier };
  till.now.forward('3m');
  expect(await reconcileInline(house, till.now.now())).toBe(20);
  till.now.forward('1m');
  expect(await reconcileInline(house, till.now.now())).toBe(0);
  expect(await till.minted(wren.id)).toEqual([500]);
});

async function anMppTill(store: Database) {
  const play = new PlayMethod();
  const till = await aTill(store, { mpp: mppOf(play) });
  const wren = await aKeeper(till);
  const paying = (authorization: string, key = wren.key) => buy(till, { 'x-api-key': key, authorization });
  const credential = async () => credentialFor(await buy(till, { 'x-api-key': wren.key }));
  return { play, till, wren, paying, credential };
}

function rewritten(credential: string, change: (parts: Parts) => void): string {
  const parts = JSON.parse(Buffer.from(credential.slice(8), 'base64url').toString()) as Parts;
  change(parts);
  return `Payment ${Buffer.from(JSON.stringify(parts)).toString('base64url')}`;
}

type Parts = Record<'challenge', Record<string, string>> & { payload: unknown };

eachDatabase((place) => {
  test('fifteen concurrent copies are one payment, and later copies get the same answer', async () => {
    const { paying, expectMinted } = await aSigner(await place.fresh());
    const told = await Promise.all(Array.from({ length: 15 }, () => paying()));
    const statuses = told.map(({ status }) => status);
    expect(new Set(statuses).isSubsetOf(new Set([200, 503]))).toBe(true);
    expect(statuses).toContain(200);
    const again = await Promise.all(Array.from({ length: 4 }, () => paying()));
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await expectMinted(500);
  });

  test('credits arrive even if the payer never returns, and the proof of the payment is deleted', async () => {
    const { facilitator, till, wren, payer, paying, expectMinted } = await aSigner(await place.fresh());
    facilitator.mood = 'lost after';
    await paying();
    facilitator.mood = 'well';
    expect(await reconcileInline(till.house, till.now.now())).toBe(0);
    expect(await till.minted(wren.id)).toEqual([]);
    till.now.forward('3m');
    expect(await reconcileInline(till.house, till.now.now())).toBe(0);
    await expectMinted(500);
    const [{ nonce } = { nonce: '' }] = facilitator.transfers.values();
    const key = `x402:eip155:84532:0x036cbd53842c5426634e7929541ec2318f3dcf7e:${payer.address.toLowerCase()}:${nonce}`;
    expect(await findPayment(till.house.store, key)).toMatchObject({ state: 'settled', evidence: '' });
  });

  test('a database failure after the transfer loses no payment', async () => {
    const store = await place.fresh();
    let failures = 0;
    const failing = storeWith(store, {
      transaction: async (work) => {
        if (failures === 0) return store.transaction(work);
        failures -= 1;
        throw new Error('the disk is full');
      },
    });
    const { facilitator, till, paying, expectMinted } = await aSigner(failing);
    failures = 1;
    expect((await paying()).body).toMatchObject({ code: 'payment_unclear' });
    expect(facilitator.transfers.size).toBe(1);
    expect((await paying()).status).toBe(503);
    till.now.forward('1m');
    expect((await paying()).status).toBe(200);
    await expectMinted(500);
  });

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
    const other = rewritten(authorization, ({ challenge }) => Object.assign(challenge, change));
    await refused(wren.key, other, 'terms');
  }
  const nameless = rewritten(authorization, ({ challenge }) => delete challenge['id']);
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
  const other = rewritten(second, (parts) => (parts.payload = { word: 'I do not' }));
  expect((await paying(other)).status).toBe(200);
  expect(play.charged.size).toBe(1);
  await till.inOrder(wren, 500);
});

test('cross-origin pages may pay, and read the payment request and the receipt', async () => {
  const { till, wren } = await anMppTill(await anyStore());
  const asked = { origin: 'https://agent.example.org', 'access-control-request-method': 'POST' };
  const preflight = await till.ask({ method: 'OPTIONS', path: '/api/house/credits', headers: asked });
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

test('a replay has its receipt; a payment whose Idempotency-Key was used meanwhile is answered', async () => {
  const { till, wren, credential } = await anMppTill(await anyStore());
  const packs = [['500', await credential()] as const, ['100', await credential()] as const];
  const given = { 'x-api-key': wren.key, 'idempotency-key': 'mine' };
  const pay = () =>
    Promise.all(packs.map(([pack, authorization]) => buy(till, { ...given, authorization }, pack)));
  const first = await pay();
  expect(first.map(({ status }) => status)).toEqual([200, 200]);
  expect(await till.minted(wren.id)).toEqual([500, 500]);
  const again = await pay();
  const replayed = again.findIndex(({ status }) => status === 200);
  const { 'payment-receipt': receipt } = first[replayed]?.headers ?? {};
  expect(receipt).toEqual(expect.any(String));
  const headers = { 'payment-receipt': receipt, 'idempotency-replayed': 'true' };
  expect(again[replayed]).toMatchObject({ headers });
  expect(again[1 - replayed]).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
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
