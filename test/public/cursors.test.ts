import { Fragment, h } from 'preact';
import { render } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';

import type { KeysetRange } from '../../packages/database/db.ts';
import { HALL_CATEGORIES } from '../../src/rules/vocabulary.ts';
import { blockAgent } from '../../src/features/moderation/moderate.ts';
import { PageMarks, readPage, type KeysetList } from '../../src/features/pagination.ts';
import { graveyardPage } from '../../src/features/public/pages/graveyard-page.tsx';
import { countCommunityAdoption } from '../../src/features/species/species.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { aDesignerOf, aResidentOf, hatchFor } from '../support/residents.ts';
import { withRecord } from '../support/stored-residents.ts';

type Entry = Readonly<Record<string, unknown>>;
type Body = Entry;

const listIn = (body: Body): readonly Entry[] =>
  (body['leaderboard'] ?? body['gravestones'] ?? body['species']) as readonly Entry[];
const cursorIn = (body: Body): unknown => ({ ...body, ...(body['pagination'] as Body) })['next_cursor'];

async function read(house: TestHouse, path: string, query: string): Promise<Body> {
  const { status, body } = await house.ask({ path: `${path}?${query}` });
  expect(status, query).toBe(200);
  return body;
}

/** Follows the next step of every page up to the last. */
async function readOn(house: TestHouse, path: string, query: string): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for (let next: string | undefined = `${path}?${query}`; next !== undefined;) {
    const { status, body } = await house.ask({ path: next });
    expect(status, next).toBe(200);
    all.push(...listIn(body));
    const steps = body['next_steps'] as { action: string; endpoint: string }[];
    next = steps.find(({ action }) => action === 'next_page')?.endpoint;
    expect(new URLSearchParams(next?.split('?')[1]).get('cursor')).toBe(cursorIn(body) ?? null);
  }
  return all;
}

/** Keepers with equal scores, living and dead creatures of two of them, and a few designs. */
async function aFullHouse(house: TestHouse): Promise<void> {
  const { store } = house.house;
  const residents = [await aResidentOf(house, 'wren'), await aResidentOf(house, 'crow')];
  // The first ones of each die before the others hatch.
  for (const letter of 'ABCDEFGHIJ') {
    for (const keeper of residents)
      await hatchFor(house, keeper, { name: `${letter} ${keeper.username}`, species_slug: 'housecat' });
    house.clock.forward(letter < 'E' ? '1m' : letter === 'E' ? '100h' : letter < 'H' ? '1s' : '1h');
  }
  for (let n = 0; n < 9; n += 1) {
    const { id, key } = await aDesignerOf(house, `keeper-${n}`);
    const body = { slug: `s${n}`, name: 'Moss Fox', family: 'exotic', personality: 'Quiet and curious.' };
    const told = await house.ask({ method: 'POST', path: '/api/house/species', key, body });
    expect(told.status, told.text).toBe(201);
    if (n > 3) await store.transaction(async (db) => countCommunityAdoption(db, `s${n}`));
    if (n % 2 === 0) house.clock.forward('1s');
    const record = { living: 1, consistencyTenths: n < 5 ? 900 : 1000 - n, gravestones: n < 6 ? 1 : n };
    await withRecord(store, id, { ...record, adultsRaised: n % 3, hasFed: true });
  }
}

const LISTS = [
  ...HALL_CATEGORIES.map((category) => ['/api/house/hall', `category=${category}`] as const),
  ['/api/house/graveyard', ''],
  ['/api/house/graveyard', 'agent=wren'],
  ['/api/house/species', ''],
  ['/api/house/species', 'sort=popular'],
  ['/api/house/species', 'family=exotic&sort=popular'],
  ['/api/house/species', 'every_hours=1'],
] as const;

/** The first and the last of the boards, and one among equal scores. */
const BLOCKED = ['crow', 'keeper-0', 'keeper-4', 'keeper-8'];

