import { expect, test } from 'vitest';

import { browseCreatures } from '../../src/features/public/browse-creatures.ts';
import { incrementTotal } from '../../src/features/stats/tallies.store.ts';
import { livingTallyName } from '../../src/features/stats/tally-names.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { abandon, adopt, adopted, aHome, audited, kept, release, type Home } from '../support/keeping.ts';
import { storeWith } from '../support/store-with.ts';

/** Adopts this many of a species, one minute apart. */
async function several(home: Home, slug: string, many: number): Promise<string[]> {
  const ids = [];
  for (let nth = 0; nth < many; nth += 1) {
    ids.push(await adopted(home, slug, `No ${nth}`));
    home.house.clock.forward('1m');
  }
  return ids;
}

async function shown({ house, clock }: TestHouse, wish: Parameters<typeof browseCreatures>[1]) {
  const { creatures, ...page } = await browseCreatures(house, wish, clock.now());
  return { ...page, ids: creatures.map(({ creature }) => creature.id), faces: creatures };
}

eachDatabase(({ fresh }) => {
  test('pages are full, youngest first, and numbers beyond the end give the last page', async () => {
    const house = await aHouse(await fresh());
    const ids = (await several(await aHome(house, { username: 'wren' }), 'housecat', 26)).toReversed();
    const first = await shown(house, { page: 1 });
    expect(first).toMatchObject({ total: 26, pages: 2, page: 1, ids: ids.slice(0, 24) });
    expect(first.faces[0]).toMatchObject({
      keeper: { username: 'wren' },
      species: { slug: 'housecat' },
      observed: { mood: expect.any(String), shown: { hunger: expect.any(Number) } },
    });
    for (const page of [2, 3, 1e9])
      expect(await shown(house, { page })).toMatchObject({ page: 2, ids: ids.slice(24) });
    for (const page of [0, -5]) expect(await shown(house, { page })).toMatchObject({ page: 1 });
    for (const wish of [{ family: 'cat' }, { stage: 'baby' }, { family: 'cat', stage: 'baby' }] as const)
      expect(await shown(house, { ...wish, page: 2 })).toMatchObject({ total: 26, ids: ids.slice(24) });
  });

  test('filters by family, stage or both, and eggs only on request', async () => {
    const house = await aHouse(await fresh());
    const wren = await aHome(house, { username: 'wren' });
    const [cat = ''] = await several(wren, 'housecat', 1);
    house.clock.forward('24h');
    const [dog = ''] = await several(wren, 'beagle', 1);
    const egg = await adopt(wren, { name: 'Egg', species_slug: 'tabby' });
    expect(await shown(house, { page: 1 })).toMatchObject({ total: 2, ids: [dog, cat] });
    expect(await shown(house, { family: 'cat', page: 1 })).toMatchObject({ total: 1, ids: [cat] });
    expect(await shown(house, { stage: 'child', page: 1 })).toMatchObject({ total: 1, ids: [cat] });
    expect(await shown(house, { stage: 'baby', page: 1 })).toMatchObject({ total: 1, ids: [dog] });
    expect(await shown(house, { family: 'dog', stage: 'child', page: 1 })).toMatchObject({
      total: 0,
      ids: [],
    });
    const eggs = await shown(house, { stage: 'egg', page: 1 });
    expect(eggs).toMatchObject({ total: 1, ids: [egg.creature.id], faces: [{ observed: undefined }] });
    expect(await shown(house, { family: 'dog', stage: 'egg', page: 1 })).toMatchObject({ total: 0, ids: [] });
  });

  test('dead and released creatures leave the list and its count', async () => {
    const house = await aHouse(await fresh());
    const lost = await kept(house, 'housecat', 'wren');
    await abandon(lost);
    const free = await kept(house, 'housecat', 'bo');
    expect(await shown(house, { family: 'cat', page: 1 })).toMatchObject({ total: 1, ids: [free.id] });
    await release(free);
    expect(await shown(house, { family: 'cat', page: 1 })).toMatchObject({ total: 0, pages: 1, ids: [] });
    expect(await audited(house)).toEqual([]);
  });

  test('the list ends after fifty pages', async () => {
    const { house, clock } = await aHouse(await fresh());
    await house.store.transaction(async (db) =>
      db.count(incrementTotal('house', livingTallyName('cat', 'adult'), 1_000_000)),
    );
    const reach: unknown[] = [];
    const store = storeWith(house.store, {
      all(query, values) {
        if (query.text.includes(') kinds order by')) reach.push(values);
        return house.store.all(query, values);
      },
    });
    const page = await browseCreatures({ ...house, store }, { family: 'cat', page: 41_000 }, clock.now());
    expect(page).toMatchObject({ total: 1_000_000, pages: 50, page: 50 });
    expect(reach).toEqual([[24, 49 * 24, 50 * 24, 'cat']]);
  });
});
