import { expect, test } from 'vitest';

import { auditHouse } from '../../src/features/audit/audit.ts';
import { reconcileInline } from '../../src/features/money/reconcile.ts';
import { claimPayment, findPayment } from '../../src/features/money/inline-payments.store.ts';
import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { storeWith } from '../support/store-with.ts';
import { anX402Till, buy, PAY_TO, signed } from './till.ts';

eachDatabase((place) => {
  test.each(['lost after', 'failed with a hash'] as const)(
    'a settlement whose money moved but whose answer is "%s" is not repeated, and mints once',
    async (mood) => {
      const { facilitator, till } = await anX402Till(await place.fresh());
      const wren = await aKeeper(till);
      const { header } = await signed(till, facilitator, wren.key);
      const paying = () => buy(till, { 'x-api-key': wren.key, 'payment-signature': header });
      facilitator.mood = mood;
      const told = await paying();
      expect([told.status, told.body['code'], told.headers['retry-after']]).toEqual([
        503,
        'payment_unclear',
        '5',
      ]);
      expect(told.headers).not.toHaveProperty('payment-required');
      expect((await paying()).status).toBe(503);
      expect([await till.minted(wren.id), facilitator.has(PAY_TO)]).toEqual([[], 4_000_000n]);
      facilitator.mood = 'well';
      expect((await paying()).body).toMatchObject({ payment_method: 'x402', credits: 500 });
      expect((await paying()).status).toBe(200);
      expect([await till.minted(wren.id), facilitator.has(PAY_TO)]).toEqual([[500], 4_000_000n]);
      await till.inOrder();
    },
  );

  test('a settlement lost before the money moved is repeated', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const wren = await aKeeper(till);
    const { header } = await signed(till, facilitator, wren.key);
    const paying = () => buy(till, { 'x-api-key': wren.key, 'payment-signature': header });
    facilitator.mood = 'lost before';
    expect((await paying()).status).toBe(503);
    facilitator.mood = 'well';
    expect((await paying()).status).toBe(200);
    expect([await till.minted(wren.id), facilitator.has(PAY_TO)]).toEqual([[500], 4_000_000n]);
  });

  test('if the facilitator has no record, the chain is queried', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh(), 'with a node');
    const wren = await aKeeper(till);
    const { header } = await signed(till, facilitator, wren.key);
    const paying = () => buy(till, { 'x-api-key': wren.key, 'payment-signature': header });
    Object.assign(facilitator, { mood: 'lost after', remembers: false });
    expect((await paying()).status).toBe(503);
    facilitator.mood = 'well';
    const [{ hash } = { hash: '' }] = facilitator.transfers.values();
    const told = await paying();
    expect(told.status, told.text).toBe(200);
    expect(Buffer.from(String(told.headers['payment-response']), 'base64').toString()).toContain(hash);
    expect(await till.minted(wren.id)).toEqual([500]);
    await till.inOrder();
  });

  test('without any record the payment stays open for the operator, and no second payment is requested', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const wren = await aKeeper(till);
    const { header } = await signed(till, facilitator, wren.key);
    const paying = () => buy(till, { 'x-api-key': wren.key, 'payment-signature': header });
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

  test('credits arrive even if the payer never returns', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const wren = await aKeeper(till);
    const { header } = await signed(till, facilitator, wren.key);
    facilitator.mood = 'lost after';
    await buy(till, { 'x-api-key': wren.key, 'payment-signature': header });
    facilitator.mood = 'well';
    expect(await reconcileInline(till.house, till.now.now())).toBe(0);
    expect(await till.minted(wren.id)).toEqual([]);
    till.now.forward('3m');
    expect(await reconcileInline(till.house, till.now.now())).toBe(0);
    expect(await till.minted(wren.id)).toEqual([500]);
    await till.inOrder();
  });

  test('payments of a disabled method do not block the follow-up of others', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const wren = await aKeeper(till);
    const { header } = await signed(till, facilitator, wren.key);
    const old = {
      agentId: wren.id,
      method: 'mpp',
      live: true,
      credits: 100,
      cents: 100,
      evidence: '{}',
    } as const;
    for (let n = 0; n < 20; n += 1)
      await claimPayment(till.house.store, { ...old, key: `mpp:${n}`, createdAt: till.now.now() - 1 });
    facilitator.mood = 'lost after';
    await buy(till, { 'x-api-key': wren.key, 'payment-signature': header });
    facilitator.mood = 'well';
    const { mpp: _, ...cashier } = till.house.cashier;
    const house = { ...till.house, cashier };
    till.now.forward('3m');
    expect(await reconcileInline(house, till.now.now())).toBe(20);
    till.now.forward('1m');
    expect(await reconcileInline(house, till.now.now())).toBe(0);
    expect(await till.minted(wren.id)).toEqual([500]);
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
    const { facilitator, till } = await anX402Till(failing);
    const wren = await aKeeper(till);
    const { header } = await signed(till, facilitator, wren.key);
    const paying = () => buy(till, { 'x-api-key': wren.key, 'payment-signature': header });
    failures = 1;
    expect((await paying()).body).toMatchObject({ code: 'payment_unclear' });
    expect(facilitator.has(PAY_TO)).toBe(4_000_000n);
    expect((await paying()).status).toBe(503);
    till.now.forward('1m');
    expect((await paying()).status).toBe(200);
    expect([await till.minted(wren.id), facilitator.has(PAY_TO)]).toEqual([[500], 4_000_000n]);
    await till.inOrder();
  });

  test('the proof of a payment is deleted once the payment has ended', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const wren = await aKeeper(till);
    const { header, payer } = await signed(till, facilitator, wren.key);
    await buy(till, { 'x-api-key': wren.key, 'payment-signature': header });
    const [{ nonce } = { nonce: '' }] = facilitator.transfers.values();
    const key = `x402:eip155:84532:0x036cbd53842c5426634e7929541ec2318f3dcf7e:${payer.address.toLowerCase()}:${nonce}`;
    expect(await findPayment(till.house.store, key)).toMatchObject({ state: 'settled', evidence: '' });
  });
});
