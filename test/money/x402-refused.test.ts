import { expect, test } from 'vitest';

import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { anX402Till, buy, PAY_TO, signed, x402Payer } from './till.ts';

type Payment = Record<string, never> & {
  accepted: Record<string, string>;
  payload: { signature: string; authorization: Record<string, string> };
};

function altered(header: string, change: (payment: Payment) => void): string {
  const payment = JSON.parse(Buffer.from(header, 'base64').toString()) as Payment;
  change(payment);
  return Buffer.from(JSON.stringify(payment)).toString('base64');
}

const CHANGES: [string, (payment: Payment) => void, string][] = [
  ['a smaller amount', (each) => (each.payload.authorization['value'] = '10000'), 'not on the terms'],
  [
    'a smaller amount on both sides',
    (each) => {
      each.payload.authorization['value'] = '10000';
      each.accepted['amount'] = '10000';
    },
    'was not offered',
  ],
  [
    'a fraction of a cent more',
    (each) => (each.payload.authorization['value'] = '4000001'),
    'not on the terms',
  ],
  [
    'another receiver',
    (each) => (each.payload.authorization['to'] = `0x${'1'.repeat(40)}`),
    'not on the terms',
  ],
  ['another coin', (each) => (each.accepted['asset'] = `0x${'2'.repeat(40)}`), 'not on the terms'],
  ['another chain', (each) => (each.accepted['network'] = 'eip155:1'), 'not on the terms'],
  ['another scheme', (each) => (each.accepted['scheme'] = 'upto'), 'not on the terms'],
  [
    'somebody else’s purse',
    (each) => (each.payload.authorization['from'] = `0x${'3'.repeat(40)}`),
    'declined',
  ],
  [
    'a nonce that was not signed',
    (each) => (each.payload.authorization['nonce'] = `0x${'4'.repeat(64)}`),
    'declined',
  ],
  ['a nonce that is none', (each) => (each.payload.authorization['nonce'] = 'x'), 'could not be read'],
  [
    'an amount that is none',
    (each) => (each.payload.authorization['value'] = '-4000000'),
    'could not be read',
  ],
  [
    'more money than there is',
    (each) => {
      each.payload.authorization['value'] = `1${'0'.repeat(29)}`;
      each.accepted['amount'] = `1${'0'.repeat(29)}`;
    },
    'could not be read',
  ],
];

eachDatabase((place) => {
  test('an unsigned or foreign payment moves nothing', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const wren = await aKeeper(till);
    const { header, payer } = await signed(till, facilitator, wren.key);
    for (const [what, change, why] of CHANGES) {
      const told = await buy(till, { 'x-api-key': wren.key, 'payment-signature': altered(header, change) });
      expect([told.status, told.body['code']], what).toEqual([402, 'payment_refused']);
      expect(told.body['suggestion'], what).toContain(why);
      expect(told.headers['payment-required'], what).toBe(told.headers['x-payment-required']);
    }
    expect([facilitator.has(payer.address), facilitator.has(PAY_TO)]).toEqual([4_000_000n, 0n]);
    expect(await till.minted(wren.id)).toEqual([]);
    expect(facilitator.asked).not.toContain('/settle');
    const last = await buy(till, { 'x-api-key': wren.key, 'x-payment': header });
    expect(last.status, last.text).toBe(200);
    await till.inOrder();
  });

  test('an empty wallet is refused, and the same payment is accepted once it is funded', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const wren = await aKeeper(till);
    const payer = x402Payer();
    const header = await payer.sign(await buy(till, { 'x-api-key': wren.key }));
    const paying = () => buy(till, { 'x-api-key': wren.key, 'payment-signature': header });
    expect((await paying()).body).toMatchObject({ code: 'payment_refused', cost: 500, credits: 0 });
    facilitator.give(payer.address, 400);
    facilitator.mood = 'refuses';
    expect((await paying()).body).toMatchObject({ code: 'payment_refused' });
    facilitator.mood = 'well';
    expect((await paying()).body).toMatchObject({ payment_method: 'x402', credits: 500 });
    expect(await till.minted(wren.id)).toEqual([500]);
    await till.inOrder();
  });

  test('a payment below the price is refused', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const wren = await aKeeper(till);
    const { header } = await signed(till, facilitator, wren.key);
    const told = await buy(till, { 'x-api-key': wren.key, 'payment-signature': header }, '1000');
    expect(told.body).toMatchObject({
      code: 'payment_refused',
      suggestion: expect.stringContaining('not cover'),
    });
    expect(facilitator.has(PAY_TO)).toBe(0n);
  });

  test('an offer is valid for fifteen minutes', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const wren = await aKeeper(till);
    const { header } = await signed(till, facilitator, wren.key);
    till.now.forward('15m');
    const told = await buy(till, { 'x-api-key': wren.key, 'payment-signature': header });
    expect(told.body).toMatchObject({
      code: 'payment_refused',
      suggestion: expect.stringContaining('not offered'),
    });
  });

  test('payments are never logged', async () => {
    const { facilitator, till } = await anX402Till(await place.fresh());
    const wren = await aKeeper(till);
    const { header } = await signed(till, facilitator, wren.key);
    facilitator.mood = 'lost after';
    await buy(till, { 'x-api-key': wren.key, 'payment-signature': header });
    const { payload } = JSON.parse(Buffer.from(header, 'base64').toString()) as Payment;
    expect(till.log.join('')).toContain('payment outcome unknown');
    for (const secret of [header, payload.signature]) expect(till.log.join('')).not.toContain(secret);
  });
});
