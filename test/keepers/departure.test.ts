import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { PLACEHOLDERS } from '../../src/rules/names.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { finishDepartures, leave } from '../../src/features/account/leave.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { unfinishedDepartures } from '../../src/features/hidden/departures.store.ts';
import { blockAgent, unblockAgent } from '../../src/features/moderation/moderate.ts';
import { findOwnCreature } from '../../src/features/records/creatures.store.ts';
import { openRasterizer } from '../../src/outside/rasterizer.ts';
import { useTool } from '../mcp/messages.ts';
import { placesOf, toldToOthers } from '../moderation/told-to-others.ts';
import { aPlayHouse } from '../money/play-house.ts';
import { aKeptHouse, aKeeper, expectInOrder, NO_LIMITS, aPlainHouse, of } from '../support/asking.ts';
import { logEntry } from '../support/care-entries.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import type { Resident } from '../support/residents.ts';
import { storeWith, countingRows } from '../support/store-with.ts';
import { withRecord } from '../support/stored-residents.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aListener, aLoudAgent, CANARY, SLUG, tablesWith, type LoudAgent } from './loud-agent.ts';

const ME = '/api/auth/me';

type Leaver = Pick<Resident, 'key' | 'username'>;
const leaving = ({ ask }: TestHouse, { key, username }: Leaver, body: unknown = { username }) =>
  ask({ method: 'DELETE', path: ME, key, body });

const TABBY = { species_slug: 'tabby' };
const unlimited = { house: { limiter: NO_LIMITS } };

async function aLoudHouse(store: Database) {
  const house = await aHouse(store, unlimited);
  return { store, house, loud: await aLoudAgent(house) };
}

/** Everything strangers and the listener can read about a loud agent, by address. */
async function seen(house: TestHouse, loud: LoudAgent, listener: Resident & { readonly fox: string }) {
  const { id, username, living, dead, feed } = loud;
  const about = { username, creatures: [living, dead], species: SLUG };
  const read = new Map(await toldToOthers(house, about, { ...listener, creatures: [listener.fox] }));
  for (const path of [feed, `/pictures/${id}/avatar.svg`, `/pictures/${living}/baby.svg`])
    read.set(path, (await house.ask({ path })).text);
  return read;
}

test('creatures already due to die are recorded as dead, not released, however many there are', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const first = await wren.hatch(TABBY);
  for (let egg = 0; egg < 101; egg += 1) await wren.adopt(TABBY);
  house.clock.forward('40h');
  expect(await leaving(house, wren)).toMatchObject({ status: 200, body: { creatures_released: 101 } });
  const kept = await findOwnCreature(house.house.store, wren.id, first);
  expect(kept?.creature).toMatchObject({ name: PLACEHOLDERS.creature, died: { cause: 'hunger' } });
  expect(kept?.creature.releasedAt).toBeUndefined();
  await expectInOrder(house.house);
});

test('after a deletion the registration is not replayed: neither the key nor data of the agent is returned', async () => {
  const house = await aHouse(await anyStore(), unlimited);
  const headers = { 'idempotency-key': '0b6e4f9a-7c31-4d58-9e2f-c84a10d7f637' };
  const body = { username: 'wren', display_name: CANARY, bio: `I am ${CANARY}` };
  const joining = { method: 'POST', path: '/api/auth/register', body, headers, from: '192.0.2.9' } as const;
  const first = await house.ask(joining);
  expect(await house.ask(joining)).toMatchObject({ status: 201, text: first.text });
  const key = String(first.body['your_token']);
  expect((await leaving(house, { key, username: 'wren' })).status).toBe(200);
  const again = await house.ask(joining);
  expect(again).toMatchObject({ status: 409, body: { code: 'username_taken' } });
  expect(again.headers).not.toHaveProperty('idempotency-replayed');
  const { id } = first.body['agent'] as { id: string };
  const [step] = again.body['next_steps'] as { body: object }[];
  // The suggestion repeats the body of this request, and nothing that was stored.
  const told = again.text.replaceAll(JSON.stringify(step?.body), '');
  for (const word of [key, id, CANARY]) expect(told).not.toContain(word);
});

