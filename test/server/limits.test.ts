import { expect, test } from 'vitest';

import { USUAL_QUOTAS } from '../../src/rules/agents.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { type Limiter, memoryLimiter } from '../../src/outside/rate-limiter.ts';
import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { SLEEPYHEAD } from '../support/creature.ts';
import { aHouse, type Ask, type TestHouse, type Told } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';

const HERE = '203.0.113.7';
const PROXY = '10.0.0.1';
const HEALTH: Ask = { path: '/api/health', from: HERE };

test('a caller is an address or a /64 network, under HEAD as under GET, whatever its headers and query say', async () => {
  const house = await aHouse(await anyStore());
  const told = await inTurn(100, (at) => house.ask({ ...HEALTH, headers: { 'x-forwarded-for': quad(at) } }));
  expect(statuses(told)).toEqual({ 200: 60, 429: 40 });
  for (const headers of [
    { 'x-forwarded-for': '198.51.100.9, 127.0.0.1' },
    { forwarded: 'for=198.51.100.9' },
    ...['x-real-ip', 'cf-connecting-ip', 'true-client-ip'].map((name) => ({ [name]: '198.51.100.9' })),
  ])
    expect((await house.ask({ ...HEALTH, headers })).status, JSON.stringify(headers)).toBe(429);
  const inNetwork = (at: number) => `2001:db8:1:2::${at.toString(16)}`;
  const path = (at: number) => `/api/health?${at}`;
  const network = await inTurn(61, (at) =>
    house.ask({ method: 'HEAD', path: path(at), from: inNetwork(at) }),
  );
  expect(statuses(network)).toEqual({ 200: 60, 429: 1 });
  expect((await house.ask({ ...HEALTH, from: inNetwork(99) })).status).toBe(429);
  const origin = { origin: 'https://a.example' };
  const { status, headers } = await house.ask({ ...HEALTH, from: '2001:db8:1:3::1', headers: origin });
  expect(status).toBe(200);
  // Pages of other origins may read every limit header.
  for (const name of ['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit', 'Link'])
    expect(String(headers['access-control-expose-headers']).split(', ')).toContain(name);
});

const FOUR = [59, 58, 57, 56];
test.each<[string, number | string[], (at: number) => string, number[]]>([
  ['one proxy, every caller has its own window', 1, quad, [59, 59, 59, 59]],
  ['one proxy, the address added by the proxy counts', 1, (at) => `${quad(at)}, ${HERE}`, FOUR],
  ['two proxies, the last but one address counts', 2, (at) => `${quad(at)}, ${HERE}, 10.0.0.2`, FOUR],
  [
    'a proxy that adds ports, a caller is the same at any port',
    [PROXY, '10.0.0.2'],
    (at) => (at < 3 ? `${quad(at)}, [2001:db8::1]:${40_000 + at}, 10.0.0.2:443` : '[2001:db8::1]'),
    FOUR,
  ],
])('behind %s', async (_, trustedProxies, forwardedFor, left) => {
  const house = await aHouse(await anyStore(), { trustedProxies });
  const told = await inTurn(4, (at) => house.ask(through(forwardedFor(at))));
  expect([told.map(remaining), remaining(await house.ask(through('198.51.100.9:1')))]).toEqual([left, 59]);
});

test('behind a proxy trusted by address, only its entry counts', async () => {
  const house = await aHouse(await anyStore(), { trustedProxies: [PROXY] });
  const liar = { ...HEALTH, headers: { 'x-forwarded-for': quad(1) } };
  const told = [await house.ask(through(HERE)), await house.ask(HEALTH), await house.ask(liar)];
  expect(told.map(remaining)).toEqual([59, 58, 57]);
});

test('the graveyard counts a keyed caller over all addresses, and others by address', async () => {
  const house = await aHouse(await anyStore());
  const graves: Ask = { path: '/api/house/graveyard', key: await house.registered('wren') };
  const told = await inTurn(21, (at) => house.ask({ ...graves, ...(at % 2 > 0 && { from: HERE }) }));
  expect(statuses(told)).toEqual({ 200: 20, 429: 1 });
  expect(remaining(await house.ask({ path: graves.path, from: HERE }))).toBe(19);
});

test('every way to miss a route counts in one window, redirects and preflights too', async () => {
  const house = await aHouse(await anyStore());
  const astray = '/api//health /api/health/ /API/health /api/v1/health /api/%2e /api/%zz /nowhere'.split(' ');
  const told = await inTurn(58, (at) => house.ask({ path: astray[at % astray.length] ?? '/', from: HERE }));
  expect(told.map(remaining)).toEqual(told.map((_, at) => 59 - at));
  expect((await house.ask({ method: 'OPTIONS', path: '/api/health', from: HERE })).status).toBe(204);
  expect((await house.ask({ method: 'PUT', path: '/api/health', from: HERE })).status).toBe(405);
  expect(await house.ask({ path: '/api/health/', from: HERE })).toMatchObject({
    status: 429,
    body: { error: 'Rate limit exceeded.', code: 'too_many_requests' },
  });
});

