import { expect, test } from 'vitest';

import { auditStore } from '../../src/store/engine/audit.ts';
import type { Query } from '../../src/store/engine/db.ts';
import {
  DatabaseTooNewError,
  knownMigrations,
  migrate,
  pendingMigrations,
} from '../../src/store/engine/migrate.ts';
import { isMissingTable } from '../../src/store/engine/portable.ts';
import { readSetting, writeSetting } from '../../src/store/engine/settings.ts';
import { eachDatabase } from '../support/databases.ts';

const first = { number: 1, name: '001-first', sql: 'create table one (id text primary key, at bigint);' };
const second = { number: 2, name: '002-second', sql: 'create table two (id text primary key);' };
const broken = { ...second, sql: `${second.sql} create index on_nothing on nothing (id);` };

const HISTORY: Query<{ number: number; name: string; applied_at: number }> = {
  text: 'select number, name, applied_at from migrations order by number',
  columns: ['number', 'name', 'applied_at'],
};
const COUNT_ONE: Query<{ n: number }> = { text: 'select count(*) as n from one', columns: ['n'] };
const COUNT_TWO: Query<{ n: number }> = { text: 'select count(*) as n from two', columns: ['n'] };

test('the numbers of the migrations have no gaps', () => {
  const numbers = knownMigrations().map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

eachDatabase(({ blank, again }) => {
  test('an empty database is brought up once, and then there is nothing to do', async () => {
    const database = await blank();
    const names = knownMigrations().map(({ name }) => name);
    expect((await pendingMigrations(database)).map(({ name }) => name)).toEqual(names);
    expect(await migrate(database, 7)).toEqual({ applied: names, version: knownMigrations().at(-1)?.number });
    expect(await migrate(database, 8)).toEqual({ applied: [], version: knownMigrations().at(-1)?.number });
    expect(await pendingMigrations(database)).toEqual([]);
    expect((await database.all(HISTORY, [])).map(({ applied_at }) => applied_at)).toEqual(names.map(() => 7));
    expect(await auditStore(database, 1000)).toEqual([]);
  });

  test('two starters at once do it once', async () => {
    const database = await blank();
    const other = await again(database);
    const both = await Promise.all([migrate(database, 1), migrate(other, 2)]);
    expect(both.flatMap(({ applied }) => applied)).toEqual(knownMigrations().map(({ name }) => name));
  });

  test('a database from the future is refused with what to do', async () => {
    const database = await blank();
    await migrate(database, 1, [first, second]);
    const refusal = migrate(database, 2, [first]);
    await expect(refusal).rejects.toThrow(DatabaseTooNewError);
    await expect(refusal).rejects.toThrow(/schema 2 .* up to 1\. Start the newer Arkhouse again/);
    await expect(pendingMigrations(database, [first])).rejects.toThrow(DatabaseTooNewError);
  });

  test('a migration that breaks off leaves nothing behind and completes later', async () => {
    const database = await blank();
    await expect(migrate(database, 1, [first, broken])).rejects.toThrow(/002-second failed/);
    await expect(database.one(COUNT_ONE, [])).rejects.toSatisfy(isMissingTable);
    await migrate(database, 2, [first]);
    await expect(migrate(database, 3, [first, broken])).rejects.toThrow(/002-second failed/);
    await expect(database.one(COUNT_TWO, [])).rejects.toSatisfy(isMissingTable);
    expect(await migrate(database, 4, [first, second])).toEqual({ applied: ['002-second'], version: 2 });
    expect(await database.one(COUNT_TWO, [])).toEqual({ n: 0 });
  });

  test('work goes on with what was there before a migration', async () => {
    const database = await blank();
    await migrate(database, 1);
    await writeSetting(database, 'colour', 'red');
    const more = { number: 900, name: '900-more', sql: 'alter table settings add column note text;' };
    await migrate(database, 2, [...knownMigrations(), more]);
    expect(await readSetting(database, 'colour')).toBe('red');
  });
});
