import { expect, test } from 'vitest';

import { auditStore } from '../../src/features/audit/audit.store.ts';
import type { Db, Query } from '../../src/db/db.ts';
import { DatabaseTooNewError, knownMigrations, migrate, pendingMigrations } from '../../src/db/migrate.ts';
import { isMissingTable } from '../../src/db/portable.ts';
import { readSetting, writeSetting } from '../../src/db/settings.ts';
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

const BROKEN_INDEXES: Query<{ n: number }> = {
  text: `select count(*) as n from pg_index where indrelid = 'one'::regclass and not indisvalid`,
  columns: ['n'],
};
const BLOCKED: Query<{ n: number }> = {
  text: `select count(*) as n from pg_locks where relation = 'one'::regclass and not granted`,
  columns: ['n'],
};

async function waitUntilBlocked(db: Db): Promise<void> {
  while ((await db.one(BLOCKED, []))?.n === 0) await new Promise((later) => setTimeout(later, 10));
}

eachDatabase(({ kind, blank, again }) => {
  test('an empty database is migrated once; a second run does nothing', async () => {
    const database = await blank();
    const names = knownMigrations().map(({ name }) => name);
    expect(knownMigrations().map(({ number }) => number)).toEqual(names.map((_, nth) => nth + 1));
    expect((await pendingMigrations(database)).map(({ name }) => name)).toEqual(names);
    const newest = knownMigrations().at(-1)?.number;
    expect(await migrate(database, 7)).toEqual({ applied: names, version: newest, known: newest });
    expect(await migrate(database, 8)).toEqual({ applied: [], version: newest, known: newest });
    expect(await pendingMigrations(database)).toEqual([]);
    expect((await database.all(HISTORY, [])).map(({ applied_at }) => applied_at)).toEqual(names.map(() => 7));
    expect(await auditStore(database, 1000)).toEqual([]);
    // Statements prepared before a migration that changes their table continue to work.
    await writeSetting(database, 'colour', 'red');
    const more = { number: 900, name: '900-more', sql: 'alter table settings add column note text;' };
    await migrate(database, 9, [...knownMigrations(), more]);
    expect(await readSetting(database, 'colour')).toBe('red');
  });

  test('two concurrent starts migrate once', async () => {
    const database = await blank();
    const other = await again(database);
    const both = await Promise.all([migrate(database, 1), migrate(other, 2)]);
    expect(both.flatMap(({ applied }) => applied).toSorted()).toEqual(
      knownMigrations().map(({ name }) => name),
    );
  });

  test('a newer schema is refused with instructions unless it says that this version runs with it', async () => {
    const database = await blank();
    await migrate(database, 1, [first, second]);
    const refusal = migrate(database, 2, [first]);
    await expect(refusal).rejects.toThrow(DatabaseTooNewError);
    await expect(refusal).rejects.toThrow(/schema 2, .* up to 1\. Start the newer Arkhouse again/);
    await expect(pendingMigrations(database, [first])).rejects.toThrow(DatabaseTooNewError);

    const other = await blank();
    const added = { ...second, sql: `-- runs with 001 and later\n${second.sql}` };
    await migrate(other, 1, [first, added]);
    expect(await migrate(other, 2, [first])).toEqual({ applied: [], version: 2, known: 1 });
    expect(await pendingMigrations(other, [first])).toEqual([]);
    expect(await other.all(HISTORY, [])).toHaveLength(2);
    // A removal: versions that still need the table are refused, the version in between is not.
    const dropped = { number: 3, name: '003-third', sql: '-- runs with 002 and later\ndrop table one;' };
    await migrate(other, 2, [first, added, dropped]);
    const old = migrate(other, 3, [first]);
    await expect(old).rejects.toThrow(/schema 3, which needs .* knows 2, .* up to 1\./);
    expect(await migrate(other, 3, [first, added])).toMatchObject({ applied: [], version: 3, known: 2 });
  });

  test('a database from a version without a compatibility record is migrated', async () => {
    const database = await blank();
    await migrate(database, 1, [first]);
    await database.exclusive((db) => db.script('drop table schema_compatibility'));
    await expect(migrate(database, 2, [])).rejects.toThrow(DatabaseTooNewError);
    expect(await pendingMigrations(database, [first, second])).toMatchObject([{ name: '002-second' }]);
    const migrated = { applied: ['002-second'], version: 2 };
    expect(await migrate(database, 2, [first, second])).toMatchObject(migrated);
  });

  test('a failed migration leaves nothing behind and completes later', async () => {
    const database = await blank();
    await expect(migrate(database, 1, [first, broken])).rejects.toThrow(
      /002-second failed, and nothing of it was kept/,
    );
    // PostgreSQL commits each migration; SQLite commits all or none.
    const left = (await pendingMigrations(database, [first, second])).map(({ number }) => number);
    expect(left).toEqual(kind === 'SQLite' ? [1, 2] : [2]);
    await expect(database.one(COUNT_TWO, [])).rejects.toSatisfy(isMissingTable);
    expect(await migrate(database, 4, [first, second])).toMatchObject({ version: 2 });
    expect(await database.one(COUNT_TWO, [])).toEqual({ n: 0 });
  });

  test('slow indexes are built concurrently, by one of the starting nodes', async () => {
    const database = await blank();
    const other = await again(database);
    const unique = 'create unique index one_once on one (at, id);';
    const sql = `-- concurrently\n-- One; that is all.\ncreate index one_by_at on one (at);\n${unique}`;
    const indexes = { number: 2, name: '002-indexes', sql };
    await migrate(database, 1, [first]);
    const starts = [database, other].map((each) => migrate(each, 2, [first, indexes]));
    expect((await Promise.all(starts)).flatMap(({ applied }) => applied)).toEqual(['002-indexes']);
    const insert = { text: `insert into one (id, at) values ('a', 1)` };
    await database.run(insert, []);
    await expect(database.run(insert, [])).rejects.toThrow(/unique/i);
    const gone = { number: 3, name: '003-gone', sql: '-- concurrently\ndrop index one_by_at;' };
    expect(await migrate(database, 3, [first, indexes, gone])).toMatchObject({ applied: ['003-gone'] });
    await expect(database.exclusive((db) => db.script('drop index one_by_at'))).rejects.toThrow(/one_by_at/);
  });

  test.skipIf(kind === 'SQLite')('an index left invalid by an interrupted start is rebuilt', async () => {
    const database = await blank();
    await migrate(database, 1, [first]);
    await database.run({ text: `insert into one (id, at) values ('a', 1), ('b', 1)` }, []);
    const sql = '-- concurrently\ncreate unique index once on one (at);';
    const unique = { number: 2, name: '002-once', sql };
    await expect(migrate(database, 2, [first, unique])).rejects.toThrow(/002-once failed/);
    expect(await database.one(BROKEN_INDEXES, [])).toEqual({ n: 1 });
    await database.run({ text: `delete from one where id = 'b'` }, []);
    expect(await migrate(database, 3, [first, unique])).toMatchObject({ applied: ['002-once'] });
    expect(await database.one(BROKEN_INDEXES, [])).toEqual({ n: 0 });
  });

  test.skipIf(kind === 'SQLite')(
    'a migration that waits for a long reader does not block other requests, and completes after it',
    async () => {
      const database = await blank();
      const others = await again(database);
      await migrate(database, 1, [first]);
      const changes = { ...second, sql: 'alter table one add column more text;' };
      const migrating = await others.transaction(async (reader) => {
        await reader.one(COUNT_ONE, []);
        const coming = migrate(database, 2, [first, changes]);
        await waitUntilBlocked(reader);
        // Would deadlock behind a schema change that waits for the reader, which waits for this.
        expect(await others.one(COUNT_ONE, [])).toEqual({ n: 0 });
        return { coming };
      });
      expect(await migrating.coming).toMatchObject({ applied: ['002-second'] });
    },
  );
});
