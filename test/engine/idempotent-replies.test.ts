import { expect, test } from 'vitest';

import { findReply, deleteExpiredReplies, saveReply } from '../../src/features/once.store.ts';
import { readSetting, writeSetting } from '../../src/db/settings.ts';
import { eachDatabase } from '../support/databases.ts';

const reply = {
  scope: 'register:ada',
  keyHash: 'k',
  requestHash: 'r',
  sealed: new Uint8Array([0, 1, 255]),
  expiresAt: 200,
  now: 100,
};

eachDatabase(({ fresh }) => {
  test('a stored reply is returned byte for byte until it expires', async () => {
    const database = await fresh();
    expect(await saveReply(database, reply)).toBe(true);
    const found = await findReply(database, { ...reply, now: 199 });
    expect(found).toStrictEqual({ requestHash: 'r', sealed: new Uint8Array([0, 1, 255]) });
    expect(found?.sealed.constructor).toBe(Uint8Array);
    expect(await findReply(database, { ...reply, now: 200 })).toBeUndefined();
    expect(await findReply(database, { ...reply, scope: 'register:bob' })).toBeUndefined();
  });

  test('the first reply is kept until it expires', async () => {
    const database = await fresh();
    await saveReply(database, reply);
    expect(await saveReply(database, { ...reply, requestHash: 'other', now: 199 })).toBe(false);
    expect(await findReply(database, reply)).toMatchObject({ requestHash: 'r' });
    expect(await saveReply(database, { ...reply, requestHash: 'other', now: 200, expiresAt: 300 })).toBe(
      true,
    );
    expect(await findReply(database, { ...reply, now: 250 })).toMatchObject({ requestHash: 'other' });
  });

  test('only expired replies are deleted', async () => {
    const database = await fresh();
    await saveReply(database, reply);
    await saveReply(database, { ...reply, keyHash: 'later', expiresAt: 201 });
    expect(await deleteExpiredReplies(database, 200)).toBe(1);
    expect(await deleteExpiredReplies(database, 200)).toBe(0);
    expect(await findReply(database, { ...reply, keyHash: 'later' })).toBeDefined();
  });

  test('a setting has the value written last', async () => {
    const database = await fresh();
    expect(await readSetting(database, 'colour')).toBeUndefined();
    await writeSetting(database, 'colour', 'red');
    await writeSetting(database, 'colour', 'blue');
    expect(await readSetting(database, 'colour')).toBe('blue');
  });
});
