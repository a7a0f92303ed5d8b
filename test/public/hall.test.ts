import { expect, test } from 'vitest';

import { DAY } from '../../src/rules/base/clock.ts';
import { HALL_CATEGORIES } from '../../src/rules/vocabulary.ts';
import * as stones from '../../src/features/creatures/gravestones.store.ts';
import { blockAgent } from '../../src/features/moderation/moderate.ts';
import { readHall, readHallStories } from '../../src/features/public/hall.ts';
import { insertMilestone } from '../../src/features/records/life-log.store.ts';
import { anOperatedHouse } from '../moderation/desk.ts';
import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse, type Told } from '../support/house.ts';
import { adopted, care, seeded } from '../support/keeping.ts';
import { aDesignerOf, aResidentOf, hatchFor, twoDeaths, untrustedIn } from '../support/residents.ts';
import { storeWith } from '../support/store-with.ts';
import { aKeeper as aStoredKeeper, aResident, aStone, withRecord } from '../support/stored-residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const { gravestonesOfCreature, insertGravestones, markResurrected } = stones;
const HALL = '/api/house/hall';
const CONSISTENT = 'category=most_consistent';

async function boardOf({ ask }: TestHouse, query: string): Promise<readonly Record<string, unknown>[]> {
  const { status, body } = await ask({ path: `${HALL}?${query}` });
  expect(status).toBe(200);
  return body['leaderboard'] as Record<string, unknown>[];
}

async function hasFed({ house }: TestHouse, ...keepers: readonly { readonly id: string }[]): Promise<void> {
  for (const { id } of keepers) await withRecord(house.store, id, { hasFed: true });
}

