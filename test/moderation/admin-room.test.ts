import { expect, test } from 'vitest';

import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';
import {
  ADMIN_KEY,
  METRICS_TOKEN,
  anOperatedHouse,
  cookieIn,
  operatorWith,
  posted,
  signedIn,
} from './desk.ts';

/** In the order of the navigation. */
const PAGES = ['/admin/words', '/admin/ledger', '/admin/log', '/admin/agents', '/admin'];
const TITLES = ['Moderation queue', 'Ledger', 'Audit log', 'Agents', 'Overview'];
const DEEDS = ['/admin/hide', '/admin/unhide', '/admin/block', '/admin/unblock', '/admin/close-payment'];

eachDatabase(({ fresh, again }) => {
  test('without an admin key there is no room, and whoever knocks is told how there could be one', async () => {
    const house = await aHouse(await fresh());
    for (const path of [...PAGES, '/admin/anything']) {
      const told = await house.ask({ path });
      expect(told.status).toBe(404);
      expect(told.text).toContain('ARKHOUSE_ADMIN_KEY');
    }
    expect((await posted(house, '/admin/login', { key: '' })).status).toBe(404);
  });

  test('a visitor who is not signed in is asked for the key on every page', async () => {
    const house = await anOperatedHouse(await fresh());
    for (const path of [...PAGES, '/admin/no-such-page']) {
      const told = await house.ask({ path });
      expect([told.status, path]).toEqual([401, path]);
      expect(told.text).toContain('action="/admin/login"');
    }
    for (const path of [...DEEDS, '/admin/logout', '/admin/no-such-deed']) {
      const told = await posted(house, path, { username: 'ada', reason: 'because' });
      expect([told.status, path]).toEqual([401, path]);
    }
    const log = (await signedIn(house)).look('/admin/log');
    expect((await log).text).not.toContain('because');
  });

  test('the key opens every page, and signing in returns to the requested page', async () => {
    const house = await anOperatedHouse(await fresh());
    const told = await posted(house, '/admin/login', { key: ADMIN_KEY, to: '/admin/words?agent=ada' });
    expect(told.headers['location']).toBe('/admin/words?agent=ada');
    const operator = await operatorWith(house, cookieIn(told));
    for (const path of PAGES) {
      const { status, text } = await operator.look(path);
      expect([status, path]).toEqual([200, path]);
      expect(text).toContain('action="/admin/logout"');
    }
    expect((await operator.look('/admin/no-such-page', { accept: 'text/html' })).status).toBe(404);
  });

  test('the navigation has moderation, ledger, audit log and agents first, under standard names', async () => {
    const { look } = await signedIn(await anOperatedHouse(await fresh()));
    for (const [at, path] of PAGES.entries()) {
      const { text } = await look(path);
      const links = text.matchAll(/<li><a href="(\/admin[^"]*)"[^>]*>([^<]+)</g);
      expect([...links].map(([, to, label]) => [to, label])).toEqual(
        PAGES.map((each, n) => [each, TITLES[n]]),
      );
      expect(text).toContain(`<h1>${TITLES[at]}</h1>`);
    }
    expect((await look('/admin/ledger')).text).toContain('<h2>Unresolved payments</h2>');
  });

  test.each(['https://elsewhere.example/', '//elsewhere.example', '/api', '/admin/../api', '/admin\nx: y'])(
    'signing in never redirects to %j',
    async (to) => {
      const house = await anOperatedHouse(await fresh());
      const told = await posted(house, '/admin/login', { key: ADMIN_KEY, to });
      expect(told.headers['location']).toMatch(/^\/admin/);
      expect(told.headers['location']).not.toContain('..');
      expect(told.headers['location']).not.toContain('\n');
    },
  );

  test('a session lasts twelve hours', async () => {
    const house = await anOperatedHouse(await fresh());
    const { look } = await signedIn(house);
    house.clock.forward('11h59m');
    expect((await look('/admin')).status).toBe(200);
    house.clock.forward('1m');
    expect((await look('/admin')).status).toBe(401);
  });

  test('signing out ends this session for every holder of its cookie, and no other session', async () => {
    const store = await fresh();
    const house = await anOperatedHouse(store);
    const [one, other] = [await signedIn(house), await signedIn(house)];
    const left = await one.send('/admin/logout', {});
    expect(String(left.headers['set-cookie'])).toContain('Max-Age=0');
    expect((await one.look('/admin')).status).toBe(401);
    expect((await other.look('/admin')).status).toBe(200);
    const elsewhere = await anOperatedHouse(await again(store));
    expect((await elsewhere.ask({ path: '/admin', headers: { cookie: one.cookie } })).status).toBe(401);
    expect((await elsewhere.ask({ path: '/admin', headers: { cookie: other.cookie } })).status).toBe(200);
  });

  test('another admin key ends every session', async () => {
    const store = await fresh();
    const { cookie } = await signedIn(await anOperatedHouse(store));
    const rekeyed = await aHouse(await again(store), { adminKey: `${ADMIN_KEY}, or so they thought` });
    expect((await rekeyed.ask({ path: '/admin', headers: { cookie } })).status).toBe(401);
  });

  test('a changed, truncated or forged cookie is rejected', async () => {
    const house = await anOperatedHouse(await fresh());
    const { cookie } = await signedIn(house);
    const [name = '', token = ''] = cookie.split('=');
    const wrong = [
      `${name}=${token.slice(0, -1)}`,
      `${name}=${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${name}=${'A'.repeat(43)}`,
      `${name}=`,
      `${name}=${ADMIN_KEY}`,
      `x${name}=${token}`,
      `other=1; ${name}=${token}x`,
    ];
    for (const each of wrong) {
      expect((await house.ask({ path: '/admin', headers: { cookie: each } })).status, each).toBe(401);
    }
    const among = { cookie: `a=b; ${cookie}; c=d` };
    expect((await house.ask({ path: '/admin', headers: among })).status).toBe(200);
  });

  test('the database stores neither the token nor the key', async () => {
    const store = await fresh();
    const { cookie, seal } = await signedIn(await anOperatedHouse(store));
    const rows = await store.all(
      { text: 'select token_hash, expires_at from operator_sessions', columns: ['token_hash', 'expires_at'] },
      [],
    );
    const kept = JSON.stringify(rows);
    for (const secret of [cookie.split('=')[1] ?? '', ADMIN_KEY, seal]) expect(kept).not.toContain(secret);
    expect(rows).toHaveLength(1);
  });
});