test.each(['wren', 'test-wren'])('deletion of %s requires its exact username', async (username) => {
  const house = await aHouse(await anyStore(), unlimited);
  const wren = await aKeeper(house, username, { model: { provider: 'a maker', name: 'a model' } });
  for (const body of ['', {}, { username: 'finch' }, { username: 'Wren' }, { name: username }])
    expect(await leaving(house, wren, body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  expect((await house.ask({ path: ME, key: wren.key })).status).toBe(200);
  expect((await leaving(house, wren)).status).toBe(200);
  await expectInOrder(house.house);
});

test('a key that was rotated meanwhile can no longer delete its agent', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const { store } = house.house;
  await store.run({ text: "update agents set key_hash = 'another' where id = $1" }, [wren.id]);
  const request = { agent: wren, key: wren.key, username: wren.username };
  const refused = { code: 'key_changed_meanwhile' };
  await expect(leave(house.house, request, house.clock.now())).rejects.toMatchObject(refused);
  expect(await unfinishedDepartures(store, 9)).toEqual([]);
});

test('care of a deleted agent stays counted under common item names; private names are replaced', async () => {
  const store = await anyStore();
  const { house, wren } = await aKeptHouse(store, { judge: () => 0.5 });
  await wren.hatch(TABBY);
  for (const item of ['Tuna', 'a secret of mine']) await wren.care({ action: 'feed', item });
  await leaving(house, wren);
  const items = { text: 'select item from care_log order by at, item desc', columns: ['item'] };
  expect(await store.all(items, [])).toEqual([{ item: 'tuna' }, { item: PLACEHOLDERS.item }]);
  await expectInOrder(house.house);
});

test('cached pictures of a deleted agent are removed from disk', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'arkhouse-png-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const rasterizer = openRasterizer({ dataDir });
  const house = await aHouse(await anyStore(), { house: { limiter: NO_LIMITS, rasterizer } });
  const wren = await aKeeper(house, 'wren');
  await house.ask({ path: '/agents/wren/card.png' });
  expect(await readdir(join(dataDir, 'png'))).toHaveLength(1);
  expect((await leaving(house, wren)).status).toBe(200);
  expect(await readdir(join(dataDir, 'png')).catch(() => [])).toEqual([]);
});

/** The files under which the database and its log are, and a backup of them, that contain a word. */
async function filesWith(store: Database, word: string): Promise<string[]> {
  const file = store.label.slice('SQLite at '.length);
  const copy = `${file}-${word}-copy`;
  await rm(copy, { force: true });
  await store.backup(copy);
  const files = [file, `${file}-wal`, copy].filter((path) => existsSync(path));
  const contents = await Promise.all(files.map(async (path) => [path, await readFile(path)] as const));
  return contents.filter(([, bytes]) => bytes.includes(word)).map(([path]) => path.slice(file.length));
}

test('no word of a deleted agent is left in the file of SQLite, in its log or in a later backup', async () => {
  const { store, house, loud } = await aLoudHouse(await anyStore());
  expect(await filesWith(store, CANARY)).not.toEqual([]);
  // Pages of the log reach the file, which then holds deleted rows.
  await store.forgetDeleted();
  expect(await filesWith(store, CANARY)).toEqual(['', `-${CANARY}-copy`]);
  expect((await leaving(house, loud)).status).toBe(200);
  expect(await filesWith(store, CANARY)).toEqual([]);
});

test('a backup of SQLite leaves out what was deleted before deleted rows were overwritten', async () => {
  const { store, house, loud } = await aLoudHouse(await anyStore());
  await store.transaction((db) => db.all({ text: 'pragma secure_delete = off', columns: [] }, []));
  await leaving(house, loud);
  expect(await filesWith(store, CANARY)).toEqual(['']);
});

test('a deletion ends when no reader needs the deleted rows in the log of SQLite any more', async () => {
  const { store, house, loud } = await aLoudHouse(await anyStore());
  await store.snapshot(async (db) => {
    await db.all({ text: 'select id from agents', columns: ['id'] }, []);
    expect((await leaving(house, loud)).status).toBe(200);
    expect(await unfinishedDepartures(store, 9)).toEqual([loud.id]);
  });
  await finishDepartures(house.house, house.clock.now());
  expect(await unfinishedDepartures(store, 9)).toEqual([]);
  expect(await filesWith(store, CANARY)).toEqual([]);
});

async function exported({ ask }: Pick<TestHouse, 'ask'>, key: string, query = '') {
  const { status, text, headers } = await ask({ path: `/api/auth/me/export${query}`, key });
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  return { text, data: ROUTES.exportMyData.reply.parse(JSON.parse(text)) };
}