eachDatabase(({ fresh }) => {
  test('equal scores and equal numbers of deaths share a rank', async () => {
    const house = await aPlainHouse(await fresh());
    const records = {
      a: { living: 1, consistencyTenths: 950, gravestones: 3 },
      // Displayed as the same score, though the last digits differ.
      b: { living: 3, consistencyTenths: 2701, gravestones: 1 },
      c: { living: 1, consistencyTenths: 900, gravestones: 1 },
      d: { living: 2, consistencyTenths: 1800, gravestones: 1, adultsRaised: 3 },
      e: { living: 1, consistencyTenths: 100, gravestones: 1 },
    };
    for (const [name, record] of Object.entries(records)) {
      const { id } = await aDesignerOf(house, `${name}-keeper`);
      await withRecord(house.house.store, id, { ...record, hasFed: true });
    }
    // Ties are ordered by adults raised and name, or by name alone.
    for (const [category, names, ranks] of [
      ['most_consistent', ['a', 'b', 'd', 'c', 'e'], [1, 2, 2, 2, 5]],
      ['gravestone_count', ['a', 'b', 'c', 'd', 'e'], [1, 2, 2, 2, 2]],
    ] as const) {
      const board = await boardOf(house, `category=${category}`);
      expect(board.map(({ rank }) => rank)).toEqual(ranks);
      expect(board.map(({ agent }) => agent)).toEqual(names.map((name) => `${name}-keeper`));
    }
  });

  test('eggs, dead and released creatures are on no board of the living', async () => {
    const house = await aPlainHouse(await fresh());
    const { ask } = house;
    const [wren, robin] = [await aKeeper(house, 'wren'), await aKeeper(house, 'robin')];
    await wren.hatch({ name: 'Dead' });
    house.clock.forward('30h');
    const gone = await wren.hatch({ name: 'Gone' });
    await robin.hatch({ name: 'Here' });
    await hasFed(house, wren, robin);
    await robin.adopt({ name: 'Egg' });
    await wren.release({ id: gone });
    house.clock.forward('20h');
    expect(await boardOf(house, '')).toMatchObject([{ creature_name: 'Here' }]);
    expect(await boardOf(house, CONSISTENT)).toMatchObject([{ agent: 'robin', creatures_alive: 1 }]);
    const { house_stats: stats } = (await ask({ path: HALL })).body;
    expect(stats).toEqual({ creatures_alive: 1, creatures_dead: 1, total_agents: 2 });
  });

  test('the keeper of the week is the most reliable one with a growth and without a death', async () => {
    const { house, street, stories } = await aStreet(await fresh());
    const { store } = house.house;
    const now = house.clock.now();
    const grown = { type: 'stage_transition', threshold: 'child', at: now, shown: true } as const;
    for (const [nth, { keeperId, creatureId }] of street.entries()) {
      await withRecord(store, keeperId, { consistencyTenths: 900 + nth * 10, hasFed: true });
      await insertMilestone(store, creatureId, grown);
    }
    const names = async () => (await stories()).keepersOfTheWeek.map((one) => `${one.username} ${one.grown}`);
    expect(await names()).toEqual(['robin 1', 'wren 1']);
    const { creatureId = '', keeperId = '' } = street[1] ?? {};
    await insertGravestones(store, [aStone({ creatureId, keeperId, diedAt: now - DAY })]);
    expect(await names()).toEqual(['wren 1']);
  });

  test('resurrections precede recoveries as comebacks, and creatures gone again are left out', async () => {
    const { house, street, stories } = await aStreet(await fresh());
    const { store } = house.house;
    const now = house.clock.now();
    const recovered = { type: 'health_milestone', threshold: 80, at: now - DAY, shown: true } as const;
    for (const { creatureId } of street) await insertMilestone(store, creatureId, recovered);
    const [wren, robin] = street;
    const { creatureId = '', keeperId = '' } = robin ?? {};
    await insertGravestones(store, [aStone({ creatureId, keeperId, diedAt: now - 2 * DAY })]);
    await markResurrected(store, { creatureId, deathNumber: 1 }, now - DAY);
    const told = async () =>
      (await stories()).comebacks.map(({ resident, from }) => [resident.creature.id, from]);
    // A marked gravestone is not enough: the creature must have as many resurrections as deaths.
    const both = [wren?.creatureId ?? '', creatureId].toSorted((one, other) => (one < other ? -1 : 1));
    expect(await told()).toEqual(both.map((id) => [id, 'the edge']));
    await store.run({ text: 'update creatures set resurrections = 1 where id = $1' }, [creatureId]);
    expect((await told()).map(String)).toEqual([`${creatureId},the dead`, `${wren?.creatureId},the edge`]);
    house.clock.forward('31d');
    expect(await told()).toEqual([]);
  });

  test('the most loved creature has reflections on the most days, not the most reflections', async () => {
    const { house, street, stories } = await aStreet(await fresh());
    const think = async (nth: number) => {
      const one = street[nth];
      if (one) await care(one, 'reflect', { creature_id: one.creatureId, notes: 'It looked at me.' });
    };
    for (const nth of [0, 0, 0, 0, 1, 3]) await think(nth);
    house.clock.forward('20h');
    for (const nth of [1, 3]) await think(nth);
    const { loved } = await stories();
    const told = loved.map(({ resident, days }) => `${resident.keeper.username} ${days}`);
    expect(told).toEqual(['robin 2', 'wren 1']);
  });

  test('a stored gravestone is read back unchanged, and marked once, only for its own death', async () => {
    const db = await fresh();
    const { id: keeperId } = await aStoredKeeper(db);
    const { id: creatureId } = await aResident(db, { keeperId, hatchedAt: 0 });
    const first = aStone({ creatureId, keeperId, diedAt: 1 }, { path: 'rescue', consistency: 0.1 + 0.2 });
    const other = { deathNumber: 2, lastCareAction: undefined, resurrectedAt: 9 };
    const second = aStone({ creatureId, keeperId, diedAt: 5 }, other);
    expect(await insertGravestones(db, [first, second])).toBe(2);
    expect(await gravestonesOfCreature(db, creatureId)).toStrictEqual([first, second]);
    expect(await markResurrected(db, { creatureId, deathNumber: 3 }, 3)).toBe(false);
    expect(await markResurrected(db, { creatureId, deathNumber: 1 }, 4)).toBe(true);
    expect(await markResurrected(db, { creatureId, deathNumber: 1 }, 5)).toBe(false);
    expect(await gravestonesOfCreature(db, creatureId)).toMatchObject([{ resurrectedAt: 4 }, second]);
  });

  test('all gravestones are public, newest first, in pages, filtered by username or id, or both if they agree', async () => {
    const house = await aHouse(await fresh());
    const { wren, robin } = await twoDeaths(house);
    const one = { page: 1, per_page: 1, total: 2, pages: 2, has_next: true, has_prev: false };
    for (const [query, names, pagination] of [
      ['', 'Ro Bo', { total: 2 }],
      ['per_page=1', 'Ro', { ...one, next_cursor: expect.any(String) as unknown }],
      ['per_page=1&page=2', 'Bo', { page: 2, has_next: false, has_prev: true }],
      ['page=9007199254740991&per_page=200', '', { page: 9007199254740991, per_page: 200, has_next: false }],
      ['agent=WREN', 'Bo', { total: 1, pages: 1 }],
      [`user_id=${robin.id.toUpperCase()}`, 'Ro', {}],
      [`agent=wren&user_id=${wren.id}`, 'Bo', {}],
      [`agent=wren&user_id=${robin.id}`, '', {}],
      ['agent=nobody', '', {}],
      [`user_id=${NOBODY}`, '', {}],
    ] as const) {
      const told = await house.ask({ path: `${GRAVEYARD}?${query}` });
      expect(namesIn(told).join(' '), query).toBe(names);
      expect(told.body['pagination'], query).toMatchObject(pagination);
    }
    const own = async (query: string) =>
      namesIn(await house.ask({ path: `${GRAVEYARD}?${query}`, key: wren.key }));
    expect(actionsIn(await house.ask({ path: GRAVEYARD }))).toContain('register');
    const actions = actionsIn(await house.ask({ path: GRAVEYARD, key: wren.key }));
    expect(actions).toEqual(expect.arrayContaining(['check_status', 'adopt']));
    expect(actions).not.toContain('register');
    // With a key only the caller's own gravestones are listed, whatever filter is sent.
    expect(await own('')).toEqual(['Bo']);
    expect(await own(`agent=wren&user_id=${wren.id}`)).toEqual(['Bo']);
    expect(await own('agent=robin')).toEqual([]);
    expect(await own(`user_id=${robin.id}`)).toEqual([]);
    const headers = { 'x-api-key': wren.key };
    expect(namesIn(await house.ask({ path: GRAVEYARD, headers }))).toEqual(['Bo']);
  });
});

