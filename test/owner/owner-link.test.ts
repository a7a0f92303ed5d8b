import { expect, test } from 'vitest';

import { aKeeper, aKeptHouse, aPlainHouse, of, type Keeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { Ask, TestHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { everyRow } from '../support/stores/every-row.ts';

const LINK = '/api/house/owner-link';
const DUE = '/api/house/due';
const CALENDAR = '/api/house/calendar.ics';

async function aLink({ ask }: Pick<TestHouse, 'ask'>, { key }: Pick<Keeper, 'key'>, headers = {}) {
  const made = await ask({ method: 'POST', path: LINK, key, headers });
  expect(made.status, made.text).toBe(201);
  const { token, due_url, calendar_url } = made.body as Readonly<Record<string, string>>;
  return { made, token: token ?? '', due: pathIn(due_url), calendar: pathIn(calendar_url) };
}

function pathIn(address = ''): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** The three ways to send a token. */
const waysOf = (token: string) =>
  [
    ['as a bearer token', '', { authorization: `Bearer ${token}` }],
    ['in its header', '', { 'x-api-key': token }],
    ['in the address', `?token=${token}`, {}],
  ] as const;

eachDatabase((place) => {
  test('a link opens the due check and the calendar; a new one replaces it, and it can be revoked, at once on every node', async () => {
    const store = await place.fresh();
    const { house, wren } = await aKeptHouse(store);
    const other = await aPlainHouse(await place.again(store));
    await wren.hatch();
    const first = await aLink(house, wren);
    const readable = async ({ token, due, calendar }: typeof first) => {
      const asked: readonly Ask[] = waysOf(token).map(([, query, headers]) => ({
        path: DUE + query,
        headers,
      }));
      const paths: readonly Ask[] = [...asked, { path: due }, { path: calendar }];
      const nodes = [house, other];
      return Promise.all(nodes.flatMap(({ ask }) => paths.map(async (each) => (await ask(each)).status)));
    };
    expect(new Set(await readable(first))).toEqual(new Set([200]));
    expect((await other.ask({ path: first.due })).body).toMatchObject({
      due: false,
      creature: { name: 'Bo' },
    });

    const second = await aLink(house, wren);
    expect(second.token).not.toBe(first.token);
    const refused = [401, 401, 401, 401, 404];
    expect(await readable(first)).toEqual([...refused, ...refused]);
    expect(new Set(await readable(second))).toEqual(new Set([200]));

    const end = () => house.ask({ method: 'DELETE', path: LINK, key: wren.key });
    expect(await end()).toMatchObject({ status: 200, body: { success: true, revoked: true } });
    expect(await readable(second)).toEqual([...refused, ...refused]);
    expect(await end()).toMatchObject({ status: 200, body: { success: true, revoked: false } });
  });
});

test('the refusal says what the token opens, and what to send instead', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const { token, due } = await aLink(house, wren);
  const told = await house.ask({ path: '/api/house/status', key: token });
  expect(told).toMatchObject({ status: 403, body: { code: 'limited_key' } });
  expect(told.body['suggestion']).toContain('API key');
  await house.ask({ method: 'DELETE', path: LINK, key: wren.key });
  const gone = await house.ask({ path: due });
  expect(gone).toMatchObject({ status: 401, body: { code: 'no_such_link' } });
  expect(gone.text).not.toContain(token);
});

test('a token is stored as a hash, and is in no log; an API key in the address is refused', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const { token, due, calendar } = await aLink(house, wren, { 'idempotency-key': 'once' });
  for (const path of [due, calendar, `${DUE}/?token=${token}`, `/api/v1/house/due?token=${token}`])
    await house.ask({ path });
  await house.ask({ path: '/api/house/status', key: token });
  const hashed = { token_hash: expect.stringMatching(/^[0-9a-f]{64}$/) };
  const kept = { text: 'select token_hash from owner_links', columns: ['token_hash'] };
  expect(await house.house.store.all(kept, [])).toEqual([hashed]);
  expect(await everyRow(house.house.store)).not.toContain(token);
  expect(house.log.length).toBeGreaterThan(3);
  expect(house.log.join('')).not.toContain(token);
  const leaked = await house.ask({ path: `${DUE}?token=${wren.key}` });
  expect(leaked).toMatchObject({ status: 401, body: { code: 'key_in_address' } });
});

test('a calendar token goes on opening its calendar, and nothing else', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const feed = await house.ask({ method: 'POST', path: '/api/house/calendar', key: wren.key });
  const old = String(feed.body['token']);
  const { token } = await aLink(house, wren);
  const calendar = async (each: string) => (await house.ask({ path: `${CALENDAR}?token=${each}` })).status;
  expect([await calendar(old), await calendar(token)]).toEqual([200, 200]);
  for (const [, query, headers] of waysOf(old))
    expect((await house.ask({ path: DUE + query, headers })).status).toBe(401);
  await house.ask({ method: 'DELETE', path: '/api/house/calendar', key: wren.key });
  expect([await calendar(old), await calendar(token)]).toEqual([404, 200]);
});

test('asking with a token leaves the limits of the agent alone, and has its own', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { limited: true });
  const { due } = await aLink(house, wren);
  for (let nth = 0; nth < 60; nth += 1) expect((await house.ask({ path: due })).status).toBe(200);
  expect(await house.ask({ path: due })).toMatchObject({
    status: 429,
    headers: { ratelimit: '"due";r=0;t=60' },
  });
  expect((await house.ask({ path: DUE, key: wren.key })).headers['x-ratelimit-remaining']).toBe('59');
});

test('ten links an hour', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { limited: true });
  for (let nth = 0; nth < 10; nth += 1) await aLink(house, wren);
  expect(await house.ask({ method: 'POST', path: LINK, key: wren.key })).toMatchObject({ status: 429 });
});

test('the link of an agent that left opens nothing, and one of a blocked agent neither', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const bee = await aKeeper(house, 'bee');
  const [left, blocked] = [await aLink(house, wren), await aLink(house, bee)];
  const exported = await house.ask({ path: '/api/auth/me/export', key: wren.key });
  expect(of(exported, 'owner_link_since')).toEqual(expect.any(String));
  await house.ask({ method: 'DELETE', path: '/api/auth/me', key: wren.key, body: { username: 'wren' } });
  const kept = { text: 'select agent_id from owner_links', columns: ['agent_id'] };
  expect(await house.house.store.all(kept, [])).toEqual([{ agent_id: bee.id }]);
  expect((await house.ask({ path: left.due })).status).toBe(401);
  await house.house.store.run({ text: 'insert into blocked_agents (agent_id, blocked_at) values ($1, $2)' }, [
    bee.id,
    house.clock.now(),
  ]);
  expect((await house.ask({ path: blocked.due })).status).toBe(403);
  expect((await house.ask({ path: blocked.calendar })).status).toBe(404);
});
