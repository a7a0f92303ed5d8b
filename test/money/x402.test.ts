import { decodePaymentResponseHeader } from '@x402/fetch';
import { expect, test } from 'vitest';

import { systemRandom } from '../../src/outside/random.ts';
import { openCashier } from '../../src/outside/money/cashier.ts';
import { aKeeper } from '../support/asking.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { TestFacilitator } from './facilitator.ts';
import { anX402Till, aSigner, ASKING, BUY, buy, keyed, PAY_TO, x402Payer, x402With } from './till.ts';

eachDatabase((place) => {
  test('fifteen concurrent copies are one payment, and later copies get the same answer', async () => {
    const { paying, expectMinted } = await aSigner(await place.fresh());
    const statuses = (await Promise.all(Array.from({ length: 15 }, () => paying()))).map(
      (told) => told.status,
    );
    expect(new Set(statuses).isSubsetOf(new Set([200, 503]))).toBe(true);
    expect(statuses).toContain(200);
    const again = await Promise.all(Array.from({ length: 4 }, () => paying()));
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await expectMinted(500);
  });
});

onSqlite((place) => {
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
    const pack = { credits: 500, price: '$4.00' };
    expect(await response.json()).toMatchObject({ payment_method: 'x402', credits: 500, pack });
    expect([facilitator.has(payer.address), facilitator.has(PAY_TO)]).toEqual([3_000_000n, 4_000_000n]);
    const told = decodePaymentResponseHeader(response.headers.get(wish.receipt) ?? '');
    const [transfer] = facilitator.transfers.values();
    expect(told).toMatchObject({ success: true, transaction: transfer?.hash });
    expect(await till.minted(wren.id)).toEqual([500]);
    await till.inOrder();
  });

  test('where checkout links exist too, Accept-Payment chooses between a payment request and a link', async () => {
    const x402 = await x402With(await new TestFacilitator().open());
    const baseUrl = new URL('http://127.0.0.1:3000');
    const wish = { mode: 'sandbox', sandboxToken: SANDBOX_TOKEN, baseUrl, random: systemRandom } as const;
    const cashier = { ...(await openCashier(wish)), x402 };
    const house = await aHouse(await place.fresh(), { house: { cashier } });
    const key = await house.registered('wren');
    const asked = { method: 'POST', path: '/api/house/credits', key, body: { pack: '100' } } as const;
    for (const [accepted, status] of [
      [{ 'accept-payment': 'x402/exact' }, 402],
      [{ 'accept-payment': '*/*' }, 402],
      [{ 'accept-payment': 'play/charge' }, 200],
      [{}, 200],
    ] as const) {
      const told = await house.ask({ ...asked, headers: { ...SANDBOX_HEADERS, ...accepted } });
      const seen = [told.status, 'payment-required' in told.headers];
      expect(seen, JSON.stringify(accepted)).toEqual([status, status === 402]);
      expect(told.body).toHaveProperty('checkout_url');
    }
  });

  test('an altered or foreign payment moves nothing, and the original is still accepted', async () => {
    const { facilitator, till, wren, header, payer, paying, expectMinted } = await aSigner(
      await place.fresh(),
    );
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
    const { facilitator, payer, paying, expectMinted } = await aSigner(await place.fresh());
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
    const { facilitator, till, header, paying } = await aSigner(await place.fresh());
    facilitator.mood = 'lost after';
    await paying();
    const { payload } = JSON.parse(Buffer.from(header, 'base64').toString()) as Payment;
    expect(till.log.join('')).toContain('payment outcome unknown');
    for (const secret of [header, payload.signature]) expect(till.log.join('')).not.toContain(secret);
  });

  test('another account cannot use the payment, before or after', async () => {
    const { till, wren, header, paying, expectMinted } = await aSigner(await place.fresh());
    const crow = await aKeeper(till, 'crow');
    const refused = async (why: string) => {
      const told = await buy(till, { 'x-api-key': crow.key, 'payment-signature': header });
      expect(told.body).toMatchObject({
        code: 'payment_refused',
        suggestion: expect.stringContaining(why),
      });
    };
    await refused('was not offered');
    expect((await paying()).status, wren.username).toBe(200);
    await refused('another account');
    expect(await till.minted(crow.id)).toEqual([]);
    await expectMinted(500);
  });
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

const HUGE = `1${'0'.repeat(29)}`;
const CHANGES: readonly [what: string, why: string, change: Change][] = [
  ['a smaller amount', 'not on the terms', { authorization: { value: '10000' } }],
  [
    'a smaller amount on both sides',
    'was not offered',
    { authorization: { value: '10000' }, accepted: { amount: '10000' } },
  ],
  ['a fraction of a cent more', 'not on the terms', { authorization: { value: '4000001' } }],
  ['another receiver', 'not on the terms', { authorization: { to: `0x${'1'.repeat(40)}` } }],
  ['another coin', 'not on the terms', { accepted: { asset: `0x${'2'.repeat(40)}` } }],
  ['another chain', 'not on the terms', { accepted: { network: 'eip155:1' } }],
  ['another scheme', 'not on the terms', { accepted: { scheme: 'upto' } }],
  ['another wallet', 'declined', { authorization: { from: `0x${'3'.repeat(40)}` } }],
  ['a nonce that was not signed', 'declined', { authorization: { nonce: `0x${'4'.repeat(64)}` } }],
  ['a malformed nonce', 'could not be read', { authorization: { nonce: 'x' } }],
  ['a negative amount', 'could not be read', { authorization: { value: '-4000000' } }],
  [
    'an amount above the range',
    'could not be read',
    { authorization: { value: HUGE }, accepted: { amount: HUGE } },
  ],
];