test('forms from elsewhere, and forms without this session’s seal, do nothing', async () => {
  const house = await anOperatedHouse(await anyStore());
  await house.registered('ada');
  const [one, other] = [await signedIn(house), await signedIn(house)];
  const deed = { username: 'ada', reason: 'because' };
  const attempts = [
    one.send('/admin/block', deed, { origin: 'https://elsewhere.example', host: 'ark.example' }),
    one.send('/admin/block', deed, { origin: 'null', host: 'ark.example' }),
    one.send('/admin/block', deed, { 'sec-fetch-site': 'cross-site' }),
    one.send('/admin/block', deed, { 'sec-fetch-site': 'same-site' }),
    one.send('/admin/block', { ...deed, seal: '' }),
    one.send('/admin/block', { ...deed, seal: other.seal }),
    one.send('/admin/logout', { seal: other.seal }),
  ];
  for (const attempt of attempts) expect((await attempt).status).toBe(403);
  expect((await one.look('/admin/log')).text).not.toContain('because');
  const sent = await one.send('/admin/block', deed, { origin: 'http://ark.example', host: 'ark.example' });
  expect(sent.status).toBe(303);
  expect((await one.look('/admin/log')).text).toContain('because');
});

test('a form on another site cannot sign in', async () => {
  const house = await anOperatedHouse(await anyStore());
  const told = await posted(house, '/admin/login', { key: ADMIN_KEY }, { 'sec-fetch-site': 'cross-site' });
  expect(told.status).toBe(403);
  expect(told.headers['set-cookie']).toBeUndefined();
});

