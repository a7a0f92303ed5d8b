import { randomUUID, hash } from 'node:crypto';
import { expect, test, onTestFinished } from 'vitest';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { NextStep } from '../../src/api/fields.ts';
import { encodeApiKey } from '../../src/rules/keys.ts';
import type { Database } from '../../src/db/db.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aHouse, type Ask } from '../support/house.ts';
import { storeWith } from '../support/store-with.ts';
import { readOrKeepSecret } from '../../src/db/settings.ts';

const WORD = '0b6e4f9a-7c31-4d58-9e2f-c84a10d7f637';
const SECRET = { 'idempotency-key': WORD };
const UNLIMITED = { house: { limiter: NO_LIMITS } };

function rotating(key: string | undefined, more: Partial<Ask> = {}): Ask {
  return { method: 'POST', path: '/api/auth/rotate-key', ...(key !== undefined && { key }), ...more };
}

eachDatabase((place) => {
  test('of 64 concurrent rotations one succeeds, and the others answer that the key changed', async () => {
    const { ask, registered } = await aHouse(await place.fresh(), UNLIMITED);
    const key = await registered('wren');
    const told = await Promise.all(Array.from({ length: 64 }, () => ask(rotating(key))));
    const won = told.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(told.every(({ status }) => [200, 401, 409].includes(status))).toBe(true);
    expect((await ask(rotating(String(won[0]?.body['your_token'])))).status).toBe(200);
  });

  test('the slower of two concurrent rotations answers that the key changed', async () => {
    const fast = await aHouse(await place.fresh());
    const { store } = fast.house;
    const [begun, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const transaction: Database['transaction'] = async (work) => {
      begun.resolve();
      await changed.promise;
      return store.transaction(work);
    };
    const { ask } = await aHouse(storeWith(store, { transaction }));
    const key = await fast.registered('wren');
    const slowly = ask(rotating(key));
    // On separate connections the faster rotation could finish before the slower one authenticates.
    await begun.promise;
    expect((await fast.ask(rotating(key))).status).toBe(200);
    changed.resolve();
    const error = 'Your key changed while this request was running';
    expect(await slowly).toMatchObject({ status: 409, body: { error, code: 'key_changed_meanwhile' } });
  });

  test('a failed rotation changes nothing', async () => {
    const { house, registered, ask } = await aHouse(await place.fresh());
    const key = await registered('wren');
    const broken = storeWith(house.store, { transaction: () => Promise.reject(new Error('disk on fire')) });
    const { ask: askBroken, log } = await aHouse(broken);
    const told = await askBroken(rotating(key));
    expect(told).toMatchObject({ status: 500, body: { error: 'Key rotation failed', code: 'unexpected' } });
    expect(told.text).not.toContain('fire');
    expect(log.join('')).toContain('disk on fire');
    expect((await ask(rotating(key))).status).toBe(200);
  });
});

test('a new key replaces the old one at once, five times an hour, counted per agent and not per key', async () => {
  const { ask, registered } = await aHouse(await anyStore());
  let key = await registered('wren');
  for (let time = 0; time < 5; time += 1) {
    const { status, body } = await ask(rotating(key));
    expect(status).toBe(200);
    expect(body).toMatchObject({ agent: { username: 'wren' }, your_token: expect.stringMatching(/^ah_/) });
    expect(await ask(rotating(key))).toMatchObject({ status: 401, body: { error: 'Invalid API key' } });
    key = String(body['your_token']);
  }
  expect(await ask(rotating(key))).toMatchObject({ status: 429, headers: { 'x-ratelimit-limit': '5' } });
});

test('a repeated rotation returns the same key for ten minutes, and the old key opens nothing else', async () => {
  const { ask, clock, registered } = await aHouse(await anyStore());
  const old = await registered('wren');
  const request = rotating(old, { headers: SECRET, from: '192.0.2.17' });
  const { text } = await ask(request);
  clock.forward('9m59s');
  expect((await ask({ ...request, from: '192.0.2.18' })).status).toBe(401);
  const replayed = { status: 200, text, headers: { 'idempotency-replayed': 'true' } };
  expect(await ask(request)).toMatchObject(replayed);
  expect((await ask(rotating(old))).status).toBe(401);
  expect((await ask(rotating(old, { headers: { 'idempotency-key': randomUUID() } }))).status).toBe(401);
  clock.forward('1s');
  expect((await ask(request)).status).toBe(401);
});

test('a guessable Idempotency-Key is refused for a rotation, and the old key stays valid', async () => {
  const { ask, registered } = await aHouse(await anyStore());
  const key = await registered('wren');
  expect(await ask(rotating(key, { headers: { 'idempotency-key': 'r-1' } }))).toMatchObject({
    status: 400,
    body: { code: 'invalid_idempotency_key', suggestion: expect.stringMatching(/128 random bits/) },
  });
  expect((await ask(rotating(key))).status).toBe(200);
});

test('a rotation takes an empty body or an object; the key may be a bearer token in any case, x-api-key or bare', async () => {
  const { ask, registered } = await aHouse(await anyStore(), UNLIMITED);
  let key = await registered('wren');
  for (const body of [[], '"please"', 'null', '{"a":']) {
    const error = 'The body must be empty or a JSON object';
    expect(await ask(rotating(key, { body }))).toMatchObject({ status: 400, body: { error } });
  }
  for (const [body, name, scheme] of [
    [undefined, 'authorization', 'Bearer '],
    [{}, 'authorization', 'bEARER   '],
    [{ why: 'habit' }, 'x-api-key', ''],
    [undefined, 'authorization', ''],
  ] as const) {
    const told = await ask(rotating(undefined, { body, headers: { [name]: scheme + key } }));
    expect(told.status, name + scheme).toBe(200);
    key = String(told.body['your_token']);
  }
});

test('a wrong key is refused for any body; registration is suggested only without a key', async () => {
  const { ask } = await aHouse(await anyStore(), UNLIMITED);
  const unknown = encodeApiKey(new Uint8Array(32));
  for (const [key, code, method] of [
    [undefined, 'missing_key', 'POST'],
    [unknown, 'unknown_key', 'GET'],
    ['sk-123', 'unknown_key', 'GET'],
    [unknown.slice(0, -3), 'damaged_key', 'GET'],
  ] as const) {
    const told = await ask(rotating(key));
    const refused = { status: 401, headers: { 'www-authenticate': 'Bearer' } };
    expect(told).toMatchObject({ ...refused, body: { error: 'Invalid API key', code } });
    const steps = told.body['next_steps'] as readonly NextStep[];
    const registering = steps.filter(({ endpoint }) => endpoint === '/api/auth/register');
    expect(registering.map((each) => each.method)).toContain(method);
    const says = /\bregister\b/.test(String(told.body['suggestion']));
    expect([says, steps.some((each) => each.action === 'register')]).toEqual([!key, !key]);
  }
  for (const body of ['[1]', '{"a":', '{}'])
    for (const headers of [{}, { 'idempotency-key': 'k' }, SECRET])
      expect((await ask(rotating('nope', { body, headers }))).status, body).toBe(401);
});

test('a key in the address is refused under any parameter name, not logged, and to be rotated', async () => {
  const { ask, registered, log } = await aHouse(await anyStore());
  const key = await registered('wren');
  for (const spelled of [key, key.replace('_', '%5F'), key.replace('_', '%5f')])
    for (const [name, given] of [
      ['k', { key }],
      ['api_key', {}],
    ] as const) {
      const told = await ask({ method: 'POST', path: `/api/auth/rotate-key?${name}=${spelled}`, ...given });
      expect(told).toMatchObject({
        status: 401,
        body: { code: 'key_in_address', next_steps: [{ action: 'rotate_key' }, { action: 'look_around' }] },
      });
      expect(log.join('') + told.text).not.toContain(key);
    }
});

test('when the database is unavailable no key is reported as wrong', async () => {
  const { house, registered } = await aHouse(await anyStore());
  const key = await registered('wren');
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const { ask } = await aHouse(storeWith(house.store, { one: () => Promise.reject(away) }));
  const told = await ask(rotating(key));
  expect(told).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5' },
    body: { code: 'house_unreachable', retry_after_seconds: 5 },
  });
  expect(told.body['suggestion']).not.toContain('othing was changed');
  expect(await ask({ path: '/api/health' })).toMatchObject({ status: 503 });
});
const SENT = { headers: SECRET, from: '192.0.2.17' };
const JOIN: Ask = { method: 'POST', path: '/api/auth/register', body: { username: 'wren' }, ...SENT };

