import { expect, test } from 'vitest';

import { HOUR } from '../../src/core/engine/clock.ts';
import type { HouseParts } from '../../src/house/house.ts';
import { sandboxClock } from '../../src/outside/engine/clock.ts';
import { readSetting } from '../../src/store/engine/settings.ts';
import { eachDatabase } from '../support/databases.ts';
import { NOON } from '../support/hand-clock.ts';
import { aHouse, type Ask } from '../support/house.ts';
import { storeWith } from '../support/store-with.ts';

const HERE = '127.0.0.1';
const CLOCK = '/api/sandbox/clock';

function turning(body: unknown, more: Partial<Ask> = {}): Ask {
  return { method: 'POST', path: CLOCK, body, from: HERE, ...more };
}

eachDatabase((place) => {
  async function aSandbox(rules: Partial<Pick<HouseParts, 'baseUrl' | 'sandboxToken'>> = {}) {
    const sandbox = sandboxClock({ wall: NOON, shown: NOON, scale: 1 }, () => NOON);
    return aHouse(await place.fresh(), { house: { clock: sandbox, sandbox, ...rules } });
  }

  test('its clock is read, and turned forward by hours or to a moment', async () => {
    const { ask } = await aSandbox();
    expect(await ask({ path: CLOCK, from: HERE })).toMatchObject({
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

  test('where it stands is kept for the next start', async () => {
    const { ask, house } = await aSandbox();
    await ask(turning({ advance_hours: 1.5 }));
    expect(JSON.parse((await readSetting(house.store, 'sandbox_clock')) ?? '')).toEqual({
      wall: NOON,
      shown: NOON + 1.5 * HOUR,
      scale: 1,
    });
  });

  test('it never runs backwards', async () => {
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
  ])('%j turns nothing', async (body) => {
    const { ask } = await aSandbox();
    expect(await ask(turning(body))).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test('limits follow the same clock', async () => {
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

  test('nobody but this machine can touch it', async () => {
    const { ask } = await aSandbox();
    expect((await ask(turning({ advance_hours: 1 }, { from: '192.0.2.1' }))).status).toBe(404);
    expect(
      (await ask(turning({ advance_hours: 1 }, { headers: { 'x-forwarded-for': '192.0.2.1' } }))).status,
    ).toBe(404);
    expect((await ask({ path: CLOCK, from: '192.0.2.1' })).status).toBe(404);
  });

  test.each([
    ['a page from elsewhere', { origin: 'https://evil.example' }],
    ['another name for this machine', { host: 'rebind.evil.example' }],
  ])('%s cannot touch it, even in a browser on this machine', async (_, headers) => {
    const { ask } = await aSandbox();
    expect((await ask(turning({ advance_hours: 1 }, { headers }))).status).toBe(404);
  });

  test('a house that is known by another address has a proxy: nobody is taken to be on this machine', async () => {
    const { ask } = await aSandbox({ baseUrl: new URL('https://pets.example.org') });
    expect((await ask(turning({ advance_hours: 1 }))).status).toBe(404);
    expect((await ask({ path: CLOCK, from: HERE })).status).toBe(404);
  });

  test('with a token set, only those who send it can touch it, wherever they are', async () => {
    const sandboxToken = 'the-token-of-this-sandbox-0123456789';
    const { ask } = await aSandbox({ sandboxToken, baseUrl: new URL('https://pets.example.org') });
    const turn = (more: Partial<Ask>) => ask(turning({ advance_hours: 1 }, more));
    expect((await turn({})).status).toBe(404);
    expect((await turn({ headers: { 'x-sandbox-token': sandboxToken.slice(1) } })).status).toBe(404);
    const headers = {
      'x-sandbox-token': sandboxToken,
      'x-forwarded-for': '192.0.2.1',
      host: 'pets.example.org',
    };
    expect((await turn({ headers, from: '192.0.2.7' })).status).toBe(200);
  });

  test('a page of its own may', async () => {
    const { ask } = await aSandbox();
    const headers = { origin: 'http://localhost:3000', host: 'localhost:3000' };
    expect((await ask(turning({ advance_hours: 1 }, { headers }))).status).toBe(200);
  });

  test('a turn that is repeated under the same name is made once', async () => {
    const { ask } = await aSandbox();
    const request = turning({ advance_hours: 1 }, { headers: { 'idempotency-key': 'k' } });
    const first = await ask(request);
    expect(await ask(request)).toMatchObject({
      text: first.text,
      headers: { 'idempotency-replayed': 'true' },
    });
    expect((await ask({ path: CLOCK, from: HERE })).body).toMatchObject({ now: '2026-01-15T13:00:00.000Z' });
  });

  test('a turn that cannot be kept is not made', async () => {
    const { house } = await aSandbox();
    const full = storeWith(house.store, { transaction: () => Promise.reject(new Error('disk full')) });
    const { ask } = await aHouse(full, { house: { clock: house.clock, sandbox: house.sandbox } });
    expect((await ask(turning({ advance_hours: 1 }))).status).toBe(500);
    expect(house.clock.now()).toBe(NOON);
  });

  test('the index and the document tell of it', async () => {
    const { ask } = await aSandbox();
    for (const path of ['/api', '/openapi.json'])
      expect((await ask({ path })).text).toContain('/api/sandbox/clock');
  });

  test('a house on the real clock has no such routes', async () => {
    const { ask } = await aHouse(await place.fresh());
    expect((await ask({ path: CLOCK, from: HERE })).status).toBe(404);
    expect((await ask(turning({ advance_hours: 1 }))).status).toBe(404);
    expect((await ask({ path: '/api', from: HERE })).headers['x-arkhouse-sandbox']).toBeUndefined();
  });
});
