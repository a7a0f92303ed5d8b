import { expect, test } from 'vitest';

import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { readDays } from '../../src/features/stats/analytics.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';
import {
  ADMIN_KEY,
  anOperatedHouse,
  cookieIn,
  METRICS_TOKEN,
  operatorWith,
  posted,
  signedIn,
} from './desk.ts';

/** In the order of the navigation. */
const PAGES = ['/admin/words', '/admin/ledger', '/admin/log', '/admin/agents', '/admin'];
const TITLES = ['Moderation queue', 'Ledger', 'Audit log', 'Agents', 'Overview'];
const DEEDS = [
  '/admin/hide',
  '/admin/review',
  '/admin/unhide',
  '/admin/block',
  '/admin/unblock',
  '/admin/close-payment',
  '/admin/settle',
];

eachDatabase(({ fresh, again }) => {
  test('a session lasts twelve hours on every node, until it is signed out or the admin key changes', async () => {
    const store = await fresh();
    const house = await anOperatedHouse(store);
    const [one, other] = [await signedIn(house), await signedIn(house)];
    const rows = await store.all({ text: 'select * from operator_sessions', columns: [] }, []);
    expect(rows).toHaveLength(2);
    for (const secret of [one.cookie.split('=')[1] ?? '', ADMIN_KEY, one.seal])
      expect(JSON.stringify(rows)).not.toContain(secret);
    const left = await one.send('/admin/logout', {});
    expect(String(left.headers['set-cookie'])).toContain('Max-Age=0');
    const elsewhere = await anOperatedHouse(await again(store));
    const rekeyed = await aHouse(await again(store), { adminKey: `${ADMIN_KEY}, or so they thought` });
    const statusAt = async (node: typeof house, { cookie }: typeof one) =>
      (await node.ask({ path: '/admin', headers: { cookie } })).status;
    for (const node of [house, elsewhere])
      expect([await statusAt(node, one), await statusAt(node, other)]).toEqual([401, 200]);
    expect(await statusAt(rekeyed, other)).toBe(401);
    house.clock.forward('11h59m59.999s');
    expect(await statusAt(house, other)).toBe(200);
    house.clock.forward('1ms');
    expect(await statusAt(house, other)).toBe(401);
  });

  test('without a name the ledger lists the latest movements of all agents, with links to the accounts', async () => {
    const house = await anOperatedHouse(await fresh());
    const operator = await signedIn(house);
    expect((await operator.look('/admin/ledger')).text).toContain('No credit movements yet.');
    for (const [nth, username] of ['ada', 'bea'].entries()) {
      const { id } = await aResidentOf(house, username);
      house.clock.forward('1m');
      const sale = { id: `sale-${nth}`, agentId: id, delta: 100 + nth, kind: 'purchase' } as const;
      const movement = { ...sale, key: sale.id, now: house.clock.now() };
      await house.house.store.transaction((db) => moveCredits(db, movement));
    }
    const { text } = await operator.look('/admin/ledger');
    const [bea, ada] = ['bea', 'ada'].map((name) => text.indexOf(`<a href="/admin/ledger?agent=${name}">`));
    expect(bea).toBeGreaterThan(0);
    expect(ada).toBeGreaterThan(bea ?? 0);
  });
});

test('a reviewed text leaves the queue until it changes, and the audit log names it', async () => {
  const house = await anOperatedHouse(await anyStore());
  const ada = await aResidentOf(house, 'ada', { bio: 'I keep owls.' });
  const operator = await signedIn(house);
  const queue = async () => (await operator.look('/admin/words')).text;
  const formOf = (text: string) => {
    const [, form = ''] = /<form class="review"(.*?)<\/form>/s.exec(text) ?? [];
    return Object.fromEntries([...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, k, v]) => [k, v]));
  };
  const asked = formOf(await queue());
  expect(asked).toMatchObject({ writing: 'bio', subject: ada.id });
  expect((await operator.send('/admin/review', { ...asked, hash: 'no hash' })).headers['location']).toContain(
    'missing',
  );
  expect((await operator.send('/admin/review', asked)).headers['location']).toContain('said=done');
  expect((await operator.send('/admin/review', asked)).headers['location']).toContain('said=already');
  expect(await queue()).not.toContain('I keep owls.');
  expect((await operator.look('/admin/log')).text).toContain('Reviewed a text');
  const profile = {
    method: 'PATCH',
    path: '/api/auth/me',
    key: ada.key,
    body: { bio: 'I keep cats.' },
  } as const;
  expect((await house.ask(profile)).status).toBe(200);
  expect(await queue()).toContain('I keep cats.');
});

