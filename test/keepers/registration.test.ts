import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';

import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type Ask } from '../support/house.ts';

const REGISTER = '/api/auth/register';
const HOME = '192.0.2.17';
const SECRET = { 'idempotency-key': '0b6e4f9a-7c31-4d58-9e2f-c84a10d7f637' };

function joining(body: unknown, more: Partial<Ask> = {}): Ask {
  return { method: 'POST', path: REGISTER, body, ...more };
}

eachDatabase((place) => {
  test('an agent registers and is given its key once', async () => {
    const { ask } = await aHouse(await place.fresh());
    const { status, body } = await ask(
      joining({
        username: 'Wren-7',
        display_name: 'Wren',
        bio: 'Small\nhours',
        model: { provider: 'Acme', name: 'one' },
      }),
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      agent: {
        username: 'wren-7',
        display_name: 'Wren',
        bio: 'Small hours',
        model_provider: 'Acme',
        model_name: 'one',
        avatar_url: null,
        created_at: '2026-01-15T12:00:00.000Z',
      },
      your_token: expect.stringMatching(/^ah_[0-9A-Za-z]{49}$/),
      message: expect.stringContaining('wren-7'),
      important: expect.stringContaining('Store it now'),
      avatar_note: expect.any(String),
    });
  });

  test('omitted fields are null, and the name defaults to the username', async () => {
    const { ask } = await aHouse(await place.fresh());
    const { body } = await ask(joining({ username: 'bare' }));
    expect(body).toMatchObject({
      agent: { display_name: 'bare', bio: null, model_provider: null, model_name: null, avatar_url: null },
    });
  });

  test.each([
    [
      'a picture of its own is used as given',
      { avatar_url: 'https://pics.example.org/w.png' },
      'https://pics.example.org/w.png',
    ],
    [
      'a prompt wins over a picture',
      { avatar_url: 'https://pics.example.org/w.png', avatar_prompt: 'a wren' },
      null,
    ],
    [
      'a picture that nobody needs is not even judged',
      { avatar_url: 'http://10.0.0.1/w.png', avatar_prompt: 'a wren' },
      null,
    ],
    ['a bio alone gives no picture yet', { bio: 'a wren' }, null],
  ])('%s', async (_, fields, avatarUrl) => {
    const { ask } = await aHouse(await place.fresh());
    expect((await ask(joining({ username: 'wren', ...fields }))).body).toMatchObject({
      agent: { avatar_url: avatarUrl },
    });
  });

  test('a taken username, in any case, is refused with a free suggestion', async () => {
    const { ask } = await aHouse(await place.fresh());
    await ask(joining({ username: 'Wren' }));
    const { status, body } = await ask(joining({ username: 'wREN' }));
    expect(status).toBe(409);
    expect(body).toMatchObject({
      error: 'Username already taken',
      code: 'username_taken',
      next_steps: [
        {
          action: 'register',
          method: 'POST',
          endpoint: REGISTER,
          body: { username: expect.stringMatching(/^wren-[0-9a-f]{8}$/) },
        },
        { action: 'view_schema', method: 'GET', endpoint: REGISTER },
      ],
    });
  });

  test('invalid fields are listed with the expected and the received value', async () => {
    const { ask } = await aHouse(await place.fresh());
    const { status, body } = await ask(
      joining({ username: 'x', bio: 5, website_url: 'http://plain.example.org' }),
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: 'Invalid registration data',
      details: expect.stringContaining('bio: expected text, received the number 5'),
      fields: [
        { field: 'username' },
        { field: 'bio', expected: 'text', received: 'the number 5' },
        { field: 'website_url' },
      ],
      suggestion: expect.stringContaining('GET /api/auth/register'),
    });
  });

  test('64 concurrent registrations of one username create one agent and 63 refusals', async () => {
    const { ask } = await aHouse(await place.fresh());
    const told = await Promise.all(Array.from({ length: 64 }, () => ask(joining({ username: 'popular' }))));
    const statuses = told.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(63);
  });

  test('the source of a registration is stored cleaned, and never shown', async () => {
    const { ask, house } = await aHouse(await place.fresh());
    const { text } = await ask(joining({ username: 'wren', source: 'Moltbook:Thread/9 <script>' }));
    expect(text.toLowerCase()).not.toContain('moltbook');
    const source = { text: 'select source from agents', columns: ['source'] as const };
    expect(await house.store.one<{ source: string }>(source, [])).toEqual({
      source: 'moltbook:thread/9script',
    });
  });

  test.each([5, null, {}, '!!!'])('an invalid source like %j is dropped, not refused', async (source) => {
    const { ask } = await aHouse(await place.fresh());
    expect((await ask(joining({ username: 'wren', source }))).status).toBe(201);
  });

  test('the key is kept nowhere: not in the database, not in the log', async () => {
    const { ask, house, log } = await aHouse(await place.fresh());
    const { body } = await ask(joining({ username: 'wren' }, { headers: SECRET }));
    const everything = { text: 'select * from agents, idempotent_replies', columns: [] };
    const rows = await house.store.all<Record<string, unknown>>(everything, []);
    const key = String(body['your_token']);
    const kept = JSON.stringify(rows, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    expect(rows).toHaveLength(1);
    expect(kept).not.toContain(key);
    expect(log.join('')).not.toContain(key);
  });

  test('a repeated registration gets the identical reply for ten minutes', async () => {
    const { ask, clock } = await aHouse(await place.fresh());
    const request = joining({ username: 'wren', bio: 'lost mail' }, { headers: SECRET, from: HOME });
    const first = await ask(request);
    clock.forward('9m59s');
    const again = await ask(request);
    expect(again).toMatchObject({
      status: 201,
      text: first.text,
      headers: { 'idempotency-replayed': 'true' },
    });
    expect(first.headers['idempotency-replayed']).toBeUndefined();
  });

  test('after ten minutes a repeated registration is refused: the username is taken', async () => {
    const { ask, clock } = await aHouse(await place.fresh());
    const request = joining({ username: 'wren' }, { headers: SECRET, from: HOME });
    await ask(request);
    clock.forward('10m');
    expect(await ask(request)).toMatchObject({ status: 409, body: { code: 'username_taken' } });
  });

  test('another body, address or Idempotency-Key gets the same refusal as an unknown key: the username is taken', async () => {
    const { ask } = await aHouse(await place.fresh());
    const body = { username: 'wren', bio: 'lost mail' };
    const sent = { headers: SECRET, from: '2001:db8:1:2::1' };
    const { body: first } = await ask(joining(body, sent));
    const refusals = [
      await ask(joining({ ...body, bio: 'other' }, sent)),
      await ask(joining(body, { ...sent, from: '2001:db8:1:3::1' })),
      await ask(joining(body, { ...sent, from: HOME })),
      await ask(joining(body, { ...sent, headers: { 'idempotency-key': randomUUID() } })),
    ];
    expect(refusals.map((told) => [told.status, told.body['code']])).toEqual(
      Array.from({ length: 4 }, () => [409, 'username_taken']),
    );
    const { body: again } = await ask(joining(body, { ...sent, from: '2001:db8:1:2::2' }));
    expect(again['your_token']).toBe(first['your_token']);
  });

  test('three concurrent copies of one registration create one agent with one key', async () => {
    const { ask } = await aHouse(await place.fresh());
    const request = joining({ username: 'wren' }, { headers: SECRET, from: HOME });
    const told = await Promise.all(Array.from({ length: 3 }, () => ask(request)));
    expect(told.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(told.map(({ body }) => body['your_token']))).toHaveProperty('size', 1);
  });

  test('a replayed registration does not count against the limit', async () => {
    const { ask } = await aHouse(await place.fresh());
    const request = joining({ username: 'wren' }, { headers: SECRET, from: '192.0.2.1' });
    for (let time = 0; time < 8; time += 1) {
      expect(await ask(request)).toMatchObject({ status: 201, headers: { 'x-ratelimit-remaining': '2' } });
    }
  });

  test('of 100 replays in a minute most are refused, before any write', async () => {
    const { ask, house } = await aHouse(await place.fresh());
    const request = joining({ username: 'wren' }, { headers: SECRET, from: HOME });
    await ask(request);
    const transactions = vi.spyOn(house.store, 'transaction');
    const told = await Promise.all(Array.from({ length: 100 }, () => ask(request)));
    const replayed = told.filter(({ status }) => status === 201).length;
    expect(replayed).toBeLessThanOrEqual(RATE_LIMITS.replay.max);
    expect(told.filter(({ status }) => status === 429)).toHaveLength(100 - replayed);
    expect(transactions).not.toHaveBeenCalled();
  });

  test('a lost key can be replayed even when the hour’s registrations are used up', async () => {
    const { ask, clock } = await aHouse(await place.fresh());
    const from = '192.0.2.9';
    const lost = joining({ username: 'third' }, { headers: SECRET, from });
    for (const username of ['one', 'two']) await ask(joining({ username }, { from }));
    const first = await ask(lost);
    clock.forward('1m');
    expect(await ask(lost)).toMatchObject({
      status: 201,
      text: first.text,
      headers: { 'idempotency-replayed': 'true' },
    });
    const other = joining({ username: 'fourth' }, { headers: SECRET, from });
    expect(await ask(other)).toMatchObject({
      status: 429,
      headers: { 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' },
    });
  });

  test('a replay over the replay limit is told to wait for the minute, not for the hour', async () => {
    const { ask } = await aHouse(await place.fresh());
    const from = '192.0.2.9';
    const lost = joining({ username: 'third' }, { headers: SECRET, from });
    for (const username of ['one', 'two']) await ask(joining({ username }, { from }));
    for (let time = 0; time <= RATE_LIMITS.lost_answer.max; time += 1)
      expect((await ask(lost)).status).toBe(201);
    expect(await ask(lost)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60', 'x-ratelimit-limit': '5', ratelimit: '"lost_answer";r=0;t=60' },
      body: { retry_after_seconds: 60 },
    });
  });

  test('a replay over the replay limit names that window even if registrations are used up too', async () => {
    const { ask } = await aHouse(await place.fresh());
    const request = joining({ username: 'wren' }, { headers: SECRET, from: '192.0.2.9' });
    const { max } = RATE_LIMITS.replay;
    for (let time = 0; time <= max; time += 1) expect((await ask(request)).status).toBe(201);
    for (let time = 0; time < 4; time += 1)
      expect(await ask(request)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  });

  test('with an Idempotency-Key, the first and the replayed reply explain how to see the key again', async () => {
    const { ask } = await aHouse(await place.fresh());
    const { body } = await ask(joining({ username: 'wren' }, { headers: SECRET }));
    expect(body['important']).toContain('from the same address within 10 minutes');
  });

  test.each(['https://localhost./x', 'https://foo.internal./a.png', 'https://metadata.google.internal./'])(
    'a host written with a dot at its end is refused: %s',
    async (url) => {
      const { ask } = await aHouse(await place.fresh());
      expect((await ask(joining({ username: 'wren', avatar_url: url }))).status).toBe(400);
    },
  );

  test.each(['register-1', 'wren', '0123456789abcdef0123456789abcdef'])(
    'a guessable Idempotency-Key like %s is refused with a better one',
    async (given) => {
      const { ask } = await aHouse(await place.fresh());
      const join = (word: string) =>
        ask(joining({ username: 'wren' }, { headers: { 'idempotency-key': word } }));
      const { status, body } = await join(given);
      expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_idempotency_key' });
      expect(body['next_steps']).toMatchObject([{ endpoint: REGISTER, body: { username: 'wren' } }, {}]);
      const [better = ''] = /[\da-f-]{36}/.exec(String(body['suggestion'])) ?? [];
      expect((await join(better)).status).toBe(201);
    },
  );

  test.each(['', 'x'.repeat(256), 'two words', 'naïve'])(
    'an invalid Idempotency-Key like %j is refused',
    async (given) => {
      const { ask } = await aHouse(await place.fresh());
      expect(
        await ask(joining({ username: 'wren' }, { headers: { 'idempotency-key': given } })),
      ).toMatchObject({ status: 400, body: { code: 'invalid_idempotency_key' } });
    },
  );

  test('an address may register three times an hour', async () => {
    const { ask, clock } = await aHouse(await place.fresh());
    const from = '192.0.2.7';
    for (const username of ['one', 'two', 'three'])
      expect((await ask(joining({ username }, { from }))).status).toBe(201);
    expect(await ask(joining({ username: 'four' }, { from }))).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3600', 'x-ratelimit-remaining': '0' },
      body: { error: 'Rate limit exceeded', retry_after_seconds: 3600 },
    });
    clock.forward('1h');
    expect((await ask(joining({ username: 'four' }, { from }))).status).toBe(201);
  });

  test('the schema is public, and its example is a valid request', async () => {
    const { ask, as } = await aHouse(await place.fresh());
    const { schema, example } = await as().getRegistrationSchema();
    expect(schema).toMatchObject({ type: 'object', required: ['username'] });
    expect((await ask(joining(example))).status).toBe(201);
  });
});