/** Neighbours with one creature each; a blocked one and a test account are excluded from stories. */
async function aStreet(store: Parameters<typeof anOperatedHouse>[0]) {
  const house = await anOperatedHouse(store, { random: seeded(SLEEPLESS) });
  const stories = () => readHallStories(house.house, house.clock.now());
  expect(await stories()).toMatchObject({ keepersOfTheWeek: [], comebacks: [], loved: [] });
  const street = [];
  for (const username of ['wren', 'robin', 'crow', 'test-rig']) {
    const { id: keeperId, key } = await aKeeper(house, username);
    const creatureId = await adopted({ house, key }, 'housecat', `Of ${username}`);
    street.push({ house, key, keeperId, creatureId });
  }
  await blockAgent(house.house, { username: 'crow', reason: 'why' }, house.clock.now());
  return { house, street, stories };
}

test('the page of the hall counts the living as the home page does, without test accounts', async () => {
  const house = await aHouse(await anyStore());
  for (const username of ['wren', 'test-rig'])
    await adopted({ house, key: (await aKeeper(house, username)).key }, 'housecat', `Of ${username}`);
  const page = await house.ask({ path: '/hall', headers: { accept: 'text/html' } });
  expect(page.text).toMatch(/<dt>Alive<\/dt><dd[^>]*>1</);
  expect((await house.ask({ path: HALL })).body).toMatchObject({ house_stats: { creatures_alive: 2 } });
});