eachDatabase((place) => {
  test('log, database files and a backup with a known Idempotency-Key reveal no registered key; the service replays it', async () => {
    const store = await place.apart();
    const secret = await readOrKeepSecret(store, 'replies', 'the very secret of this house');
    const house = await aHouse(store, { house: { secret } });
    const { text, body } = await house.ask(JOIN);
    const { dataDir } = place.addressOf(store);
    const folder = await mkdtemp(join(tmpdir(), 'arkhouse-secrets-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const copy = join(folder, 'copy');
    await store.backup(copy);
    const files = dataDir === '' ? [] : (await readdir(dataDir)).map((name) => join(dataDir, name));
    const key = String(body['your_token']);
    for (const file of [copy, ...files]) expect((await readFile(file)).includes(key), file).toBe(false);
    expect(house.log.join('')).not.toContain(key);
    const thief = await aHouse(await place.restored(copy), { house: { secret: 'another' } });
    expect(await thief.ask(JOIN)).toMatchObject({ status: 409, body: { code: 'username_taken' } });
    expect(await readOrKeepSecret(thief.house.store, 'replies', 'a new one')).toBe('a new one');
    expect((await readFile(copy)).includes(secret)).toBe(false);
    const hashes = { text: 'select key_hash from idempotent_replies', columns: ['key_hash'] };
    expect(JSON.stringify(await store.all(hashes, []))).not.toContain(hash('sha256', WORD));
    expect(await house.ask(JOIN)).toMatchObject({ text, headers: { 'idempotency-replayed': 'true' } });
  });

  test.each([
    ['rotated key', '/api/auth/rotate-key', 401],
    ['calendar token', '/api/house/calendar', 409],
  ])('a backup plus a known Idempotency-Key reveals no %s', async (_, path, status) => {
    const store = await place.fresh();
    const house = await aHouse(store);
    const request: Ask = { method: 'POST', path, key: await house.registered('wren'), ...SENT };
    const { text } = await house.ask(request);
    const thief = await aHouse(await place.again(store), { house: { secret: 'another' } });
    expect((await thief.ask(request)).status).toBe(status);
    expect(await house.ask(request)).toMatchObject({ text, headers: { 'idempotency-replayed': 'true' } });
  });

  test('concurrent first starts agree on one secret', async () => {
    const store = await place.fresh();
    const told = await Promise.all(['a', 'b', 'c'].map((fresh) => readOrKeepSecret(store, 'replies', fresh)));
    expect(new Set(told).size).toBe(1);
    await store.close();
  });
});
