import { expect, test } from 'vitest';

import type { Database } from '../../src/db/db.ts';
import { aKeeper } from '../support/asking.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { TestFacilitator } from './facilitator.ts';
import { aTill, JSON_TYPE, keyed, mppOf, mppPayer, PAY_TO, PlayMethod, x402Payer, x402With } from './till.ts';

async function withOneDead(store: Database) {
  const facilitator = await new TestFacilitator().open();
  const play = new PlayMethod();
  const till = await aTill(store, { x402: await x402With(facilitator), mpp: mppOf(play) }, 60);
  const wren = await aKeeper(till);
  const id = await wren.hatch({ species_slug: 'housecat' });
  till.now.forward('60h');
  const payer = x402Payer();
  facilitator.give(payer.address, 100);
  const back = (headers: Record<string, string> = {}, creature = id) => {
    const sent = { headers: { 'x-api-key': wren.key, ...headers }, body: { creature_id: creature } };
    return till.ask({ method: 'POST', path: '/api/house/resurrect', ...sent });
  };
  return { facilitator, play, till, wren, id, payer, back };
}

test.each([
  ['x402', 2, 'bearer'],
  ['x402', 1, 'x-api-key'],
  ['x402 by mppx', 2, 'bearer'],
  ['mpp', 0, 'x-api-key'],
] as const)('one refusal can be paid with %s (%i), its key in %s', async (method, version, header) => {
  const { facilitator, play, till, wren, id } = await withOneDead(await anyStore());
  const payer = x402Payer(version === 1 ? 1 : 2);
  facilitator.give(payer.address, 100);
  const client = { x402: payer, 'x402 by mppx': payer.mppx, mpp: mppPayer() }[method];
  const headers = { ...JSON_TYPE, ...keyed(header, wren.key) };
  const body = JSON.stringify({ creature_id: id });
  const response = await client.fetch(`${till.url}/api/house/resurrect`, { method: 'POST', headers, body });
  const told: unknown = await response.json();
  expect(told).toMatchObject({ success: true, credits_spent: 100, credits_remaining: 0 });
  const taken = method === 'mpp' ? [0n, 1] : [1_000_000n, 0];
  expect([facilitator.has(PAY_TO), play.charged.size]).toEqual(taken);
  await till.inOrder(wren, -100, 100);
});

test('one refusal contains every payment option', async () => {
  const { back } = await withOneDead(await anyStore());
  const told = await back();
  expect(told.status, told.text).toBe(402);
  const required = String(told.headers['payment-required']);
  expect(told.headers).toMatchObject({ 'x-payment-required': required, 'cache-control': 'no-store' });
  expect(required).toMatch(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/);
  const v2 = JSON.parse(Buffer.from(required, 'base64').toString()) as Record<string, unknown>;
  expect(v2).toMatchObject({
    x402Version: 2,
    resource: { url: 'http://127.0.0.1:3000/api/house/resurrect', description: '100 credits' },
    accepts: [{ scheme: 'exact', network: 'eip155:84532', amount: '1000000', payTo: PAY_TO }],
  });
  expect(String(told.headers['www-authenticate'])).toMatch(
    /^Payment id="[\w-]{43}", realm="pets.example.org", method="play"/,
  );
  const short = { error: 'Insufficient credits', cost: 100, credits: 0, shortfall: 100 };
  expect(told.body).toMatchObject({
    ...short,
    mpp: { challenges: [{ method: 'play', intent: 'charge' }] },
    x402: v2,
    x402Version: 1,
    accepts: [{ maxAmountRequired: '1000000', network: 'base-sepolia' }],
  });
  expect(told.body).not.toHaveProperty(['accepts', 0, 'outputSchema']);
});

test('a signed payment for our offer is accepted even if the rate limit is used up', async () => {
  const { payer, back } = await withOneDead(await anyStore());
  const first = await back();
  expect([first.status, (await back()).status, (await back()).status]).toEqual([402, 402, 402]);
  // Refusals count against the shared limit of refused requests, not that of resurrections.
  for (let more = 3; more < 30; more += 1) await back();
  expect((await back()).status).toBe(429);
  expect((await back({ 'payment-signature': 'anything' })).status).toBe(429);
  const told = await back({ 'payment-signature': await payer.sign(first) });
  expect(told.status, told.text).toBe(200);
});

test('while a payment is unclear, the creature stays dead and no payment is requested', async () => {
  const { facilitator, till, wren, payer, back } = await withOneDead(await anyStore());
  const header = await payer.sign(await back());
  const paying = () => back({ 'payment-signature': header });
  facilitator.mood = 'lost after';
  expect((await paying()).body).toMatchObject({ code: 'payment_unclear', retry_after_seconds: 5 });
  expect(await till.minted(wren.id)).toEqual([]);
  facilitator.mood = 'well';
  expect((await paying()).body).toMatchObject({ success: true, credits_remaining: 0 });
  expect((await paying()).body).toMatchObject({ code: 'still_alive' });
  expect(facilitator.has(PAY_TO)).toBe(1_000_000n);
  await till.inOrder(wren, -100, 100);
});

test('nothing is charged for a living or unknown creature', async () => {
  const { facilitator, play, wren, payer, back } = await withOneDead(await anyStore());
  const header = { 'payment-signature': await payer.sign(await back()) };
  const alive = await wren.hatch({ species_slug: 'housecat' });
  for (const [creature, status] of [
    [alive, 400],
    ['0b9f6c1e-6c0e-4f0b-9a63-2f5d1c7a8e40', 404],
    ['nobody', 400],
  ] as const)
    expect((await back(header, creature)).status, creature).toBe(status);
  expect([facilitator.has(PAY_TO), play.charged.size]).toEqual([0n, 0]);
  expect(facilitator.asked).not.toContain('/settle');
});
