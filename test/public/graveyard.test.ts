import { expect, test } from 'vitest';

import { markResurrected } from '../../src/features/lives/gravestones.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type Told, type TestHouse } from '../support/house.ts';
import { aDesignerOf, aResidentOf, hatchFor, untrustedIn, type Resident } from '../support/residents.ts';

const GRAVEYARD = '/api/house/graveyard';
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Two agents with one death each: first Bo's, then Ro's two hours later. */
async function twoDeaths(house: TestHouse): Promise<{ wren: Resident; robin: Resident }> {
  const [wren, robin] = [await aResidentOf(house, 'wren'), await aResidentOf(house, 'robin')];
  await hatchFor(house, wren, { name: 'Bo', species_slug: 'housecat' });
  house.clock.forward('2h');
  await hatchFor(house, robin, { name: 'Ro', species_slug: 'housecat' });
  house.clock.forward('40h');
  return { wren, robin };
}

function namesIn({ body }: Told): readonly string[] {
  return (body['gravestones'] as { name: string }[]).map(({ name }) => name);
}

function actionsIn({ body }: Told): readonly string[] {
  return (body['next_steps'] as { action: string }[]).map(({ action }) => action);
}

eachDatabase((place) => {
  test('an empty graveyard says so', async () => {
    const { ask } = await aHouse(await place.fresh());
    expect(await ask({ path: GRAVEYARD })).toMatchObject({
      status: 200,
      body: {
        gravestones: [],
        pagination: { page: 1, per_page: 50, total: 0, pages: 0, has_next: false, has_prev: false },
        message: expect.any(String),
      },
    });
  });

  test('with a key the steps lead to status and adoption, also before the first creature', async () => {
    const house = await aHouse(await place.fresh());
    const { key } = await aResidentOf(house, 'wren');
    const actions = actionsIn(await house.ask({ path: GRAVEYARD, key }));
    expect(actions).toEqual(expect.arrayContaining(['check_status', 'adopt']));
    expect(actions).not.toContain('register');
  });

  test('a neglected creature has a gravestone with the exact time of its death', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    const bo = await hatchFor(house, wren, { name: 'Bo', species_slug: 'housecat' });
    house.clock.forward('4h');
    const body = { action: 'feed', creature_id: bo };
    await house.ask({ method: 'POST', path: '/api/house/care', key: wren.key, body });
    house.clock.forward('100h');
    const told = await house.ask({ path: GRAVEYARD });
    expect(told.body['gravestones']).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Bo',
        species: 'Housecat',
        stage_reached: 'child',
        lived: '1 day and 16 hours',
        caretaker: 'wren',
        feedings: 1,
        missed_feedings: 6,
        last_care_action: 'feed',
        cause: 'neglect',
        epitaph: expect.stringContaining('Bo'),
        died_at: '2026-01-17T04:00:00.000Z',
        resurrected: false,
      },
    ]);
  });

  test('reads never change a gravestone', async () => {
    const house = await aHouse(await place.fresh());
    const { wren } = await twoDeaths(house);
    const first = await house.ask({ path: `${GRAVEYARD}?agent=wren` });
    house.clock.forward('50h');
    const own = await house.ask({ path: GRAVEYARD, key: wren.key });
    expect(own.body['gravestones']).toEqual(first.body['gravestones']);
  });

  test('concurrent readers create one gravestone per death', async () => {
    const house = await aHouse(await place.fresh());
    await twoDeaths(house);
    const told = await Promise.all(Array.from({ length: 12 }, () => house.ask({ path: GRAVEYARD })));
    for (const each of told) expect(each.body).toMatchObject({ pagination: { total: 2 } });
    expect(namesIn(await house.ask({ path: GRAVEYARD }))).toEqual(['Ro', 'Bo']);
  });

  test('a released creature has no gravestone', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    const bo = await hatchFor(house, wren, { name: 'Bo' });
    const body = { creature_id: bo };
    await house.ask({ method: 'DELETE', path: '/api/house/release', key: wren.key, body });
    house.clock.forward('100h');
    expect(namesIn(await house.ask({ path: GRAVEYARD }))).toEqual([]);
  });

  test('all gravestones are public, newest first, page by page', async () => {
    const house = await aHouse(await place.fresh());
    await twoDeaths(house);
    const first = await house.ask({ path: `${GRAVEYARD}?per_page=1` });
    expect(namesIn(first)).toEqual(['Ro']);
    expect(first.body['pagination']).toEqual({
      page: 1,
      per_page: 1,
      total: 2,
      pages: 2,
      has_next: true,
      has_prev: false,
      next_cursor: expect.any(String),
    });
    const second = await house.ask({ path: `${GRAVEYARD}?per_page=1&page=2` });
    expect(namesIn(second)).toEqual(['Bo']);
    expect(second.body['pagination']).toMatchObject({ page: 2, has_next: false, has_prev: true });
  });

  test('gravestones are filtered by username or id, or by both if they agree', async () => {
    const house = await aHouse(await place.fresh());
    const { wren, robin } = await twoDeaths(house);
    const asked = async (query: string) => namesIn(await house.ask({ path: `${GRAVEYARD}?${query}` }));
    expect(await asked('agent=WREN')).toEqual(['Bo']);
    expect(await asked(`user_id=${robin.id.toUpperCase()}`)).toEqual(['Ro']);
    expect(await asked(`agent=wren&user_id=${wren.id}`)).toEqual(['Bo']);
    expect(await asked(`agent=wren&user_id=${robin.id}`)).toEqual([]);
    expect(await asked('agent=nobody')).toEqual([]);
    expect(await asked(`user_id=${NOBODY}`)).toEqual([]);
    expect((await house.ask({ path: `${GRAVEYARD}?agent=wren` })).body['pagination']).toMatchObject({
      total: 1,
      pages: 1,
    });
  });

  test('an invalid id is refused', async () => {
    const { ask } = await aHouse(await place.fresh());
    expect(await ask({ path: `${GRAVEYARD}?user_id=wren` })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'user_id' }] },
    });
  });

  test('with a key the caller’s own gravestones are listed, whatever filter is sent', async () => {
    const house = await aHouse(await place.fresh());
    const { wren, robin } = await twoDeaths(house);
    const asked = async (query: string) =>
      namesIn(await house.ask({ path: `${GRAVEYARD}?${query}`, key: wren.key }));
    expect(await asked('')).toEqual(['Bo']);
    expect(await asked(`agent=wren&user_id=${wren.id}`)).toEqual(['Bo']);
    expect(await asked('agent=robin')).toEqual([]);
    expect(await asked(`user_id=${robin.id}`)).toEqual([]);
    const headers = { 'x-api-key': wren.key };
    expect(namesIn(await house.ask({ path: GRAVEYARD, headers }))).toEqual(['Bo']);
  });

  test('a wrong key is refused, not ignored', async () => {
    const { ask } = await aHouse(await place.fresh());
    expect(await ask({ path: GRAVEYARD, key: 'ah_wrong' })).toMatchObject({
      status: 401,
      body: { error: 'Invalid API key' },
      headers: { 'cache-control': 'no-store' },
    });
  });

  test('without a key the steps lead to registration, with a key to the caller’s own creatures', async () => {
    const house = await aHouse(await place.fresh());
    const { wren } = await twoDeaths(house);
    expect(actionsIn(await house.ask({ path: GRAVEYARD }))).toContain('register');
    const bereaved = await house.ask({ path: GRAVEYARD, key: wren.key });
    expect(actionsIn(bereaved)).toEqual(expect.arrayContaining(['check_status', 'adopt']));
    expect(actionsIn(bereaved)).not.toContain('register');
    await hatchFor(house, wren, { name: 'Mo' });
    const consoled = await house.ask({ path: GRAVEYARD, key: wren.key });
    expect(actionsIn(consoled)).toEqual(expect.arrayContaining(['check_status', 'adopt']));
  });

  test('the gravestone of a resurrected creature stays, and says so', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    const bo = await hatchFor(house, wren, { name: 'Bo' });
    house.clock.forward('40h');
    await house.ask({ path: GRAVEYARD });
    await markResurrected(house.house.store, { creatureId: bo, deathNumber: 1 }, house.clock.now());
    expect((await house.ask({ path: GRAVEYARD })).body['gravestones']).toMatchObject([
      { name: 'Bo', resurrected: true, resurrected_at: '2026-01-17T04:00:00.000Z' },
    ]);
  });

  test('page numbers out of range are clamped', async () => {
    const house = await aHouse(await place.fresh());
    await twoDeaths(house);
    for (const [query, pagination] of [
      ['page=0&per_page=0', { page: 1, per_page: 1 }],
      ['page=x&per_page=201', { page: 1, per_page: 200 }],
      ['page=9007199254740991&per_page=200', { page: 9007199254740991, per_page: 200, has_next: false }],
    ] as const) {
      expect(await house.ask({ path: `${GRAVEYARD}?${query}` }), query).toMatchObject({
        status: 200,
        body: { pagination: { total: 2, ...pagination } },
      });
    }
  });

  test('strangers’ words on gravestones are marked as untrusted; the caller’s own are not', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    const design = { slug: 'moss_fox', name: 'Moss Fox', family: 'cat', personality: 'Naps all day long.' };
    await house.ask({ method: 'POST', path: '/api/house/species', key: wren.key, body: design });
    await hatchFor(house, wren, { name: 'Bo', species_slug: 'moss_fox' });
    house.clock.forward('40h');
    expect(untrustedIn((await house.ask({ path: GRAVEYARD })).body)).toEqual(
      new Map([
        ['/gravestones/0/name', 'Bo'],
        ['/gravestones/0/epitaph', expect.stringContaining('Bo')],
        ['/gravestones/0/species', 'Moss Fox'],
        ['/gravestones/0/caretaker', 'wren'],
      ]),
    );
    const own = await house.ask({ path: GRAVEYARD, key: wren.key });
    expect(untrustedIn(own.body)).toEqual(new Map([['/gravestones/0/species', 'Moss Fox']]));
    expect(own.text).toContain('Moss Fox');
    expect(JSON.stringify((own.body['gravestones'] as { epitaph: string }[])[0]?.epitaph)).not.toContain(
      'Moss Fox',
    );
  });

  test('the graveyard may be read twenty times a minute', async () => {
    const { ask } = await aHouse(await place.fresh());
    const from = '192.0.2.1';
    for (let visit = 0; visit < 20; visit += 1)
      expect((await ask({ path: GRAVEYARD, from })).status).toBe(200);
    expect(await ask({ path: GRAVEYARD, from })).toMatchObject({
      status: 429,
      body: { error: 'Rate limit exceeded' },
    });
  });
});
