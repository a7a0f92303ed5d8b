import { beforeAll, expect, test } from 'vitest';

import type { Database, Db } from '../../packages/database/db.ts';
import { DatabaseUnavailableError } from '../../packages/database/portable.ts';
import { HOUR } from '../../src/rules/base/clock.ts';
import { hasHatched } from '../../src/rules/lives/creature.ts';
import { browseCreatures } from '../../src/features/public/browse-creatures.ts';
import { readHouseSnapshot, readNews } from '../../src/features/public/news.ts';
import { viewAgent } from '../../src/features/public/view-agent.ts';
import { glanceAt, viewCreature } from '../../src/features/public/view-creature.ts';
import type { House } from '../../src/app/house.ts';
import { inhabited, type Inhabited } from '../pages/inhabited.ts';
import { eachDatabase } from '../support/databases.ts';
import { everyone, settleDue } from '../support/due-creatures.ts';
import { storeWith } from '../support/store-with.ts';

// Public reads, each on a house with simulated lives.

const LONG = process.env['TEST_LONG'] !== undefined;
const LIVES = { creatures: LONG ? 48 : 30, days: LONG ? 12 : 5, seed: 3 };

type Reading = (house: House, lived: Inhabited, now: number) => Promise<unknown>;

const READINGS: Readonly<Record<string, Reading>> = {
  'reading the home page': (house, _, now) => readHouseSnapshot(house, now),
  'listing all creatures': (house, _, now) => browseCreatures(house, { page: 1 }, now),
  'listing a family': (house, _, now) => browseCreatures(house, { family: 'cat', page: 1 }, now),
  'listing eggs': (house, _, now) => browseCreatures(house, { stage: 'egg', page: 1 }, now),
  'viewing a creature': (house, { creatures }, now) => viewCreature(house, creatures[0] ?? '', now),
  'glancing at a creature': (house, { creatures }, now) => glanceAt(house, creatures[1] ?? '', now),
  'viewing an agent': (house, { agents }, now) => viewAgent(house, agents[0]?.username ?? '', now),
  'reading the news': (house, _, now) => readNews(house, now, 50),
};

async function eggsIn(db: Db): Promise<string[]> {
  return (await everyone(db)).flatMap(({ creature }) => (hasHatched(creature) ? [] : [creature.id]));
}

eachDatabase((place) => {
  let lived: Inhabited;
  let small: Inhabited;
  let store: Database;
  beforeAll(async () => {
    store = await place.fresh();
    lived = await inhabited(store, LIVES);
    small = await inhabited(await place.fresh(), { creatures: 8, days: 3, seed: 5 });
  }, 120_000);

  test.each(Object.entries(READINGS))('%s needs no write and makes few queries', async (_, read) => {
    const before = await everyone(store);
    // Words of letters are stored when they are first read, unless nothing can be written.
    const refuse = () => Promise.reject(new DatabaseUnavailableError('read-only'));
    const refusing = storeWith(store, { run: refuse, transaction: refuse });
    await read({ ...lived.house, store: refusing }, lived, lived.now);
    expect(await everyone(store)).toEqual(before);
    const one = await countAsking(small, read);
    const other = await countAsking(lived, read);
    expect(other.asked).toBeLessThanOrEqual(one.asked + LOOKED_UP);
    expect(other.rows).toBeLessThan(MOST_ROWS);
  });

  test('public reads settle creatures to the same state as the background job', async () => {
    const lives = { creatures: 24, days: 2, seed: 9 };
    const watched = await inhabited(await place.fresh(), lives);
    const unwatched = await inhabited(await place.fresh(), lives);
    expect(await everyone(watched.house.store)).toEqual(await everyone(unwatched.house.store));
    const later = watched.now + 30 * HOUR;
    const eggs = await eggsIn(watched.house.store);
    expect(eggs.length).toBeGreaterThan(0);
    for (const id of watched.creatures) await viewCreature(watched.house, id, later - 5 * HOUR);
    for (const read of Object.values(READINGS)) await read(watched.house, watched, later);
    await settleDue(unwatched.house, later);
    const states = async ({ house: { store: db } }: Inhabited) =>
      // The version tells when it was settled, not the resulting state.
      (await everyone(db)).map(({ version: _, ...kept }) => kept);
    expect(await states(watched)).toEqual(await states(unwatched));
    expect(await eggsIn(watched.house.store)).toEqual(eggs);
  });
});

// One read may first look up a community species that is not cached.
const LOOKED_UP = 2;
const MOST_ROWS = 700;

async function countAsking(lived: Inhabited, read: Reading) {
  const count = { asked: 0, rows: 0 };
  const { store } = lived.house;
  const counting = storeWith(store, {
    async one(query, values) {
      count.asked += 1;
      return store.one(query, values);
    },
    async all(query, values) {
      const rows = await store.all(query, values);
      count.asked += 1;
      count.rows += rows.length;
      return rows;
    },
  });
  await read({ ...lived.house, store: counting }, lived, lived.now);
  return count;
}
