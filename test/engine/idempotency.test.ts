import { expect, test } from 'vitest';

import { aKeptHouse, expectInOrder, of } from '../support/asking.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import type { Told } from '../support/house.ts';

const KEY = { 'idempotency-key': 'once-upon-a-time' };
const OTHER_KEY = { 'idempotency-key': 'another' };
const HOUSECAT = { species_slug: 'housecat' };

function expectSame(first: Told, second: Told): void {
  expect(first.headers).not.toHaveProperty('idempotency-replayed');
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect([second.status, second.text]).toEqual([first.status, first.text]);
}

const MISMATCH = {
  status: 409,
  body: { error: 'This Idempotency-Key was used for another request', suggestion: expect.any(String) },
};

onSqlite((place) => {
  test('a key is 1 to 255 visible characters', async () => {
    const { wren } = await aKeptHouse(await place.fresh());
    for (const key of ['', 'x'.repeat(256), 'two words', 'ключ'])
      expect(await wren.adopt({}, { 'idempotency-key': key }), key).toMatchObject({
        status: 400,
        body: { error: 'Invalid Idempotency-Key' },
      });
    expect((await wren.adopt({}, { 'idempotency-key': 'x'.repeat(255) })).status).toBe(201);
  });

  test('a key used for one operation is refused for another', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    await wren.adopt(HOUSECAT, KEY);
    await wren.status();
    const calendar = (method: string, headers: Readonly<Record<string, string>>) =>
      house.ask({ method, path: '/api/house/calendar', key: wren.key, headers });
    expect(await wren.care({ action: 'play' }, KEY)).toMatchObject(MISMATCH);
    for (const method of ['POST', 'DELETE']) expect(await calendar(method, KEY)).toMatchObject(MISMATCH);
    expectSame(await calendar('POST', OTHER_KEY), await calendar('POST', OTHER_KEY));
    expect(await calendar('DELETE', OTHER_KEY)).toMatchObject(MISMATCH);
    expect(await wren.care({ action: 'clean' }, OTHER_KEY)).toMatchObject(MISMATCH);
  });
});

eachDatabase((place) => {
  test('concurrent requests with one key are done once, and a reply outlives the creature', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const id = await wren.hatch(HOUSECAT);
    house.clock.forward('1h');
    const eight = <T>(ask: () => Promise<T>) => Promise.all(Array.from({ length: 8 }, ask));
    for (const told of [
      await eight(() => wren.care({ action: 'play', id }, { 'idempotency-key': 'a' })),
      await eight(() => wren.adopt(HOUSECAT, { 'idempotency-key': 'b' })),
      await eight(() => wren.release({ id }, { 'idempotency-key': 'c' })),
    ]) {
      expect(new Set(told.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(told[0]?.status).toBeLessThan(300);
      expect(told.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    }
    expect(of(await wren.history(`?id=${id}`), 'stats')).toMatchObject({ total_care_actions: 1 });
    expect(await wren.client.getHouseStats()).toMatchObject({ creatures_alive: 0, eggs_unhatched: 1 });
    const careOfReleased = await wren.care({ action: 'play', id }, { 'idempotency-key': 'a' });
    expect([careOfReleased.status, careOfReleased.headers['idempotency-replayed']]).toEqual([200, 'true']);
    await expectInOrder(house.house);
  });

  test('of two different concurrent requests with one key, one is done and the other refused', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const id = await wren.hatch(HOUSECAT);
    for (const told of [
      await Promise.all(['Ada', 'Bea'].map((name) => wren.adopt({ ...HOUSECAT, name }, KEY))),
      await Promise.all(['play', 'clean'].map((action) => wren.care({ action, id }, OTHER_KEY))),
    ]) {
      expect(told.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(told.find(({ status }) => status >= 300)).toMatchObject(MISMATCH);
    }
    expect(of(await wren.history(`?id=${id}`), 'care_log')).toHaveLength(1);
    await expectInOrder(house.house);
  });
});
