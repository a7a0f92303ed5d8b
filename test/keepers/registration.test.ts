import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';

import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aHouse, type Ask } from '../support/house.ts';

const REGISTER = '/api/auth/register';
const HOME = '192.0.2.17';
const SECRET = { 'idempotency-key': '0b6e4f9a-7c31-4d58-9e2f-c84a10d7f637' };

function joining(body: unknown, more: Partial<Ask> = {}): Ask {
  return { method: 'POST', path: REGISTER, body, ...more };
}

eachDatabase((place) => {
  test('64 concurrent registrations of one username create one agent and 63 refusals', async () => {
    const { ask } = await aHouse(await place.fresh());
    const told = await Promise.all(Array.from({ length: 64 }, () => ask(joining({ username: 'popular' }))));
    const statuses = told.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(63);
  });

  test('three concurrent copies of one registration create one agent with one key', async () => {
    const { ask } = await aHouse(await place.fresh());
    const request = joining({ username: 'wren' }, { headers: SECRET, from: HOME });
    const told = await Promise.all(Array.from({ length: 3 }, () => ask(request)));
    expect(told.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(told.map(({ body }) => body['your_token']))).toHaveProperty('size', 1);
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
  const free = { username: expect.stringMatching(/^wren-[0-9a-f]{8}$/) };
  const schema = { action: 'view_schema', method: 'GET', endpoint: REGISTER };
  expect(await ask(joining({ username: 'wREN' }))).toMatchObject({
    status: 409,
    body: { code: 'username_taken', next_steps: [{ ...register, body: free }, schema] },
  });
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
  const join = (username: string, from: string) => ask(joining({ username }, { headers: SECRET, from }));
  const registered = { status: 201, headers: { 'x-ratelimit-remaining': '2' } };
  for (let time = 0; time <= max; time += 1) expect(await join('wren', HOME)).toMatchObject(registered);
  // The window that is named is the minute of replays, even when registrations are used up too.
  for (let time = 0; time < 4; time += 1)
    expect(await join('wren', HOME)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  await join('robin', '192.0.2.18');
  const transactions = vi.spyOn(house.store, 'transaction');
  const told = await Promise.all(Array.from({ length: 100 }, () => join('robin', '192.0.2.18')));
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

test('a guessable Idempotency-Key is refused, and the suggested one is accepted', async () => {
  const { ask } = await aHouse(await anyStore());
  const join = (username: string, word: string) =>
    ask(joining({ username }, { headers: { 'idempotency-key': word } }));
  for (const given of ['register-1', 'wren', '0123456789abcdef0123456789abcdef']) {
    const username = `a-${given.slice(0, 9)}`;
    const { status, body } = await join(username, given);
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_idempotency_key' });
    expect(body['next_steps']).toMatchObject([{ endpoint: REGISTER, body: { username } }, {}]);
    const [better = ''] = /[\da-f-]{36}/.exec(String(body['suggestion'])) ?? [];
    expect((await join(username, better)).status).toBe(201);
  }
});

test('a repeated registration gets the identical reply for ten minutes, then the username is taken', async () => {
  const { ask, clock } = await aHouse(await anyStore());
  const request = joining({ username: 'wren', bio: 'lost mail' }, { headers: SECRET, from: HOME });
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