test('a 429 states how long to wait, which decreases with the clock and is never zero', async () => {
  const house = await aHouse(await anyStore());
  expect((await house.ask(HEALTH)).headers['ratelimit']).toBe('"health";r=59;t=60');
  const { headers, body } = await exhausted(house, HEALTH, 59);
  const suggestion = expect.stringContaining('60 seconds') as string;
  expect(body).toMatchObject({ suggestion, request_id: headers['x-request-id'] });
  const drafted = { 'ratelimit-policy': '"health";q=60;w=60', ratelimit: '"health";r=0;t=60' };
  const reset = { 'retry-after': '60', 'x-ratelimit-reset': String(house.clock.now() / 1000 + 60) };
  expect(headers).toMatchObject({
    ...drafted,
    ...reset,
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
  });
  for (const [later, seconds] of [
    ['10s', 50],
    ['49s', 1],
    ['999ms', 1],
  ] as const) {
    house.clock.forward(later);
    expect(await house.ask(HEALTH)).toMatchObject({
      body: { retry_after_seconds: seconds },
      headers: { 'retry-after': String(seconds), ratelimit: `"health";r=0;t=${seconds}` },
    });
  }
  house.clock.forward('1ms');
  expect((await house.ask(HEALTH)).status).toBe(200);
});

test('a replay does not count against the limit, also where the limiter answers later', async () => {
  const memory = memoryLimiter();
  const take: Limiter['take'] = async (...asked) => memory.take(...asked);
  const house = await aHouse(await anyStore(), { house: { limiter: { ...memory, take } } });
  const key = await house.registered('wren');
  const headers = { 'idempotency-key': 'one' };
  for (const _ of ['first', 'again']) {
    const told = await house.ask({ method: 'POST', path: '/api/house/calendar', key, headers });
    expect(told.headers).toMatchObject({
      ratelimit: '"calendar_feed";r=9;t=60',
      'x-ratelimit-remaining': '9',
    });
  }
});

test('thirty malformed requests a minute have their own limit, and do not count against the three', async () => {
  const house = await aHouse(await anyStore());
  const register: Ask = { method: 'POST', path: '/api/auth/register', from: HERE };
  const malformed = ['{', '[]', { username: '!' }, 'x'.repeat(70_000)];
  const told = await inTurn(30, (at) => house.ask({ ...register, body: malformed[at % 4] }));
  expect(statuses(told)).toEqual({ 400: 23, 413: 7 });
  expect(new Set(told.map(({ headers }) => headers['ratelimit']))).toEqual(
    new Set(['"register";r=3;t=3600']),
  );
  const joined = await inTurn(3, (at) => house.ask({ ...register, body: { username: `wren-${at}` } }));
  expect(statuses(joined)).toEqual({ 201: 3 });
  house.clock.forward('1h');
  const more = await exhausted(house, { ...register, body: '{' }, 30);
  expect(more).toMatchObject({ status: 429, headers: { ratelimit: '"malformed";r=0;t=60' } });
  house.clock.forward('1m');
  expect((await house.ask({ ...register, body: '{' })).status).toBe(400);
});

test('a malformed or refused request of an agent does not count against its limit; refusals share 30 a minute', async () => {
  const quotas = { ...USUAL_QUOTAS, livingCreatures: 1 };
  const house = await aPlainHouse(await anyStore(), { limited: true, seed: SLEEPYHEAD, house: { quotas } });
  const { key, hatch } = await aKeeper(house);
  const id = await hatch();
  const stranger = '00000000-0000-4000-8000-000000000000';
  for (const [later, status, limit, body] of [
    ['1m', 400, 'care', { action: 'eat' }],
    ['1m', 400, 'adopt', { name: 'Bo', species_slug: 'unheard_of' }],
    ['1m', 404, 'care', { action: 'feed', creature_id: stranger }],
    ['1m', 409, 'adopt', { name: 'Mo' }],
    ['1m', 404, 'resurrect', { creature_id: stranger }],
    // Asleep, then dead and without credits.
    ['10h', 409, 'care', { action: 'feed' }],
    ['3d', 402, 'resurrect', { creature_id: id }],
  ] as const) {
    house.clock.forward(later);
    const refused: Ask = { method: 'POST', path: `/api/house/${limit}`, key, body };
    const told = await inTurn(30, () => house.ask(refused));
    expect(statuses(told), limit).toEqual({ [status]: 30 });
    expect(new Set(told.map(remaining))).toEqual(new Set([RATE_LIMITS[limit].max]));
    const more = await house.ask(refused);
    expect(more).toMatchObject({ status: 429, headers: { ratelimit: '"refused";r=0;t=60' } });
    house.clock.forward('1m');
    expect((await house.ask(refused)).status).toBe(status);
  }
});