test('after five wrong keys in five minutes not even the right one is tried, and the log has the address', async () => {
  const house = await aHouse(await anyStore(), { adminKey: ADMIN_KEY });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const attempt = (key: string) =>
    house.ask({
      method: 'POST',
      path: '/admin/login',
      body: new URLSearchParams({ key }).toString(),
      headers,
      from: '10.9.9.9',
    });
  const near = await attempt(ADMIN_KEY.slice(0, -1));
  expect([near.status, near.headers['set-cookie']]).toEqual([401, undefined]);
  expect(near.text).not.toContain(ADMIN_KEY.slice(0, -1));
  for (let n = 1; n < 5; n += 1) expect((await attempt('x')).status).toBe(401);
  expect((await attempt(ADMIN_KEY)).status).toBe(429);
  house.clock.forward('4m59s');
  expect((await attempt(ADMIN_KEY)).status).toBe(429);
  house.clock.forward('1s');
  // The right key is not limited.
  for (let n = 0; n < 7; n += 1) expect((await attempt(ADMIN_KEY)).status).toBe(303);
  expect(house.log.filter((line) => line.includes('10.9.9.9') && line.includes('wrong key'))).toHaveLength(5);
  expect(house.log.join('')).not.toContain(ADMIN_KEY);
});

test.each([
  ['/api/admin/analytics', 'somebody came as the operator with a wrong key', 'admin key'],
  ['/metrics', 'somebody asked for the metrics with a wrong token', 'ARKHOUSE_METRICS_TOKEN'],
])(
  'a wrong secret at %s is logged with its address and kind, and the expected one is named',
  async (path, message, secret) => {
    const house = await aHouse(await anyStore(), { adminKey: ADMIN_KEY, metricsToken: METRICS_TOKEN });
    const told = await house.ask({ path, key: 'x'.repeat(32), from: '10.9.9.8' });
    expect(told).toMatchObject({ status: 401, body: { suggestion: expect.stringContaining(secret) } });
    const lines = house.log.filter((line) => line.includes('"address":"10.9.9.8"'));
    expect(lines).toEqual([expect.stringContaining(message)]);
    expect(house.log.join('')).not.toContain('xxxx');
  },
);

test('nothing of the room is for caches, search engines, frames or other pages', async () => {
  const house = await anOperatedHouse(await anyStore());
  const { look } = await signedIn(house);
  const origin = 'https://elsewhere.example';
  const answers = [
    await look('/admin', { origin }),
    await house.ask({ path: '/admin', headers: { origin } }),
    await look('/admin/no-such-page', { origin, accept: 'text/html' }),
    await house.ask({ method: 'OPTIONS', path: '/admin/block', headers: { origin } }),
    await house.ask({ method: 'OPTIONS', path: '/api/admin/analytics', headers: { origin } }),
    await house.ask({ path: '/api/admin/analytics', key: ADMIN_KEY, headers: { origin } }),
    await house.ask({ path: '/metrics', key: METRICS_TOKEN, headers: { origin } }),
  ];
  for (const { headers } of answers) {
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['cache-control']).toMatch(/no-store/);
  }
  const [page] = answers;
  expect(page?.headers['cache-control']).toBe('private, no-store');
  expect(page?.headers['x-robots-tag']).toContain('noindex');
  expect(page?.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(page?.headers['content-security-policy']).not.toContain('script-src');
  expect(page?.text).toContain('noindex');
  expect(page?.text).not.toContain('<script');
});

test('the cookie stays in the room, and on https it never leaves it in clear', async () => {
  const plain = await anOperatedHouse(await anyStore());
  const told = await posted(plain, '/admin/login', { key: ADMIN_KEY });
  const cookie = String(told.headers['set-cookie']);
  for (const part of ['Path=/admin', 'HttpOnly', 'SameSite=Strict', 'Max-Age=43200'])
    expect(cookie).toContain(part);
  expect(cookie).not.toContain('Secure');
  const baseUrl = new URL('https://ark.example');
  const secure = await aHouse(await anyStore(), { adminKey: ADMIN_KEY, baseUrl });
  const sent = await posted(secure, '/admin/login', { key: ADMIN_KEY });
  expect(String(sent.headers['set-cookie'])).toContain('; Secure');
});

test('an agent’s key opens neither the room nor the metrics', async () => {
  const house = await anOperatedHouse(await anyStore());
  const key = await house.registered('ada');
  expect((await house.ask({ path: '/admin', key })).status).toBe(401);
  expect((await house.ask({ path: '/metrics', key })).status).toBe(401);
  expect((await posted(house, '/admin/login', { key })).status).toBe(401);
});
