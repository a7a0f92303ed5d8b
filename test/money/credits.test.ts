import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import type { NextStep } from '../../src/api/fields.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { findPurchaseByToken } from '../../src/features/money/purchases.store.ts';
import { reconcileInline, reconcilePurchases } from '../../src/features/shop/checkout-webhook.ts';
import { createHouseClient } from '../../src/client/client.ts';
import type { Cashier } from '../../src/outside/money/cashier.ts';
import { sandboxCheckout } from '../../src/outside/money/checkout-sandbox.ts';
import { facilitatorClient, x402Rail, type X402 } from '../../src/outside/money/x402.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type Told } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { TestFacilitator } from './facilitator.ts';
import { aPlayHouse, sealOn } from './play-house.ts';
import { aShop, WEBHOOK } from './shop.ts';
import {
  aTill,
  buyWith,
  JSON_TYPE,
  keyed,
  mppOf,
  mppPayer,
  ON_CHAIN,
  PAY_TO,
  PlayMethod,
  x402Payer,
  x402With,
} from './till.ts';

const PACKS = [
  { id: '100', credits: 100, price: '$1.00' },
  { id: '500', credits: 500, price: '$4.00' },
  { id: '1000', credits: 1000, price: '$7.00' },
];
const CREDITS = '/api/house/credits';

