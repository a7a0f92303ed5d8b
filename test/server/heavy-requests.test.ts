import { expect, test } from 'vitest';

import { acceptsGzip } from '../../src/http/send.ts';
import { careLogOf, publicDeedsOf } from '../../src/features/records/care-log.store.ts';
import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { logEntries } from '../support/care-entries.ts';
import { aHouse, type Ask, type TestHouse } from '../support/house.ts';
import { countingReads, storeWith } from '../support/store-with.ts';
import { aResident } from '../support/stored-residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const REGISTER: Ask = { method: 'POST', path: '/api/auth/register' };
const LARGE = 60_000;
const MARKS = '\u0301\u0316'.repeat(LARGE / 4);
const QUOTES = `{${"'\\".repeat(LARGE / 4)}`;
const registration = (fields: object): Ask => ({ ...REGISTER, body: { username: 'wren', ...fields } });
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const FIELDS = Object.fromEntries(Array.from({ length: 5000 }, (_, nth) => [`k${nth}`, nth]));

/** Requests that once took 0.1 s to 60 s; each must cost no more than plain text of its size. */
const ATTACKS: Readonly<Record<string, { readonly heavy: Ask; readonly plain: Ask }>> = {
  'marks to be put in order': against(registration({ bio: MARKS })),
  'marks beside an unused field': against(registration({ avatar_prompt: MARKS, avatar_url: 'x' })),
  'quotes that never end': against({ ...REGISTER, body: `{${"'\\".repeat(LARGE / 2)}` }),
  'quotes that never end, in a text': against({ ...REGISTER, body: JSON.stringify(QUOTES) }),
  'short quotes that never end': against({ ...REGISTER, body: `{${"'\\".repeat(4000)}` }),
  'a list of thousands': against(registration({ social_links: Array.from({ length: LARGE / 4 }, Object) })),
  'thousands of fields': against(registration(FIELDS)),
  'a body that goes deep': against({ ...REGISTER, body: deep(LARGE / 2) }),
  'tabs after gzip': { heavy: picture(`gzip${'\t'.repeat(15_500)}x`), plain: picture('x'.repeat(15_500)) },
};

// Far above the noise of a busy machine, and far below the smallest attack.
const FACTOR = 40;
const FLOOR_MS = 25;

test.each(Object.entries(ATTACKS))('%s cost no more than plain text of that size', async (_, attack) => {
  const house = await aHouse(await anyStore());
  await leastMs(house, attack.plain);
  const allowed = FLOOR_MS + FACTOR * (await leastMs(house, attack.plain));
  expect(await leastMs(house, attack.heavy)).toBeLessThan(allowed);
});

test('a caller over the registration limit is refused as cheaply for any Idempotency-Key', async () => {
  const house = await aHouse(await anyStore());
  const from = '203.0.113.7';
  for (let nth = 0; nth < 3; nth += 1)
    await house.ask({ ...REGISTER, from, body: { username: `wren-${nth}` } });
  let keys = 0;
  const keyed = ({ body }: Ask) =>
    leastMs(house, { ...REGISTER, from, body }, () => ({ 'idempotency-key': `key-${(keys += 1)}` }));
  const { heavy, plain } = against(registration({ bio: MARKS }));
  const allowed = FLOOR_MS + FACTOR * (await keyed(plain));
  expect(await keyed(heavy)).toBeLessThan(allowed);
});

async function aCountedHouse() {
  const { counting, during } = countingReads(await anyStore());
  const house = await aPlainHouse(counting);
  const wren = await aKeeper(house);
  return { house, wren, store: counting, readFor: (ask: Ask) => during(() => house.ask(ask)) };
}

test('the news of favourites are read once per creature and without care logs', async () => {
  const { house, wren, readFor } = await aCountedHouse();
  const ids: string[] = [];
  for (const name of ['Ada', 'Bo', 'Cy']) {
    ids.push(await wren.hatch({ name }));
    await wren.care({ action: 'feed', creature_id: ids.at(-1) });
  }
  house.clock.forward('26h');
  const asked = { path: `/favourites.json?ids=${ids.join(',')}` };
  // The letters of the day are written when they are first read.
  const news = JSON.parse((await house.ask(asked)).text) as { words: string }[];
  for (const event of ['hatched', 'had its first meal', 'stopped being a baby'])
    expect(
      news.filter(({ words }) => words.includes(event)),
      event,
    ).toHaveLength(ids.length);
  house.clock.forward('1m');
  expect(await readFor(asked)).toEqual({ creatures: ids.length, entries: 0 });
});

