import { expect, test } from 'vitest';

import { HALL_CATEGORIES } from '../../src/rules/vocabulary.ts';
import { blockAgent, unblockAgent } from '../../src/features/moderation/moderate.ts';
import { anOperatedHouse } from '../moderation/desk.ts';
import { onSqlite } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';
import { aDesignerOf, hatchFor } from '../support/residents.ts';
import { withRecord } from '../support/stored-residents.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Nine keepers, some with equal scores; each has gravestones, living creatures and its own species. */
const KEEPERS = ['ka', 'kb', 'kc', 'kd', 'ke', 'kf', 'kg', 'kh', 'ki'] as const;
/** The first and the last of the boards, and one among equal scores. */
const BLOCKED = ['ka', 'ke', 'ki'] as const;

async function aTown(house: TestHouse): Promise<void> {
  const keepers = [];
  for (const name of KEEPERS) keepers.push(await aDesignerOf(house, name));
  for (const [nth, keeper] of keepers.entries()) {
    await hatchFor(house, keeper, { name: `${keeper.username}-0`, species_slug: 'housecat' });
    if (nth % 3 === 0) house.clock.forward('1m');
  }
  house.clock.forward('100h');
  for (const [nth, keeper] of keepers.entries()) {
    for (const n of [1, 2, 3])
      await hatchFor(house, keeper, { name: `${keeper.username}-${n}`, species_slug: 'housecat' });
    if (nth % 3 === 0) house.clock.forward('1h');
    const { username, key } = keeper;
    const body = {
      slug: `of_${username}`,
      name: `Of ${username}`,
      family: 'cat',
      personality: 'Quiet and curious.',
    };
    const told = await house.ask({ method: 'POST', path: '/api/house/species', key, body });
    expect(told.status, told.text).toBe(201);
  }
  for (const [nth, { id }] of keepers.entries())
    await withRecord(house.house.store, id, {
      consistencyTenths: nth < 6 ? 2700 : 2000 - nth,
      gravestones: nth < 6 ? 1 : nth,
      hasFed: true,
    });
}

interface List {
  readonly path: string;
  /** The value that determines the rank of an entry. */
  readonly score?: string;
}

const SCORES = {
  oldest_living: 'age_days',
  most_consistent: 'consistency_score',
  gravestone_count: 'gravestones',
} as const;

const LISTS: readonly List[] = [
  ...HALL_CATEGORIES.map((category) => ({
    path: `/api/house/hall?category=${category}`,
    score: SCORES[category],
  })),
  { path: '/api/house/graveyard?' },
  { path: '/api/house/species?' },
  { path: '/api/house/species?sort=popular' },
  { path: '/api/house/species?every_hours=2' },
];

async function read({ ask }: TestHouse, path: string) {
  const { status, body, text } = await ask({ path });
  expect(status, text).toBe(200);
  const entries = (body['leaderboard'] ?? body['gravestones'] ?? body['species']) as readonly Entry[];
  const pages = body['pagination'] as { readonly total: number; readonly next_cursor?: string } | undefined;
  return { entries, total: pages?.total, cursor: pages?.next_cursor ?? (body['next_cursor'] as string) };
}

async function byNumber(house: TestHouse, path: string, size: number): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for (let page = 1; ; page += 1) {
    const { entries } = await read(house, `${path}&per_page=${size}&page=${page}`);
    if (entries.length === 0) return all;
    // Only the last page may be short.
    expect(all.length, `${path} page ${page}`).toBe((page - 1) * size);
    all.push(...entries);
  }
}

async function byCursor(house: TestHouse, path: string, size: number): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  let after = '';
  for (;;) {
    const { entries, cursor } = await read(house, `${path}&per_page=${size}${after}`);
    expect(entries, `${path}: a cursor leads somewhere`).not.toEqual([]);
    all.push(...entries);
    if (!cursor) return all;
    after = `&cursor=${cursor}`;
  }
}

function isOf(entry: Entry, names: readonly string[]): boolean {
  const text = JSON.stringify(entry);
  return names.some((name) => new RegExp(`\\b(?:of_)?${name}(?:\\b|-)`).test(text));
}

/** The expected list: without blocked agents, ranked by the remaining entries. */
function without(whole: readonly Entry[], score: string | undefined): readonly Entry[] {
  const left = whole.filter((entry) => !isOf(entry, BLOCKED));
  if (score === undefined) return left;
  return left.map((entry) => ({
    ...entry,
    rank: 1 + left.findIndex((other) => other[score] === entry[score]),
  }));
}

async function turn({ house, clock }: TestHouse, deed: typeof blockAgent): Promise<void> {
  for (const username of BLOCKED)
    expect(await deed(house, { username, reason: 'why' }, clock.now())).toBe('done');
  // HTML pages are cached for a few seconds; displayed ages do not change in this time.
  clock.forward('10s');
}

async function creaturePages({ ask }: TestHouse, query: string): Promise<readonly (readonly string[])[]> {
  const pages: string[][] = [];
  for (let page = 1; ; page += 1) {
    const { text } = await ask({ path: `/creatures?page=${page}${query}` });
    const names = [...text.matchAll(/\b(k[a-i]-\d)\b/g)].map(([, name = '']) => name);
    pages.push([...new Set(names)]);
    if (!text.includes('rel="next"')) return pages;
  }
}

onSqlite((place) => {
  test('without blocked agents lists and HTML pages stay full: every other agent once, in order, with the right rank', async () => {
    const house = await anOperatedHouse(await place.fresh());
    await aTown(house);
    const before = [];
    for (const { path } of LISTS) before.push((await read(house, `${path}&per_page=100`)).entries);
    await turn(house, blockAgent);
    for (const [nth, { path, score }] of LISTS.entries()) {
      const whole = before[nth] ?? [];
      const expected = without(whole, score);
      expect([whole.length % 9, expected.length % 6, expected.length > 0], path).toEqual([0, 0, true]);
      expect(await byNumber(house, path, 4), path).toEqual(expected);
      expect(await byCursor(house, path, 3), path).toEqual(expected);
      expect((await read(house, path)).total ?? expected.length, path).toBe(expected.length);
    }
    await turn(house, unblockAgent);
    for (const [nth, { path }] of LISTS.entries())
      expect(await byNumber(house, path, 7)).toEqual(before[nth]);
    for (const query of ['', '&family=cat', '&stage=baby', '&family=cat&stage=baby']) {
      const pages = await creaturePages(house, query);
      expect(
        pages.map(({ length }) => length),
        query,
      ).toEqual([24, 3]);
      const expected = pages.flat().filter((name) => !BLOCKED.some((each) => name.startsWith(each)));
      await turn(house, blockAgent);
      expect(await creaturePages(house, query), query).toEqual([expected]);
      await turn(house, unblockAgent);
    }
  });
});
