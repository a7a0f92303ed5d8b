import { expect, test } from 'vitest';
import { pino } from 'pino';

import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { TestFacilitator } from './facilitator.ts';
import { aSigner, buy, buyWith, x402With, aTill, mppOf, PlayMethod } from './till.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { reconcileInline } from '../../src/features/money/checkout-webhook.ts';
import { claimPayment, findPayment } from '../../src/features/money/purchases.store.ts';
import { startReconcilingPayments } from '../../src/jobs/jobs.ts';
import { storeWith } from '../support/store-with.ts';

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
});

// test/money/resurrect.test.ts pays with the real clients of both versions, its key in either header.
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

test('payments are never logged', async () => {
  const { facilitator, till, header, paying } = await aSigner(await anyStore());
  facilitator.mood = 'lost after';
  await paying();
  const { payload } = JSON.parse(Buffer.from(header, 'base64').toString()) as Payment;
  expect(till.log.join('')).toContain('payment outcome unknown');
  for (const secret of [header, payload.signature]) expect(till.log.join('')).not.toContain(secret);
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

interface Change {
  readonly accepted?: Readonly<Record<string, string>>;
  readonly authorization?: Readonly<Record<string, string>>;
}

// src/outside/money/x402.test.ts has all terms.
const CHANGES: readonly [what: string, why: string, change: Change][] = [
  ['a smaller amount', 'not on the terms', { authorization: { value: '10000' } }],
  [
    'a smaller amount on both sides',
    'was not offered',
    { authorization: { value: '10000' }, accepted: { amount: '10000' } },
  ],
  ['another wallet', 'declined', { authorization: { from: `0x${'3'.repeat(40)}` } }],
  ['a nonce that was not signed', 'declined', { authorization: { nonce: `0x${'4'.repeat(64)}` } }],
  ['a negative amount', 'could not be read', { authorization: { value: '-4000000' } }],
];

test.each(['lost after', 'failed with a hash'] as const)(
  'a settlement whose money moved but whose answer is "%s" is not repeated, and mints once',
  async (mood) => {
    const { facilitator, till, wren, paying, expectMinted } = await aSigner(await anyStore());
    facilitator.mood = mood;
    const told = await paying();
    const seen = [told.status, told.body['code'], told.headers['retry-after']];
    expect(seen).toEqual([503, 'payment_unclear', '5']);
    expect(told.headers).not.toHaveProperty('payment-required');
    expect((await paying()).status).toBe(503);
    expect([await till.minted(wren.id), facilitator.transfers.size]).toEqual([[], 1]);
    facilitator.mood = 'well';
    expect((await paying()).body).toMatchObject({ payment_method: 'x402', credits: 500 });
    expect((await paying()).status).toBe(200);
    await expectMinted(500);
  },
);

test('a settlement lost before the money moved is repeated', async () => {
  const { facilitator, paying, expectMinted } = await aSigner(await anyStore());
  facilitator.mood = 'lost before';
  expect((await paying()).status).toBe(503);
  facilitator.mood = 'well';
  expect((await paying()).status).toBe(200);
  await expectMinted(500);
});

test('if the facilitator has no record, the chain is queried', async () => {
  const { facilitator, paying, expectMinted } = await aSigner(await anyStore(), 'with a node');
  Object.assign(facilitator, { mood: 'lost after', remembers: false });
  expect((await paying()).status).toBe(503);
  facilitator.mood = 'well';
  const [{ hash } = { hash: '' }] = facilitator.transfers.values();
  const told = await paying();
  expect(told.status, told.text).toBe(200);
  expect(Buffer.from(String(told.headers['payment-response']), 'base64').toString()).toContain(hash);
  await expectMinted(500);
});

test('without any record the payment stays open for the operator, and no second payment is requested', async () => {
  const { facilitator, till, wren, paying } = await aSigner(await anyStore());
  Object.assign(facilitator, { mood: 'lost after', remembers: false });
  expect((await paying()).status).toBe(503);
  facilitator.mood = 'well';
  expect((await paying()).status).toBe(503);
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
  const log = pino({ level: 'warn' }, { write });
  const rounds = startReconcilingPayments(till.house, log);
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

eachDatabase((place) => {
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
});