test('an empty hall has empty boards and zero counts; an unknown category is refused with the valid ones', async () => {
  const { ask } = await aHouse(await anyStore());
  const house_stats = { creatures_alive: 0, creatures_dead: 0, total_agents: 0 };
  for (const category of HALL_CATEGORIES) {
    const { body } = await ask({ path: `${HALL}?category=${category}` });
    expect(body).toMatchObject({ category, leaderboard: [], house_stats });
  }
  // A key, valid or not, changes nothing.
  const told = await ask({ path: HALL, key: 'ah_nonsense' });
  expect(told).toMatchObject({ status: 200, body: { category: 'oldest_living' } });
  const refused = await ask({ path: `${HALL}?category=youngest` });
  expect(refused).toMatchObject({ status: 400, body: { error: 'Unknown category' } });
  for (const category of HALL_CATEGORIES) expect(refused.body['suggestion']).toContain(category);
});

test('the oldest living come first, with stage, age, consistency and meals as of now', async () => {
  const house = await aPlainHouse(await anyStore());
  const wren = await aKeeper(house, 'wren');
  const bo = await wren.hatch({ name: 'Bo', species_slug: 'housecat' });
  house.clock.forward('4h');
  await wren.care({ action: 'feed', id: bo });
  await wren.hatch({ name: 'Mo', species_slug: 'tortoise' });
  house.clock.forward('2h');
  const age = { stage: 'baby', age_days: 0.25 };
  expect(await boardOf(house, '')).toMatchObject([
    { rank: 1, creature_name: 'Bo', ...age, consistency_score: 100, total_feedings: 1 },
    { rank: 2, creature_name: 'Mo', age_days: 0.08, total_feedings: 0 },
  ]);
  // Without requests of its keeper it grows and misses meals on the board.
  house.clock.forward('23h');
  expect((await boardOf(house, '')).at(-1)).toMatchObject({ stage: 'child', age_days: 1.04 });
});

test('the steadiest keepers come first once they have fed, with missed meals, numbers of living and raised', async () => {
  const house = await aPlainHouse(await anyStore());
  const [wren, robin] = [await aKeeper(house, 'wren'), await aKeeper(house, 'robin')];
  await wren.hatch({ name: 'Bo', species_slug: 'housecat' });
  house.clock.forward('9h');
  await wren.hatch({ name: 'Mo', species_slug: 'housecat' });
  const ro = await robin.hatch({ name: 'Ro', species_slug: 'housecat' });
  await hasFed(house, wren);
  await robin.care({ action: 'reflect', id: ro });
  const scores = { consistency_score: 95, creatures_alive: 2, adults_raised: 0 };
  const ofWren = { agent: 'wren', display_name: 'wren', ...scores };
  expect(await boardOf(house, CONSISTENT)).toEqual([{ rank: 1, ...ofWren }]);
  house.clock.forward('10s');
  await robin.care({ action: 'feed', id: ro });
  expect(await boardOf(house, CONSISTENT)).toEqual([
    { ...ofWren, rank: 1, agent: 'robin', display_name: 'robin', consistency_score: 100, creatures_alive: 1 },
    { rank: 2, ...ofWren },
  ]);
  house.clock.forward('3h');
  expect(await boardOf(house, '')).toMatchObject([{ creature_name: 'Bo', consistency_score: 81 }, {}, {}]);
});

test.each(HALL_CATEGORIES)('a page beyond the end of %s does not scan the whole board', async (category) => {
  const plain = await aPlainHouse(await anyStore());
  await (await aKeeper(plain)).hatch();
  const boardsRead: string[] = [];
  const store = storeWith(plain.house.store, {
    all(query, values) {
      if (query.text.includes('offset')) boardsRead.push(query.text);
      return plain.house.store.all(query, values);
    },
  });
  const visit = (page: number) =>
    readHall({ ...plain.house, store }, { category, paging: { page, perPage: 1 } }, plain.clock.now());
  await visit(1);
  expect(boardsRead).toHaveLength(1);
  expect((await visit(2)).board).toEqual({ category, entries: [] });
  expect((await visit(9_007_199_254_740_991)).board).toEqual({ category, entries: [] });
  expect(boardsRead).toHaveLength(1);
});