eachDatabase((place) => {
  test('a deleted agent disappears at once from every page, picture, feed and table, and the ledger balances', async () => {
    const { store, house, loud } = await aLoudHouse(await place.fresh());
    const listener = await aListener(house);
    expect(placesOf(await seen(house, loud, listener), CANARY).length).toBeGreaterThan(15);
    const { agents, gravestones } = await house.as().getHouseStats();
    await store.foldIncrements();

    const told = await leaving(house, loud);
    expect(told).toMatchObject({ status: 200, body: { success: true, creatures_released: 1 } });

    // The clock has not moved: cached pages must not be served.
    const after = await seen(house, loud, listener);
    expect(placesOf(after, CANARY)).toEqual([]);
    expect(placesOf(after, `/agents/${loud.username}`)).toEqual([]);
    expect(placesOf(after, PLACEHOLDERS.species)).toContain('listener: /api/house/status');
    await store.foldIncrements();
    expect(await tablesWith(store, place.kind, CANARY)).toEqual([]);
    expect(await house.as().getHouseStats()).toMatchObject({ agents, gravestones });
    await withRecord(store, loud.id, { adultsRaised: 0 });
    await expectInOrder(house.house);
  });

  test('deletion revokes the key and stored replies at once, and the username stays reserved', async () => {
    const { house, loud } = await aLoudHouse(await place.fresh());
    expect((await leaving(house, loud)).status).toBe(200);
    for (const path of [ME, `${ME}/export`, '/api/house/status'])
      expect((await house.ask({ path, key: loud.key })).status).toBe(401);
    expect((await leaving(house, loud)).status).toBe(401);
    expect((await house.ask({ path: loud.feed })).status).toBe(404);
    const again = { method: 'POST', path: '/api/auth/register', body: { username: loud.username } } as const;
    expect(await house.ask(again)).toMatchObject({ status: 409, body: { code: 'username_taken' } });
    const now = house.clock.now();
    const asked = { username: loud.username, reason: 'why' };
    expect(await unblockAgent(house.house, asked, now)).toBe('not found');
    expect(await blockAgent(house.house, asked, now)).toBe('not found');
  });

  test('another node stops showing the agent within a second', async () => {
    const { store, house, loud } = await aLoudHouse(await place.fresh());
    const listener = await aListener(house);
    const other = await aHouse(await place.again(store), unlimited);
    other.clock.forward('7d');
    expect(placesOf(await seen(other, loud, listener), CANARY)).not.toEqual([]);
    await leaving(house, loud);
    other.clock.forward('1s');
    expect(placesOf(await seen(other, loud, listener), CANARY)).toEqual([]);
  });

  test('a request concurrent with the deletion takes effect before it or not at all', async () => {
    const store = await place.fresh();
    const house = await aHouse(store, unlimited);
    const wren = await aKeeper(house, 'wren');
    await wren.hatch(TABBY);
    const send = (method: 'POST' | 'PATCH', path: string, body: object) =>
      house.ask({ method, path, key: wren.key, body });
    const told = await Promise.all([
      ...[1, 2, 3].map(() => wren.adopt({ name: CANARY, ...TABBY })),
      leaving(house, wren),
      ...[1, 2, 3].map(() => wren.adopt({ name: CANARY, ...TABBY })),
      wren.care({ action: 'reflect', notes: CANARY }),
      send('PATCH', ME, { bio: CANARY }),
      send('POST', '/api/house/calendar', {}),
    ]);
    expect(told[3]?.status).toBe(200);
    for (const { status } of told) expect([200, 201, 400, 401, 403, 404]).toContain(status);
    expect(await tablesWith(store, place.kind, CANARY)).toEqual([]);
    await expectInOrder(house.house);
  });

  test('a deletion interrupted while it erases log texts is completed at the next start', async () => {
    const { store, house, loud } = await aLoudHouse(await place.fresh());
    const fails = () => Promise.reject(new Error('the house fell down'));
    const broken = await aHouse(storeWith(store, { runEach: fails }), unlimited);
    broken.clock.forward('4d');
    expect((await leaving(broken, loud)).status).toBe(500);
    expect(await tablesWith(store, place.kind, CANARY)).toEqual(['care_log']);
    const now = broken.house.clock.now();
    await withRecord(store, loud.id, { adultsRaised: 0 });
    expect(await auditHouse(store, now)).toEqual([]);
    await finishDepartures(house.house, now);
    expect(await tablesWith(store, place.kind, CANARY)).toEqual([]);
    expect(await auditHouse(store, now)).toEqual([]);
  });

  test('an export holds everything an agent wrote and everything that happened, without keys or hashes', async () => {
    const { store, house, loud } = await aLoudHouse(await place.fresh());
    await aListener(house);
    const before = await findOwnCreature(store, loud.id, loud.egg);
    const { text, data } = await exported(house, loud.key);
    expect(data).toMatchObject({
      agent: {
        username: 'loud',
        display_name: CANARY,
        bio: `I am ${CANARY}`,
        social_links: [{ platform: CANARY }],
      },
      avatar_prompt: `a ${CANARY}`,
      calendar_feed_since: expect.any(String),
      species: [{ slug: SLUG, name: `Fox ${CANARY}`, image_prompt: `a fox with a ${CANARY}` }],
    });
    expect(data.agent.avatar_url).toMatch(new RegExp(`^https?://[^/]+/pictures/${loud.id}/`));
    expect(data).not.toHaveProperty('source');
    expect(data.gravestones.map(({ creature_id: id }) => id)).toEqual([loud.living, loud.dead]);
    expect(data.creatures.find(({ id }) => id === loud.living)).toMatchObject({
      name: CANARY,
      image_prompt: `with a ${CANARY}`,
      portraits: [{ stage: 'baby' }],
      care_log: [
        { action: 'reflect', notes: `I heard ${CANARY}.` },
        { action: 'feed', item: 'Tuna' },
        { action: 'feed', item: `${CANARY} stew`, notes: `I gave it ${CANARY}.` },
      ],
    });
    expect(new Set(data.creatures.map(({ id }) => id))).toEqual(new Set([loud.living, loud.dead, loud.egg]));
    for (const secret of [loud.key, loud.feed.split('=')[1] ?? '', 'hash'])
      expect(text).not.toContain(secret);
    // An export is not a visit: the egg has not hatched.
    expect(await findOwnCreature(store, loud.id, loud.egg)).toEqual(before);
  });
});

