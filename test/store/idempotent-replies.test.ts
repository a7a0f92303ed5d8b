import { expect, test } from 'vitest';

import { findSealed, forgetExpired, keepSealed } from '../../src/store/idempotent-replies.ts';
import { readSetting, writeSetting } from '../../src/store/settings.ts';
import { eachDatabase } from '../databases.ts';

const reply = {
  scope: 'register:ada',
  keyHash: 'k',
  requestHash: 'r',
  sealed: new Uint8Array([0, 1, 255]),
  expiresAt: 200,
  now: 100,
};

eachDatabase(({ fresh }) => {
  test('a kept reply is found until its time is over, byte for byte', async () => {
    const database = await fresh();
    expect(await keepSealed(database, reply)).toBe(true);
    const found = await findSealed(database, { ...reply, now: 199 });
    expect(found).toStrictEqual({ requestHash: 'r', sealed: new Uint8Array([0, 1, 255]) });
    expect(found?.sealed.constructor).toBe(Uint8Array);
    expect(await findSealed(database, { ...reply, now: 200 })).toBeUndefined();
    expect(await findSealed(database, { ...reply, scope: 'register:bob' })).toBeUndefined();
  });

  test('the first reply stays until it has expired', async () => {
    const database = await fresh();
    await keepSealed(database, reply);
    expect(await keepSealed(database, { ...reply, requestHash: 'other', now: 199 })).toBe(false);
    expect(await findSealed(database, reply)).toMatchObject({ requestHash: 'r' });
    expect(await keepSealed(database, { ...reply, requestHash: 'other', now: 200, expiresAt: 300 })).toBe(
      true,
    );
    expect(await findSealed(database, { ...reply, now: 250 })).toMatchObject({ requestHash: 'other' });
  });

  test('only what has expired is forgotten', async () => {
    const database = await fresh();
    await keepSealed(database, reply);
    await keepSealed(database, { ...reply, keyHash: 'later', expiresAt: 201 });
    expect(await forgetExpired(database, 200)).toBe(1);
    expect(await forgetExpired(database, 200)).toBe(0);
    expect(await findSealed(database, { ...reply, keyHash: 'later' })).toBeDefined();
  });

  test('a setting is what was last written', async () => {
    const database = await fresh();
    expect(await readSetting(database, 'colour')).toBeUndefined();
    await writeSetting(database, 'colour', 'red');
    await writeSetting(database, 'colour', 'blue');
    expect(await readSetting(database, 'colour')).toBe('blue');
  });
});
