import { randomUUID, hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, onTestFinished, vi } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { readOrKeepSecret } from '../../packages/database/settings.ts';
import { encodeApiKey } from '../../src/rules/keys.ts';
import type { NextStep } from '../../src/api/fields.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type Ask, type Told } from '../support/house.ts';
import { storeWith } from '../support/store-with.ts';
import { anyStore } from '../support/stores/any-store.ts';

const WORD = '0b6e4f9a-7c31-4d58-9e2f-c84a10d7f637';
const SECRET = { 'idempotency-key': WORD };
const UNLIMITED = { house: { limiter: NO_LIMITS } };

/** A house and the key of the agent wren. */
async function aKeyedHouse(parts = {}) {
  const house = await aHouse(await anyStore(), parts);
  return { ...house, key: await house.registered('wren') };
}

function rotating(key: string | undefined, more: Partial<Ask> = {}): Ask {
  return { method: 'POST', path: '/api/auth/rotate-key', ...(key !== undefined && { key }), ...more };
}

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
    ['<your key>', 'placeholder_key', 'POST'],
  ] as const) {
    const told = await ask(rotating(key));
    const refused = { status: 401, headers: { 'www-authenticate': 'Bearer' } };
    expect(told).toMatchObject({ ...refused, body: { error: 'Invalid API key', code } });
    const steps = told.body['next_steps'] as readonly NextStep[];
    const registering = steps.filter(({ endpoint }) => endpoint === '/api/auth/register');
    expect(registering.map((each) => each.method)).toContain(method);
    const says = /\bregister\b/.test(String(told.body['suggestion']));
    const mayBeNew = code === 'missing_key' || code === 'placeholder_key';
    expect([says, steps.some((each) => each.action === 'register')]).toEqual([mayBeNew, mayBeNew]);
  }
  for (const body of ['[1]', '{"a":', '{}'])
    for (const headers of [{}, { 'idempotency-key': 'k' }, SECRET])
      expect((await ask(rotating('nope', { body, headers }))).status, body).toBe(401);
});

test('a key in the address is refused under any parameter name, not logged, and to be rotated', async () => {
  const { ask, key, log } = await aKeyedHouse();
  for (const spelled of [key, key.replace('_', '%5F'), key.replace('_', '%5f')])
    for (const [name, given] of [
      ['k', { key }],
      ['api_key', {}],
    ] as const) {
      const told = await ask({ method: 'POST', path: `/api/auth/rotate-key?${name}=${spelled}`, ...given });
      expect(told).toMatchObject({
        status: 401,
        body: {
          code: 'key_in_address',
          next_steps: [{ action: 'rotate_key' }, { action: 'look_around' }],
        },
      });
      expect(log.join('') + told.text).not.toContain(key);
    }
});

test('a key in the body or the address is named, and the first step is the same call for the right header', async () => {
  const { ask, key, log } = await aKeyedHouse(UNLIMITED);
  const egg = { name: 'Bo', species_slug: 'housecat' };
  for (const [field, path, body] of [
    ['api_key', '/api/house/adopt', { ...egg, api_key: key }],
    ['token', '/api/house/adopt', { ...egg, token: `Bearer ${key}` }],
    [undefined, `/api/house/adopt?api_key=${key}`, egg],
  ] as const) {
    const told = await ask({ method: 'POST', path, body });
    const code = field === undefined ? 'key_in_address' : 'misplaced_key';
    expect(told).toMatchObject({ status: 401, body: { error: 'Invalid API key', code } });
    expect(told.body['suggestion']).toContain(field === undefined ? 'address' : `in the body (${field})`);
    expect(told.text + log.join('')).not.toContain(key);
    expect(actionsOf(told)).not.toContain('register');
    const [first] = stepsOf(told);
    expect(first).toMatchObject({ method: 'POST', endpoint: '/api/house/adopt', body: egg });
    expect(first?.body).toEqual(egg);
    expect(first?.description).toContain('Authorization: Bearer <the key you sent>');
    const again = { method: 'POST', path: first?.endpoint ?? '', body: first?.body, key } as const;
    expect((await ask(again)).status).toBe(201);
  }
});

test.each([[undefined], [['words']], ['words']])(
  'a key in the address of a request with the body %j comes back as the same call',
  async (body) => {
    const { ask, key } = await aKeyedHouse(UNLIMITED);
    const told = await ask({ method: 'POST', path: `/api/house/care?view=brief&api_key=${key}`, body });
    expect(told).toMatchObject({ status: 401, body: { code: 'key_in_address' } });
    const [first, second] = stepsOf(told);
    expect(first).toMatchObject({ method: 'POST', endpoint: '/api/house/care?view=brief' });
    expect(first).not.toHaveProperty('body');
    expect(first?.description).toContain('Authorization: Bearer <the key you sent>');
    expect(second).toMatchObject({ action: 'rotate_key' });
  },
);

