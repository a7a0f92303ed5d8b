import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { sandboxClock } from '../../src/outside/clock.ts';
import { readSetting } from '../../src/db/settings.ts';
import { eachDatabase } from '../support/databases.ts';
import { NOON } from '../support/hand-clock.ts';
import { aHouse, type Ask } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { storeWith } from '../support/store-with.ts';

const HERE = '127.0.0.1';
const CLOCK = '/api/sandbox/clock';

function turning(body: unknown, more: Partial<Ask> = {}): Ask {
  return { method: 'POST', path: CLOCK, body, ...more, headers: { ...SANDBOX_HEADERS, ...more.headers } };
}

eachDatabase((place) => {
  async function aSandbox() {
    const sandbox = sandboxClock({ wall: NOON, shown: NOON, scale: 1 }, () => NOON);
    return aHouse(await place.fresh(), { house: { clock: sandbox, sandbox } });
  }

  test('the clock is read, and advanced by hours or to a time', async () => {
    const { ask } = await aSandbox();
    expect(await ask({ path: CLOCK, headers: SANDBOX_HEADERS })).toMatchObject({
      body: { now: '2026-01-15T12:00:00.000Z', scale: 1 },
    });
    expect((await ask(turning({ advance_hours: 6 }))).body).toMatchObject({
      now: '2026-01-15T18:00:00.000Z',
    });
    expect((await ask(turning({ to: '2026-02-01T00:00:00Z' }))).body).toMatchObject({
      now: '2026-02-01T00:00:00.000Z',
    });
    expect((await ask({ path: '/api/health' })).body).toMatchObject({ time: '2026-02-01T00:00:00.000Z' });
  });

  test('the clock is restored after a restart', async () => {
    const { ask, house } = await aSandbox();
    await ask(turning({ advance_hours: 1.5 }));
    expect(JSON.parse((await readSetting(house.store, 'sandbox_clock')) ?? '')).toEqual({
      wall: NOON,
      shown: NOON + 1.5 * HOUR,
      scale: 1,
    });
  });

  test('the clock never goes backwards', async () => {
    const { ask } = await aSandbox();
    expect(await ask(turning({ to: '2020-01-01T00:00:00Z' }))).toMatchObject({
      status: 400,
      body: { code: 'clock_runs_forward' },
    });
  });

  test.each([
    {},
    { advance_hours: 0 },
    { advance_hours: -1 },
    { advance_hours: 1e9 },
    { advance_hours: 1, to: '2030-01-01T00:00:00Z' },
    { to: 'noon' },
  ])('%j does not change the clock', async (body) => {
    const { ask } = await aSandbox();
    expect(await ask(turning(body))).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test('limits use the sandbox clock', async () => {
    const { ask } = await aSandbox();
    const register = (username: string) =>
      ask({ method: 'POST', path: '/api/auth/register', body: { username }, from: HERE });
    for (const username of ['one', 'two', 'three']) await register(username);
    expect((await register('four')).status).toBe(429);
    await ask(turning({ advance_hours: 1 }));
    expect((await register('four')).status).toBe(201);
  });

  test('every answer says that it comes from a sandbox', async () => {
    const { ask } = await aSandbox();
    for (const path of ['/api', '/api/nowhere', '/api/docs']) {
      expect((await ask({ path })).headers['x-arkhouse-sandbox']).toBe('true');
    }
  });

  test('without the token the route does not exist, also through a local proxy that adds no header', async () => {
    const { app, house } = await aSandbox();
    // As nginx with proxy_http_version 1.1 sends it: from loopback, with the Host of its upstream.
    const upstream = await app.listen({ port: 0, host: '127.0.0.1' });
    const turn = { method: 'POST', body: '{"advance_hours":1}' };
    expect((await fetch(upstream + CLOCK, turn)).status).toBe(404);
    expect((await fetch(upstream + CLOCK)).status).toBe(404);
    for (const token of ['', SANDBOX_TOKEN.slice(1), `${SANDBOX_TOKEN}x`])
      expect((await fetch(upstream + CLOCK, { headers: { 'x-sandbox-token': token } })).status).toBe(404);
    expect(house.clock.now()).toBe(NOON);
  });

  test('with the token the clock can be changed from any address', async () => {
    const { ask } = await aSandbox();
    const headers = { ...SANDBOX_HEADERS, 'x-forwarded-for': '192.0.2.1', host: 'pets.example.org' };
    expect((await ask(turning({ advance_hours: 1 }, { headers, from: '192.0.2.7' }))).status).toBe(200);
  });

  test('a repeated change with the same Idempotency-Key is made once', async () => {
    const { ask } = await aSandbox();
    const request = turning({ advance_hours: 1 }, { headers: { 'idempotency-key': 'k' } });
    const first = await ask(request);
    expect(await ask(request)).toMatchObject({
      text: first.text,
      headers: { 'idempotency-replayed': 'true' },
    });
    expect((await ask({ path: CLOCK, headers: SANDBOX_HEADERS })).body).toMatchObject({
      now: '2026-01-15T13:00:00.000Z',
    });
  });

  test('a change that cannot be stored is not made', async () => {
    const { house } = await aSandbox();
    const full = storeWith(house.store, { transaction: () => Promise.reject(new Error('disk full')) });
    const { ask } = await aHouse(full, { house: { clock: house.clock, sandbox: house.sandbox } });
    expect((await ask(turning({ advance_hours: 1 }))).status).toBe(500);
    expect(house.clock.now()).toBe(NOON);
  });

  test('the index and the OpenAPI document list the clock routes', async () => {
    const { ask } = await aSandbox();
    for (const path of ['/api', '/openapi.json'])
      expect((await ask({ path })).text).toContain('/api/sandbox/clock');
  });

  test('without a sandbox the clock routes do not exist', async () => {
    const { ask } = await aHouse(await place.fresh());
    expect((await ask({ path: CLOCK, headers: SANDBOX_HEADERS })).status).toBe(404);
    expect((await ask(turning({ advance_hours: 1 }))).status).toBe(404);
    expect((await ask({ path: '/api', from: HERE })).headers['x-arkhouse-sandbox']).toBeUndefined();
  });
});