eachDatabase((place) => {
  test('pages by cursor and by number list every entry once, in order, with the right ranks, also without blocked agents', async () => {
    const house = await aHouse(await place.fresh());
    await aFullHouse(house);
    const expectPages = async (path: string, query: string, whole: readonly Entry[]) => {
      expect(whole.length, query).toBeGreaterThanOrEqual(5);
      for (const size of process.env['TEST_LONG'] ? [1, 2, 3, 100] : [1, 3])
        expect(await readOn(house, path, `${query}&per_page=${size}`), `${query} by ${size}`).toEqual(whole);
      const numbered: Entry[] = [];
      for (let page = 1; page <= Math.ceil(whole.length / 2); page += 1)
        numbered.push(...listIn(await read(house, path, `${query}&per_page=2&page=${page}`)));
      expect(numbered, `${query} by number`).toEqual(whole);
    };
    const all: (readonly Entry[])[] = [];
    for (const [path, query] of LISTS) {
      all.push(listIn(await read(house, path, `${query}&per_page=100`)));
      await expectPages(path, query, all.at(-1) ?? []);
    }
    for (const username of BLOCKED)
      expect(await blockAgent(house.house, { username, reason: 'why' }, house.clock.now())).toBe('done');
    for (const [nth, [path, query]] of LISTS.entries()) {
      const hasBlocked = (entry: Entry) => BLOCKED.some((name) => JSON.stringify(entry).includes(name));
      const others = (all[nth] ?? []).filter((entry) => !hasBlocked(entry));
      const scores = others.map((one) => one['age_days'] ?? one['consistency_score'] ?? one['gravestones']);
      const left = others.map((one, at) =>
        'rank' in one ? { ...one, rank: 1 + scores.indexOf(scores[at]) } : one,
      );
      await expectPages(path, query, left);
      const { pagination = { total: left.length } } = await read(house, path, query);
      expect(pagination as object, query).toMatchObject({ total: left.length });
    }
  });

  test('an invalid cursor is ignored, and new entries do not disturb reading by cursor', async () => {
    const house = await aHouse(await place.fresh());
    await aFullHouse(house);
    const path = '/api/house/graveyard';
    const start = listIn(await read(house, path, 'per_page=2'));
    const encoded = NONSENSE.map((sent) => Buffer.from(sent).toString('base64url'));
    for (const cursor of [...encoded, '', '!', '%00', 'a'.repeat(500)])
      expect(listIn(await read(house, path, `per_page=2&cursor=${cursor}`)), cursor).toEqual(start);
    const [, second, third, fourth] = listIn(await read(house, path, ''));
    const page = await read(house, path, 'per_page=2');
    house.clock.forward('200h');
    const next = await read(house, path, `per_page=2&cursor=${String(cursorIn(page))}`);
    expect(listIn(page)[1]).toEqual(second);
    expect(listIn(next)).toEqual([third, fourth]);
    expect(next['pagination']).toMatchObject({ page: 2, has_prev: true, has_next: true });
    expect(listIn(await read(house, path, 'per_page=2&page=2'))).not.toEqual([third, fourth]);
  });
});

const NONSENSE = String.raw`
  null 7 {"passed":1} [] [2] [-1,5,"a"] [1.5,5,"a"] [1,"a",5] [1,5.5,"a"] [1,1e300,"a"] [1,null,"a"]
  [1,5,"\u0000"] [1,5,"\ud800"] [1,5,"a","b"]`.split(/\s+/);

test('HTML pages link forward by cursor and back by page number', () => {
  const list = { entries: [], total: 60, asOf: undefined, family: undefined, keepers: new Map() };
  const second = { ...list, page: 2, nextCursor: 'abc' };
  const { content, path } = graveyardPage(second, { agent: 'wren', pages: 3, unknown: [] }, 0);
  const html = render(h(Fragment, null, content));
  expect(html).toContain('Page 2 of 3');
  expect(html).toContain('rel="next" href="/graveyard?agent=wren&amp;cursor=abc"');
  expect(html).toContain('rel="prev" href="/graveyard?agent=wren"');
  expect(path).toBe('/graveyard?agent=wren&page=2');
});

describe('a page far down', () => {
  const LENGTH = 23_456;
  const reads: KeysetRange[] = [];
  const numbers: Omit<KeysetList<number>, 'marks'> = {
    first: [Number.MAX_SAFE_INTEGER],
    keyOf: (entry) => [entry],
    // A list of the even numbers below 2 * LENGTH, in descending order.
    async read(range) {
      reads.push(range);
      const after = Math.min(Number(range.after?.[0]), 2 * LENGTH);
      const from = after - 2 * (range.offset + 1);
      return Array.from({ length: range.limit }, (_, at) => from - 2 * at).filter((entry) => entry >= 0);
    },
  };
  const pageOf = (page: number, list: KeysetList<number>) => readPage({ page, perPage: 10 }, LENGTH, list);

  test('is the same with and without stored positions', async () => {
    const marks = new PageMarks();
    for (const page of [1, 2, 500, 501, 502, 1000, 1001, 2345, 2346, 2347, 9999]) {
      const remembered = await pageOf(page, { ...numbers, marks: marks.at(0) });
      expect(remembered, `page ${page}`).toEqual(await pageOf(page, numbers));
    }
  });

  test('skips at most five thousand entries per query; positions are stored for a minute', async () => {
    const marks = new PageMarks();
    const readsFor = async (page: number, now: number) => {
      reads.length = 0;
      await pageOf(page, { ...numbers, marks: marks.at(now) });
      expect(reads.every(({ offset }) => offset < 5000)).toBe(true);
      return reads.length;
    };
    expect(await readsFor(2300, 0)).toBe(5);
    expect(await readsFor(2300, 59_999)).toBe(1);
    expect(await readsFor(1200, 59_999)).toBe(1);
    expect(await readsFor(2300, 60_000)).toBe(5);
  });

  test('is found by the next request after a failed one', async () => {
    const marks = new PageMarks();
    const broken = { ...numbers, read: () => Promise.reject(new Error('away')), marks: marks.at(0) };
    await expect(pageOf(2300, broken)).rejects.toThrow('away');
    expect((await pageOf(2300, { ...numbers, marks: marks.at(1) })).entries).toHaveLength(10);
  });
});
