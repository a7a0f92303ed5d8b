import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { CreatureOrder, KeeperOrder } from '../../src/rules/vocabulary.ts';
import { blockAgent, hideText } from '../../src/features/moderation/moderate.ts';
import * as browse from '../../src/features/public/browse-creatures.ts';
import type { CreatureQuery } from '../../src/features/public/browse-creatures.ts';
import { readHouseSnapshot } from '../../src/features/public/news.ts';
import { incrementTotal } from '../../src/features/tallies/tallies.store.ts';
import { livingTallyName } from '../../src/features/tallies/tally-names.store.ts';
import { anOperatedHouse } from '../moderation/desk.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { abandon, adopt, adopted, aHome, audited, care, kept, release, seeded } from '../support/keeping.ts';
import { aDesignerOf, aResidentOf, hatchFor } from '../support/residents.ts';
import { storeWith } from '../support/store-with.ts';
import { withRecord } from '../support/stored-residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

async function shown({ house, clock }: TestHouse, query: Partial<CreatureQuery> = {}) {
  const { creatures, ...page } = await browse.browseCreatures(house, { page: 1, ...query }, clock.now());
  return { ...page, ids: creatures.map(({ creature }) => creature.id), faces: creatures };
}

const namesOf = async (house: TestHouse, query: Partial<CreatureQuery>) =>
  (await shown(house, query)).faces.map(({ creature }) => creature.name);

const found = (house: TestHouse, words: string, query: Partial<CreatureQuery> = {}) =>
  namesOf(house, { words, order: 'oldest', ...query });

async function aTown(place: Place): Promise<TestHouse> {
  const house = await anOperatedHouse(await place.fresh());
  const wren = await aHome(house, { username: 'wren', display_name: 'Émile the Careful' });
  const bo = await aHome(house, { username: 'bo' });
  for (const [home, slug, name] of [
    [wren, 'housecat', 'Moss'],
    [wren, 'beagle', 'moth_1'],
    [bo, 'housecat', 'Eclair'],
    [bo, 'owl', 'MO-X'],
  ] as const) {
    await adopted(home, slug, name);
    house.clock.forward('1m');
  }
  await adopt(bo, { name: 'Mop', species_slug: 'beagle' });
  return house;
}

