import { expect, test } from 'vitest';

import type { NextStep } from '../../src/api/fields.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aHouse, type Ask, type Told } from '../support/house.ts';
import { storeWith } from '../support/store-with.ts';

const stepsOf = ({ body }: Told) => (body['next_steps'] ?? []) as NextStep[];
const actionsOf = (told: Told) => stepsOf(told).map(({ action }) => action);

const HOUSE = '/api/house';
const PUBLIC_PATHS = ['/api', HOUSE, '/api/stats', '/api/health', '/api/auth/register'].concat(
  ['hall', 'species', 'species/owl', 'graveyard'].map((path) => `${HOUSE}/${path}`),
);

const REFUSED: readonly Ask[] = [
  { path: '/api/nowhere' },
  { path: '/api/auth/registre' },
  { path: '/api/house/care' },
  { method: 'DELETE', path: '/api/auth/register' },
  { method: 'PUT', path: '/api/auth/register', body: { username: 'wren' } },
  { method: 'POST', path: '/signup' },
  { method: 'POST', path: '/login' },
  { method: 'POST', path: '/api/house/stats' },
  { path: '/api/house/hall?category=tallest' },
  { path: '/api/house/species/nobody' },
  { path: '/api/house/status?creature_id=me' },
  { path: '/api/house/status' },
  { method: 'POST', path: '/api/house/adopt', body: {} },
  { method: 'POST', path: '/api/house/care', body: '{' },
  { method: 'POST', path: '/api/auth/register', body: { username: '!' } },
  { method: 'POST', path: '/api/auth/register', body: { username: 'wren' } },
];

test('without a valid key the first step is registration; with a key it leads to the caller’s own creatures', async () => {
  const { ask, registered } = await aHouse(await anyStore());
  const key = await registered('wren');
  for (const path of ['/api', '/api/house']) {
    for (const invalid of [undefined, 'ah_nonsense', 'sk-123']) {
      const told = await ask({ path, ...(invalid !== undefined && { key: invalid }) });
      expect([told.status, actionsOf(told)[0]], path).toEqual([200, 'register']);
    }
    expect(actionsOf(await ask({ path, key }))[0], path).toBe('adopt');
  }
  await ask({ method: 'POST', path: '/api/house/adopt', key, body: { name: 'Bo' } });
  expect(actionsOf(await ask({ path: '/api', key }))[0]).toBe('check_status');
});

test('no public route and no refusal suggests registration to a caller with a key', async () => {
  const { ask, registered } = await aHouse(await anyStore(), { house: { limiter: NO_LIMITS } });
  const key = await registered('wren');
  for (const path of PUBLIC_PATHS) {
    const told = await ask({ path, key });
    expect(told.status, path).toBe(200);
    expect(actionsOf(told).length, path).toBeGreaterThan(0);
    expect(JSON.stringify(stepsOf(told)), path).not.toMatch(/regist/i);
  }
  for (const request of REFUSED) {
    const told = await ask({ ...request, key });
    const what = `${request.method ?? 'GET'} ${request.path}`;
    expect(told.status, what).toBeGreaterThanOrEqual(400);
    expect(actionsOf(told), what).not.toContain('register');
    const posted = stepsOf(told).filter(({ method }) => method === 'POST');
    expect(posted.map(({ endpoint }) => endpoint)).not.toContain('/api/auth/register');
  }
  for (const path of ['/api', '/']) {
    const headers = { accept: 'application/json' };
    const told = await ask({ path, headers, key });
    expect(told).toMatchObject({ status: 200, body: { name: 'Arkhouse' } });
    expect(told.text).not.toMatch(/regist/i);
    expect((await ask({ path, headers })).text).toMatch(/regist/i);
  }
});

test('a wrong method or path of registration points a caller with a key to its profile instead', async () => {
  const { ask, registered } = await aHouse(await anyStore());
  const key = await registered('wren');
  for (const wrong of [
    { method: 'DELETE', path: '/api/auth/register' },
    { method: 'PUT', path: '/api/auth/register' },
    { method: 'POST', path: '/api/signup' },
  ] as const) {
    const told = await ask({ ...wrong, key });
    expect(told.text).not.toMatch(/regist/i);
    expect(actionsOf(told)).toEqual(['who_am_i', 'look_around']);
    expect(told.body['did_you_mean']).toBe('GET /api/auth/me');
    expect((await ask(wrong)).body['did_you_mean']).toBe('POST /api/auth/register');
  }
});

