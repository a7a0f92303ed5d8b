import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import type { NextStep } from '../../src/api/fields.ts';
import { encodeApiKey } from '../../src/rules/keys.ts';
import type { Database } from '../../src/db/db.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type Ask } from '../support/house.ts';
import { storeWith } from '../support/store-with.ts';

const SECRET = { 'idempotency-key': '0b6e4f9a-7c31-4d58-9e2f-c84a10d7f637' };

function rotating(key: string | undefined, more: Partial<Ask> = {}): Ask {
  return { method: 'POST', path: '/api/auth/rotate-key', ...(key !== undefined && { key }), ...more };
}

eachDatabase((place) => {
  test('a new key replaces the old one at once', async () => {
    const { ask, registered } = await aHouse(await place.fresh());
    const old = await registered('wren');
    const { status, body } = await ask(rotating(old));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      agent: { username: 'wren' },
      your_token: expect.stringMatching(/^ah_/),
      message: expect.any(String),
      important: expect.any(String),
    });
    expect(await ask(rotating(old))).toMatchObject({ status: 401, body: { error: 'Invalid API key' } });
    expect((await ask(rotating(String(body['your_token'])))).status).toBe(200);
  });

  test('of 64 concurrent rotations one succeeds, and the others are told that the key changed', async () => {
    const { house, ask, registered } = await aHouse(await place.fresh());
    const key = await registered('wren');
    const unlimited = {
      ...house.limiter,
      take: () => ({ allowed: true, max: 99, remaining: 9, startedAt: 0, resetsAt: 0 }),
    };
    const { ask: askFreely } = await aHouse(house.store, { house: { limiter: unlimited } });
    const told = await Promise.all(Array.from({ length: 64 }, () => askFreely(rotating(key))));
    const won = told.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(told.every(({ status }) => [200, 401, 409].includes(status))).toBe(true);
    expect((await ask(rotating(String(won[0]?.body['your_token'])))).status).toBe(200);
  });

  test('the slower of two concurrent rotations is told that the key changed', async () => {
    const { house, registered } = await aHouse(await place.fresh());
    const key = await registered('wren');
    const { slow, faster } = await aRace(house.store, key);
    expect(faster.status).toBe(200);
    expect(slow).toMatchObject({
      status: 409,
      body: { error: 'Your key changed while this request was running', code: 'key_changed_meanwhile' },
    });
  });

  test('a repeated rotation returns the same key for ten minutes, and the old key opens nothing else', async () => {
    const { ask, clock, registered } = await aHouse(await place.fresh());
    const old = await registered('wren');
    const request = rotating(old, { headers: SECRET, from: '192.0.2.17' });
    const first = await ask(request);
    clock.forward('9m59s');
    expect((await ask({ ...request, from: '192.0.2.18' })).status).toBe(401);
    expect(await ask(request)).toMatchObject({
      status: 200,
      text: first.text,
      headers: { 'idempotency-replayed': 'true' },
    });
    expect((await ask(rotating(old))).status).toBe(401);
    expect((await ask(rotating(old, { headers: { 'idempotency-key': randomUUID() } }))).status).toBe(401);
    clock.forward('1s');
    expect((await ask(request)).status).toBe(401);
  });

  test('a guessable Idempotency-Key is refused for a rotation, and the old key stays valid', async () => {
    const { ask, registered } = await aHouse(await place.fresh());
    const key = await registered('wren');
    const guessable = { headers: { 'idempotency-key': 'r-1' } };
    expect(await ask(rotating(key, guessable))).toMatchObject({
      status: 400,
      body: { code: 'invalid_idempotency_key', suggestion: expect.stringMatching(/128 random bits/) },
    });
    expect((await ask(rotating(key))).status).toBe(200);
  });

  test('a failed rotation changes nothing', async () => {
    const { house, registered } = await aHouse(await place.fresh());
    const key = await registered('wren');
    const broken = storeWith(house.store, { transaction: () => Promise.reject(new Error('disk on fire')) });
    const { ask: askBroken, log } = await aHouse(broken);
    const told = await askBroken(rotating(key));
    expect(told).toMatchObject({ status: 500, body: { error: 'Key rotation failed', code: 'unexpected' } });
    expect(told.text).not.toContain('fire');
    expect(log.join('')).toContain('disk on fire');
    const { ask } = await aHouse(house.store);
    expect((await ask(rotating(key))).status).toBe(200);
  });

  test.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['any object', { why: 'habit' }],
  ])('the body of a rotation may be %s', async (_, body) => {
    const { ask, registered } = await aHouse(await place.fresh());
    expect((await ask(rotating(await registered('wren'), { body }))).status).toBe(200);
  });

  test.each([
    ['a list', []],
    ['text', '"please"'],
    ['null', 'null'],
    ['no JSON', '{"a":'],
  ])('the body of a rotation may not be %s', async (_, body) => {
    const { ask, registered } = await aHouse(await place.fresh());
    expect(await ask(rotating(await registered('wren'), { body }))).toMatchObject({
      status: 400,
      body: { error: 'The body must be empty or a JSON object' },
    });
  });

  test('five rotations an hour, counted per agent and not per key', async () => {
    const { ask, registered } = await aHouse(await place.fresh());
    let key = await registered('wren');
    for (let time = 0; time < 5; time += 1) key = String((await ask(rotating(key))).body['your_token']);
    expect(await ask(rotating(key))).toMatchObject({ status: 429, headers: { 'x-ratelimit-limit': '5' } });
  });

  test('a key is accepted as a bearer token in any case, as x-api-key, or bare', async () => {
    for (const header of [
      'authorization: Bearer ',
      'authorization: bEARER   ',
      'x-api-key: ',
      'authorization: ',
    ]) {
      const { ask, registered } = await aHouse(await place.fresh());
      const [name = '', scheme = ''] = header.split(': ');
      const headers = { [name]: scheme + (await registered('wren')) };
      expect((await ask(rotating(undefined, { headers }))).status, header).toBe(200);
    }
  });

  test('the same key in both headers is accepted; two different ones are refused', async () => {
    const { ask, registered } = await aHouse(await place.fresh());
    const mine = await registered('mine');
    const yours = await registered('yours');
    expect(await ask(rotating(mine, { headers: { 'x-api-key': yours } }))).toMatchObject({
      status: 400,
      body: { code: 'two_keys' },
    });
    expect((await ask(rotating(mine, { headers: { 'x-api-key': mine } }))).status).toBe(200);
  });

  test.each([
    ['no key', undefined, 'missing_key', 'POST'],
    ['a key nobody has', encodeApiKey(new Uint8Array(32)), 'unknown_key', 'GET'],
    ['a key of another service', 'sk-123', 'unknown_key', 'GET'],
    ['a key cut off at the end', encodeApiKey(new Uint8Array(32)).slice(0, -3), 'damaged_key', 'GET'],
  ])('%s is refused; only a caller without a key is told to register', async (_, key, code, method) => {
    const { ask } = await aHouse(await place.fresh());
    const told = await ask(rotating(key));
    expect(told).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: { error: 'Invalid API key', code },
    });
    const steps = told.body['next_steps'] as readonly NextStep[];
    expect(
      steps.filter(({ endpoint }) => endpoint === '/api/auth/register').map((each) => each.method),
    ).toContain(method);
    const says = /\bregister\b/.test(String(told.body['suggestion']));
    expect([says, steps.some((each) => each.action === 'register')]).toEqual([!key, !key]);
  });

  test.each([
    ['a list', '[1]'],
    ['no JSON', '{"a":'],
    ['a good body', '{}'],
  ])('a wrong key is refused as wrong for any body: %s', async (_, body) => {
    const { ask } = await aHouse(await place.fresh());
    for (const headers of [{}, { 'idempotency-key': 'k' }, SECRET]) {
      expect((await ask(rotating('nope', { body, headers }))).status).toBe(401);
    }
  });

  test('a key in the URL is refused, even with a valid key in the header, under any parameter name', async () => {
    const { ask, registered } = await aHouse(await place.fresh());
    const key = await registered('wren');
    for (const spelled of [key, key.replace('_', '%5F'), key.replace('_', '%5f')]) {
      const told = await ask({ method: 'POST', path: `/api/auth/rotate-key?k=${spelled}`, key });
      expect(told).toMatchObject({ status: 401, body: { code: 'key_in_address' } });
    }
  });

  test('a key in the address is refused, and not logged', async () => {
    const { ask, registered, log } = await aHouse(await place.fresh());
    const key = await registered('wren');
    const told = await ask({ method: 'POST', path: `/api/auth/rotate-key?api_key=${key}` });
    expect(told).toMatchObject({ status: 401, body: { code: 'key_in_address' } });
    expect(log.join('') + told.text).not.toContain(key);
  });

  test('when the database is unavailable no key is reported as wrong', async () => {
    const { house, registered } = await aHouse(await place.fresh());
    const key = await registered('wren');
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { ask } = await aHouse(storeWith(house.store, { one: () => Promise.reject(away) }));
    expect(await ask(rotating(key))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'house_unreachable', retry_after_seconds: 5 },
    });
    expect((await ask(rotating(key))).body['suggestion']).not.toContain('othing was changed');
    expect(await ask({ path: '/api/health' })).toMatchObject({ status: 503 });
  });
});

/** A rotation that is held after authentication while another one changes the key. */
async function aRace(store: Database, key: string) {
  const { promise: changed, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: letIn, resolve: isLetIn } = Promise.withResolvers<void>();
  const waiting = storeWith(store, {
    transaction: async (work) => {
      isLetIn();
      await changed;
      return store.transaction(work);
    },
  });
  const [slowHouse, fastHouse] = [await aHouse(waiting), await aHouse(store)];
  const slowly = slowHouse.ask(rotating(key));
  // On separate connections the faster rotation could finish before the slower one authenticates.
  await letIn;
  const faster = await fastHouse.ask(rotating(key));
  goOn();
  return { slow: await slowly, faster };
}