eachDatabase((place) => {
  test('pages are full without blocked agents, youngest first, and numbers beyond the end give the last page', async () => {
    const house = await anOperatedHouse(await place.fresh());
    const home = await aHome(house, { username: 'wren' });
    const ids: string[] = [];
    const crow = await aHome(house, { username: 'crow' });
    for (let nth = 0; nth < 26; nth += 1) {
      ids.unshift(await adopted(home, 'housecat', `No ${nth}`));
      if (nth % 5 === 0) await adopted(crow, 'housecat', `Of crow ${nth}`);
      house.clock.forward('1m');
    }
    await blockAgent(house.house, { username: 'crow', reason: 'why' }, house.clock.now());
    const first = await shown(house);
    expect(first).toMatchObject({ total: 26, pages: 2, page: 1, ids: ids.slice(0, 24) });
    const observed = { mood: expect.any(String), shown: { hunger: expect.any(Number) } };
    expect(first.faces[0]).toMatchObject({
      keeper: { username: 'wren' },
      species: { slug: 'housecat' },
      observed,
    });
    for (const page of [2, 3, 1e9])
      expect(await shown(house, { page })).toMatchObject({ page: 2, ids: ids.slice(24) });
    for (const page of [0, -5]) expect(await shown(house, { page })).toMatchObject({ page: 1 });
    for (const wish of [{ family: 'cat' }, { stage: 'baby' }, { family: 'cat', stage: 'baby' }] as const)
      expect(await shown(house, { ...wish, page: 2 })).toMatchObject({ total: 26, ids: ids.slice(24) });
    const { text } = await house.ask({ path: '/creatures?page=2' });
    expect(text, 'another filter begins at its first page').toMatch(/href="\/creatures\?family=dog"/);
  });

  test('filters by family, stage or both, eggs only on request; the dead and released leave list and count', async () => {
    const house = await anOperatedHouse(await place.fresh());
    const wren = await aHome(house, { username: 'wren' });
    const cat = await adopted(wren, 'housecat', 'Cat');
    house.clock.forward('24h');
    const dog = await adopted(wren, 'beagle', 'Dog');
    const { id: egg } = (await adopt(wren, { name: 'Egg', species_slug: 'tabby' })).creature;
    for (const [query, ids] of [
      [{}, [dog, cat]],
      [{ family: 'cat' }, [cat]],
      [{ stage: 'child' }, [cat]],
      [{ stage: 'baby' }, [dog]],
      [{ family: 'dog', stage: 'child' }, []],
      [{ stage: 'egg' }, [egg]],
      [{ family: 'dog', stage: 'egg' }, []],
    ] as const)
      expect(await shown(house, query), JSON.stringify(query)).toMatchObject({ total: ids.length, ids });
    expect(await shown(house, { stage: 'egg' })).toMatchObject({ faces: [{ observed: undefined }] });
    await abandon({ ...wren, id: cat });
    const free = await kept(house, 'housecat', 'bo');
    expect(await shown(house, { family: 'cat' })).toMatchObject({ total: 1, ids: [free.id] });
    await release(free);
    expect(await shown(house, { family: 'cat' })).toMatchObject({ total: 0, pages: 1, ids: [] });
    expect(await audited(house)).toEqual([]);
  });

  test('the list ends after fifty pages', async () => {
    const { house, clock } = await anOperatedHouse(await place.fresh());
    const many = incrementTotal('house', livingTallyName('cat', 'adult'), 1_000_000);
    await house.store.transaction(async (db) => db.count(many));
    const reach: unknown[] = [];
    const store = storeWith(house.store, {
      all(query, values) {
        if (query.text.includes(') kinds order by')) reach.push(values);
        return house.store.all(query, values);
      },
    });
    const asked = { family: 'cat', page: 41_000 } as const;
    const page = await browse.browseCreatures({ ...house, store }, asked, clock.now());
    expect(page).toMatchObject({ total: 1_000_000, pages: 50, page: 50 });
    expect(reach).toEqual([[24, 49 * 24, 50 * 24, 'cat']]);
  });

  test('search matches words anywhere in names, species, families and keepers in any case, without wildcards or hidden text', async () => {
    const house = await aTown(place);
    for (const [words, names] of [
      ['mo', 'Moss moth_1 MO-X Mop'],
      ['MOSS', 'Moss'],
      ['oss', 'Moss'],
      ['ss mo', 'Moss'],
      ['cat', 'Moss Eclair'],
      ['mo-', 'MO-X'],
      ['mo%', ''],
      ['moth_', 'moth_1'],
      ['m_', ''],
      ['housec', 'Moss Eclair'],
      ['wre', 'Moss moth_1'],
      ['émile', 'Moss moth_1'],
      ['ÉMILE THE', 'Moss moth_1'],
    ] as const)
      expect((await found(house, words)).join(' '), words).toBe(names);
    expect(await found(house, 'mo', { family: 'dog' })).toEqual(['moth_1', 'Mop']);
    expect(await found(house, 'mo', { stage: 'egg' })).toEqual(['Mop']);
    expect(await found(house, 'mo', { order: 'youngest' })).toEqual(['Mop', 'MO-X', 'moth_1', 'Moss']);
    const { house: inner, clock } = house;
    const [moss] = (await shown(house, { words: 'moss' })).faces;
    const { id = '', keeperId = '' } = moss?.creature ?? {};
    await hideText(inner, { writing: 'creature_name', subject: id, reason: 'rude' }, clock.now());
    await hideText(inner, { writing: 'display_name', subject: keeperId, reason: 'rude' }, clock.now());
    expect(await found(house, 'moss')).toEqual([]);
    expect(await found(house, 'émile')).toEqual([]);
    expect(await found(house, 'wren')).toEqual(['Nameless', 'moth_1']);
  });

  test('species are found by name or family, filtered by tier and visits, and show who lives there', async () => {
    const house = await aTown(place);
    const page = async (path: string) => (await house.ask({ path, headers: { accept: 'text/html' } })).text;
    const kindsOn = async (query: string) =>
      [...(await page(`/species?${query}`)).matchAll(/class="kind-link" href="\/species\/(\w+)"/g)].map(
        ([, slug]) => slug,
      );
    expect(await kindsOn('q=USECA')).toEqual(['housecat']);
    expect((await kindsOn('q=cat')).length).toBeGreaterThan(4);
    expect(await kindsOn('q=housecat&tier=rare')).toEqual([]);
    expect((await kindsOn('every=24')).length).toBeLessThan((await kindsOn('every=4')).length);
    expect(await page('/species?q=zzz')).toContain('No species here is like that.');
    expect(await page('/species/housecat')).toContain('<bdi>Moss</bdi>');
    expect(await page('/species/tabby')).not.toContain('Who lives here now');
  });

  test('search matches capitals outside ASCII, anywhere in a name', async () => {
    const house = await anOperatedHouse(await place.fresh());
    const zoe = await aHome(house, { username: 'zoe', display_name: 'ÖZGÜR ÜNAL' });
    await adopted(zoe, 'housecat', 'Bo');
    for (const words of ['ÖZGÜR', 'ÖzgÜr', 'öZGÜR ÜN', 'özgür', 'ünal', 'nAL özG', 'gür'])
      expect(await found(house, words), words).toEqual(['Bo']);
  });

  test('creatures with the least time left come first, and only those short of it need care', async () => {
    const house = await anOperatedHouse(await place.fresh(), { random: seeded(SLEEPLESS) });
    const home = await aHome(house, { username: 'wren' });
    const [early, late] = [await adopted(home, 'housecat', 'Early'), await adopted(home, 'housecat', 'Late')];
    house.clock.forward('10h');
    await care(home, 'play', { creature_id: late });
    house.clock.forward('14h');
    await adopted(await aHome(house, { username: 'bo' }), 'beagle', 'Fed');
    expect(await namesOf(house, { order: 'danger' })).toEqual(['Early', 'Late']);
    const left = async () =>
      (await shown(house, { inNeed: true })).faces.map(({ creature, observed }) => [
        creature.name,
        ((observed?.publicClock.diesAt ?? 0) - house.clock.now()) / 3_600_000 <= 12,
      ]);
    house.clock.forward('1h');
    expect(await left()).toEqual([['Early', true]]);
    await care(home, 'feed', { creature_id: early });
    house.clock.forward('10s');
    expect(await left()).toEqual([]);
    for (const order of ['youngest', 'oldest', 'trust'] as const)
      expect(await namesOf(house, { inNeed: true, order, family: 'cat' })).toEqual([]);
    expect(await audited(house)).toEqual([]);
  });

  test('creatures with the most trust come first, and those that hide it are left out', async () => {
    const house = await anOperatedHouse(await place.fresh(), { random: seeded(SLEEPLESS) });
    const home = await aHome(house, { username: 'wren' });
    await adopted(home, 'hedgehog', 'Shy');
    await adopted(home, 'housecat', 'Stranger');
    const friend = await adopted(home, 'beagle', 'Friend');
    for (let meals = 0; meals < 8; meals += 1) {
      house.clock.forward('5h');
      for (const action of ['feed', 'play', 'reflect'] as const)
        await care(home, action, { creature_id: friend }).catch(() => undefined);
    }
    const trusting = await namesOf(house, { order: 'trust' });
    expect(trusting[0]).toBe('Friend');
    expect(trusting).not.toContain('Shy');
    expect(await namesOf(house, { order: 'trust', family: 'cat' })).not.toContain('Friend');
    expect(await audited(house)).toEqual([]);
  });

  test('blocked agents and test accounts are in no list and count of the living; favourites are shown in any state, each once', async () => {
    const house = await anOperatedHouse(await place.fresh(), { random: seeded(SLEEPLESS) });
    const ids: string[] = [];
    for (const [nth, username] of ['wren', 'crow', 'test-rig'].entries())
      ids.push(await adopted(await aHome(house, { username }), 'housecat', `Mo ${nth}`));
    const blocked = { username: 'crow', reason: 'why' };
    expect(await blockAgent(house.house, blocked, house.clock.now())).toBe('done');
    house.clock.forward('30h');
    const orders: readonly CreatureOrder[] = ['youngest', 'oldest', 'trust', 'danger'];
    const queries = [{}, { words: 'mo' }, { family: 'cat' }, { inNeed: true }] as const;
    for (const query of orders.flatMap((order) => queries.map((each) => ({ order, ...each }))))
      expect(await namesOf(house, query), JSON.stringify(query)).toEqual(['Mo 0']);
    for (const words of ['crow', 'test']) expect(await found(house, words)).toEqual([]);
    expect(await shown(house)).toMatchObject({ total: 1, pages: 1 });
    const { totals } = await readHouseSnapshot(house.house, house.clock.now());
    expect(totals).toMatchObject({ alive: 1, eggs: 0 });
    house.clock.forward('30h');
    const asked = [...ids, ...ids, 'x', '', '00000000-0000-4000-8000-000000000000'];
    const { creatures } = await browse.readFavourites(house.house, asked, house.clock.now());
    expect(creatures).toMatchObject([{ creature: { name: 'Mo 0', died: { cause: expect.any(String) } } }]);
  });

  test('keepers are sorted by reliability or by registration, with counts, without blocked and test accounts', async () => {
    const house = await anOperatedHouse(await place.fresh());
    const tenths = { wren: 900, robin: 980, crow: 1000, 'test-rig': 1000 };
    for (const [username, consistencyTenths] of Object.entries(tenths)) {
      const keeper = await aResidentOf(house, username);
      await hatchFor(house, keeper, { name: `Of ${username}` });
      await withRecord(house.house.store, keeper.id, { consistencyTenths, hasFed: true, gravestones: 2 });
      house.clock.forward('1m');
    }
    await aResidentOf(house, 'wanderer');
    await blockAgent(house.house, { username: 'crow', reason: 'why' }, house.clock.now());
    const keepersOf = async (order: KeeperOrder, words?: string) => {
      const asked = { words, order, page: 1 };
      const { keepers } = await browse.browseKeepers(house.house, asked, house.clock.now());
      return keepers.map(({ username }) => username);
    };
    for (const order of ['reliable', 'newest'] as const)
      expect(await keepersOf(order)).toEqual(['robin', 'wren']);
    for (const words of ['WR', 'ren']) expect(await keepersOf('reliable', words)).toEqual(['wren']);
    for (const words of ['crow', 'test', '_', '%']) expect(await keepersOf('reliable', words)).toEqual([]);
    const headers = { accept: 'text/html' };
    const { status, text } = await house.ask({ path: '/keepers', headers });
    expect(status).toBe(200);
    expect(text).toContain('1 alive, none grown up yet, 2 buried.');
    expect(text).toContain('Consistency: 98 of 100');
    expect(text.match(/class="portrait small"/g)).toHaveLength(2);
    expect(text).not.toMatch(/crow|test-rig|wanderer/);
    const nobody = await house.ask({ path: '/keepers?q=zz%3Cb%3E', headers });
    expect(nobody.text).toContain('No keeper here has such a name.');
    expect(nobody.text).not.toContain('zz<b>');
  });
});