test('a log of any length is exported completely, as a stream', async () => {
  const store = await anyStore();
  const { counting, counted } = countingRows(store);
  const house = await aPlainHouse(counting);
  const wren = await aKeeper(house);
  const id = await wren.hatch();
  const COUNT = 1101;
  await store.transaction(async (db) => {
    for (let n = 1; n <= COUNT; n += 1) await logEntry(db, id, { action: 'reflect', notes: `${n}` });
  });
  const notes = async (query: string) => {
    const [creature] = (await exported(house, wren.key, query)).data.creatures;
    const log = (creature?.['care_log'] ?? []) as { notes: string }[];
    return log.map((entry) => entry.notes);
  };
  const whole = await notes('');
  expect([whole.length, whole[0], whole.at(-1)]).toEqual([COUNT, `${COUNT}`, '1']);
  expect(counted.most).toBeLessThanOrEqual(500);
  expect(await notes('?entries=0')).toEqual([]);
  expect(await notes('?entries=501')).toHaveLength(501);
});

test('an export contains purchases and ledger movements', async () => {
  const house = await aPlayHouse(await anyStore());
  await house.click(await house.asked('500'));
  const { data } = await exported(house, house.key);
  expect((await house.as(house.key).exportMyData()).agent.username).toBe('player');
  expect(data).toMatchObject({
    credits: 500,
    ledger: [{ kind: 'purchase', delta: 500, balance_after: 500 }],
    purchases: [{ provider: 'sandbox', credits: 500, cents: 400, live: false, state: 'paid' }],
  });
});

test('export and deletion are MCP tools; the tool returns the newest log entries unless asked for more', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.hatch();
  for (let n = 0; n < 21; n += 1) await wren.care({ action: 'reflect', notes: `thought ${n}` });
  const call = (tool: string, given: Record<string, unknown>) =>
    useTool(house, tool, given, { key: wren.key });
  for (const [given, count] of [
    [{}, 20],
    [{ entries: 21 }, 21],
  ] as const)
    expect(of({ body: (await call('export_my_data', given)).data }, 'creatures', 0, 'care_log')).toHaveLength(
      count,
    );
  await call('delete_my_account', { username: 'finch' });
  expect((await wren.status()).status).toBe(200);
  await call('delete_my_account', { username: 'wren' });
  expect((await wren.status()).status).toBe(401);
});

test('the calendar and pictures of a blocked agent are closed', async () => {
  const { house, loud } = await aLoudHouse(await anyStore());
  const closed = [loud.feed, `/pictures/${loud.id}/avatar.svg`, `/pictures/${loud.living}/baby.png`];
  const statuses = () => Promise.all(closed.map(async (path) => (await house.ask({ path })).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  await blockAgent(house.house, { username: 'loud', reason: 'why' }, house.house.clock.now());
  expect(await statuses()).toEqual([404, 404, 404]);
});