test('the overview finds creatures and agents by name or id, and says when nothing is found', async () => {
  const house = await anOperatedHouse(await anyStore());
  const operator = await signedIn(house);
  const ada = await aResidentOf(house, 'ada');
  const id = await hatchFor(house, ada, { name: 'Optimus Prime' });
  for (const words of ['prime', id]) {
    const { text } = await operator.look(`/admin?q=${words}`);
    expect(text, words).toContain(`<a href="/creatures/${id}"><bdi>Optimus Prime</bdi></a>`);
    expect(text, words).toContain('<a href="/admin/words?agent=ada">ada</a>');
  }
  expect((await operator.look(`/admin?q=${ada.id}`)).text).toContain('agent=ada');
  expect((await operator.look('/admin?q=nobody')).text).toContain('Nothing found.');
});

test('the overview tells births, deaths, the living, agents, calls and errors by day', async () => {
  const house = await anOperatedHouse(await anyStore());
  const ada = await aResidentOf(house, 'ada');
  await hatchFor(house, ada, { name: 'Bo' });
  house.clock.forward('24h');
  const left = await hatchFor(house, ada, { name: 'Ro' });
  await house.ask({
    method: 'DELETE',
    path: '/api/house/release',
    key: ada.key,
    body: { creature_id: left },
  });
  house.house.traffic.add(200);
  house.house.traffic.add(503);
  const before = await readDays(house.house, house.clock.now());
  await house.house.traffic.save(house.house.store, house.clock.now());
  const days = await readDays(house.house, house.clock.now());
  expect(days).toHaveLength(30);
  expect(days.slice(-2).map(({ living, births, agents }) => ({ living, births, agents }))).toEqual([
    { living: 1, births: 1, agents: 1 },
    { living: 1, births: 1, agents: 0 },
  ]);
  expect(days.at(-1)?.errors).toBe((before.at(-1)?.errors ?? 0) + 1);
  expect(days.at(-1)?.calls).toBeGreaterThanOrEqual(2);
  const { text } = await (await signedIn(house)).look('/admin');
  expect(text.match(/class="day-path" d="M0 /g)).toHaveLength(6);
  expect(text).toContain('<th scope="col">Births</th>');
});

test('without an admin key /admin is 404 and names the setting that enables it', async () => {
  const house = await aHouse(await anyStore());
  for (const path of [...PAGES, '/admin/anything']) {
    const told = await house.ask({ path });
    expect(told.status).toBe(404);
    expect(told.text).toContain('ARKHOUSE_ADMIN_KEY');
  }
  expect((await posted(house, '/admin/login', { key: '' })).status).toBe(404);
});

test('a visitor who is not signed in is asked for the key on every page', async () => {
  const house = await anOperatedHouse(await anyStore());
  for (const path of [...PAGES, '/admin/no-such-page']) {
    const told = await house.ask({ path });
    expect([told.status, path]).toEqual([401, path]);
    expect(told.text).toContain('action="/admin/login"');
  }
  for (const path of [...DEEDS, '/admin/logout', '/admin/no-such-deed']) {
    const told = await posted(house, path, { username: 'ada', reason: 'because' });
    expect([told.status, path]).toEqual([401, path]);
  }
  expect((await (await signedIn(house)).look('/admin/log')).text).not.toContain('because');
});

test('signing in leads to the requested operator page and to no other address, and every page has the navigation', async () => {
  const house = await anOperatedHouse(await anyStore());
  const told = await posted(house, '/admin/login', { key: ADMIN_KEY, to: '/admin/words?agent=ada' });
  expect(told.headers['location']).toBe('/admin/words?agent=ada');
  const { look } = await operatorWith(house, cookieIn(told));
  for (const [at, path] of PAGES.entries()) {
    const { status, text } = await look(path);
    expect([status, path]).toEqual([200, path]);
    const links = text.matchAll(/<li><a href="(\/admin[^"]*)"[^>]*>([^<]+)</g);
    expect([...links].map(([, to, label]) => [to, label])).toEqual(PAGES.map((each, n) => [each, TITLES[n]]));
    expect(text).toContain(`<h1>${TITLES[at]}</h1>`);
    expect(text).toContain('action="/admin/logout"');
  }
  expect((await look('/admin/no-such-page', { accept: 'text/html' })).status).toBe(404);
  expect((await look('/admin/ledger')).text).toContain('<h2>Unresolved payments</h2>');
  for (const to of ['https://elsewhere.example/', '//a.example', '/api', '/admin/../api', '/admin\nx: y']) {
    const { location } = (await posted(house, '/admin/login', { key: ADMIN_KEY, to })).headers;
    expect(location, to).toMatch(/^\/admin/);
    expect(location, to).not.toMatch(/\.\.|\n/);
  }
});

test('a changed, truncated or forged cookie is rejected', async () => {
  const house = await anOperatedHouse(await anyStore());
  const { cookie } = await signedIn(house);
  const [name = '', token = ''] = cookie.split('=');
  const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  const wrong = [token.slice(0, -1), changed, '', ADMIN_KEY, `${token}x`].map((each) => `${name}=${each}`);
  for (const each of [...wrong, `x${name}=${token}`])
    expect((await house.ask({ path: '/admin', headers: { cookie: each } })).status, each).toBe(401);
  expect((await house.ask({ path: '/admin', headers: { cookie: `a=b; ${cookie}; c=d` } })).status).toBe(200);
});

test('the overview relates its figures to the public ones, and the audit log links to what it names', async () => {
  const house = await anOperatedHouse(await anyStore());
  const operator = await signedIn(house);
  expect((await operator.look('/admin')).text).toContain('/api/stats show the same.');
  await house.registered('test-er');
  expect((await operator.look('/admin')).text).toContain('There is one. /api/stats counts them too');
  const id = await hatchFor(house, await aResidentOf(house, 'ada'), { name: 'Bo' });
  await operator.send('/admin/hide', { writing: 'creature_name', subject: id, reason: 'rude' });
  await operator.send('/admin/block', { username: 'ada', reason: 'ruder' });
  const { text } = await operator.look('/admin/log');
  expect(text).toContain(`<a href="/creatures/${id}">${id}</a>`);
  expect(text.match(/<a href="\/admin\/words\?agent=ada">ada<\/a>/g)).toHaveLength(2);
});

test('forms from another origin, and forms without the CSRF token of this session, do nothing', async () => {
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
  const own = { origin: 'http://ark.example', host: 'ark.example', 'sec-fetch-site': 'same-origin' };
  expect((await one.send('/admin/block', deed, own)).status).toBe(303);
  expect((await one.look('/admin/log')).text).toContain('because');
  const login = await posted(house, '/admin/login', { key: ADMIN_KEY }, { 'sec-fetch-site': 'cross-site' });
  expect([login.status, login.headers['set-cookie']]).toEqual([403, undefined]);
});

test('after five wrong keys in five minutes even the right one is refused, and the address is logged', async () => {
  const house = await aHouse(await anyStore(), { adminKey: ADMIN_KEY });
  const { ask } = house;
  const from = '10.9.9.9';
  const attempt = (key: string) =>
    posted({ ask: (asked) => ask({ ...asked, from }) }, '/admin/login', { key });
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
  const told = house.log.filter((line) => line.includes(from) && line.includes('wrong_operator_key'));
  expect(told).toHaveLength(1);
  expect(house.log.join('')).not.toContain(ADMIN_KEY);
});

test.each([
  ['/api/admin/analytics', 'request with a wrong operator key', 'admin key'],
  ['/metrics', 'metrics request with a wrong token', 'ARKHOUSE_METRICS_TOKEN'],
])('a wrong secret at %s is counted, logged and explained', async (path, message, secret) => {
  const house = await aHouse(await anyStore(), { adminKey: ADMIN_KEY, metricsToken: METRICS_TOKEN });
  const told = await house.ask({ path, key: 'x'.repeat(32), from: '10.9.9.8' });
  expect(told).toMatchObject({ status: 401, body: { suggestion: expect.stringContaining(secret) } });
  const lines = house.log.filter((line) => line.includes('"address":"10.9.9.8"'));
  expect(lines).toEqual([expect.stringContaining(message)]);
  expect(house.log.join('')).not.toContain('xxxx');
  for (const name of ['failed_key', 'admin'] as const) {
    const counted = house.house.limiter.peek(name, RATE_LIMITS[name], '10.9.9.8', house.clock.now());
    expect(await counted, name).toMatchObject({ remaining: RATE_LIMITS[name].max - 1 });
  }
});

test('operator pages are not cached, indexed, framed or readable by other origins', async () => {
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
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 404, 405, 200, 200]);
  for (const { headers } of answers) {
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['cache-control']).toMatch(/no-store/);
  }
  const [{ headers, text } = expect.fail()] = answers;
  expect(headers['cache-control']).toBe('private, no-store');
  expect(headers['x-robots-tag']).toContain('noindex');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).not.toContain('script-src');
  expect(text).not.toContain('<script');
});

test('the session cookie is limited to /admin, and Secure over https', async () => {
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

test('an agent’s key is accepted neither by operator pages nor by metrics, and a wrong key is reported next to its field', async () => {
  const house = await anOperatedHouse(await anyStore());
  const key = await house.registered('ada');
  expect((await house.ask({ path: '/admin', key })).status).toBe(401);
  expect((await house.ask({ path: '/metrics', key })).status).toBe(401);
  expect((await posted(house, '/admin/login', { key })).status).toBe(401);
  const { text } = await posted(house, '/admin/login', { key: `${ADMIN_KEY}x` });
  expect(text).toMatch(/<input id="key"[^>]* aria-invalid="true" aria-describedby="key-problem"/);
  expect(text).toMatch(/<p id="key-problem"[^>]*>Wrong key/);
  expect((await house.ask({ path: '/admin' })).text).not.toContain('aria-describedby');
});