test('without a key registering is the last step and says that it opens another account', async () => {
  const { ask } = await aHouse(await anyStore(), UNLIMITED);
  const told = await ask({ path: '/api/house/status' });
  expect(stepsOf(told).at(-1)).toMatchObject({
    action: 'register',
    description: expect.stringContaining('another one, without the creatures'),
  });
  expect(actionsOf(told).indexOf('register')).toBe(actionsOf(told).length - 1);
});

test('when the database is unavailable no key is reported as wrong', async () => {
  const { house, key } = await aKeyedHouse();
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const { ask } = await aHouse(storeWith(house.store, { one: () => Promise.reject(away) }));
  const told = await ask(rotating(key));
  expect(told).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5', ratelimit: expect.stringMatching('unknown_path') },
    body: { code: 'house_unreachable', retry_after_seconds: 5 },
  });
  expect(told.body['suggestion']).not.toContain('othing was changed');
  expect(await ask({ path: '/api/health' })).toMatchObject({ status: 503 });
});
const REGISTER = '/api/auth/register';
const HOME = '192.0.2.17';
const SENT = { headers: SECRET, from: HOME };

function joining(body: unknown, more: Partial<Ask> = {}): Ask {
  return { method: 'POST', path: REGISTER, body, ...more };
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

  test('log, database files and a backup with a known Idempotency-Key reveal no registered key; the service replays it', async () => {
    const store = await place.apart();
    const secret = await readOrKeepSecret(store, 'replies', 'the very secret of this house');
    const house = await aHouse(store, { house: { secret } });
    const request = joining({ username: 'wren' }, SENT);
    const { text, body } = await house.ask(request);
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
    expect(await thief.ask(request)).toMatchObject({ status: 409, body: { code: 'username_taken' } });
    expect(await readOrKeepSecret(thief.house.store, 'replies', 'a new one')).toBe('a new one');
    expect((await readFile(copy)).includes(secret)).toBe(false);
    const hashes = { text: 'select key_hash from idempotent_replies', columns: ['key_hash'] };
    expect(JSON.stringify(await store.all(hashes, []))).not.toContain(hash('sha256', WORD));
    expect(await house.ask(request)).toMatchObject({ text, headers: { 'idempotency-replayed': 'true' } });
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

  test('64 concurrent registrations of one username are one agent, and so are three copies of one request', async () => {
    const { ask } = await aHouse(await place.fresh());
    const told = await Promise.all(Array.from({ length: 64 }, () => ask(joining({ username: 'popular' }))));
    const statuses = told.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(63);
    const copy = joining({ username: 'wren' }, SENT);
    const copies = await Promise.all(Array.from({ length: 3 }, () => ask(copy)));
    expect(copies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(copies.map(({ body }) => body['your_token']))).toHaveProperty('size', 1);
  });
});

test('an agent registers and is given its key once; omitted fields are null', async () => {
  const { ask, as } = await aHouse(await anyStore());
  const model = { provider: 'Acme', name: 'one' };
  const given = { username: 'Finch-7', display_name: 'Wren', bio: 'Small\nhours', model };
  const { status, body } = await ask(joining(given));
  expect(status).toBe(201);
  expect(body).toMatchObject({
    agent: {
      username: 'finch-7',
      display_name: 'Wren',
      bio: 'Small hours',
      model_provider: 'Acme',
      model_name: 'one',
    },
    your_token: expect.stringMatching(/^ah_[0-9A-Za-z]{49}$/),
    message: expect.stringContaining('finch-7'),
    important: expect.stringContaining('Store it now'),
  });
  const none = { bio: null, model_provider: null, model_name: null, avatar_url: null };
  const bare = await ask(joining({ username: 'bare' }));
  expect(bare.body).toMatchObject({ agent: { display_name: 'bare', ...none } });
  const { schema, example } = await as().getRegistrationSchema();
  expect(schema).toMatchObject({ type: 'object', required: ['username'] });
  expect((await ask(joining(example))).status).toBe(201);
});

test('avatar_prompt takes precedence over avatar_url, which is then not validated', async () => {
  const { ask } = await aHouse(await anyStore());
  const url = 'https://pics.example.org/w.png';
  for (const [nth, [fields, expected]] of [
    [{ avatar_url: url }, url],
    [{ avatar_url: url, avatar_prompt: 'a wren' }, null],
    [{ avatar_url: 'http://10.0.0.1/w.png', avatar_prompt: 'a wren' }, null],
    [{ bio: 'a wren' }, null],
  ].entries()) {
    const { body } = await ask(joining({ username: `wren${nth}`, ...(fields as object) }));
    expect(body, JSON.stringify(fields)).toMatchObject({ agent: { avatar_url: expected } });
  }
  for (const host of ['localhost./x', 'foo.internal./a.png', 'metadata.google.internal./'])
    expect((await ask(joining({ username: 'w', avatar_url: `https://${host}` }))).status, host).toBe(400);
});

test('a taken username, in any case, is refused with a free suggestion; invalid fields are listed', async () => {
  const { ask } = await aHouse(await anyStore());
  await ask(joining({ username: 'Wren' }));
  const register = { action: 'register', method: 'POST', endpoint: REGISTER };
  const free = { username: expect.stringMatching(/^wren-[0-9a-f]{8}$/), timezone: 'Asia/Tokyo' };
  const schema = { action: 'view_schema', method: 'GET', endpoint: REGISTER };
  const chosen = { headers: { 'x-request-id': 'operator' } };
  const taken = await ask({ ...joining({ username: 'wREN', tz: 'Asia/Tokyo', valueOf: 1 }), ...chosen });
  const steps = [{ ...register, body: free }, schema];
  expect(taken).toMatchObject({ status: 409, body: { code: 'username_taken', next_steps: steps } });
  expect(taken.text).not.toContain('"valueOf":1');
  const invalid = { username: 'x', bio: 5, website_url: 'http://plain.example.org' };
  const bio = { field: 'bio', expected: 'text', received: 'the number 5' };
  expect(await ask(joining(invalid))).toMatchObject({
    status: 400,
    body: {
      error: 'Invalid registration data',
      details: expect.stringContaining('bio: expected text, received the number 5'),
      fields: [{ field: 'username' }, bio, { field: 'website_url' }],
    },
  });
});

test('another body, address or Idempotency-Key gets the same refusal as an unknown key: the username is taken', async () => {
  const { ask } = await aHouse(await anyStore());
  const body = { username: 'wren', bio: 'lost mail' };
  const sent = { headers: SECRET, from: '2001:db8:1:2::1' };
  const { body: first } = await ask(joining(body, sent));
  for (const other of [
    joining({ ...body, bio: 'other' }, sent),
    joining(body, { ...sent, from: '2001:db8:1:3::1' }),
    joining(body, { ...sent, from: HOME }),
    joining(body, { ...sent, headers: { 'idempotency-key': randomUUID() } }),
  ])
    expect(await ask(other)).toMatchObject({ status: 409, body: { code: 'username_taken' } });
  const { body: again } = await ask(joining(body, { ...sent, from: '2001:db8:1:2::2' }));
  expect(again['your_token']).toBe(first['your_token']);
});

test('replays do not count as registrations; beyond their own limit they are refused before any write', async () => {
  const { ask, house } = await aHouse(await anyStore());
  const { max } = RATE_LIMITS.replay;
  const register = (username: string, from: string) => ask(joining({ username }, { headers: SECRET, from }));
  const registered = { status: 201, headers: { 'x-ratelimit-remaining': '2' } };
  for (let time = 0; time <= max; time += 1) expect(await register('wren', HOME)).toMatchObject(registered);
  // The window that is named is the minute of replays, even when registrations are used up too.
  for (let time = 0; time < 4; time += 1)
    expect(await register('wren', HOME)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  await register('robin', '192.0.2.18');
  const transactions = vi.spyOn(house.store, 'transaction');
  const told = await Promise.all(Array.from({ length: 100 }, () => register('robin', '192.0.2.18')));
  const replayed = told.filter(({ status }) => status === 201).length;
  expect(replayed).toBeLessThanOrEqual(max);
  expect(told.filter(({ status }) => status === 429)).toHaveLength(100 - replayed);
  expect(transactions).not.toHaveBeenCalled();
});

test('an address may register three times an hour, and a lost key of the third can still be replayed', async () => {
  const { ask, clock } = await aHouse(await anyStore());
  const from = '192.0.2.9';
  const lost = joining({ username: 'third' }, { headers: SECRET, from });
  for (const username of ['one', 'two'])
    expect((await ask(joining({ username }, { from }))).status).toBe(201);
  const first = await ask(lost);
  const replayed = { status: 201, text: first.text, headers: { 'idempotency-replayed': 'true' } };
  const fourth = (headers = {}) => ask(joining({ username: 'fourth' }, { headers, from }));
  const limits = { 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' };
  for (let time = 0; time < RATE_LIMITS.lost_answer.max; time += 1)
    expect(await ask(lost)).toMatchObject(replayed);
  // Told to wait for the minute, not for the hour.
  expect(await ask(lost)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '60', 'x-ratelimit-limit': '5', ratelimit: '"lost_answer";r=0;t=60' },
    body: { retry_after_seconds: 60 },
  });
  expect(await fourth()).toMatchObject({
    status: 429,
    headers: { ...limits, 'retry-after': '3600' },
    body: { error: 'Rate limit exceeded', retry_after_seconds: 3600 },
  });
  clock.forward('1h');
  expect((await fourth()).status).toBe(201);
});

test('a guessable Idempotency-Key is refused, also for a rotation, and the suggested one is accepted', async () => {
  const { ask, registered } = await aHouse(await anyStore());
  const register = (username: string, word: string) =>
    ask(joining({ username }, { headers: { 'idempotency-key': word } }));
  for (const given of ['register-1', 'wren', '0123456789abcdef0123456789abcdef']) {
    const username = `a-${given.slice(0, 9)}`;
    const { status, body } = await register(username, given);
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_idempotency_key' });
    expect(body['next_steps']).toMatchObject([{ endpoint: REGISTER, body: { username } }, {}]);
    const [better = ''] = /[\da-f-]{36}/.exec(String(body['suggestion'])) ?? [];
    expect((await register(username, better)).status).toBe(201);
  }
  const key = await registered('finch');
  expect(await ask(rotating(key, { headers: { 'idempotency-key': 'r-1' } }))).toMatchObject({
    status: 400,
    body: { code: 'invalid_idempotency_key', suggestion: expect.stringMatching(/128 random bits/) },
  });
  expect((await ask(rotating(key))).status).toBe(200);
});

test('a repeated registration gets the identical reply for ten minutes, then the username is taken', async () => {
  const { ask, clock } = await aHouse(await anyStore());
  const request = joining({ username: 'wren', bio: 'lost mail' }, SENT);
  const first = await ask(request);
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(first.body['important']).toContain('from the same address within 10 minutes');
  clock.forward('9m59s');
  const replayed = { status: 201, text: first.text, headers: { 'idempotency-replayed': 'true' } };
  expect(await ask(request)).toMatchObject(replayed);
  clock.forward('1s');
  expect(await ask(request)).toMatchObject({ status: 409, body: { code: 'username_taken' } });
});

test('the source of a registration is stored cleaned and never shown; an invalid one is dropped', async () => {
  const { ask, house } = await aHouse(await anyStore());
  const { text } = await ask(joining({ username: 'wren', source: 'Moltbook:Thread/9 <script>' }));
  expect(text.toLowerCase()).not.toContain('moltbook');
  const source = { text: 'select source from agents', columns: ['source'] as const };
  expect(await house.store.one(source, [])).toEqual({ source: 'moltbook:thread/9script' });
  for (const [nth, invalid] of [5, null, {}, '!!!'].entries())
    expect((await ask(joining({ username: `w${nth}`, source: invalid }))).status).toBe(201);
});

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
  const { ask, key } = await aKeyedHouse();
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
  const { ask, key } = await aKeyedHouse(UNLIMITED);
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
  const { ask, key } = await aKeyedHouse();
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
  const { ask, key } = await aKeyedHouse();
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
  const { ask, key } = await aKeyedHouse();
  expect((await ask({ path: '/api', key })).headers['cache-control']).toBe('private, no-store');
  for (const path of ['/api/house/hall', '/api/house/species']) {
    const [stranger, agent] = [await ask({ path }), await ask({ path, key })];
    expect(agent.text).toBe(stranger.text);
    expect(agent.headers['cache-control']).toBe(stranger.headers['cache-control']);
  }
});

test('a request looks up its caller only if it has a key and its reply is not shared', async () => {
  const { house } = await aHouse(await anyStore());
  const closed = storeWith(house.store, { one: () => Promise.reject(new Error('asked')) });
  const { ask } = await aHouse(closed);
  expect((await ask({ path: '/api' })).status).toBe(200);
  const key = encodeApiKey(new Uint8Array(32));
  for (const [path, status] of [['/api', 500] as const, ['/api/house/species', 200] as const])
    expect((await ask({ path, key })).status, path).toBe(status);
});

// src/server/misplaced-key.test.ts has all places and wrappings.
const WRONG_PLACES: readonly [(key: string) => Record<string, string>, RegExp][] = [
  [(key) => ({ 'x-my-pet-key': key }), /x-my-pet-key/],
  [(key) => ({ authorization: `Token ${key}` }), /Authorization: Token/],
  [(key) => ({ cookie: `theme=dark; api_key=${key}` }), /cookie/],
];

test('a misplaced key gets the correct spelling or place in the refusal, and is neither returned nor logged', async () => {
  const { ask, key, log } = await aKeyedHouse(UNLIMITED);
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