test('the page of a keeper reads no more creatures than it shows', async () => {
  const { house, wren, store, readFor } = await aCountedHouse();
  await wren.hatch();
  for (let nth = 0; nth < 40; nth += 1)
    await aResident(store, { keeperId: wren.id, hatchedAt: house.clock.now() });
  expect(await readFor({ path: '/agents/wren' })).toEqual({ creatures: 24, entries: 0 });
});

test('the page of a creature reads no more entries of its log than it shows, unless some were refused', async () => {
  const { wren, store, readFor } = await aCountedHouse();
  const id = await wren.hatch();
  const thoughts = Array.from({ length: 60 }, () => ({ action: 'reflect' }) as const);
  await store.transaction((db) => logEntries(db, id, thoughts));
  const shown = async () => (await publicDeedsOf(store, id, 12)).length;
  expect(await shown()).toBe(12);
  const { entries } = await readFor({ path: `/creatures/${id}/feed.atom` });
  // Twelve acts, and a count by day.
  expect(entries).toBeLessThan(20);
  const refused = Array.from({ length: 30 }, () => ({ action: 'play', refused: 'too_shy' }) as const);
  await store.transaction((db) => logEntries(db, id, refused));
  expect(await shown()).toBe(12);
});

test('a page far back in a log that was asked for before skips few entries', async () => {
  const { wren, store } = await aCountedHouse();
  const id = await wren.hatch();
  const thoughts = Array.from(
    { length: 2600 },
    (_, nth) => ({ action: 'reflect', notes: `n${nth}` }) as const,
  );
  await store.transaction((db) => logEntries(db, id, thoughts));
  const hops: unknown[] = [];
  const watched = storeWith(store, {
    one(query, values) {
      if (query.text.includes('recursive life')) hops.push(values.at(-1));
      return store.one(query, values);
    },
  });
  const notesAt = async (offset: number) => {
    hops.length = 0;
    return (await careLogOf(watched, id, { limit: 1, offset })).map(({ notes }) => notes);
  };
  const skipped = () => hops.reduce<number>((sum, hop) => sum + Number(hop), 0);
  expect(await notesAt(2400)).toEqual(['n199']);
  expect(skipped()).toBe(2400);
  for (const offset of [499, 500, 501, 502, 1001, 1002, 2001, 2399, 2401, 2599]) {
    expect(await notesAt(offset), `offset ${offset}`).toEqual([`n${2599 - offset}`]);
    expect(skipped(), `offset ${offset}`).toBeLessThanOrEqual(600);
  }
  expect(await notesAt(2600)).toEqual([]);
  await store.transaction((db) => logEntries(db, id, [{ action: 'reflect', notes: 'newest' }]));
  expect(await notesAt(2401)).toEqual(['n199']);
});

test('Accept-Encoding asks for gzip only by its own name and with a weight', () => {
  for (const header of ['gzip', 'GZIP', 'br, gzip;q=0.5', ' gzip ; q=1 , br'])
    expect(acceptsGzip(header), header).toBe(true);
  for (const header of ['gzip;q=0', 'gzip; q=0.000, br', 'x-gzip', 'gzipped', '*', '', undefined])
    expect(acceptsGzip(header), header).toBe(false);
});

/** An attack through the body, and plain letters of the same size. */
function against(heavy: Ask): { heavy: Ask; plain: Ask } {
  const bytes = Buffer.byteLength(typeof heavy.body === 'string' ? heavy.body : JSON.stringify(heavy.body));
  return { heavy, plain: registration({ bio: 'a'.repeat(bytes - 40) }) };
}

function picture(encoding: string): { readonly path: string; readonly headers: Record<string, string> } {
  return { path: '/pictures/a/b', headers: { 'accept-encoding': encoding } };
}

/** The minimum of several times, to exclude the noise of a busy machine. */
async function leastMs(house: TestHouse, request: Ask, headers = () => ({})): Promise<number> {
  let least = Infinity;
  for (let nth = 0; nth < 3; nth += 1) {
    const before = performance.now();
    await house.ask({ ...request, headers: { ...request.headers, ...headers() } });
    least = Math.min(least, performance.now() - before);
  }
  return least;
}
