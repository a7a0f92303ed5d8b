import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import type { LiveHappening } from '../../src/rules/live.ts';
import { blockAgent, hideText } from '../../src/features/moderation/moderate.ts';
import { LiveStreams } from '../../src/features/public/live.http.ts';
import { openLog } from '../../src/app/log.ts';
import { PAGE_PATHS } from '../../src/app/pages.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { bringBack, abandon, aHome, care, kept, lookFor, release, type Kept } from '../support/keeping.ts';
import { anyStore } from '../support/stores/any-store.ts';

type HeardEvent = Readonly<Record<'id' | 'event' | 'data', string>>;
type LiveReader = Awaited<ReturnType<typeof liveReader>>;

/** `place` is the `Last-Event-ID` to resume from, `from` the client address where proxies are trusted. */
async function liveReader(
  { app }: TestHouse,
  { creature, place, from }: Readonly<Partial<Record<'creature' | 'place' | 'from', string>>> = {},
) {
  const hanging = new AbortController();
  onTestFinished(() => hanging.abort());
  const { port } = app.server.address() as AddressInfo;
  const query = creature === undefined ? '' : `?creature=${creature}`;
  const response = await fetch(`http://127.0.0.1:${port}/live${query}`, {
    signal: hanging.signal,
    headers: {
      ...(place !== undefined && { 'last-event-id': place }),
      ...(from && { 'x-forwarded-for': from }),
    },
  });
  const heard: HeardEvent[] = [];
  let [lastId, over] = ['', false];
  const listen = async () => {
    let rest = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = `${rest}${piece}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
        lastId = fields.get('id') ?? lastId;
        const data = fields.get('data');
        if (data !== undefined) heard.push({ id: lastId, event: fields.get('event') ?? 'message', data });
      }
    }
  };
  void listen()
    .catch(() => undefined)
    .finally(() => (over = true));
  const reader = {
    status: response.status,
    heard,
    happenings: () => ofKind(heard, 'happening').map(({ data }) => JSON.parse(data) as LiveHappening),
    /** The current `Last-Event-ID`. */
    place: () => lastId,
    isOver: () => over,
    hangUp: () => hanging.abort(),
  };
  // The `counts` event is sent after all missed events.
  const isCaughtUp = () => response.status !== 200 || ofKind(heard, 'counts').length > 0;
  await expect.poll(isCaughtUp).toBe(true);
  return reader;
}

/** Waits for this many happenings, and returns their sentences with names. */
async function toldTo(reader: LiveReader, count: number): Promise<string[]> {
  await expect.poll(() => reader.happenings().length).toBeGreaterThanOrEqual(count);
  const tell = ({ words, keeper, creature }: LiveHappening) =>
    words.replace('{keeper}', keeper.name).replace('{creature}', creature.name);
  return reader.happenings().map(tell);
}

async function heardBy(reader: LiveReader, event: string, times = 1): Promise<void> {
  await expect.poll(() => ofKind(reader.heard, event).length).toBeGreaterThanOrEqual(times);
}

const ofKind = (heard: readonly HeardEvent[], name: string) => heard.filter(({ event }) => event === name);

/** A listening house that delivers events without the one-second delay. */
async function anOpenHouse(store: Database, closing?: AbortSignal): Promise<TestHouse> {
  const settings = { liveEveryMs: 20, trustedProxies: 1, house: { limiter: NO_LIMITS } };
  const house = await aHouse(store, { ...settings, ...(closing && { closing }) });
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  return house;
}

async function departed({ house, key }: Pick<Kept, 'house' | 'key'>, username: string): Promise<void> {
  const told = await house.ask({ method: 'DELETE', path: '/api/auth/me', key, body: { username } });
  expect(told.status).toBe(200);
}

eachDatabase((place) => {
  test('watchers receive births, care, growth, deaths, returns and releases once each', async () => {
    const house = await anOpenHouse(await place.fresh());
    const reader = await liveReader(house);
    const bo = await kept(house, 'tabby');
    house.clock.forward('1s');
    await care(bo, 'feed');
    const early = await toldTo(reader, 2);
    // It grows before it dies.
    await abandon(bo);
    await lookFor(bo, bo.id);
    await toldTo(reader, 4);
    await bringBack(bo);
    await toldTo(reader, 5);
    await release(bo);
    const all = await toldTo(reader, 6);
    expect(early).toEqual(['Bo hatched, and wren was there', 'wren fed Bo']);
    const [, , grew, died, ...after] = all;
    expect([grew, ...after]).toEqual(['Bo became a child', 'wren brought Bo back', 'wren let Bo go']);
    expect(died).toMatch(/^Bo died of (?:hunger|neglect)$/);
    expect(new Set(reader.happenings().map(({ key }) => key)).size).toBe(all.length);
  });

  test('a reconnected watcher receives only what it missed; the home page has the latest and the position to resume from', async () => {
    const house = await anOpenHouse(await place.fresh());
    const first = await liveReader(house);
    const bo = await kept(house, 'tabby');
    await toldTo(first, 1);
    first.hangUp();
    await care(bo, 'play');
    house.clock.forward('1s');
    await care(bo, 'clean');
    const second = await liveReader(house, { place: first.place() });
    expect(await toldTo(second, 2)).toEqual(['wren played with Bo', 'wren washed Bo']);
    const { text } = await house.ask({ path: '/', headers: { accept: 'text/html' } });
    expect(text).toMatch(/class="happening family-cat" data-key="[^"]+"/);
    expect(text).toContain(`"at":${house.clock.now()},"scale":1`);
    const third = await liveReader(house, { place: second.place() });
    await care(bo, 'feed');
    expect(await toldTo(third, 1)).toEqual(['wren fed Bo']);
  });

  test('events of one node are sent by all nodes, and watchers can resume on another node', async () => {
    const store = await place.fresh();
    const here = await anOpenHouse(store);
    const there = await anOpenHouse(await place.again(store));
    there.clock.forward(`${here.clock.now() - there.clock.now()}ms`);
    const [one, other] = [await liveReader(here), await liveReader(there)];
    const bo = await kept(here, 'tabby');
    for (const { clock } of [here, there]) clock.forward('1s');
    await care(bo, 'feed');
    const told = ['Bo hatched, and wren was there', 'wren fed Bo'];
    expect(await toldTo(one, 2)).toEqual(told);
    expect(await toldTo(other, 2)).toEqual(told);
    one.hangUp();
    await care({ ...bo, house: there }, 'play');
    const later = await liveReader(there, { place: one.place() });
    await expect.poll(async () => (await toldTo(later, 1)).at(-1)).toBe('wren played with Bo');
    // A reader that resumes on another node may get events again, under the same `key`.
    expect(new Set([...one.happenings(), ...later.happenings()].map(({ key }) => key)).size).toBe(3);
  });

  test('events of test accounts and blocked agents are not sent, and hidden names are replaced', async () => {
    const house = await anOpenHouse(await place.fresh());
    const reader = await liveReader(house);
    await kept(house, 'tabby', 'test-loud');
    const spam = await kept(house, 'tabby', 'spammer');
    // Events of the same millisecond may be sent in any order.
    house.clock.forward('1s');
    const wren = await kept(house, 'lab', 'wren');
    await toldTo(reader, 2);
    const before = reader.place();
    const now = house.clock.now();
    await blockAgent(house.house, { username: 'spammer', reason: 'spam' }, now);
    await heardBy(reader, 'reload');
    await hideText(house.house, { writing: 'creature_name', subject: wren.id, reason: 'rude' }, now);
    // Events before the reload are part of the reloaded page.
    await heardBy(reader, 'reload', 2);
    house.clock.forward('1s');
    await care(wren, 'feed');
    const later = await liveReader(house, { place: before });
    await heardBy(later, 'reload');
    const [first, , third] = await toldTo(reader, 3);
    expect(first).toBe('Bo hatched, and spammer was there');
    expect(third).toMatch(/^wren fed (?!Bo)/);
    expect(later.happenings().map(({ creature }) => creature.id)).not.toContain(spam.id);
    expect(JSON.stringify(reader.heard)).not.toContain('loud');
  });

  // test/keepers/departure.test.ts checks that the pages of the agent are gone.
  test('a departure leaves the cached pages of others, on every node', async () => {
    const store = await place.fresh();
    const here = await anOpenHouse(store);
    const there = await anOpenHouse(await place.again(store));
    const wren = await kept(here, 'tabby', 'wren');
    const heron = await kept(here, 'lab', 'heron');
    there.clock.forward(`${here.clock.now() - there.clock.now()}ms`);
    const own = PAGE_PATHS.filter((path) => /\{(?:id|username)\}/.test(path)).map((path) =>
      path.replace('{id}', heron.id).replace('{username}', 'heron'),
    );
    const others = [...own, '/species', '/species/tabby', '/guides', '/keepsakes'];
    const read = (house: TestHouse) =>
      Promise.all(others.map(async (path) => ({ path, ...(await house.ask({ path })) })));
    const before = [await read(here), await read(there)];
    for (const { path, status } of before.flat()) expect(status, path).toBe(200);
    await care(heron, 'feed');
    await departed(wren, 'wren');
    await there.house.moderation.refresh();
    const texts = (pages: Awaited<ReturnType<typeof read>>) => pages.map(({ path, text }) => [path, text]);
    expect([await read(here), await read(there)].map(texts)).toEqual(before.map(texts));
  });

  test('the page of a creature receives only its events; a departure makes its watchers and those of the house reload', async () => {
    const house = await anOpenHouse(await place.fresh());
    const wren = await kept(house, 'tabby', 'wren');
    const heron = await kept(house, 'lab', 'heron');
    house.clock.forward('1m');
    const everybody = await liveReader(house);
    const ofWren = await liveReader(house, { creature: wren.id });
    const ofHeron = await liveReader(house, { creature: heron.id });
    await care(wren, 'feed');
    house.clock.forward('1s');
    await care(heron, 'feed');
    await toldTo(everybody, 2);
    expect(await toldTo(ofHeron, 1)).toEqual(['heron fed Bo']);
    const lost = everybody.place();
    house.clock.forward('1s');
    await departed(wren, 'wren');
    await heardBy(everybody, 'reload');
    await heardBy(ofWren, 'reload');
    await care(heron, 'play');
    await toldTo(ofHeron, 2);
    await toldTo(everybody, 3);
    const reloads = ({ heard }: LiveReader) => ofKind(heard, 'reload').length;
    expect([reloads(everybody), reloads(ofWren), reloads(ofHeron)]).toEqual([1, 1, 0]);
    // A watcher that disconnected before.
    const later = await liveReader(house, { place: lost });
    const laterOfWren = await liveReader(house, { place: lost, creature: wren.id });
    const laterOfHeron = await liveReader(house, { place: lost, creature: heron.id });
    expect([reloads(later), reloads(laterOfWren), reloads(laterOfHeron)]).toEqual([1, 1, 0]);
    expect(await toldTo(laterOfHeron, 1)).toEqual(['heron played with Bo']);
    expect(reloads(await liveReader(house, { place: everybody.place() }))).toBe(0);
  });
});

test('a departure drops cached pages and reloads watchers only if the agent was visible', async () => {
  const house = await anOpenHouse(await anyStore());
  const finch = await aHome(house, { username: 'finch' });
  const wren = await kept(house, 'tabby', 'wren');
  const reader = await liveReader(house);
  const look = async (path: string) => (await house.ask({ path })).text;
  expect(await look('/agents/finch')).toContain('finch');
  expect(await look('/creatures')).toContain(wren.id);
  const heron = await kept(house, 'lab', 'heron');
  await departed(finch, 'finch');
  expect(await look('/creatures')).not.toContain(heron.id);
  expect((await house.ask({ path: '/agents/finch' })).status).toBe(404);
  house.clock.forward('1s');
  await care(heron, 'feed');
  expect((await toldTo(reader, 2)).at(-1)).toBe('heron fed Bo');
  expect(ofKind(reader.heard, 'reload')).toEqual([]);
  await departed(wren, 'wren');
  await heardBy(reader, 'reload');
  expect(await look('/creatures')).toContain(heron.id);
});

test('a watcher with an outdated or invalid position gets a reload event', async () => {
  const house = await anOpenHouse(await anyStore());
  await kept(house, 'tabby');
  for (const before of ['1.0.page', `${house.clock.now() - 60_000}.2.abc`, 'nowhere', '']) {
    const reader = await liveReader(house, { place: before });
    await heardBy(reader, 'reload');
    expect(reader.happenings()).toEqual([]);
  }
  // A page rendered a moment ago receives the events since then.
  const reader = await liveReader(house, { place: `${house.clock.now()}.0.page` });
  expect(await toldTo(reader, 1)).toEqual(['Bo hatched, and wren was there']);
});

test('an address may have twenty watchers, independent of other addresses', async () => {
  const house = await anOpenHouse(await anyStore());
  const readers = [];
  for (let count = 0; count < 21; count++) readers.push(await liveReader(house, { from: '203.0.113.7' }));
  expect(readers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(200), 429]);
  expect((await liveReader(house, { from: '203.0.113.8' })).status).toBe(200);
  readers[0]?.hangUp();
  const again = async () => (await liveReader(house, { from: '203.0.113.7' })).status;
  await expect.poll(again).toBe(200);
});

test('watchers are disconnected when the house closes, and new ones are refused', async () => {
  const closing = new AbortController();
  const house = await anOpenHouse(await anyStore(), closing.signal);
  const reader = await liveReader(house);
  closing.abort();
  await expect.poll(() => reader.isOver()).toBe(true);
  expect((await liveReader(house)).status).toBe(503);
});

test('a watcher that does not read is disconnected', async () => {
  const { house } = await anOpenHouse(await anyStore());
  const streams = new LiveStreams(house, { log: openLog('silent') });
  await streams.begin();
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.write('unread '.repeat(20_000));
  await streams.add({ response, creatureId: undefined, lastId: undefined });
  expect(response.destroyed).toBe(true);
  streams.close();
});