async function pathsIn({ ask }: TestHouse, path: string): Promise<string[]> {
  const { status, text } = await ask({ path });
  expect(status, path).toBe(200);
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}

test('the sitemap lists every public creature, species and guide, and nothing hidden', async () => {
  const house = await aHouse(await anyStore());
  const wren = await aDesignerOf(house, 'wren');
  const lost = await hatchFor(house, wren, { name: 'Moss' });
  house.clock.forward('100h');
  const living = await hatchFor(house, wren, { name: 'Bo' });
  for (const hidden of ['rook', 'test-crow'])
    await hatchFor(house, await aDesignerOf(house, hidden), { name: 'Shade' });
  const design = { slug: 'moss_fox', name: 'Moss Fox', family: 'cat', personality: 'Naps all day long.' };
  await house.ask({ method: 'POST', path: '/api/house/species', key: wren.key, body: design });
  await blockAgent(house.house, { username: 'rook', reason: '' }, house.clock.now());

  const parts = await pathsIn(house, '/sitemap.xml');
  const pages = (await Promise.all(parts.map((part) => pathsIn(house, part)))).flat();
  const creatures = pages.filter((path) => path.startsWith('/creatures/'));
  expect(creatures.toSorted()).toEqual([`/creatures/${lost}`, `/creatures/${living}`].toSorted());
  const some = ['/', '/guides/feeding', '/species/moss_fox', `/species/${CATALOG[0]?.slug}`];
  expect(pages).toEqual(expect.arrayContaining(some));
  expect(new Set(pages).size).toBe(pages.length);

  const half = living.slice(0, 2);
  expect(await pathsIn(house, `/sitemap/creatures/${half}.xml`)).toContain(`/creatures/${living}`);
  for (const none of ['ffff.xml', 'ALL.xml', 'x.xml', 'all'])
    expect((await house.ask({ path: `/sitemap/creatures/${none}` })).status, none).toBe(404);
});

const PARTS = { 0: 1, 2500: 1, 2501: 16, 40_000: 16, 1_000_000: 4096, 1_000_000_000: 4096 };

test.each(Object.entries(PARTS))('%s creatures are listed in %i distinct parts', (creatures, count) => {
  const parts = browse.sitemapParts(Number(creatures));
  expect(parts).toHaveLength(count);
  expect(new Set(parts).size).toBe(count);
});
