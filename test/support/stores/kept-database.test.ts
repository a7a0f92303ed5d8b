import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';

import type { Database } from '../../../src/db/db.ts';
import { isUnavailable } from '../../../src/db/portable.ts';
import { ping, readSetting, writeSetting } from '../../../src/db/settings.ts';
import { eachDatabase, onSqlite } from '../databases.ts';
import { storeWith } from '../store-with.ts';
import { KeptDatabase } from './kept-database.ts';

onSqlite(({ fresh }) => {
  test('a closed handle refuses, and the next user is served', async () => {
    const kept = new KeptDatabase(await fresh());
    const first = kept.lend();
    await first.close();
    await expect(ping(first)).rejects.toSatisfy(isUnavailable);
    await ping(kept.lend());
  });

  test('closing waits for work in progress', async () => {
    const { promise: answer, resolve } = Promise.withResolvers<number>();
    const lent = new KeptDatabase(storeWith(await fresh(), { run: () => answer })).lend();
    const writing = writeSetting(lent, 'room', 'attic');
    const closing = lent.close();
    const first = () => Promise.race([closing.then(() => 'closed'), nextTurn('still open')]);
    expect(await first()).toBe('still open');
    resolve(1);
    await writing;
    expect(await first()).toBe('closed');
  });

  test('counts of later users do not reach earlier ones', async () => {
    const kept = new KeptDatabase(await fresh());
    const heard: string[] = [];
    const count = (database: Database) =>
      database.transaction(async (db) => db.count({ what: 'visits', span: 0, bucket: 0, n: 1 }));
    const first = kept.lend();
    first.onIncrements(() => heard.push('first'));
    await count(first);
    await first.close();
    const second = kept.lend();
    second.onIncrements(() => heard.push('second'));
    await count(second);
    expect(heard).toEqual(['first', 'second']);
  });
});

eachDatabase(({ fresh }) => {
  test.each(['one', 'the next', 'the one after'])('data stored by %s was not there before', async (who) => {
    const database = await fresh();
    expect(await readSetting(database, 'who')).toBeUndefined();
    await writeSetting(database, 'who', who);
    expect(await readSetting(database, 'who')).toBe(who);
  });
});
