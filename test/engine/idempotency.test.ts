import { hash } from 'node:crypto';
import { expect, test, vi } from 'vitest';

import type { Database, Transaction } from '../../packages/database/db.ts';
import { readSetting, writeSetting } from '../../packages/database/settings.ts';
import { DAY } from '../../src/rules/base/clock.ts';
import { deleteExpiredReplies, findReply, saveReply } from '../../src/features/once.store.ts';
import {
  agentScope,
  compressReply,
  decompressReply,
  findReplay,
  idempotentRequest,
  type IdempotentRequest,
  once,
} from '../../src/features/once.ts';
import { VersionConflictError } from '../../src/features/retry.ts';
import { buildHouse } from '../../src/app/house.ts';
import { aKeptHouse, expectInOrder, of } from '../support/asking.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import { handClock } from '../support/hand-clock.ts';
import type { Told } from '../support/house.ts';
import { plainParts } from '../support/parts.ts';
import { storeWith } from '../support/store-with.ts';
import { anyStore } from '../support/stores/any-store.ts';

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

test('compressed replies are readable, also those of earlier versions: the dictionary never changes', () => {
  const long = JSON.stringify('a'.repeat(100_000));
  for (const text of ['{}', '""', '7', '{"message":"It came running. 🐈"}', long])
    expect(decompressReply(Buffer.from(compressReply(text)))).toBe(text);
  const packed = 'AcNStJonpqSam6ZaIorYgNSkpJxUUHpAFCCeJQrJibmpCkWleXmZeel6Ch/mT+hQqgUA';
  expect(decompressReply(Buffer.from(packed, 'base64'))).toBe(
    '{"creature":{"id":"7ade75e9","name":"Pebble"},"message":"It came running. 🐈"}',
  );
  expect(decompressReply(Buffer.from('{"value":1}'))).toBe('{"value":1}');
});

const sealed = new Uint8Array([0, 1, 255]);
const reply = { scope: 'register:ada', keyHash: 'k', requestHash: 'r', sealed, expiresAt: 200, now: 100 };

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
const NOW = Date.UTC(2026, 0, 1, 12);
const REQUEST: IdempotentRequest = { key: 'word', scope: 'wren', content: { care: 'feed' }, keepForMs: DAY };
const WORDLESS = { ...REQUEST, key: undefined };
const SECRET: IdempotentRequest = { ...REQUEST, holdsSecret: true, proof: 'an old key' };

onSqlite(({ fresh }) => {
  async function aBusyHouse() {
    const store = await fresh();
    const house = buildHouse(plainParts(store, handClock()));
    let tries = 0;
    const work = async (db: Transaction) => {
      tries += 1;
      await writeSetting(db, 'done', `${tries}`);
      return { nth: tries };
    };
    const done = () => readSetting(store, 'done');
    const run = (request: IdempotentRequest, now = NOW) => once(house, request, now, { write: work });
    return { store, house, done, run, work };
  }

  test('a request runs once per key, agent and lifetime, and a repeat gets its reply before any work', async () => {
    const { house, run, done } = await aBusyHouse();
    for (const nth of [1, 2]) expect(await run(WORDLESS)).toEqual({ value: { nth }, replayed: false });
    expect(await findReplay(house, WORDLESS, NOW)).toBeUndefined();
    expect(await findReplay(house, REQUEST, NOW)).toBeUndefined();
    expect(await run(REQUEST)).toEqual({ value: { nth: 3 }, replayed: false });
    const repeated = { value: { nth: 3 }, replayed: true };
    const [read, after] = [vi.fn<() => Promise<void>>(), vi.fn<() => void>()];
    const write = async () => ({ nth: 9 });
    expect(await once(house, REQUEST, NOW + DAY - 1, { read, write, after })).toEqual(repeated);
    expect(await findReplay(house, REQUEST, NOW)).toEqual(repeated);
    expect([read.mock.calls, after.mock.calls]).toEqual([[], []]);
    const other = { ...REQUEST, content: { care: 'play' } };
    for (const again of [() => run(other), () => findReplay(house, other, NOW)])
      await expect(again()).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    expect(await done()).toBe('3');
    expect(await run({ ...REQUEST, scope: 'finch' })).toMatchObject({ replayed: false });
    expect(await run(REQUEST, NOW + DAY)).toMatchObject({ replayed: false });
  });

  test('a failed request is not stored and runs again when repeated', async () => {
    const { store, house, run, done, work } = await aBusyHouse();
    const write = async (db: Transaction) => {
      await writeSetting(db, 'done', 'half');
      throw new Error('and then the lights went out');
    };
    await expect(once(house, REQUEST, NOW, { write })).rejects.toThrow('lights');
    expect(await done()).toBeUndefined();
    const transaction = (change: Parameters<typeof store.transaction>[0]) =>
      store.transaction(change).then(() => Promise.reject(new Error('no connection')));
    const lost = once({ ...house, store: storeWith(store, { transaction }) }, WORDLESS, NOW, { write: work });
    await expect(lost).rejects.toThrow('no connection');
    expect(await run(REQUEST)).toMatchObject({ replayed: false });
  });

  test('a request that loses the race to its duplicate gets the reply of the duplicate', async () => {
    const { house, run, done } = await aBusyHouse();
    const slow = once(house, REQUEST, NOW, { read: () => run(REQUEST), write: async () => ({ nth: 2 }) });
    expect([await slow, await done()]).toEqual([{ value: { nth: 1 }, replayed: true }, '1']);
  });

  test('a request that is tried again after a conflict is counted once', async () => {
    const { house, work } = await aBusyHouse();
    const count = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const write = (db: Transaction) =>
      work(db).then((done) => {
        if (done.nth === 1) throw new VersionConflictError();
        return done;
      });
    expect(await once(house, WORDLESS, NOW, { count, write })).toMatchObject({ value: { nth: 2 } });
    expect(count).toHaveBeenCalledTimes(1);
  });

  test('a reply with a credential is found and decrypted only with the server secret and the proof', async () => {
    const { store, house, run } = await aBusyHouse();
    await run(SECRET);
    const plain = { scope: 'wren', keyHash: hash('sha256', 'word', 'hex'), now: NOW };
    expect(await findReply(store, plain)).toBeUndefined();
    expect(await findReplay(house, SECRET, NOW)).toEqual({ value: { nth: 1 }, replayed: true });
    expect(await findReplay({ ...house, secret: 'of another' }, SECRET, NOW)).toBeUndefined();
    expect(await findReplay(house, { ...SECRET, proof: 'another key' }, NOW)).toBeUndefined();
    await run(REQUEST);
    const requestHash = hash('sha256', JSON.stringify(REQUEST.content), 'hex');
    expect(await findReply(store, plain)).toMatchObject({ requestHash });
  });

  test('idempotency keys are per agent and stored for a day by default', () => {
    const scope = agentScope({ id: 'wren' });
    const request = { key: 'word', scope, content: 'anything' };
    expect(idempotentRequest({ id: 'wren' }, 'word', 'anything')).toEqual({ ...request, keepForMs: DAY });
    expect(idempotentRequest({ id: 'wren' }, 'word', 'anything', 5)).toEqual({ ...request, keepForMs: 5 });
    expect(agentScope({ id: 'finch' })).not.toBe(scope);
  });
});