const GRAVEYARD = '/api/house/graveyard';
const NOBODY = '00000000-0000-4000-8000-000000000000';
const namesIn = ({ body }: Told) => (body['gravestones'] as { name: string }[]).map(({ name }) => name);
const actionsIn = ({ body }: Told) => (body['next_steps'] as { action: string }[]).map((step) => step.action);

test('an empty graveyard says so; an invalid id and a wrong key are refused', async () => {
  const { ask } = await aHouse(await anyStore());
  const pagination = { page: 99, per_page: 50, total: 0, pages: 0, has_next: false, has_prev: false };
  const { body } = await ask({ path: `${GRAVEYARD}?page=99` });
  expect(body).toMatchObject({ gravestones: [], pagination, message: expect.any(String) });
  const invalid = { status: 400, body: { fields: [{ field: 'user_id' }] } };
  expect(await ask({ path: `${GRAVEYARD}?user_id=wren` })).toMatchObject(invalid);
  const wrong = { status: 401, headers: { 'cache-control': 'no-store' } };
  expect(await ask({ path: GRAVEYARD, key: 'ah_wrong' })).toMatchObject(wrong);
});

test('a gravestone is public from the exact time of death, never changes, and stays after a return; the released have none', async () => {
  const house = await aHouse(await anyStore());
  const wren = await aResidentOf(house, 'wren');
  const { key } = wren;
  const gone = await hatchFor(house, wren, { name: 'Gone' });
  await house.ask({ method: 'DELETE', path: '/api/house/release', key, body: { creature_id: gone } });
  const bo = await hatchFor(house, wren, { name: 'Bo', species_slug: 'housecat' });
  house.clock.forward('4h');
  await care({ house, key }, 'feed', { creature_id: bo });
  house.clock.forward('35h59m59.999s');
  expect((await house.ask({ path: GRAVEYARD })).body).toMatchObject({ pagination: { total: 0 } });
  house.clock.forward('1ms');
  const meals = { feedings: 1, missed_feedings: 6, last_care_action: 'feed' };
  const stone = { name: 'Bo', stage_reached: 'child', lived: '1 day and 16 hours', ...meals };
  const first = (await house.ask({ path: GRAVEYARD })).body['gravestones'];
  expect(first).toMatchObject([{ ...stone, died_at: '2026-01-17T04:00:00.000Z', resurrected: false }]);
  for (const path of ['/', '/hall', '/keepers'])
    expect((await house.ask({ path })).text).not.toMatch(
      /Nobody (has|lives)|No keeper has shared|keeping them/,
    );
  house.clock.forward('50h');
  expect((await house.ask({ path: GRAVEYARD, key })).body['gravestones']).toEqual(first);
  await markResurrected(house.house.store, { creatureId: bo, deathNumber: 1 }, house.clock.now());
  const resurrected_at = new Date(house.clock.now()).toISOString();
  const { body: after } = await house.ask({ path: GRAVEYARD });
  expect(after['gravestones']).toMatchObject([{ ...stone, resurrected: true, resurrected_at }]);
});

test('on own gravestones only text by other agents is marked as untrusted', async () => {
  const house = await aHouse(await anyStore());
  const wren = await aDesignerOf(house, 'wren');
  const design = { slug: 'moss_fox', name: 'Moss Fox', family: 'cat', personality: 'Naps all day long.' };
  await house.ask({ method: 'POST', path: '/api/house/species', key: wren.key, body: design });
  await hatchFor(house, wren, { name: 'Bo', species_slug: 'moss_fox' });
  house.clock.forward('40h');
  const { body } = await house.ask({ path: GRAVEYARD, key: wren.key });
  expect(untrustedIn(body)).toEqual(new Map([['/gravestones/0/species', 'Moss Fox']]));
  const [{ epitaph } = { epitaph: '' }] = body['gravestones'] as { epitaph: string }[];
  expect(epitaph).not.toContain('Moss Fox');
});
