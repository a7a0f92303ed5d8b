import { expect, test } from 'vitest';

import { reconcilePurchases } from '../../src/features/money/checkout-webhook.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { sandboxCheckout } from '../../src/outside/money/checkout-sandbox.ts';
import { findPurchaseByToken } from '../../src/features/money/purchases.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aHouse } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { aPlayHouse, sealOn } from './play-house.ts';
import { aShop, WEBHOOK } from './shop.ts';

const CREDITS = '/api/house/credits';
const NOTHING = { balance: 0, debt: 0 };
const pathOf = ({ pathname, search }: URL) => pathname + search;

function checkoutAt(baseUrl = new URL('http://localhost')) {
  return sandboxCheckout({ baseUrl, random: systemRandom, sandboxToken: SANDBOX_TOKEN });
}

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
  const own = "'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'";
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
  expect((await click(unknown, { seal: 'x', headers })).status).toBe(403);
  expect(await account()).toEqual(NOTHING);
});

test('a page is open for one hour from its creation, even if it was reused; later a click on an old copy pays nothing', async () => {
  const { asked, look, click, account, clock, house } = await aPlayHouse(await anyStore());
  const [page, paid] = [await asked('100'), await asked('500')];
  clock.forward('29m');
  expect([await asked('100'), await asked('500')]).toEqual([page, paid]);
  const seal = sealOn(await look(page));
  clock.forward('30m59.999s');
  expect(await reconcilePurchases(house, clock.now())).toEqual({});
  expect((await click(paid)).status).toBe(303);
  clock.forward('1ms');
  expect(await look(page)).toMatchObject({ status: 410, text: expect.stringContaining('has expired') });
  expect((await click(page, { seal })).status).toBe(410);
  expect(await account()).toEqual({ balance: 500, debt: 0 });
  expect(await reconcilePurchases(house, clock.now())).toEqual({ closed: 1 });
  expect((await look(page)).status).toBe(410);
});

test('a repeated request gets the same page, though only the hash of its address is stored', async () => {
  const { asked, house } = await aPlayHouse(await anyStore());
  const page = await asked('100');
  expect(await asked('100')).toEqual(page);
  const token = page.pathname.split('/').at(-1) ?? '';
  expect(await findPurchaseByToken(house.store, token)).toBeUndefined();
  const urls = { text: 'select checkout_url from purchases', columns: ['checkout_url'] };
  expect(await house.store.all(urls, [])).toEqual([{ checkout_url: null }]);
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
    expect(await house.ask(forgedPayment(id, ref, house.agentId))).toMatchObject(refused);
    expect(await house.account()).toEqual(NOTHING);
  }
  expect(await shop.ask({ path: `/checkout/sandbox/${'A'.repeat(43)}` })).toMatchObject({ status: 404 });
});

/** A payment signed by the sandbox of another process. */
function forgedPayment(id: string, ref: string, agentId: string) {
  const purchase = { id, ref, agentId, pack: '100', credits: 100, cents: 100 } as const;
  const signed = checkoutAt().simulatePayment?.(purchase, 0);
  const headers = { 'stripe-signature': signed?.signature ?? '' };
  return { method: 'POST', path: WEBHOOK, headers, body: signed?.raw } as const;
}
