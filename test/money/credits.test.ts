import { expect, test } from 'vitest';

import { createHouseClient } from '../../src/client/client.ts';
import type { Cashier } from '../../src/outside/money/cashier.ts';
import { sandboxCheckout } from '../../src/outside/money/checkout-sandbox.ts';
import { facilitatorClient, x402Rail, type X402 } from '../../src/outside/money/x402.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aHouse } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { aPlayHouse } from './play-house.ts';
import { mppOf, ON_CHAIN, PlayMethod } from './till.ts';

const PACKS = [
  { id: '100', credits: 100, price: '$1.00' },
  { id: '500', credits: 500, price: '$4.00' },
  { id: '1000', credits: 1000, price: '$7.00' },
];
const PATH = '/api/house/credits';
const WEBHOOK = '/api/webhooks/payments';

test('where payments are off, an agent sees balance and packs and cannot buy; an unknown pack is invalid; callbacks are never redirected', async () => {
  const { ask, registered } = await aHouse(await anyStore());
  const key = await registered('moss');
  const { status, body } = await ask({ path: PATH, key });
  expect(status).toBe(200);
  expect(body).toMatchObject({ credits: 0, mpp_enabled: false, x402_enabled: false, packs: PACKS });
  expect(body['next_steps']).not.toEqual([]);
  const refused = await ask({ method: 'POST', path: PATH, key, body: { pack: '100' } });
  const off = { error: 'Payments are not set up on this server', code: 'payments_off' };
  expect(refused).toMatchObject({ status: 503, body: off });
  for (const wrong of [{}, { pack: '200' }, { pack: 100 }, { pack: ['100'] }, { pack: null }]) {
    const told = await ask({ method: 'POST', path: PATH, key, body: wrong });
    expect(told, JSON.stringify(wrong)).toMatchObject({ status: 400, body: { error: 'Invalid pack' } });
  }
  expect(await ask({ method: 'POST', path: WEBHOOK, body: '{}' })).toMatchObject({ status: 503 });
  const aliases = ['/api/v1/webhooks/payments', '/webhooks/payments', `${WEBHOOK}/`, WEBHOOK.toUpperCase()];
  for (const path of aliases)
    expect(await ask({ method: 'POST', path, body: '{}' }), path).toMatchObject({ status: 404 });
});

test('with play money the answer says so, and the client parses the reply', async () => {
  const { ask, key } = await aPlayHouse(await anyStore());
  const client = createHouseClient((request) =>
    ask({ ...request, key, headers: { ...request.headers, ...SANDBOX_HEADERS } }),
  );
  const reply = await client.buyCredits({ body: { pack: '1000' } });
  expect(reply).toMatchObject({ pack: { credits: 1000, price: '$7.00' }, sandbox: true });
  expect(reply.checkout_url).toMatch(
    /^http:\/\/127\.0\.0\.1:3000\/checkout\/sandbox\/[\w-]{43}\?sandbox_token=/,
  );
  expect(reply.next_steps[0]).toMatchObject({ action: 'pay', url: reply.checkout_url });
});

const baseUrl = new URL('http://127.0.0.1:3000');
const checkout = sandboxCheckout({ baseUrl, random: systemRandom, sandboxToken: SANDBOX_TOKEN });
const mpp = mppOf(new PlayMethod());
/** x402 after, or before, its facilitator has listed its kinds. */
const x402 = (open: boolean): X402 => {
  const rail = x402Rail({ ...ON_CHAIN, baseUrl }, facilitatorClient('http://127.0.0.1:9'));
  return Object.defineProperty(rail, 'open', { value: open });
};

async function aBuyer(cashier: Partial<Cashier>) {
  const parts = { house: { cashier: { mode: 'sandbox', ...cashier } as const } };
  const { ask, registered } = await aHouse(await anyStore(), parts);
  const asked = { path: PATH, key: await registered('wren') };
  const buy = (sent: Record<string, string>) =>
    ask({ ...asked, method: 'POST', headers: { ...SANDBOX_HEADERS, ...sent }, body: { pack: '100' } });
  return { look: async () => (await ask({ ...asked, headers: SANDBOX_HEADERS })).body, buy };
}

test.each([
  ['nobody takes money', {}, false],
  ['humans can pay', { checkout }, true],
  ['agents pay by the Payment scheme', { mpp }, true],
  ['agents pay with x402', { x402: x402(true) }, true],
  ['the only way is closed', { x402: x402(false) }, false],
])('where %s, the balance suggests a pack or does not', async (_, ways, suggested) => {
  const { look } = await aBuyer(ways);
  const steps = (await look())['next_steps'] as { action: string }[];
  expect(steps.some(({ action }) => action === 'buy_credits')).toBe(suggested);
});

test.each([
  ['a way that is open', { x402: x402(true), mpp }, 402],
  ['a way that is closed', { x402: x402(false), mpp }, 200],
  ['a way that is not there', { mpp }, 200],
])('an agent that can pay inline in %s is asked to, others get a link', async (_, ways, status) => {
  const { buy } = await aBuyer({ checkout, ...ways });
  expect((await buy({ 'accept-payment': 'x402/exact' })).status).toBe(status);
});

test('a repeated request gets its first link, even if inline payment is possible now', async () => {
  const { buy } = await aBuyer({ checkout, mpp });
  const first = await buy({ 'idempotency-key': 'mine' });
  const again = await buy({ 'idempotency-key': 'mine', 'accept-payment': 'play/charge' });
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
  expect(again.body).toEqual(first.body);
});
