import { expect, test } from 'vitest';

import { reconcilePurchases } from '../../src/features/money/reconcile.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { sandboxCheckout } from '../../src/outside/money/checkout-sandbox.ts';
import { findPurchaseByToken } from '../../src/features/money/purchases.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { aPlayHouse, sealOn } from './play-house.ts';
import { aShop, WEBHOOK } from './shop.ts';

const CREDITS = '/api/house/credits';
const pathOf = ({ pathname, search }: URL) => pathname + search;

eachDatabase(({ fresh, again }) => {
  test('an agent gets a local checkout page, and is told that it is play money', async () => {
    const { ask, key } = await aPlayHouse(await fresh());
    const { body } = await ask({
      method: 'POST',
      path: CREDITS,
      key,
      body: { pack: '500' },
      headers: SANDBOX_HEADERS,
    });
    expect(body).toMatchObject({ sandbox: true, pack: { credits: 500, price: '$4.00' } });
    expect(body['checkout_url']).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/checkout\/sandbox\/[\w-]{43}\?sandbox_token=/,
    );
  });

  test('the page shows agent and amount, and viewing it pays nothing', async () => {
    const { asked, look, account } = await aPlayHouse(await fresh());
    const page = await asked('500');
    const shown = await look(page);
    expect(shown.status).toBe(200);
    expect(shown.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(shown.text).toContain('500 credits for player');
    expect(shown.text).toContain('Pay $4.00 of play money');
    expect(shown.text).not.toContain('<script');
    expect(await look(page)).toMatchObject({ status: 200 });
    expect(await account()).toEqual({ balance: 0, debt: 0 });
  });

  test('the page loads only its own style and mark, has no scripts, posts only to itself, and is not cached', async () => {
    const { asked, look } = await aPlayHouse(await fresh());
    const { headers } = await look(await asked('100'));
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('a click pays, the page says so, and a second click changes nothing', async () => {
    const { asked, look, click, account } = await aPlayHouse(await fresh());
    const page = await asked('500');
    const seal = sealOn(await look(page));
    const clicked = await click(page, { seal });
    expect(clicked.status).toBe(303);
    expect(clicked.headers['location']).toBe(page.pathname + page.search);
    expect(await account()).toEqual({ balance: 500, debt: 0 });
    expect((await look(page)).text).toContain('Paid, thank you');
    expect((await look(page)).text).not.toContain('<form');
    expect((await click(page, { seal })).status).toBe(303);
    expect(await account()).toEqual({ balance: 500, debt: 0 });
  });

  test('eight concurrent clicks are one credit', async () => {
    const { asked, look, click, account } = await aPlayHouse(await fresh());
    const page = await asked('1000');
    const seal = sealOn(await look(page));
    const clicks = await Promise.all(Array.from({ length: 8 }, () => click(page, { seal })));
    expect(clicks.map(({ status }) => status)).toEqual(Array(8).fill(303));
    expect(await account()).toEqual({ balance: 1000, debt: 0 });
  });

  test.each([
    ['without the seal of the page', { seal: '' }],
    ['with the seal of another page', { seal: 'x'.repeat(43) }],
    ['from another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['from another port of this machine', { headers: { 'sec-fetch-site': 'same-site' } }],
    ['from another origin', { headers: { origin: 'http://localhost:9999', host: 'localhost:3000' } }],
    ['from a page of another site', { headers: { origin: 'https://evil.example', host: 'localhost:3000' } }],
    [
      'from an old browser on another site',
      { headers: { referer: 'https://evil.example/a', host: 'localhost:3000' } },
    ],
    ['from nowhere', { headers: { origin: 'null', host: 'localhost:3000' } }],
  ])('a click %s pays nothing', async (_, change) => {
    const { asked, click, account } = await aPlayHouse(await fresh());
    const clicked = await click(await asked('100'), change);
    expect(clicked.status).toBe(403);
    expect(await account()).toEqual({ balance: 0, debt: 0 });
  });

  test('an address that was never issued has nothing to pay', async () => {
    const { look, click } = await aPlayHouse(await fresh());
    const wrong = new URL(
      `http://127.0.0.1:3000/checkout/sandbox/${'A'.repeat(43)}?sandbox_token=${SANDBOX_TOKEN}`,
    );
    expect(await look(wrong)).toMatchObject({
      status: 404,
      text: expect.stringContaining('Nothing to pay here'),
    });
    expect((await click(wrong, { seal: 'x' })).status).toBe(404);
    const headers = { origin: 'https://evil.example' };
    expect((await click(wrong, { seal: 'x', headers })).status).toBe(403);
  });

  test('after an hour the page has expired, and a click on an old copy pays nothing', async () => {
    const { asked, look, click, account, clock, house } = await aPlayHouse(await fresh());
    const page = await asked('100');
    const seal = sealOn(await look(page));
    clock.forward('1h');
    expect(await look(page)).toMatchObject({ status: 410, text: expect.stringContaining('has expired') });
    expect((await click(page, { seal })).status).toBe(410);
    expect(await account()).toEqual({ balance: 0, debt: 0 });
    expect(await reconcilePurchases(house, clock.now())).toEqual({ closed: 1 });
    expect((await look(page)).status).toBe(410);
  });

  test('a repeated request gets the same page, though only the hash of its address is stored', async () => {
    const store = await fresh();
    const { asked } = await aPlayHouse(store);
    const page = await asked('100');
    expect(await asked('100')).toEqual(page);
    const token = page.pathname.split('/').at(-1) ?? '';
    expect(await findPurchaseByToken(store, token)).toBeUndefined();
    const kept = await store.all(
      { text: 'select checkout_url from purchases', columns: ['checkout_url'] },
      [],
    );
    expect(kept).toEqual([{ checkout_url: null }]);
  });

  test('with the same token, pages from before a restart can be paid, and new ones are issued', async () => {
    const store = await fresh();
    const before = await aPlayHouse(store);
    const page = await before.asked('100');
    const cashier = {
      mode: 'sandbox',
      checkout: sandboxCheckout({ baseUrl: page, random: systemRandom, sandboxToken: SANDBOX_TOKEN }),
    } as const;
    const after = await aHouse(await again(store), { house: { cashier } });
    after.clock.forward('1s');
    const ask = {
      method: 'POST',
      path: CREDITS,
      key: before.key,
      body: { pack: '100' },
      headers: SANDBOX_HEADERS,
    } as const;
    const another = String((await after.ask(ask)).body['checkout_url']);
    expect(another).not.toBe(page.href);
    expect(await after.ask({ path: pathOf(new URL(another)) })).toMatchObject({ status: 200 });
    expect((await after.ask(ask)).body['checkout_url']).toBe(another);
    const seal = sealOn(await after.ask({ path: pathOf(page) }));
    await after.ask({ method: 'POST', path: pathOf(page), body: `seal=${seal}` });
    expect(await before.account()).toEqual({ balance: 100, debt: 0 });
  });

  test('neither page addresses nor the sandbox token are logged', async () => {
    const { asked, click, look, log } = await aPlayHouse(await fresh());
    const page = await asked('100');
    await click(page);
    await look(page);
    await look(new URL(`/nowhere${page.search}`, page));
    expect(log.length).toBeGreaterThan(3);
    expect(log.join()).not.toContain(page.pathname.split('/').at(-1));
    expect(log.join()).not.toContain('v1=');
    expect(log.join()).not.toContain(SANDBOX_TOKEN);
  });
});

eachDatabase(({ fresh }) => {
  test('a request through a local proxy that adds no header gets no play money', async () => {
    const { app, asked, key, account } = await aPlayHouse(await fresh());
    // As nginx with proxy_http_version 1.1 sends it: from loopback, with the Host of its upstream.
    const upstream = await app.listen({ port: 0, host: '127.0.0.1' });
    const buy = { method: 'POST', headers: { 'x-api-key': key }, body: '{"pack":"100"}' };
    const refused = await fetch(upstream + CREDITS, buy);
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'payments_off' }]);
    const offered = await fetch(`${upstream}${CREDITS}`, { headers: { 'x-api-key': key } });
    expect(await offered.text()).not.toContain('buy_credits');
    expect((await fetch(upstream + (await asked('100')).pathname)).status).toBe(404);
    expect(await account()).toEqual({ balance: 0, debt: 0 });
  });

  test.each([
    '',
    '?sandbox_token=',
    '?sandbox_token=another',
    `?sandbox_token=x&sandbox_token=${SANDBOX_TOKEN}`,
  ])('a link that ends in %j is not found, and a click there pays nothing', async (search) => {
    const { asked, look, click, account } = await aPlayHouse(await fresh());
    const page = await asked('100');
    const seal = sealOn(await look(page));
    const wrong = new URL(page.pathname + search, page);
    expect((await look(wrong, SANDBOX_HEADERS)).status).toBe(404);
    expect((await click(wrong, { seal })).status).toBe(404);
    expect(await account()).toEqual({ balance: 0, debt: 0 });
  });

  test('with the token, play money is available from any address', async () => {
    const { ask, key, click, account } = await aPlayHouse(await fresh(), new URL('https://pets.example.org'));
    const headers = { ...SANDBOX_HEADERS, host: 'pets.example.org', 'x-forwarded-for': '192.0.2.7' };
    const { body } = await ask({ method: 'POST', path: CREDITS, key, body: { pack: '100' }, headers });
    expect((await click(new URL(String(body['checkout_url'])))).status).toBe(303);
    expect(await account()).toEqual({ balance: 100, debt: 0 });
  });

  test('with Stripe there is no sandbox page, and sandbox signatures are rejected', async () => {
    const { ask, asked, account, agentId } = await aShop(await fresh());
    const session = await asked('100');
    const { purchase_id: id } = session['metadata'] as { purchase_id: string };
    const sandbox = sandboxCheckout({
      baseUrl: new URL('http://localhost'),
      random: systemRandom,
      sandboxToken: SANDBOX_TOKEN,
    });
    const signed = sandbox.simulatePayment?.(
      { id, ref: session.id, agentId, pack: '100', credits: 100, cents: 100 },
      0,
    );
    const headers = { 'stripe-signature': signed?.signature ?? '' };
    const reply = await ask({ method: 'POST', path: WEBHOOK, headers, body: signed?.raw });
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_callback' } });
    expect(await ask({ path: `/checkout/sandbox/${'A'.repeat(43)}` })).toMatchObject({ status: 404 });
    expect(await account()).toEqual({ balance: 0, debt: 0 });
  });

  test('signatures of another process are rejected', async () => {
    const { ask, asked, agentId, account, house } = await aPlayHouse(await fresh());
    await asked('100');
    const [row] = await house.store.all(
      { text: 'select id, provider_ref from purchases', columns: ['id', 'provider_ref'] },
      [],
    );
    const { id, provider_ref: ref } = row as { id: string; provider_ref: string };
    const forger = sandboxCheckout({
      baseUrl: new URL('http://localhost'),
      random: systemRandom,
      sandboxToken: SANDBOX_TOKEN,
    });
    const signed = forger.simulatePayment?.({ id, ref, agentId, pack: '100', credits: 100, cents: 100 }, 0);
    const headers = { 'stripe-signature': signed?.signature ?? '' };
    const reply = await ask({ method: 'POST', path: WEBHOOK, headers, body: signed?.raw });
    expect(reply.status).toBe(400);
    expect(await account()).toEqual({ balance: 0, debt: 0 });
  });
});
