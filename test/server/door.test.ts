import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { ADMIN_KEY } from '../moderation/desk.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { storeWith } from '../support/store-with.ts';
import { anyStore } from '../support/stores/any-store.ts';

test.each([
  ['POST', '/api/docs', '/docs'],
  ['DELETE', '/api/house/release/', '/api/house/release'],
  ['PATCH', '/api/auth/me/', '/api/auth/me'],
])('%s %s redirects to %s, and the body has the step that follows', async (method, path, location) => {
  const { ask } = await aHouse(await anyStore());
  const { status, headers, body } = await ask({ method, path, body: {} });
  expect([status, headers['location']]).toEqual([308, location]);
  expect(body['next_steps']).toMatchObject([{ action: 'follow_redirect', endpoint: location }]);
});

test('the indexes list exactly the open operations, with their limits, and the care actions', async () => {
  const { as, ask } = await aHouse(await anyStore());
  const { routes } = await as().getApiIndex();
  expect(routes).toContainEqual({
    operation_id: 'register_agent',
    method: 'POST',
    path: '/api/auth/register',
    auth: 'none',
    summary: expect.any(String),
    limit: { max: 3, window_seconds: 3600, per: 'ip' },
  });
  for (const { method, path: template } of routes) {
    const path = template.replace('{slug}', CATALOG[0]?.slug ?? '');
    expect((await ask({ method, path, body: {} })).status, `${method} ${path}`).not.toBe(404);
  }
  expect((await as().getHouseIndex()).care_actions).toContain('reflect');
  for (const [method, path, allow] of [
    ['POST', '/pictures/somebody/avatar.svg', 'GET, HEAD'],
    ['HEAD', '/live', 'GET'],
    ['GET', '/api/webhooks/payments', 'POST'],
  ] as const)
    expect(await ask({ method, path }), path).toMatchObject({ status: 405, headers: { allow } });
  const preflight = await ask({ method: 'OPTIONS', path: '/api/auth/me' });
  expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': '*' } });
  expect(preflight.headers['access-control-allow-methods']).toContain('PATCH');
});

eachDatabase((place) => {
  test('with its database the service is healthy, live and ready', async () => {
    const { ask } = await aHouse(await place.fresh());
    expect(await ask({ path: '/livez' })).toMatchObject({ status: 200, body: { status: 'alive' } });
    expect(await ask({ path: '/readyz' })).toMatchObject({ status: 200, body: { status: 'ready' } });
    const { status, body } = await ask({ path: '/api/health' });
    expect([status, body['status'], body['database']]).toEqual([200, 'ok', 'ok']);
    for (const endpoint of ['/api', '/api/stats'])
      expect(body['next_steps']).toContainEqual(expect.objectContaining({ method: 'GET', endpoint }));
  });

  test('without its database the service is live, not healthy or ready, and counts no requests', async () => {
    const store = await place.fresh();
    const { ask } = await aHouse(store);
    await store.close();
    expect((await ask({ path: '/livez' })).status).toBe(200);
    expect((await ask({ path: '/readyz' })).status).toBe(503);
    expect((await ask({ path: '/api', key: `ah_${'0'.repeat(49)}` })).status).toBe(200);
    const unhealthy = { status: 503, body: { code: 'house_unreachable' } };
    expect(await ask({ path: '/api/health' })).toMatchObject(unhealthy);
    const register = { method: 'POST', path: '/api/auth/register', from: '203.0.113.7' } as const;
    for (let nth = 0; nth < 5; nth += 1) {
      const { status, headers } = await ask({ ...register, body: { username: `wren-${nth}` } });
      expect([status, headers['x-ratelimit-remaining']]).toEqual([503, String(RATE_LIMITS.register.max)]);
    }
  });
});

const fails = () => Promise.reject(new Error('nothing is kept here'));
const aHouseWithout = async (...methods: readonly ('one' | 'all' | 'transaction')[]) =>
  aHouse(storeWith(await anyStore(), Object.fromEntries(methods.map((method) => [method, fails]))));

test.each([
  ['6f3d0c52-b1e9-4a7d-8c05-f2e6a9134bd7', true],
  ['edge.1_trace-42', true],
  ['short', false],
  ['x'.repeat(65), false],
  ['two words', false],
  ['"},{"level":60', false],
  ['forged%0aline', false],
  ['né-12345678', false],
  ['ah_0123456789abcdef', false],
])('X-Request-Id %j is used: %s, in the answer and in the log', async (given, taken) => {
  const { ask, log } = await aHouseWithout('transaction');
  const request = { method: 'POST', path: '/api/auth/register', body: { username: 'wren' } } as const;
  const told = await ask({ ...request, headers: { 'x-request-id': given } });
  expect([told.headers['x-request-id'] === given, told.body['request_id'] === given]).toEqual([taken, taken]);
  const lines = log.map((line) => JSON.parse(line) as { request?: string });
  expect(lines.some((line) => line.request === given)).toBe(taken);
});

test('the cause of a failure is in the log, and not in the answer', async () => {
  const { ask, log } = await aHouseWithout('transaction');
  const told = await ask({ method: 'POST', path: '/api/auth/register', body: { username: 'wren' } });
  expect(told).toMatchObject({ status: 500, body: { error: 'Registration failed', code: 'unexpected' } });
  expect(told.text).not.toContain('nothing is kept');
  expect(told.headers).toMatchObject({ 'x-ratelimit-limit': '3' });
  expect(log.join('')).toContain('nothing is kept here');
  expect(log.join('')).toContain(String(told.body['request_id']));
});

test('every answer of GET /api/house/hall has its Cache-Control; a temporary refusal is not cacheable', async () => {
  const { ask } = await aHouseWithout('one', 'all');
  const path = '/api/house/hall';
  const cache = { 'cache-control': 'public, s-maxage=60, stale-while-revalidate=30' };
  const unknown = await ask({ path: `${path}?category=x` });
  expect(unknown).toMatchObject({ status: 400, headers: cache });
  expect(unknown.headers).not.toHaveProperty('vary');
  expect(await ask({ path })).toMatchObject({ status: 500, headers: { ...cache, vary: '*' } });
  for (let n = 0; n < 20; n += 1) await ask({ path, from: '10.9.9.9' });
  const limited = await ask({ path, from: '10.9.9.9' });
  expect(limited).toMatchObject({ status: 429, headers: { ...cache, vary: '*' } });
});

test('without an admin key of the operator no key opens operator routes', async () => {
  const { ask } = await aHouse(await anyStore());
  for (const key of [undefined, 'undefined', ADMIN_KEY])
    expect(await ask({ path: '/api/admin/analytics', ...(key !== undefined && { key }) })).toMatchObject({
      status: 401,
      body: { code: 'unknown_admin_key' },
    });
});

test('over https, HSTS is sent; an invalid Idempotency-Key on a GET is ignored', async () => {
  const { ask } = await aHouse(await anyStore(), { baseUrl: new URL('https://pets.example.org') });
  const told = await ask({ path: '/api', headers: { 'idempotency-key': 'a b' } });
  expect(told).toMatchObject({ status: 200, headers: { 'strict-transport-security': 'max-age=31536000' } });
});
