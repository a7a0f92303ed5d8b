import { expect, test } from 'vitest';

import type { Database } from '../../src/db/db.ts';
import { aKeptHouse, aKeeper, expectInOrder, gravestonesIn, of } from '../support/asking.ts';
import { after } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { ID } from '../support/facts.ts';
import { storeWith } from '../support/store-with.ts';

const HOUSECAT = { species_slug: 'housecat' };

/** Once `meet` was called, the next transactions begin together. */
function meeting(store: Database, count: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let here = -Infinity;
  const transaction: Database['transaction'] = async (work) => {
    here += 1;
    if (here >= count) resolve();
    if (here > 0) await promise;
    return store.transaction(work);
  };
  return { store: storeWith(store, { transaction }), meet: () => void (here = 0) };
}

test('a release needs exactly one id of an own, living creature', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const theirs = await (await aKeeper(house, 'other')).hatch();
  const free = await wren.hatch();
  await wren.release({ id: free });
  const id = await wren.hatch({ name: 'Ada' });
  const pairs = [
    { creature_id: id, id },
    { creature_id: id, id: ID },
  ];
  const malformed = [{ creature_id: null }, { creature_id: '' }, { creature_id: 'bo' }, { id: 7 }];
  for (const body of [undefined, {}, '', '[]', ...malformed, ...pairs])
    expect(await wren.release(body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { error: 'creature_id is required', suggestion: expect.any(String) },
    });
  expect((await wren.release({})).body).toMatchObject({
    details: 'creature_id: expected exactly one of creature_id and id, received nothing',
  });
  for (const other of [theirs, free, ID])
    expect(await wren.release({ id: other })).toMatchObject({
      status: 404,
      body: {
        error: 'No living creature found with that ID',
        your_creatures: [{ id, name: 'Ada', species: 'Plain', stage: 'baby' }],
      },
    });
});

eachDatabase((place) => {
  test('a released creature is listed neither as living nor as dead, and has no gravestone', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const id = await wren.hatch(HOUSECAT);
    const egg = of(await wren.adopt(HOUSECAT), 'creature', 'id');
    house.clock.forward('30h');
    await wren.care({ action: 'feed', id });
    const { status, headers, body } = await wren.release({ creature_id: id });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-ratelimit-limit': '10' });
    expect(body).toMatchObject({ success: true, message: expect.stringContaining('Bo'), creature_id: id });
    house.clock.forward('60d');
    expect(await wren.client.getHouseStats()).toMatchObject({ creatures_alive: 0, eggs_unhatched: 1 });
    // An egg never dies and can be released; `id` is an alias.
    const last = await wren.release({ id: egg });
    expect(last).toMatchObject({ status: 200, body: { creature_id: egg } });
    expect(last.body['next_steps']).toContainEqual(
      expect.objectContaining({ method: 'POST', endpoint: '/api/house/adopt' }),
    );
    expect(await gravestonesIn(house)).toBe(0);
    const none = { creatures_alive: 0, eggs_unhatched: 0, gravestones: 0 };
    expect(await wren.client.getHouseStats()).toMatchObject(none);
    const hall = { leaderboard: [], house_stats: { creatures_alive: 0, creatures_dead: 0 } };
    for (const category of ['oldest_living', 'most_consistent'] as const)
      expect(await house.as().listHall({ query: { category } })).toMatchObject(hall);
    for (const told of [await wren.status(), await wren.status(`?id=${id}`)]) {
      expect(told.status).toBe(404);
      expect(told.body).not.toHaveProperty('creature');
    }
    expect((await wren.care({ action: 'feed', id })).status).toBe(404);
    expect((await wren.history(`?id=${id}`)).body['creature']).toMatchObject({ alive: false });
    await expectInOrder(house.house);
  });

  test('a release one millisecond before death succeeds; at death it is 410 once and 404 afterwards', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const [early, id] = [await wren.hatch(HOUSECAT), await wren.hatch(HOUSECAT)];
    house.clock.forward('35h59m59.999s');
    expect((await wren.release({ id: early })).status).toBe(200);
    house.clock.forward('1ms');
    expect(await wren.release({ id })).toMatchObject({
      status: 410,
      body: {
        error: 'Bo died before you let it go',
        creature: { id, alive: false, cause: 'neglect', died_at: new Date(after(36)).toISOString() },
        resurrection: { possible: true, cost: 100 },
        suggestion: expect.any(String),
      },
    });
    expect(await gravestonesIn(house)).toBe(1);
    expect((await wren.release({ id })).status).toBe(404);
    await expectInOrder(house.house);
  });

  test('of two concurrent releases one succeeds and the other gets 409; later ones are 404', async () => {
    const { store, meet } = meeting(await place.fresh(), 2);
    const { wren } = await aKeptHouse(store);
    const mine = await wren.hatch({ name: 'Ada' });
    const id = await wren.hatch();
    meet();
    const told = await Promise.all([wren.release({ id }), wren.release({ id })]);
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(told.find(({ status }) => status === 409)?.body).toMatchObject({
      error: expect.stringContaining('Bo'),
      code: 'released_meanwhile',
      your_creatures: [{ id: mine }],
    });
    expect(await wren.release({ id })).toMatchObject({ status: 404 });
    expect(await wren.client.getHouseStats()).toMatchObject({ creatures_alive: 1 });
  });
});
