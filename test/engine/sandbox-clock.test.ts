import { expect, test } from 'vitest';

import { readSetting } from '../../packages/database/settings.ts';
import { HOUR } from '../../src/rules/base/clock.ts';
import { sandboxClock } from '../../src/outside/clock.ts';
import { NOON } from '../support/hand-clock.ts';
import { aHouse, type Ask } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { storeWith } from '../support/store-with.ts';
import { anyStore } from '../support/stores/any-store.ts';

const CLOCK = '/api/sandbox/clock';

function turning(body: unknown, more: Partial<Ask> = {}): Ask {
  return { method: 'POST', path: CLOCK, body, ...more, headers: { ...SANDBOX_HEADERS, ...more.headers } };
}

async function aSandbox() {
  const sandbox = sandboxClock({ wall: NOON, shown: NOON, scale: 1 }, () => NOON);
  const house = await aHouse(await anyStore(), { house: { clock: sandbox, sandbox } });
  const now = async () => (await house.ask({ path: CLOCK, headers: SANDBOX_HEADERS })).body['now'];
  return { ...house, now };
}

test('the clock is read, advanced by hours or to a time, and restored after a restart', async () => {
  const { ask, house, now } = await aSandbox();
  expect(await now()).toBe('2026-01-15T12:00:00.000Z');
  expect((await ask(turning({ advance_hours: 1.5 }))).body).toMatchObject({
    now: '2026-01-15T13:30:00.000Z',
    scale: 1,
  });
  const stored = { wall: NOON, shown: NOON + 1.5 * HOUR, scale: 1 };
  expect(JSON.parse((await readSetting(house.store, 'sandbox_clock')) ?? '')).toEqual(stored);
  const february = '2026-02-01T00:00:00.000Z';
  expect((await ask(turning({ to: '2026-02-01T00:00:00Z' }))).body).toMatchObject({ now: february });
  expect((await ask({ path: '/api/health' })).body).toMatchObject({ time: february });
  // With the token it can be changed from any address.
  const headers = { ...SANDBOX_HEADERS, 'x-forwarded-for': '192.0.2.1', host: 'pets.example.org' };
  expect((await ask(turning({ advance_hours: 1 }, { headers, from: '192.0.2.7' }))).status).toBe(200);
});

test('a change that is invalid, into the past or cannot be stored is not made', async () => {
  const { ask, now, house } = await aSandbox();
  for (const [body, code] of [
    [{}, 'invalid_request'],
    [{ advance_hours: 1, to: '2030-01-01T00:00:00Z' }, 'invalid_request'],
    [{ to: '2020-01-01T00:00:00Z' }, 'clock_runs_forward'],
  ] as const)
    expect(await ask(turning(body)), JSON.stringify(body)).toMatchObject({ status: 400, body: { code } });
  const full = storeWith(house.store, { transaction: () => Promise.reject(new Error('disk full')) });
  const failing = await aHouse(full, { house: { clock: house.clock, sandbox: house.sandbox } });
  expect((await failing.ask(turning({ advance_hours: 1 }))).status).toBe(500);
  expect(await now()).toBe('2026-01-15T12:00:00.000Z');
});

test('limits use the sandbox clock, and every answer says that it comes from a sandbox', async () => {
  const { ask } = await aSandbox();
  const register = (username: string) =>
    ask({ method: 'POST', path: '/api/auth/register', body: { username }, from: '127.0.0.1' });
  for (const username of ['one', 'two', 'three']) await register(username);
  expect((await register('four')).status).toBe(429);
  await ask(turning({ advance_hours: 1 }));
  expect((await register('four')).status).toBe(201);
  for (const path of ['/api', '/api/nowhere', '/api/docs'])
    expect((await ask({ path })).headers['x-arkhouse-sandbox']).toBe('true');
  for (const path of ['/api', '/openapi.json']) expect((await ask({ path })).text).toContain(CLOCK);
});

test('without the token the route does not exist, also through a local proxy that adds no header', async () => {
  const { app, house } = await aSandbox();
  // As nginx with proxy_http_version 1.1 sends it: from loopback, with the Host of its upstream.
  const upstream = await app.listen({ port: 0, host: '127.0.0.1' });
  expect((await fetch(upstream + CLOCK, { method: 'POST', body: '{"advance_hours":1}' })).status).toBe(404);
  for (const token of ['', SANDBOX_TOKEN.slice(1), `${SANDBOX_TOKEN}x`])
    expect((await fetch(upstream + CLOCK, { headers: { 'x-sandbox-token': token } })).status).toBe(404);
  expect(house.clock.now()).toBe(NOON);
  const { ask } = await aHouse(await anyStore());
  expect((await ask({ path: CLOCK, headers: SANDBOX_HEADERS })).status).toBe(404);
  expect((await ask(turning({ advance_hours: 1 }))).status).toBe(404);
  expect((await ask({ path: '/api' })).headers['x-arkhouse-sandbox']).toBeUndefined();
});
