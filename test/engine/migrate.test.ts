import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, type Connection, type Submittable } from 'pg';
import { expect, test } from 'vitest';

import type { Query } from '../../packages/database/db.ts';
import { DatabaseTooNewError } from '../../packages/database/migrate.ts';
import { isMissingTable, isReadOnly, toSqliteParameters } from '../../packages/database/portable.ts';
import { readSetting, writeSetting } from '../../packages/database/settings.ts';
import { registeredStatements } from '../../packages/database/table.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import { knownMigrations, migrate, pendingMigrations } from '../../src/db/migrations.ts';
import { eachDatabase, type Place } from '../support/databases.ts';

const first = { number: 1, name: '001-first', sql: 'create table one (id text primary key, at bigint);' };
const second = { number: 2, name: '002-second', sql: 'create table two (id text primary key);' };
const broken = { ...second, sql: `${second.sql} create index on_nothing on nothing (id);` };

const HISTORY: Query<{ number: number; name: string; applied_at: number }> = {
  text: 'select number, name, applied_at from migrations order by number',
  columns: ['number', 'name', 'applied_at'],
};
const countOf = (rows: string): Query<{ n: number }> => ({
  text: `select count(*) as n from ${rows}`,
  columns: ['n'],
});
const COUNT_ONE = countOf('one');
const COUNT_TWO = countOf('two');
const BROKEN_INDEXES = countOf(`pg_index where indrelid = 'one'::regclass and not indisvalid`);
const BLOCKED = countOf(`pg_locks where relation = 'one'::regclass and not granted`);
const root = new URL('../../', import.meta.url);
const files = ['src', 'packages/database']
  .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root.pathname }))
  .filter((file) => /\.store\.ts$|^src\/db\/|^packages\/database\/[\w-]+(?<!\.test)\.ts$/.test(file));
await Promise.all(files.map((file) => import(new URL(file, root).href)));
// Earlier test files in this process register statements for their own tables.
const registered = registeredStatements().filter(({ text }) => !text.includes('test_things'));
const statements = registered.map((statement) => named(statement));
const forMany = registered
  .flatMap((statement) => ('forMany' in statement ? [named({ text: String(statement.forMany) })] : []))
  // A statement with a parameter in `on conflict` is for single rows only.
  .filter(({ text }) => !/on conflict[^]*\$/.test(text));

function named(statement: { readonly text: string; readonly columns?: readonly string[] }) {
  const name = statement.text.trim().replaceAll(/\s+/g, ' ').slice(0, 90);
  return { text: statement.text, name, columns: statement.columns ?? [] };
}

const WALK = /^SCAN (?:agents|care_log|community_species|creatures|gravestones|keepers|milestones)$/;

