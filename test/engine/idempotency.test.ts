import { expect, test } from 'vitest';

import { aKeptHouse, expectInOrder, of } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import type { Told } from '../support/house.ts';
import { DAY } from '../../src/rules/base/clock.ts';
import type { Database } from '../../src/db/db.ts';
import { compressReply, decompressReply } from '../../src/features/once.ts';
import { deleteExpiredReplies, findReply, saveReply } from '../../src/features/once.store.ts';
import { handClock } from '../support/hand-clock.ts';

const KEY = { 'idempotency-key': 'once-upon-a-time' };
const OTHER_KEY = { 'idempotency-key': 'another' };
const HOUSECAT = { species_slug: 'housecat' };

function expectSame(first: Told, second: Told): void {
  expect(first.headers).not.toHaveProperty('idempotency-replayed');
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect([second.status, second.text]).toEqual([first.status, first.text]);
}

const MISMATCH = { status: 409, body: { error: 'This Idempotency-Key was used for another request' } };

test('a key used for one operation is refused for another', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
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

test.each(['{}', '""', '7', '{"message":"It came running. 🐈"}', JSON.stringify('a'.repeat(100_000))])(
  'compressed replies decompress to the original: %.40s',
  (text) => {
    expect(decompressReply(Buffer.from(compressReply(text)))).toBe(text);
  },
);

test('replies stored before compression, or compressed by an earlier version, are readable: the dictionary never changes', () => {
  const packed = 'AcNStJonpqSam6ZaIorYgNSkpJxUUHpAFCCeJQrJibmpCkWleXmZeel6Ch/mT+hQqgUA';
  expect(decompressReply(Buffer.from(packed, 'base64'))).toBe(
    '{"creature":{"id":"7ade75e9","name":"Pebble"},"message":"It came running. 🐈"}',
  );
  expect(decompressReply(Buffer.from('{"value":1}'))).toBe('{"value":1}');
});

const sealed = new Uint8Array([0, 1, 255]);
const reply = { scope: 'register:ada', keyHash: 'k', requestHash: 'r', sealed, expiresAt: 200, now: 100 };

eachDatabase((place) => {
  test('a stored reply is returned byte for byte until it expires, the first one is kept, and only expired ones are deleted', async () => {
    const database = await place.fresh();
    expect(await saveReply(database, reply)).toBe(true);
    const found = await findReply(database, { ...reply, now: 199 });
    expect(found).toStrictEqual({ requestHash: 'r', sealed });
    expect(found?.sealed.constructor).toBe(Uint8Array);
    expect(await findReply(database, { ...reply, now: 200 })).toBeUndefined();
    expect(await findReply(database, { ...reply, scope: 'register:bob' })).toBeUndefined();
    const other = { ...reply, requestHash: 'other', expiresAt: 300 };
    expect(await saveReply(database, { ...other, now: 199 })).toBe(false);
    expect(await findReply(database, reply)).toMatchObject({ requestHash: 'r' });
    expect(await saveReply(database, { ...other, now: 200 })).toBe(true);
    expect(await findReply(database, { ...reply, now: 250 })).toMatchObject({ requestHash: 'other' });
    await saveReply(database, { ...reply, keyHash: 'later', expiresAt: 301 });
    for (const deleted of [1, 0]) expect(await deleteExpiredReplies(database, 300)).toBe(deleted);
    expect(await findReply(database, { ...reply, keyHash: 'later' })).toBeDefined();
  });
});

test('for a day after an upgrade replies are stored in the format of the previous version', async () => {
  const store = await anyStore();
  const upgradeEndsAt = handClock().now() + DAY;
  const { house, wren } = await aKeptHouse(store, { house: { upgradeEndsAt } });
  const adopt = () => wren.adopt({}, { 'idempotency-key': 'adopted-once-by-wren' });
  expect([(await adopt()).status, (await adopt()).headers['idempotency-replayed']]).toEqual([201, 'true']);
  const [plain = 0] = await sealedSizes(store);
  expect(plain).toBeGreaterThan(1200);
  house.clock.forward('24h');
  await wren.adopt({}, { 'idempotency-key': 'adopted-twice-by-wren' });
  expect(Math.min(...(await sealedSizes(store)))).toBeLessThan(1000);
});

test('the stored reply of an act of care takes at most one kilobyte', async () => {
  const store = await anyStore();
  const { house, wren } = await aKeptHouse(store);
  await wren.hatch({ species_slug: 'housecat' });
  for (const [n, action] of ['feed', 'play', 'reflect', 'clean'].entries()) {
    house.clock.forward('2h');
    const notes = 'It came running, and stayed until the rain had stopped.';
    expect((await wren.care({ action, notes }, { 'idempotency-key': `once-${n}` })).status).toBe(200);
  }
  const kept = await sealedSizes(store);
  expect(kept).toHaveLength(4);
  for (const n of kept) expect(n).toBeLessThanOrEqual(1024);
});

const SIZES = { text: 'select length(sealed) as n from idempotent_replies', columns: ['n'] } as const;
const sealedSizes = async (store: Database) => (await store.all<{ n: number }>(SIZES, [])).map(({ n }) => n);
