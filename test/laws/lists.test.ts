import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openLog } from '../../src/log.ts';
import { openServer } from '../../src/server/open-server.ts';
import { connect } from '../../src/db/connect.ts';
import type { Query } from '../../src/db/db.ts';
import { inhabited, type Inhabited } from '../pages/inhabited.ts';
import { newHouseFolder } from '../support/stores/sqlite-template.ts';

interface Paging {
  readonly next_cursor?: string;
}
type Answer = Readonly<Record<string, unknown>> & Paging & { readonly pagination?: Paging };

let lived: Inhabited;
let get: (path: string, key?: string) => Promise<Answer>;
let close: () => Promise<void>;

beforeAll(async () => {
  const store = await connect({ dataDir: await newHouseFolder() });
  lived = await inhabited(store, { creatures: 24, days: 24, seed: 3 });
  const app = await openServer(lived.house, {
    log: openLog('silent'),
    baseUrl: new URL('http://127.0.0.1:1'),
  });
  let callers = 0;
  get = async (url, key) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const answer = await app.inject({
      url,
      headers,
      remoteAddress: `10.0.${callers >> 8}.${callers++ & 255}`,
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<Answer>();
  };
  close = async () => {
    await app.close();
    await store.close();
  };
});
afterAll(() => close());

const LISTS = [
  { path: '/api/house/graveyard?', rows: 'gravestones' },
  { path: '/api/house/hall?category=oldest_living', rows: 'leaderboard' },
  { path: '/api/house/hall?category=most_consistent', rows: 'leaderboard' },
  { path: '/api/house/hall?category=gravestone_count', rows: 'leaderboard' },
  { path: '/api/house/species?sort=newest', rows: 'species' },
  { path: '/api/house/species?sort=popular', rows: 'species' },
] as const;

describe.each(LISTS)('$path', ({ path, rows }) => {
  const rowsOf = (answer: Answer) => answer[rows] as readonly unknown[];

  test.each([1, 2, 7])('pages of %i, by number and by cursor, add up to the whole list', async (size) => {
    const whole = await get(`${path}&per_page=100`);
    const expected = rowsOf(whole);
    expect(expected.length).toBeGreaterThan(2);
    const byNumber: unknown[] = [];
    const byCursor: unknown[] = [];
    let cursor = '';
    for (let page = 1; page <= Math.ceil(expected.length / size); page += 1) {
      byNumber.push(...rowsOf(await get(`${path}&per_page=${size}&page=${page}`)));
      const read = await get(`${path}&per_page=${size}${cursor}`);
      byCursor.push(...rowsOf(read));
      const { next_cursor: next = '' } = read.pagination ?? read;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
    expect(byNumber).toEqual(expected);
    expect(byCursor).toEqual(expected);
  });
});

test.each([
  { of: 'history', rows: 'care_log', most: 500 },
  { of: 'letters', rows: 'letters', most: 20 },
])('parts of the $of of every creature add up to the whole', async ({ of, rows, most }) => {
  let longest = 0;
  for (const id of lived.creatures) {
    const keeper = await lived.house.store.one(KEEPER_OF, [id]);
    const key = lived.agents.find((agent) => agent.id === keeper?.keeper_id)?.key;
    const part = async (limit: number, offset: number) =>
      (await get(`/api/house/${of}?id=${id}&limit=${limit}&offset=${offset}`, key))[rows] as unknown[];
    const whole = await part(most, 0);
    const size = Math.max(1, Math.floor(whole.length / 3));
    const parts: unknown[] = [];
    for (let offset = 0; offset < whole.length; offset += size) parts.push(...(await part(size, offset)));
    expect(parts, id).toEqual(whole);
    longest = Math.max(longest, whole.length);
  }
  expect(longest).toBeGreaterThan(3);
});

const KEEPER_OF: Query<{ readonly keeper_id: string }> = {
  text: 'select keeper_id from creatures where id = $1',
  columns: ['keeper_id'],
};