test('where payments are off, an agent sees balance and packs and cannot buy; an unknown pack is invalid; callbacks are never redirected', async () => {
  const { ask, registered } = await aHouse(await anyStore(), { house: { sandboxToken: undefined } });
  const key = await registered('moss');
  const { status, body } = await ask({ path: CREDITS, key, headers: SANDBOX_HEADERS });
  expect(status).toBe(200);
  expect(body).toMatchObject({ credits: 0, mpp_enabled: false, x402_enabled: false, packs: PACKS });
  expect(body['next_steps']).not.toEqual([]);
  const refused = await ask({ method: 'POST', path: CREDITS, key, body: { pack: '100' } });
  const off = { error: 'Payments are not set up on this server', code: 'payments_off' };
  expect(refused).toMatchObject({ status: 503, body: off });
  expect(refused.body['suggestion']).not.toMatch(/sandbox|docs/i);
  for (const wrong of [{}, { pack: '200' }, { pack: 200 }, { pack: ['100'] }, { pack: null }]) {
    const told = await ask({ method: 'POST', path: CREDITS, key, body: wrong });
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
const checkoutAt = (at: URL) =>
  sandboxCheckout({ baseUrl: at, random: systemRandom, sandboxToken: SANDBOX_TOKEN });
const checkout = checkoutAt(baseUrl);
const mpp = mppOf(new PlayMethod());
/** x402 after, or before, its facilitator has listed its kinds. */
const x402 = (open: boolean): X402 => {
  const rail = x402Rail({ ...ON_CHAIN, baseUrl }, facilitatorClient('http://127.0.0.1:9'));
  return Object.defineProperty(rail, 'open', { value: open });
};

async function aBuyer(cashier: Partial<Cashier>) {
  const parts = { house: { cashier: { mode: 'sandbox', ...cashier } as const } };
  const { ask, registered } = await aHouse(await anyStore(), parts);
  const asked = { path: CREDITS, key: await registered('wren') };
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

test('a repeated request gets its first link, even if inline payment is possible now, but only with the token', async () => {
  const { buy } = await aBuyer({ checkout, mpp });
  const first = await buy({ 'idempotency-key': 'mine' });
  const again = await buy({ 'idempotency-key': 'mine', 'accept-payment': 'play/charge' });
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
  expect(again.body).toEqual(first.body);
  expect((await buy({ 'idempotency-key': 'mine', 'x-sandbox-token': '' })).text).not.toContain(SANDBOX_TOKEN);
});

const stepsOf = ({ body }: Told) => (body['next_steps'] ?? []) as NextStep[];

async function aDeath() {
  const house = await aPlayHouse(await anyStore());
  const ask = (path: string, body?: object, method: 'POST' | 'DELETE' = 'POST') =>
    house.ask({ ...(body && { method, body }), path, key: house.key, headers: SANDBOX_HEADERS });
  const { body } = await ask('/api/house/adopt', { name: 'Bo', species_slug: 'owl' });
  const { id } = body['creature'] as { id: string };
  await ask(`/api/house/status?creature_id=${id}`);
  house.clock.forward('4d');
  const actions = async (path: string) => stepsOf(await ask(path)).map(({ action }) => action);
  return { house, id, ask, actions, follow: (step?: NextStep) => ask(step?.endpoint ?? '', step?.body) };
}

test('following the first step after a death brings the creature back', async () => {
  const { house, id, ask, follow } = await aDeath();
  const credits = { path: '/api/house/credits', headers: SANDBOX_HEADERS };
  const fresh = await house.ask({ ...credits, key: await house.registered('new') });
  expect(stepsOf(fresh)[0]).toMatchObject({ action: 'buy_credits', body: { pack: '100' } });
  const own = ['/api/house/status', `/api/house/status?creature_id=${id}`];
  for (const path of own) {
    const steps = stepsOf(await ask(path));
    const actions = steps.map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['buy_credits', 'resurrect']);
    expect(actions).toContain('visit_graveyard');
    expect(steps[0]?.body).toEqual({ pack: '100' });
  }
  const bought = await follow(stepsOf(await ask('/api/house/status'))[0]);
  await house.click(new URL(String(bought.body['checkout_url'])));
  for (const path of [...own, '/api/house/credits', '/api/auth/me', '/api/house/graveyard'])
    expect(stepsOf(await ask(path))[0]).toMatchObject({ action: 'resurrect', body: { creature_id: id } });
  const back = await follow(stepsOf(await ask('/api/house/credits'))[0]);
  expect(back).toMatchObject({ status: 200, body: { success: true, credits_remaining: 0 } });
});

test('caring for or releasing a dead creature reports its death, and how to resurrect it', async () => {
  const { id, ask } = await aDeath();
  const told = {
    error: 'No living creature found',
    suggestion: expect.stringMatching(
      /^Bo died of being left alone .* ago\. It can be brought back .* credits/,
    ),
    creature: { id, alive: false, died_at: expect.any(String) },
    resurrection: { possible: true, cost: 100, credits: 0 },
  };
  for (const [path, body, method, expected] of [
    ['care', { action: 'feed' }, 'POST', told],
    ['care', { action: 'feed', creature_id: id }, 'POST', told],
    ['release', { id }, 'DELETE', { ...told, error: 'No living creature found with that ID' }],
  ] as const) {
    const refused = await ask(`/api/house/${path}`, body, method);
    expect(refused).toMatchObject({ status: 404, body: expected });
    expect(stepsOf(refused)[0]?.action).toBe('buy_credits');
  }
});

test('profile and gravestones suggest resurrection first, then adoption; after seven days a new egg', async () => {
  const { house, ask, actions, follow } = await aDeath();
  const back = ['buy_credits', 'resurrect'];
  expect(await actions('/api/auth/me')).toEqual([...back, 'adopt', 'browse_species', 'check_credits']);
  expect((await actions('/api/house/graveyard')).slice(0, 4)).toEqual([...back, 'adopt', 'check_status']);
  const { body } = await ask('/api/house/adopt', { name: 'Ada' });
  expect((await actions('/api/auth/me'))[0]).toBe('check_status');
  expect((await actions('/api/house/graveyard')).slice(0, 4)).toEqual([...back, 'check_status', 'adopt']);
  await ask('/api/house/release', { creature_id: (body['creature'] as { id: string }).id }, 'DELETE');
  house.clock.forward('8d');
  const [first] = stepsOf(await ask('/api/house/status'));
  expect(first?.action).toBe('visit_graveyard');
  const [next, look] = stepsOf(await follow(first));
  expect([next?.action, look?.action]).toEqual(['adopt', 'check_status']);
  expect((await follow(next)).status).toBe(201);
});

const NOTHING = { balance: 0, debt: 0 };
const pathOf = ({ pathname, search }: URL) => pathname + search;

eachDatabase(({ fresh, again }) => {
  test('eight concurrent clicks are one credit', async () => {
    const { asked, look, click, account } = await aPlayHouse(await fresh());
    const page = await asked('1000');
    const seal = sealOn(await look(page));
    const clicks = await Promise.all(Array.from({ length: 8 }, () => click(page, { seal })));
    expect(clicks.map(({ status }) => status)).toEqual(Array(8).fill(303));
    expect(await account()).toEqual({ balance: 1000, debt: 0 });
  });

  test('with the same token, pages from before a restart can be paid, and new ones are issued', async () => {
    const store = await fresh();
    const before = await aPlayHouse(store);
    const page = await before.asked('100');
    const cashier = { mode: 'sandbox', checkout: checkoutAt(page) } as const;
    const after = await aHouse(await again(store), { house: { cashier } });
    after.clock.forward('1s');
    const asking = { method: 'POST', path: CREDITS, key: before.key, body: { pack: '100' } } as const;
    const asked = async () =>
      String((await after.ask({ ...asking, headers: SANDBOX_HEADERS })).body['checkout_url']);
    const another = await asked();
    expect(another).not.toBe(page.href);
    expect(await after.ask({ path: pathOf(new URL(another)) })).toMatchObject({ status: 200 });
    expect(await asked()).toBe(another);
    const seal = sealOn(await after.ask({ path: pathOf(page) }));
    await after.ask({ method: 'POST', path: pathOf(page), body: `seal=${seal}` });
    expect(await before.account()).toEqual({ balance: 100, debt: 0 });
  });
});

test('viewing the page pays nothing, a click pays once, and no address or token is logged', async () => {
  const { asked, look, click, account, log } = await aPlayHouse(await anyStore());
  const page = await asked('500');
  const shown = await look(page);
  expect(shown.status).toBe(200);
  expect(shown.text).toContain('500 credits for player');
  expect(shown.text).toContain('Pay $4.00 of play money');
  expect(shown.text).not.toContain('<script');
  const own =
    "'self'; font-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'";
  expect(shown.headers).toMatchObject({
    'content-security-policy': `default-src 'none'; style-src ${own}; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  });
  expect(shown.headers).not.toHaveProperty('access-control-allow-origin');
  expect(await account()).toEqual(NOTHING);
  const seal = sealOn(shown);
  for (const _ of ['first', 'second']) {
    const clicked = await click(page, { seal });
    expect([clicked.status, clicked.headers['location']]).toEqual([303, pathOf(page)]);
    expect(await account()).toEqual({ balance: 500, debt: 0 });
    const { text } = await look(page);
    expect(text).toContain('Paid, thank you');
    expect(text).not.toContain('<form');
  }
  await look(new URL(`/nowhere${page.search}`, page));
  expect(log.length).toBeGreaterThan(3);
  for (const secret of [page.pathname.split('/').at(-1), 'v1=', SANDBOX_TOKEN])
    expect(log.join()).not.toContain(secret);
});

test('a click without the CSRF token of the page, or from another origin, pays nothing', async () => {
  const { asked, look, click, account } = await aPlayHouse(await anyStore());
  const page = await asked('100');
  const host = 'localhost:3000';
  for (const change of [
    { seal: '' },
    { seal: 'x'.repeat(43) },
    { headers: { 'sec-fetch-site': 'cross-site' } },
    { headers: { 'sec-fetch-site': 'same-site' } },
    { headers: { origin: 'http://localhost:9999', host } },
    { headers: { origin: 'https://evil.example', host } },
    { headers: { referer: 'https://evil.example/a', host } },
    { headers: { origin: 'null', host } },
  ]) {
    expect((await click(page, change)).status, JSON.stringify(change)).toBe(403);
    expect(await account()).toEqual(NOTHING);
  }
  const seal = sealOn(await look(page));
  for (const token of ['', '=', '=another', `=x&sandbox_token=${SANDBOX_TOKEN}`]) {
    const wrong = new URL(`${page.pathname}${token && `?sandbox_token${token}`}`, page);
    expect((await look(wrong, SANDBOX_HEADERS)).status, token).toBe(404);
    expect((await click(wrong, { seal })).status, token).toBe(404);
  }
  const unknown = new URL(`/checkout/sandbox/${'A'.repeat(43)}${page.search}`, page);
  const nothing = { status: 404, text: expect.stringContaining('Nothing to pay here') };
  expect(await look(unknown)).toMatchObject(nothing);
  expect((await click(unknown, { seal: 'x' })).status).toBe(404);
  const headers = { origin: 'https://evil.example' };
  expect([(await click(unknown, { seal: 'x', headers })).status, await account()]).toEqual([403, NOTHING]);
});

test('a page, stored by the hash of its address, is reused and open for one hour; later a click on a copy pays nothing', async () => {
  const { asked, look, click, account, clock, house } = await aPlayHouse(await anyStore());
  const [page, paid] = [await asked('100'), await asked('500')];
  clock.forward('29m');
  expect([await asked('100'), await asked('500')]).toEqual([page, paid]);
  expect(await findPurchaseByToken(house.store, page.pathname.split('/').at(-1) ?? '')).toBeUndefined();
  const urls = { text: 'select checkout_url from purchases', columns: ['checkout_url'] };
  expect(await house.store.all(urls, [])).toEqual([{ checkout_url: null }, { checkout_url: null }]);
  const seal = sealOn(await look(page));
  clock.forward('30m59.999s');
  expect([await reconcilePurchases(house, clock.now()), (await click(paid)).status]).toEqual([{}, 303]);
  clock.forward('1ms');
  expect(await look(page)).toMatchObject({ status: 410, text: expect.stringContaining('has expired') });
  expect([(await click(page, { seal })).status, await account()]).toEqual([410, { balance: 500, debt: 0 }]);
  expect(await reconcilePurchases(house, clock.now())).toEqual({ closed: 1 });
  expect((await look(page)).status).toBe(410);
});

test('a request through a local proxy that adds no header gets no play money', async () => {
  const { app, asked, key, account } = await aPlayHouse(await anyStore());
  // As nginx with proxy_http_version 1.1 sends it: from loopback, with the Host of its upstream.
  const upstream = await app.listen({ port: 0, host: '127.0.0.1' });
  const buy = { method: 'POST', headers: { 'x-api-key': key }, body: '{"pack":"100"}' };
  const refused = await fetch(upstream + CREDITS, buy);
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'payments_off' }]);
  const offered = await fetch(`${upstream}${CREDITS}`, { headers: { 'x-api-key': key } });
  expect(await offered.text()).not.toContain('buy_credits');
  expect((await fetch(upstream + (await asked('100')).pathname)).status).toBe(404);
  expect(await account()).toEqual(NOTHING);
});

test('a pack that is sent as a number is read as its word', async () => {
  const { ask, key } = await aPlayHouse(await anyStore());
  const buy = (pack: unknown) =>
    ask({ method: 'POST', path: CREDITS, key, body: { pack }, headers: SANDBOX_HEADERS });
  const [{ status, body }, asWord] = [await buy(100), await buy('100')];
  expect([status, body['pack']]).toEqual([asWord.status, asWord.body['pack']]);
  expect(body).not.toHaveProperty('warnings');
  expect((await buy(101)).status).toBe(400);
});

test('with the token, play money is available from any address', async () => {
  const { ask, key, click, account } = await aPlayHouse(
    await anyStore(),
    new URL('https://pets.example.org'),
  );
  const headers = { ...SANDBOX_HEADERS, host: 'pets.example.org', 'x-forwarded-for': '192.0.2.7' };
  const { body } = await ask({ method: 'POST', path: CREDITS, key, body: { pack: '100' }, headers });
  expect((await click(new URL(String(body['checkout_url'])))).status).toBe(303);
  expect(await account()).toEqual({ balance: 100, debt: 0 });
});

test('sandbox signatures of another process are rejected, also with Stripe, which has no sandbox page', async () => {
  const [shop, play] = [await aShop(await anyStore()), await aPlayHouse(await anyStore())];
  for (const house of [shop, play]) {
    await house.asked('100');
    const made = { text: 'select id, provider_ref from purchases', columns: ['id', 'provider_ref'] };
    const [row] = await house.house.store.all(made, []);
    const { id, provider_ref: ref } = row as { id: string; provider_ref: string };
    const refused = { status: 400, body: { code: 'invalid_callback' } };
    const purchase = { id, ref, agentId: house.agentId, pack: '100', credits: 100, cents: 100 } as const;
    const { signature = '', raw: body } = checkout.simulatePayment?.(purchase, 0) ?? {};
    const headers = { 'stripe-signature': signature };
    expect(await house.ask({ method: 'POST', path: WEBHOOK, headers, body })).toMatchObject(refused);
    expect(await house.account()).toEqual(NOTHING);
  }
  expect(await shop.ask({ path: `/checkout/sandbox/${'A'.repeat(43)}` })).toMatchObject({ status: 404 });
});

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
  expect([facilitator.has(PAY_TO), play.charged.size]).toEqual(method === 'mpp' ? [0n, 1] : [1_000_000n, 0]);
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
  for (const other of [{}, { 'payment-signature': 'anything' }]) expect((await back(other)).status).toBe(429);
  const told = await back({ 'payment-signature': await payer.sign(first) });
  expect(told, told.text).toMatchObject({ status: 200, headers: { ratelimit: '"credits";r=19;t=60' } });
});

test('a payment that is not needed does not lift the rate limit, and refused copies do not count', async () => {
  const { till, wren, payer, back, facilitator } = await withOneDead(await anyStore());
  const header = { 'payment-signature': await payer.sign(await back()) };
  expect((await buyWith(till, { 'x-api-key': wren.key })).status).toBe(200);
  const { limiter } = till.house;
  const limit = ['resurrect', RATE_LIMITS.resurrect, wren.id, till.now.now()] as const;
  const taken = await limiter.take(...limit, 3);
  const headers = { ratelimit: expect.stringMatching(/^"resurrect";r=0;/) };
  expect(await back(header)).toMatchObject({ status: 429, headers });
  for (let nth = 0; nth < 3; nth += 1) await limiter.giveBack('resurrect', wren.id, taken);
  const told = await Promise.all([back(header), back(header), back(header)]);
  expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  expect(await limiter.peek(...limit)).toMatchObject({ remaining: 2 });
  expect(facilitator.asked).not.toContain('/settle');
});

test.each([
  ['0m', { status: 200, headers: { 'payment-response': expect.any(String) } }],
  ['16m', { status: 429 }],
])('an unclear payment that settled %s ago lifts the rate limit for 15 minutes', async (ago, expected) => {
  const { facilitator, till, wren, payer, back } = await withOneDead(await anyStore());
  const header = { 'payment-signature': await payer.sign(await back()) };
  facilitator.mood = 'lost after';
  expect((await back(header)).status).toBe(503);
  facilitator.mood = 'well';
  till.now.forward('3m');
  expect(await reconcileInline(till.house, till.now.now())).toBe(0);
  till.now.forward(ago);
  await till.house.limiter.take('resurrect', RATE_LIMITS.resurrect, wren.id, till.now.now(), 3);
  expect(await back(header)).toMatchObject(expected);
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