test('a 429 suggests the same request after its wait first, without the secrets in it', async () => {
  const house = await aPlainHouse(await anyStore(), { limited: true });
  const { key, hatch } = await aKeeper(house);
  const id = await hatch();
  house.clock.forward('1m');
  const reflect = { action: 'reflect', creature_id: id };
  const masked = { ...reflect, notes: 'ah_…' };
  for (const [times, method, path, body, again] of [
    [2, 'POST', '/api/house/care', { ...reflect, notes: `ah_${'0'.repeat(20)}` }, masked],
    [5, 'POST', '/api/house/adopt', { name: 'Mo', family: 'cat' }, { name: 'Mo', family: 'cat' }],
    [20, 'GET', '/api/house/history?limit=5', undefined, undefined],
    [30, 'GET', '/api/house/species/owl', undefined, undefined],
    [60, 'GET', `/api/house/preferences?creature_id=${id}`, undefined, undefined],
  ] as const) {
    const sent = path.replace('creature_id', 'petId') + (path.includes('?') ? '&secret=word' : '');
    const told = await exhausted(house, { method, path: sent, key, body, from: HERE }, times);
    const retry = { method, endpoint: path, ...(again && { action: 'try_again', body: again }) };
    expect(told.body['next_steps'], path).toMatchObject([retry, { action: 'look_around' }]);
    const wait = Number(told.body['retry_after_seconds']);
    expect(told.text).toContain(again ? `Wait ${wait} s (retry_after_seconds)` : `${wait} s`);
  }
});

test('a hundred guessed keys are refused, and the valid key still works', async () => {
  const house = await aHouse(await anyStore());
  const rotate: Ask = { method: 'POST', path: '/api/auth/rotate-key', from: HERE };
  const key = await house.registered('wren');
  const damaged = (at: number) => ({ authorization: `Bearer "${key.slice(0, -3)}${at}"` });
  const guesses = (at: number) => [{ 'x-api-key': `guess-${at}` }, { 'x-api-key': `ah_${at}` }, damaged(at)];
  const guess = (at: number) => house.ask({ ...rotate, headers: guesses(at)[at % 3] ?? {} });
  expect(statuses(await inTurn(100, guess))).toEqual({ 401: 30, 429: 70 });
  expect((await house.ask({ ...rotate, from: PROXY })).status).toBe(401);
  expect((await house.ask({ ...rotate, key })).status).toBe(200);
  house.clock.forward('1m');
  expect((await guess(0)).status).toBe(401);
});

test('a caller with a refused key may ask for a lost reply five times a minute, which headers do not show', async () => {
  const house = await aHouse(await anyStore());
  const headers = { 'idempotency-key': '4f0b9a63-0b9f-4c1e-8e40-2f5d1c7a6c0e' };
  const key = `ah_${'0'.repeat(49)}`;
  const hear = () => house.ask({ method: 'POST', path: '/api/auth/rotate-key', from: HERE, key, headers });
  const told = await inTurn(6, hear);
  expect(statuses(told)).toEqual({ 401: 5, 429: 1 });
  expect(told[0]?.headers['ratelimit']).toBe('"failed_key";r=29;t=60');
  expect(told[5]?.headers['ratelimit']).toBe('"lost_answer";r=0;t=60');
  house.clock.forward('1m');
  expect((await hear()).status).toBe(401);
});

async function inTurn(count: number, ask: (at: number) => Promise<Told>): Promise<Told[]> {
  const told: Told[] = [];
  for (let at = 0; at < count; at += 1) {
    told.push(await ask(at));
  }
  return told;
}

async function exhausted(house: TestHouse, ask: Ask, max: number): Promise<Told> {
  await inTurn(max, () => house.ask(ask));
  return house.ask(ask);
}

function through(forwardedFor: string): Ask {
  return { path: '/api/health', from: PROXY, headers: { 'x-forwarded-for': forwardedFor } };
}

function statuses(told: readonly Told[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of told) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function remaining({ headers }: Told): number {
  return Number(headers['x-ratelimit-remaining']);
}

function quad(at: number): string {
  return `198.51.${at >> 8}.${at & 255}`;
}
