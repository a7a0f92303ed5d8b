import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse, of } from '../support/asking.ts';
import { after } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { ID } from '../support/facts.ts';
import { storeWith } from '../support/store-with.ts';

eachDatabase((place) => {
  test('a released creature is listed neither as living nor as dead, and has no gravestone', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch();
    const { status, headers, body } = await wren.release({ creature_id: id });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-ratelimit-limit': '10' });
    expect(body).toEqual({
      success: true,
      message: expect.stringContaining('Bo'),
      creature_id: id,
      next_steps: expect.arrayContaining([
        expect.objectContaining({ method: 'POST', endpoint: '/api/house/adopt' }),
      ]),
    });
    expect(await wren.client.getHouseStats()).toMatchObject({
      creatures_alive: 0,
      eggs_unhatched: 0,
      gravestones: 0,
      activity_24h: { creatures_died: 0 },
    });
    house.clock.forward('100h');
    expect(of(await house.ask({ path: '/api/house/graveyard' }), 'gravestones')).toEqual([]);
    for (const told of [await wren.status(), await wren.status(`?id=${id}`)]) {
      expect(told.status).toBe(404);
      expect(told.body).not.toHaveProperty('creature');
    }
    expect((await wren.care({ action: 'feed', id })).status).toBe(404);
    expect((await wren.history(`?id=${id}`)).body['creature']).toMatchObject({ alive: false });
  });

  test('an egg can be released, and id is an alias of creature_id', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
    const id = of(await wren.adopt(), 'creature', 'id');
    expect(await wren.client.getHouseStats()).toMatchObject({ eggs_unhatched: 1 });
    expect(await wren.release({ id })).toMatchObject({ status: 200, body: { creature_id: id } });
    expect(await wren.client.getHouseStats()).toMatchObject({ eggs_unhatched: 0 });
  });

  test('exactly one of creature_id and id is required', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
    const id = await wren.hatch();
    for (const body of [
      undefined,
      {},
      '',
      '[]',
      { creature_id: null },
      { creature_id: '' },
      { creature_id: 'bo' },
      { id: 7 },
      { creature_id: id, id },
      { creature_id: id, id: ID },
    ])
      expect(await wren.release(body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { error: 'creature_id is required', suggestion: expect.any(String) },
      });
    expect((await wren.status()).status).toBe(200);
  });

  test('only an own, living creature can be released', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const theirs = await (await aKeeper(house, 'other')).hatch();
    const free = await wren.hatch();
    await wren.release({ id: free });
    const mine = await wren.hatch({ name: 'Ada' });
    for (const id of [theirs, free, ID])
      expect(await wren.release({ id })).toMatchObject({
        status: 404,
        body: {
          error: 'No living creature found with that ID',
          your_creatures: [{ id: mine, name: 'Ada', species: 'Plain', stage: 'baby' }],
        },
      });
  });

  test('a release after the time of death is 410 for the first request and 404 afterwards', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch();
    house.clock.forward('36h');
    expect(await wren.release({ id })).toMatchObject({
      status: 410,
      body: {
        error: expect.stringContaining('Bo'),
        creature: { id, alive: false, cause: 'neglect', died_at: new Date(after(36)).toISOString() },
        resurrection: { possible: true, cost: 100 },
        suggestion: expect.any(String),
      },
    });
    expect(of(await house.ask({ path: '/api/house/graveyard' }), 'gravestones')).toMatchObject([
      { name: 'Bo', cause: 'neglect' },
    ]);
    expect(await wren.release({ id })).toMatchObject({
      status: 404,
      body: { error: 'No living creature found with that ID' },
    });
  });

  test('a release one millisecond before death succeeds', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch();
    house.clock.forward('35h59m59.999s');
    expect((await wren.release({ id })).status).toBe(200);
    house.clock.forward('1h');
    expect(of(await house.ask({ path: '/api/house/graveyard' }), 'gravestones')).toEqual([]);
  });

  test('of two concurrent releases one succeeds and the other is told so; later ones are 404', async () => {
    const store = await place.fresh();
    const bothAreHere = barrier(2);
    let together = false;
    const meeting = storeWith(store, {
      async transaction(work) {
        if (together) await bothAreHere();
        return store.transaction(work);
      },
    });
    const house = await aPlainHouse(meeting);
    const wren = await aKeeper(house);
    const mine = await wren.hatch({ name: 'Ada' });
    const id = await wren.hatch();
    together = true;
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

  test('care concurrent with a release does not keep the creature', async () => {
    const store = await place.fresh();
    const bothAreHere = barrier(2);
    let together = false;
    const meeting = storeWith(store, {
      async transaction(work) {
        if (together) await bothAreHere();
        return store.transaction(work);
      },
    });
    const wren = await aKeeper(await aPlainHouse(meeting));
    const id = await wren.hatch();
    together = true;
    const [released, cared] = await Promise.all([wren.release({ id }), wren.care({ action: 'play', id })]);
    expect(released.status).toBe(200);
    expect([200, 404]).toContain(cared.status);
  });

  test('releases are limited to ten a minute, need a key, and a failure releases nothing', async () => {
    const store = await place.fresh();
    let fails = false;
    const failing = storeWith(store, {
      transaction: (work) => (fails ? Promise.reject(new Error('secret')) : store.transaction(work)),
    });
    const house = await aPlainHouse(failing, { limited: true });
    const wren = await aKeeper(house);
    const id = await wren.hatch();
    fails = true;
    expect(await wren.release({ id })).toMatchObject({
      status: 500,
      body: { error: 'Something went wrong' },
    });
    fails = false;
    expect((await wren.status()).status).toBe(200);
    for (let n = 2; n <= 10; n += 1) expect((await wren.release({ id: ID })).status).toBe(404);
    expect(await wren.release({ id })).toMatchObject({
      status: 429,
      body: { error: 'Rate limit exceeded', retry_after_seconds: 60 },
    });
    const strange = await house.ask({ method: 'DELETE', path: '/api/house/release', body: { id } });
    expect(strange).toMatchObject({ status: 401, body: { error: 'Invalid API key' } });
  });
});

/** Blocks callers until `count` have arrived, then lets all pass. */
function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let here = 0;
  return () => {
    here += 1;
    if (here >= count) resolve();
    return promise;
  };
}