test('a refusal suggests steps with the caller’s own creatures', async () => {
  const { ask, registered } = await aHouse(await anyStore());
  const key = await registered('wren');
  const egg = await ask({ method: 'POST', path: '/api/house/adopt', key, body: { name: 'Bo' } });
  const { id } = egg.body['creature'] as { id: string };
  const endpoint = `/api/house/status?creature_id=${id}`;
  const caring = (body: object) => ask({ method: 'POST', path: '/api/house/care', key, body });
  expect(stepsOf(await caring({ action: 'dance' }))).toMatchObject([{ method: 'GET', endpoint }]);
  expect(stepsOf(await caring({ action: 'feed', creature_id: 'Nobody' }))).toMatchObject([
    { method: 'POST', endpoint: '/api/house/care', body: { action: 'feed' } },
    { method: 'GET', endpoint },
  ]);
  const taken = { username: 'WREN', bio: 'My own words.' };
  const [step] = stepsOf(await ask({ method: 'POST', path: '/api/auth/register', body: taken }));
  expect(step?.body).toEqual({ username: expect.stringMatching(/^wren-/), bio: taken.bio });
  expect((await ask({ method: 'POST', path: '/api/auth/register', body: step?.body })).status).toBe(201);
});

test('answers for one agent are not cacheable, and cacheable answers are the same for all', async () => {
  const { ask, registered } = await aHouse(await anyStore());
  const key = await registered('wren');
  expect((await ask({ path: '/api', key })).headers['cache-control']).toBe('private, no-store');
  for (const path of ['/api/house/hall', '/api/house/species']) {
    const [stranger, agent] = [await ask({ path }), await ask({ path, key })];
    expect(agent.text).toBe(stranger.text);
    expect(agent.headers['cache-control']).toBe(stranger.headers['cache-control']);
  }
});

test('a request without a key does not query the database for the caller', async () => {
  const { house } = await aHouse(await anyStore());
  const closed = storeWith(house.store, { one: () => Promise.reject(new Error('asked')) });
  const { ask } = await aHouse(closed);
  expect((await ask({ path: '/api' })).status).toBe(200);
});

// src/server/misplaced-key.test.ts has all places and wrappings.
const WRONG_PLACES: readonly [(key: string) => Record<string, string>, RegExp][] = [
  [(key) => ({ 'x-my-pet-key': key }), /x-my-pet-key/],
  [(key) => ({ authorization: `Token ${key}` }), /Authorization: Token/],
  [(key) => ({ cookie: `theme=dark; api_key=${key}` }), /cookie/],
];

test('a misplaced key gets the correct spelling or place in the refusal, and is neither returned nor logged', async () => {
  const { ask, registered, log } = await aHouse(await anyStore(), { house: { limiter: NO_LIMITS } });
  const key = await registered('wren');
  const refused = { status: 401, body: { error: 'Invalid API key', code: 'misplaced_key' } };
  for (const wrapped of [{ authorization: `Bearer "${key}"` }, { 'x-api-key': `Bearer ${key}` }])
    for (const path of ['/api/house/credits', '/api/house/graveyard']) {
      const told = await ask({ path, headers: wrapped });
      expect(told).toMatchObject(refused);
      expect(told.body['suggestion']).toMatch(/something around it.*"Authorization: Bearer ah_…"/);
      expect(actionsOf(told)).toEqual(['try_again', 'look_around']);
      expect(told.text + log.join('')).not.toContain(key);
    }
  for (const [headers, where] of WRONG_PLACES) {
    const told = await ask({ path: '/api/house/credits', headers: headers(key) });
    expect(told).toMatchObject(refused);
    expect(told.body['suggestion']).toMatch(where);
    expect(told.body['suggestion']).toContain('Authorization: Bearer <your key>');
    expect(actionsOf(told)).not.toContain('register');
    expect(told.text + log.join('')).not.toContain(key);
    const again = await ask({ path: stepsOf(told)[0]?.endpoint ?? '', key });
    expect(again).toMatchObject({ status: 200, body: { credits: 0 } });
  }
  const told = await ask({ path: '/api/house/history?limit=5&x=1', headers: { 'api-key': key } });
  expect(stepsOf(told)[0]).toMatchObject({ method: 'GET', endpoint: '/api/house/history?limit=5' });
});