eachDatabase((place) => {
  test('an empty database is migrated once; a second run does nothing', async () => {
    const database = await place.blank();
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
    const database = await place.blank();
    const other = await place.again(database);
    const both = await Promise.all([migrate(database, 1), migrate(other, 2)]);
    expect(both.flatMap(({ applied }) => applied).toSorted()).toEqual(
      knownMigrations().map(({ name }) => name),
    );
  });

  test('a newer schema is refused with instructions unless it says that this version runs with it', async () => {
    const database = await place.blank();
    await migrate(database, 1, [first, second]);
    const refusal = migrate(database, 2, [first]);
    await expect(refusal).rejects.toThrow(DatabaseTooNewError);
    await expect(refusal).rejects.toThrow(/schema 2, .* up to 1\. Start the newer Arkhouse again/);
    await expect(pendingMigrations(database, [first])).rejects.toThrow(DatabaseTooNewError);

    const other = await place.blank();
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
    const database = await place.blank();
    await migrate(database, 1, [first]);
    await database.exclusive((db) => db.script('drop table schema_compatibility'));
    await expect(migrate(database, 2, [])).rejects.toThrow(DatabaseTooNewError);
    expect(await pendingMigrations(database, [first, second])).toMatchObject([{ name: '002-second' }]);
    const migrated = { applied: ['002-second'], version: 2 };
    expect(await migrate(database, 2, [first, second])).toMatchObject(migrated);
  });

  test('a failed migration leaves nothing behind and completes later', async () => {
    const database = await place.blank();
    const failing = migrate(database, 1, [first, broken]);
    await expect(failing).rejects.toThrow(/002-second failed, and nothing of it was kept/);
    // PostgreSQL commits each migration; SQLite commits all or none.
    const left = (await pendingMigrations(database, [first, second])).map(({ number }) => number);
    expect(left).toEqual(place.kind === 'SQLite' ? [1, 2] : [2]);
    await expect(database.one(COUNT_TWO, [])).rejects.toSatisfy(isMissingTable);
    expect(await migrate(database, 4, [first, second])).toMatchObject({ version: 2 });
    expect(await database.one(COUNT_TWO, [])).toEqual({ n: 0 });
  });

  test('slow indexes are built concurrently, by one of the starting nodes', async () => {
    const database = await place.blank();
    const other = await place.again(database);
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

  test.skipIf(place.kind === 'SQLite')('an index that an interrupted start left is rebuilt', async () => {
    const database = await place.blank();
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

  test.skipIf(place.kind === 'SQLite')('a migration waiting for a reader blocks no others', async () => {
    const database = await place.blank();
    const others = await place.again(database);
    await migrate(database, 1, [first]);
    const changes = { ...second, sql: 'alter table one add column more text;' };
    const migrating = await others.transaction(async (reader) => {
      await reader.one(COUNT_ONE, []);
      const coming = migrate(database, 2, [first, changes]);
      await expect.poll(() => reader.one(BLOCKED, [])).not.toEqual({ n: 0 });
      // Would deadlock behind a schema change that waits for the reader, which waits for this.
      expect(await others.one(COUNT_ONE, [])).toEqual({ n: 0 });
      return { coming };
    });
    expect(await migrating.coming).toMatchObject({ applied: ['002-second'] });
  });

  test('every statement is valid and returns exactly its declared columns', async () => {
    const columnsOf = await describer(place);
    const returned = [];
    const understood = place.kind === 'SQLite' ? statements : [...statements, ...forMany];
    // Sequential: they share one connection.
    for (const statement of understood)
      returned.push({ ...statement, columns: await columnsOf(statement.text) });
    expect(returned).toEqual(understood);
  });

  // Only SQLite's plan is independent of the number of rows.
  if (place.kind !== 'SQLite') return;
  // Exceptions: audits, the operator's list of blocked agents, and the log, which is read from its end.
  const reads = statements.filter(
    ({ text, columns }) =>
      isReadOnly(text) &&
      columns[0] !== 'subject' &&
      !/order by (?:blocked_at desc|creature_id, version)/.test(text) &&
      !text.includes('from care_log order by at desc, id desc limit'),
  );
  test('no page query scans a whole table', async () => {
    const raw = new DatabaseSync(join(place.addressOf(await place.fresh()).dataDir, 'arkhouse.db'));
    const scans = reads.flatMap(({ text, name }) => {
      const values = [...new Set(text.match(/\$\d+/g))].map(() => 1);
      const plan = raw.prepare(`explain query plan ${toSqliteParameters(text)}`).all(...values);
      expect(plan, name).not.toEqual([]);
      return plan
        .map(({ detail }) => String(detail))
        .filter((step) => WALK.test(step))
        .map((step) => ({ name, step }));
    });
    raw.close();
    expect(scans).toEqual([]);
  });
});

test('every store creates its statements with table.ts, which registers them, but a cursor of the audit', () => {
  const sources = files.map((file) => readFileSync(new URL(file, root), 'utf8')).join('');
  const others = Array.from(sources.matchAll(/\btext: [`']([^$`']*)/g), ([, text]) => text);
  expect(others).toEqual(['declare care_logs cursor for ', 'fetch 1000 from care_logs']);
});

async function describer(place: Place): Promise<(text: string) => Promise<string[]>> {
  const { databaseUrl, dataDir } = place.addressOf(await place.fresh());
  if (databaseUrl === undefined) {
    const raw = new DatabaseSync(join(dataDir, 'arkhouse.db'));
    const prepared = (text: string) => raw.prepare(toSqliteParameters(text));
    return async (text) => Array.from(prepared(text).columns(), ({ name }) => name);
  }
  const client = new Client(databaseUrl);
  // The database is dropped while this client is connected.
  client.on('error', () => {});
  await client.connect();
  return (text) => {
    const columns = Promise.withResolvers<string[]>();
    client.query(description(text, columns));
    return columns.promise;
  };
}

/** Makes PostgreSQL parse and describe a statement without running it. */
function description(text: string, { resolve, reject }: PromiseWithResolvers<string[]>): Submittable {
  let columns: string[] = [];
  const handlers = {
    submit(connection: Connection) {
      connection.parse({ name: '', text, types: [] }, true);
      connection.describe({ type: 'S', name: '' }, true);
      connection.sync();
    },
    handleRowDescription({ fields }: { fields: { name: string }[] }) {
      columns = fields.map(({ name }) => name);
    },
    handleReadyForQuery: () => resolve(columns),
    handleError: reject,
  };
  return handlers;
}
