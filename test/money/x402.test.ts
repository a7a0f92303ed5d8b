import { decodePaymentResponseHeader } from '@x402/fetch';
import { expect, test } from 'vitest';

import { systemRandom } from '../../src/outside/random.ts';
import { openCashier } from '../../src/outside/money/cashier.ts';
import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { TestFacilitator } from './facilitator.ts';
import {
  anX402Till,
  ASKING,
  aTill,
  BUY,
  buy,
  JSON_TYPE,
  keyed,
  PAY_TO,
  signed,
  x402Payer,
  x402With,
} from './till.ts';

eachDatabase((place) => {
  test.each([
    { version: 2, header: 'x-api-key', receipt: 'payment-response' },
    { version: 2, header: 'bearer', receipt: 'payment-response' },
    { version: 1, header: 'bearer', receipt: 'x-payment-response' },
  ] as const)('the real client pays in version $version with its key in $header', async (wish) => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const wren = await aKeeper(till);
    const payer = x402Payer(wish.version);
    facilitator.give(payer.address, 700);
    const headers = { ...ASKING, ...keyed(wish.header, wren.key) };
    const response = await payer.fetch(`${till.url}/api/house/credits`, { ...BUY('500'), headers });
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toMatchObject({
      payment_method: 'x402',
      credits: 500,
      pack: { credits: 500, price: '$4.00' },
    });
    expect([facilitator.has(payer.address), facilitator.has(PAY_TO)]).toEqual([3_000_000n, 4_000_000n]);
    const told = decodePaymentResponseHeader(response.headers.get(wish.receipt) ?? '');
    const [transfer] = facilitator.transfers.values();
    expect(told).toMatchObject({ success: true, transaction: transfer?.hash });
    expect(await till.minted(wren.id)).toEqual([500]);
    await till.inOrder();
  });

  test('where only x402 is on, a plain request by its client buys a pack once', async () => {
    const facilitator = await new TestFacilitator().open();
    const till = await aTill(await place.fresh(), { x402: await x402With(facilitator) });
    const wren = await aKeeper(till);
    const payer = x402Payer();
    facilitator.give(payer.address, 100);
    const headers = { ...JSON_TYPE, 'x-api-key': wren.key };
    const response = await payer.fetch(`${till.url}/api/house/credits`, { ...BUY('100'), headers });
    expect(await response.json()).toMatchObject({ payment_method: 'x402', credits: 100 });
    const [, paid = {}] = payer.sent;
    const again = await fetch(`${till.url}/api/house/credits`, {
      ...BUY('100'),
      headers: { ...headers, 'payment-signature': paid['payment-signature'] ?? '' },
    });
    expect(again.status).toBe(200);
    expect([await till.minted(wren.id), facilitator.has(PAY_TO)]).toEqual([[100], 1_000_000n]);
    await till.inOrder();
  });

  test.each([
    ['x402/exact', 402],
    ['*/*', 402],
    ['play/charge', 200],
    [undefined, 200],
  ])('where checkout links exist too, with Accept: %s', async (accepted, status) => {
    const facilitator = await new TestFacilitator().open();
    const x402 = await x402With(facilitator);
    const baseUrl = new URL('http://127.0.0.1:3000');
    const cashier = await openCashier({
      mode: 'sandbox',
      sandboxToken: SANDBOX_TOKEN,
      baseUrl,
      random: systemRandom,
    });
    const house = await aHouse(await place.fresh(), { house: { cashier: { ...cashier, x402 } } });
    const headers = { ...SANDBOX_HEADERS, ...(accepted !== undefined && { 'accept-payment': accepted }) };
    const asked = { method: 'POST', path: '/api/house/credits', body: { pack: '100' }, headers } as const;
    const told = await house.ask({ ...asked, key: await house.registered('wren') });
    expect([told.status, 'payment-required' in told.headers]).toEqual([status, status === 402]);
    expect(told.body).toHaveProperty('checkout_url');
  });

  test('a repeated payment gets the same answer and mints nothing', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const wren = await aKeeper(till);
    const payer = x402Payer();
    facilitator.give(payer.address, 900);
    const headers = { ...ASKING, ...keyed('x-api-key', wren.key) };
    await payer.fetch(`${till.url}/api/house/credits`, { ...BUY('500'), headers });
    const [, paid = {}] = payer.sent;
    const again = await Promise.all(
      Array.from({ length: 5 }, () =>
        buy(till, { ...headers, 'payment-signature': paid['payment-signature'] ?? '' }),
      ),
    );
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await till.minted(wren.id)).toEqual([500]);
    expect(facilitator.has(PAY_TO)).toBe(4_000_000n);
    await till.inOrder();
  });

  test('fifteen concurrent copies are one payment', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const wren = await aKeeper(till);
    const { header } = await signed(till, facilitator, wren.key);
    const told = await Promise.all(
      Array.from({ length: 15 }, () => buy(till, { 'x-api-key': wren.key, 'payment-signature': header })),
    );
    expect(new Set(told.map(({ status }) => status)).isSubsetOf(new Set([200, 503]))).toBe(true);
    expect(told.map(({ status }) => status)).toContain(200);
    expect(await till.minted(wren.id)).toEqual([500]);
    expect(facilitator.has(PAY_TO)).toBe(4_000_000n);
    await till.inOrder();
  });

  test('another account cannot use the payment, before or after', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const [wren, crow] = [await aKeeper(till), await aKeeper(till, 'crow')];
    const { header } = await signed(till, facilitator, wren.key);
    const early = await buy(till, { 'x-api-key': crow.key, 'payment-signature': header });
    expect(early.body).toMatchObject({
      code: 'payment_refused',
      suggestion: expect.stringContaining('was not offered'),
    });
    const rightful = await buy(till, { 'x-api-key': wren.key, 'payment-signature': header });
    expect(rightful.status, rightful.text).toBe(200);
    const late = await buy(till, { 'x-api-key': crow.key, 'payment-signature': header });
    expect(late.body).toMatchObject({
      code: 'payment_refused',
      suggestion: expect.stringContaining('another account'),
    });
    expect([await till.minted(wren.id), await till.minted(crow.id)]).toEqual([[500], []]);
    await till.inOrder();
  });
});
