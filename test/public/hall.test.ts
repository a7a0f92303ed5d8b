import { expect, test } from 'vitest';

import { HALL_CATEGORIES } from '../../src/rules/vocabulary.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { aDesignerOf, aResidentOf, hatchFor, untrustedIn } from '../support/residents.ts';
import { withRecord } from '../support/stored-residents.ts';

const HALL = '/api/house/hall';

async function boardOf({ ask }: TestHouse, query: string): Promise<readonly Record<string, unknown>[]> {
  const { status, body } = await ask({ path: `${HALL}?${query}` });
  expect(status).toBe(200);
  return body['leaderboard'] as Record<string, unknown>[];
}

async function feed({ ask }: TestHouse, key: string, creatureId: string): Promise<void> {
  const body = { action: 'feed', creature_id: creatureId };
  expect((await ask({ method: 'POST', path: '/api/house/care', key, body })).status).toBe(200);
}

/** As if each keeper had fed once. */
async function hasFed({ house }: TestHouse, ...keepers: readonly { readonly id: string }[]): Promise<void> {
  for (const { id } of keepers) await withRecord(house.store, id, { hasFed: true });
}

eachDatabase((place) => {
  test('an empty hall has empty boards and zero counts', async () => {
    const { ask } = await aHouse(await place.fresh());
    for (const category of HALL_CATEGORIES) {
      expect(await ask({ path: `${HALL}?category=${category}` })).toMatchObject({
        status: 200,
        body: {
          category,
          leaderboard: [],
          house_stats: { creatures_alive: 0, creatures_dead: 0, total_agents: 0 },
          next_steps: expect.arrayContaining([expect.objectContaining({ method: 'GET' })]),
        },
      });
    }
  });

  test('the default board is the oldest', async () => {
    const { ask } = await aHouse(await place.fresh());
    expect((await ask({ path: HALL })).body['category']).toBe('oldest_living');
  });

  test('an unknown category is refused with the list of valid ones', async () => {
    const { ask } = await aHouse(await place.fresh());
    const { status, body } = await ask({ path: `${HALL}?category=youngest` });
    expect(status).toBe(400);
    expect(body['error']).toBe('Unknown category');
    for (const category of HALL_CATEGORIES) expect(body['suggestion']).toContain(category);
  });

  test('the oldest living come first, with age, consistency and meals', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    const bo = await hatchFor(house, wren, { name: 'Bo', species_slug: 'housecat' });
    house.clock.forward('4h');
    await feed(house, wren.key, bo);
    await hatchFor(house, wren, { name: 'Mo', species_slug: 'beagle' });
    house.clock.forward('2h');
    expect(await boardOf(house, '')).toEqual([
      {
        rank: 1,
        creature_name: 'Bo',
        creature_species: 'Housecat',
        stage: 'baby',
        age_days: 0.25,
        consistency_score: 100,
        total_feedings: 1,
      },
      expect.objectContaining({ rank: 2, creature_name: 'Mo', age_days: 0.08, total_feedings: 0 }),
    ]);
  });

  test('consistency is current and includes meals missed so far', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    await hatchFor(house, wren, { name: 'Bo', species_slug: 'housecat' });
    await hasFed(house, wren);
    house.clock.forward('12h');
    expect(await boardOf(house, '')).toMatchObject([{ consistency_score: 81 }]);
    expect(await boardOf(house, 'category=most_consistent')).toMatchObject([{ consistency_score: 81 }]);
  });

  test('eggs, dead and released creatures are on no board of the living', async () => {
    const house = await aHouse(await place.fresh());
    const [wren, robin] = [await aResidentOf(house, 'wren'), await aResidentOf(house, 'robin')];
    await hatchFor(house, wren, { name: 'Dead' });
    house.clock.forward('30h');
    const gone = await hatchFor(house, wren, { name: 'Gone' });
    await hatchFor(house, robin, { name: 'Here' });
    await hasFed(house, wren, robin);
    const { ask } = house;
    await ask({ method: 'POST', path: '/api/house/adopt', key: robin.key, body: { name: 'Egg' } });
    const body = { creature_id: gone };
    expect((await ask({ method: 'DELETE', path: '/api/house/release', key: wren.key, body })).status).toBe(
      200,
    );
    house.clock.forward('20h');
    expect(await boardOf(house, '')).toMatchObject([{ creature_name: 'Here' }]);
    expect(await boardOf(house, 'category=most_consistent')).toMatchObject([
      { agent: 'robin', creatures_alive: 1 },
    ]);
    expect((await ask({ path: HALL })).body['house_stats']).toEqual({
      creatures_alive: 1,
      creatures_dead: 1,
      total_agents: 2,
    });
  });

  test('a creature grows on the board without requests of its keeper', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    await hatchFor(house, wren, { name: 'Bo', species_slug: 'tortoise' });
    house.clock.forward('25h');
    expect(await boardOf(house, '')).toMatchObject([{ stage: 'child', age_days: 1.04 }]);
  });

  test('the steadiest keepers come first, with the numbers of living and raised', async () => {
    const house = await aHouse(await place.fresh());
    const [wren, robin] = [await aResidentOf(house, 'wren'), await aResidentOf(house, 'robin')];
    await hatchFor(house, wren, { name: 'Bo', species_slug: 'housecat' });
    house.clock.forward('9h');
    await hatchFor(house, wren, { name: 'Mo', species_slug: 'housecat' });
    await hatchFor(house, robin, { name: 'Ro', species_slug: 'housecat' });
    await hasFed(house, wren, robin);
    expect(await boardOf(house, 'category=most_consistent')).toEqual([
      {
        rank: 1,
        agent: 'robin',
        display_name: 'robin',
        consistency_score: 100,
        creatures_alive: 1,
        adults_raised: 0,
      },
      {
        rank: 2,
        agent: 'wren',
        display_name: 'wren',
        consistency_score: 95,
        creatures_alive: 2,
        adults_raised: 0,
      },
    ]);
  });

  test('a keeper that never fed is not ranked by consistency', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    const bo = await hatchFor(house, wren, { name: 'Bo', species_slug: 'housecat' });
    const body = { action: 'reflect', creature_id: bo };
    await house.ask({ method: 'POST', path: '/api/house/care', key: wren.key, body });
    expect(await boardOf(house, 'category=most_consistent')).toEqual([]);
    house.clock.forward('10s');
    await feed(house, wren.key, bo);
    expect(await boardOf(house, 'category=most_consistent')).toMatchObject([
      { agent: 'wren', consistency_score: 100 },
    ]);
  });

  test('keepers with the most dead come first', async () => {
    const house = await aHouse(await place.fresh());
    const [wren, robin] = [await aResidentOf(house, 'wren'), await aResidentOf(house, 'robin')];
    await hatchFor(house, robin, { name: 'Ro' });
    for (const name of ['Bo', 'Mo']) await hatchFor(house, wren, { name });
    house.clock.forward('37h');
    expect(await boardOf(house, 'category=gravestone_count')).toEqual([
      { rank: 1, agent: 'wren', display_name: 'wren', gravestones: 2 },
      { rank: 2, agent: 'robin', display_name: 'robin', gravestones: 1 },
    ]);
  });

  test('equal ages share a rank, on one page and across pages', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    for (const [name, wait] of [
      ['A', '2h'],
      ['B', '1s'],
      ['C', '1s'],
      ['D', '1h'],
      ['E', '1h'],
    ] as const) {
      await hatchFor(house, wren, { name });
      house.clock.forward(wait);
    }
    const ranks = [
      [1, 'A', 0.17],
      [2, 'B', 0.08],
      [2, 'C', 0.08],
      [2, 'D', 0.08],
      [5, 'E', 0.04],
    ];
    expect((await boardOf(house, '')).map(ranked)).toEqual(ranks);
    for (const perPage of [1, 2, 3]) {
      const paged = [];
      for (let page = 1; page <= 5; page += 1)
        paged.push(...(await boardOf(house, `per_page=${perPage}&page=${page}`)));
      expect(paged.map(ranked)).toEqual(ranks);
    }
  });

  test('equal scores and equal losses share a rank across pages', async () => {
    const house = await aHouse(await place.fresh());
    const { store } = house.house;
    const records = {
      a: { living: 1, consistencyTenths: 950, gravestones: 3 },
      // Displayed as the same score, though the last digits differ.
      b: { living: 3, consistencyTenths: 2701, gravestones: 1 },
      c: { living: 1, consistencyTenths: 900, gravestones: 1 },
      d: { living: 2, consistencyTenths: 1800, gravestones: 1 },
      e: { living: 1, consistencyTenths: 100, gravestones: 1 },
    };
    for (const [name, record] of Object.entries(records)) {
      const { id } = await aDesignerOf(house, `${name}-keeper`);
      await withRecord(store, id, { ...record, hasFed: true });
    }
    for (const category of ['most_consistent', 'gravestone_count']) {
      const paged = [];
      for (let page = 1; page <= 3; page += 1)
        paged.push(...(await boardOf(house, `category=${category}&per_page=2&page=${page}`)));
      expect(paged.map(({ rank }) => rank)).toEqual(
        category === 'most_consistent' ? [1, 2, 2, 2, 5] : [1, 2, 2, 2, 2],
      );
      expect(paged.map(({ agent }) => agent)).toEqual(
        ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}-keeper`),
      );
    }
  });

  test('page numbers out of range are clamped, and pages beyond the end are empty', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    for (const name of ['A', 'B']) await hatchFor(house, wren, { name });
    expect(await boardOf(house, 'page=0&per_page=0')).toHaveLength(1);
    expect(await boardOf(house, 'page=x&per_page=1000')).toHaveLength(2);
    for (const category of HALL_CATEGORIES)
      expect(await boardOf(house, `category=${category}&page=9007199254740991&per_page=100`)).toEqual([]);
  });

  test('strangers’ words on the boards are marked as untrusted', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    const design = {
      slug: 'moss_fox',
      name: 'Moss Fox',
      family: 'exotic',
      personality: 'Naps in green places.',
    };
    await house.ask({ method: 'POST', path: '/api/house/species', key: wren.key, body: design });
    await hatchFor(house, wren, { name: 'Bo', species_slug: 'housecat' });
    house.clock.forward('1h');
    await hatchFor(house, wren, { name: 'Mo', species_slug: 'moss_fox' });
    await hasFed(house, wren);
    expect(untrustedIn((await house.ask({ path: HALL })).body)).toEqual(
      new Map([
        ['/leaderboard/0/creature_name', 'Bo'],
        ['/leaderboard/1/creature_name', 'Mo'],
        ['/leaderboard/1/creature_species', 'Moss Fox'],
      ]),
    );
    expect(untrustedIn((await house.ask({ path: `${HALL}?category=most_consistent` })).body)).toEqual(
      new Map([
        ['/leaderboard/0/agent', 'wren'],
        ['/leaderboard/0/display_name', 'wren'],
      ]),
    );
  });

  test('a key, valid or not, changes nothing in the hall', async () => {
    const { ask } = await aHouse(await place.fresh());
    expect((await ask({ path: HALL, key: 'ah_nonsense' })).status).toBe(200);
  });

  test('the hall may be read twenty times a minute', async () => {
    const { ask } = await aHouse(await place.fresh());
    const from = '192.0.2.1';
    for (let visit = 0; visit < 20; visit += 1) expect((await ask({ path: HALL, from })).status).toBe(200);
    expect(await ask({ path: HALL, from })).toMatchObject({
      status: 429,
      body: { error: 'Rate limit exceeded' },
    });
  });
});

function ranked({ rank, creature_name, age_days }: Readonly<Record<string, unknown>>): unknown[] {
  return [rank, creature_name, age_days];
}
