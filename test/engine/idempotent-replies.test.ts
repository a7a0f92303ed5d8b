import { expect, test } from 'vitest';

import { DAY } from '../../src/rules/base/clock.ts';
import type { Database } from '../../src/db/db.ts';
import { compressReply, decompressReply } from '../../src/features/once.ts';
import { deleteExpiredReplies, findReply, saveReply } from '../../src/features/once.store.ts';
import { aKeptHouse } from '../support/asking.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import { handClock } from '../support/hand-clock.ts';

const roundTrip = (text: string) => decompressReply(Buffer.from(compressReply(text)));

test.each(['{}', '""', '7', '{"message":"It came running. 🐈"}', JSON.stringify('a'.repeat(100_000))])(
  'compressed replies decompress to the original: %.40s',
  (text) => {
    expect(roundTrip(text)).toBe(text);
  },
);

test('replies compressed by an earlier version are readable: the dictionary never changes', () => {
  const packed = 'AcNStJonpqSam6ZaIorYgNSkpJxUUHpAFCCeJQrJibmpCkWleXmZeel6Ch/mT+hQqgUA';
  expect(decompressReply(Buffer.from(packed, 'base64'))).toBe(
    '{"creature":{"id":"7ade75e9","name":"Pebble"},"message":"It came running. 🐈"}',
  );
});

test('replies stored before compression existed are readable', () => {
  expect(decompressReply(Buffer.from('{"value":1}'))).toBe('{"value":1}');
});

const reply = {
  scope: 'register:ada',
  keyHash: 'k',
  requestHash: 'r',
  sealed: new Uint8Array([0, 1, 255]),
  expiresAt: 200,
  now: 100,
};

eachDatabase((place) => {
  test('a stored reply is returned byte for byte until it expires, and the first one is kept', async () => {
    const database = await place.fresh();
    expect(await saveReply(database, reply)).toBe(true);
    const found = await findReply(database, { ...reply, now: 199 });
    expect(found).toStrictEqual({ requestHash: 'r', sealed: new Uint8Array([0, 1, 255]) });
    expect(found?.sealed.constructor).toBe(Uint8Array);
    expect(await findReply(database, { ...reply, now: 200 })).toBeUndefined();
    expect(await findReply(database, { ...reply, scope: 'register:bob' })).toBeUndefined();
    expect(await saveReply(database, { ...reply, requestHash: 'other', now: 199 })).toBe(false);
    expect(await findReply(database, reply)).toMatchObject({ requestHash: 'r' });
    expect(await saveReply(database, { ...reply, requestHash: 'other', now: 200, expiresAt: 300 })).toBe(
      true,
    );
    expect(await findReply(database, { ...reply, now: 250 })).toMatchObject({ requestHash: 'other' });
  });

  test('only expired replies are deleted', async () => {
    const database = await place.fresh();
    await saveReply(database, reply);
    await saveReply(database, { ...reply, keyHash: 'later', expiresAt: 201 });
    expect(await deleteExpiredReplies(database, 200)).toBe(1);
    expect(await deleteExpiredReplies(database, 200)).toBe(0);
    expect(await findReply(database, { ...reply, keyHash: 'later' })).toBeDefined();
  });
});

onSqlite((place) => {
  test('for a day after an upgrade replies are stored in the format of the previous version', async () => {
    const store = await place.fresh();
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
    const store = await place.fresh();
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
});

async function sealedSizes(store: Database): Promise<number[]> {
  const rows = await store.all<{ n: number }>(
    { text: 'select length(sealed) as n from idempotent_replies', columns: ['n'] },
    [],
  );
  return rows.map(({ n }) => n);
}
