import { expect, test } from 'vitest';

import {
  insertGravestones,
  gravestonesOfCreature,
  markResurrected,
} from '../../src/features/lives/gravestones.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type Told } from '../support/house.ts';
import { aDesignerOf, aResidentOf, hatchFor, twoDeaths, untrustedIn } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aKeeper, aResident, aStone } from '../support/stored-residents.ts';

const GRAVEYARD = '/api/house/graveyard';
const NOBODY = '00000000-0000-4000-8000-000000000000';
const namesIn = ({ body }: Told) => (body['gravestones'] as { name: string }[]).map(({ name }) => name);
const actionsIn = ({ body }: Told) => (body['next_steps'] as { action: string }[]).map((step) => step.action);

eachDatabase(({ fresh }) => {
  test('a stored gravestone is read back unchanged, and marked once, only for its own death', async () => {
    const db = await fresh();
    const { id: keeperId } = await aKeeper(db);
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

test('an empty graveyard says so; an invalid id and a wrong key are refused', async () => {
  const { ask } = await aHouse(await anyStore());
  const pagination = { page: 1, per_page: 50, total: 0, pages: 0, has_next: false, has_prev: false };
  const { body } = await ask({ path: GRAVEYARD });
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
  const body = { action: 'feed', creature_id: bo };
  await house.ask({ method: 'POST', path: '/api/house/care', key, body });
  house.clock.forward('35h59m59.999s');
  expect((await house.ask({ path: GRAVEYARD })).body).toMatchObject({ pagination: { total: 0 } });
  house.clock.forward('1ms');
  const meals = { feedings: 1, missed_feedings: 6, last_care_action: 'feed' };
  const stone = { name: 'Bo', stage_reached: 'child', lived: '1 day and 16 hours', ...meals };
  const first = (await house.ask({ path: GRAVEYARD })).body['gravestones'];
  expect(first).toMatchObject([{ ...stone, died_at: '2026-01-17T04:00:00.000Z', resurrected: false }]);
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
