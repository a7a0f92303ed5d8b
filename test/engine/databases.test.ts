import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile, stat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

import { connect, type DatabaseAddress } from '../../packages/database/connect.ts';
import type { Database, Query, Transaction } from '../../packages/database/db.ts';
import { isUnavailable } from '../../packages/database/portable.ts';
import { readSetting, writeSetting } from '../../packages/database/settings.ts';
import { bytes, flag, instant, json, number, optional, table, text } from '../../packages/database/table.ts';
import { findAgentByKeyHash } from '../../src/features/identity/agents.store.ts';
import { migrate } from '../../src/db/migrations.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import { OwnServers } from '../support/servers/own-servers.ts';
import { hashOf, takeIn } from './examples.ts';

const COUNT: Query<{ n: number }> = { text: 'select count(*) as n from agents', columns: ['n'] };
const query = (sql: string, ...columns: string[]): Query<object> => ({ text: sql, columns });
const RETURNING = query('insert into settings (name, value) values ($1, $2) returning value', 'value');

const THINGS = table('test_things', {
  id: text,
  at: instant,
  share: number,
  loud: flag,
  words: json<readonly string[]>(),
  note: optional(text),
  weight: optional(number),
  raw: optional(bytes),
});
const INSERT = THINGS.insert({
  sql: ($) => ({ note: `coalesce(${$('note')}, 'nothing said')` }),
  conflict: 'on conflict (id) do nothing',
});
const MARK = THINGS.update({ key: ['id', 'at'], set: ['share', 'note'], also: 'times = times + 1' });
const ALL = table('test_things', { ...THINGS.columns, times: number }).select('order by id');

const CREATE = `drop table if exists test_things; create table test_things (
  id text primary key, at bigint not null, share double precision not null, loud integer not null,
  words text not null, note text, weight double precision, raw bytea, times integer not null default 0);`;

const SOME = [
  { id: 'a', at: 1.8e12, share: 0.1 + 0.2, loud: true, words: ['"', '{}', '\\', 'ü'], note: 'NULL' },
  { id: 'b', at: 0, share: 5e-324, loud: false, words: [], weight: 1 / 3, raw: new Uint8Array([0, 255]) },
  { id: 'c', at: -1, share: -9_007_199_254_740_991, loud: false, words: ['a,b'], note: '' },
];

const WRITE = { text: `update settings set value = 'x' where name = 'y'` };
const pragma = (name: string, column = name) => query(`pragma ${name}`, column);
const FULL = Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });

onSqlite(({ fresh, addressOf }) => {
  test('the writer uses WAL, synchronous FULL, foreign keys, an untrusted schema, and memory except for schema changes', async () => {
    const database = await fresh();
    const asked = await database.transaction(async (db) => ({
      ...(await db.one(pragma('journal_mode'), [])),
      ...(await db.one(pragma('synchronous'), [])),
      ...(await db.one(pragma('foreign_keys'), [])),
      ...(await db.one(pragma('busy_timeout', 'timeout'), [])),
      ...(await db.one(pragma('trusted_schema'), [])),
    }));
    const safe = { foreign_keys: 1, trusted_schema: 0 };
    expect(asked).toEqual({ journal_mode: 'wal', synchronous: 2, timeout: 5000, ...safe });
    const kept = () => database.transaction((db) => db.one(pragma('temp_store'), []));
    expect(await kept()).toEqual({ temp_store: 2 });
    expect(await database.exclusive((db) => db.one(pragma('temp_store'), []))).toEqual({ temp_store: 1 });
    const failing = database.exclusive((db) => db.script('no words of SQL'));
    await expect(failing).rejects.toThrow(/not be kept|syntax/);
    expect(await kept()).toEqual({ temp_store: 2 });
  });

  test('folder and file are private to the user, and every table is strict', async () => {
    const file = fileOf(await fresh());
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(file, '..'))).mode & 0o777).toBe(0o700);
    const tables = new DatabaseSync(file).prepare('pragma table_list').all();
    const ours = tables.filter(({ name, type }) => type === 'table' && !String(name).startsWith('sqlite_'));
    expect(ours.length).toBeGreaterThan(3);
    expect(ours.filter(({ strict }) => strict !== 1)).toEqual([]);
  });

  test('a hundred concurrent writes share few commits, in groups of at most 128', async () => {
    const database = await fresh();
    const file = fileOf(database);
    const before = await commitsIn(file);
    await Promise.all(Array.from({ length: 100 }, () => database.transaction((db) => takeIn(db))));
    expect((await commitsIn(file)) - before).toBe(1);
    await Promise.all(Array.from({ length: 300 }, (_, nth) => writeSetting(database, `setting-${nth}`, '')));
    expect((await commitsIn(file)) - before).toBe(4);
  });

  test('a transaction that waits for other work is aborted, and the queue continues', async () => {
    const database = await fresh();
    const straying = database.transaction(async (db) => {
      await takeIn(db);
      await pause(50);
      await takeIn(db);
    });
    const hanging = database.transaction(() => Promise.withResolvers<void>().promise);
    const behind = database.transaction((db) => takeIn(db));
    await expect(straying).rejects.toThrow(/other than its Db/);
    await expect(hanging).rejects.toThrow(/other than its Db/);
    await behind;
  });

  test('while another process locks the file, every transaction of the group gets `unavailable`', async () => {
    const database = await fresh();
    const rival = new DatabaseSync(fileOf(database));
    await database.transaction((db) => db.one({ text: 'pragma busy_timeout = 20', columns: [] }, []));
    rival.exec('begin immediate');
    const outcomes = await Promise.allSettled([takeIn(database), takeIn(database)]);
    const reasons = outcomes.map((each) => each.status === 'rejected' && isUnavailable(each.reason));
    expect(reasons).toEqual([true, true]);
    rival.exec('rollback');
    await takeIn(database);
  });

  test('the size of the write-ahead log is bounded', async () => {
    const database = await fresh();
    const wide = 'x'.repeat(3000);
    for (let round = 0; round < 30; round++)
      await Promise.all(Array.from({ length: 128 }, (_, n) => writeSetting(database, `${round} ${n}`, wide)));
    expect((await stat(`${fileOf(database)}-wal`)).size).toBeLessThan(8_000_000);
    expect(await database.checkIntegrity()).toEqual([]);
  });

  test('after a write without room, the database is writable again once the trial file can be written', async () => {
    const database = await fresh();
    const trial = `${fileOf(database)}-room`;
    mkdirSync(trial);
    await database.ensureWritable();
    database.writes.noteFailure(FULL);
    await expect(database.ensureWritable()).rejects.toThrow('-room');
    await writeSetting(database, 'word', 'fits');
    await expect(database.ensureWritable()).rejects.toThrow('-room');
    rmSync(trial, { recursive: true });
    await database.ensureWritable();
    expect(database.writes.areFailing).toBe(false);
    expect(readdirSync(addressOf(database).dataDir)).not.toContain('arkhouse.db-room');
  });

  function fileOf(database: Parameters<typeof addressOf>[0]): string {
    return join(addressOf(database).dataDir, 'arkhouse.db');
  }
});

// Only root may mount a small disk.
test.skipIf(process.getuid?.() !== 0)('a row that still fits is no proof of room', async () => {
  await using servers = new OwnServers();
  const dataDir = servers.makeSmallFolder('small', 24);
  const database = await connect({ dataDir });
  await migrate(database, 0);
  const ballast = join(dataDir, 'ballast');
  expect(() => writeFileSync(ballast, new Uint8Array(32 << 20))).toThrow('ENOSPC');
  truncateSync(ballast, statSync(ballast).size - 500_000);
  database.writes.noteFailure(FULL);
  expect(database.writes.areWithoutRoom).toBe(true);
  await expect(database.ensureWritable()).rejects.toThrow('ENOSPC');
  await writeSetting(database, 'word', 'fits');
  expect(database.writes.areWithoutRoom).toBe(true);
  rmSync(ballast);
  await database.ensureWritable();
  expect(database.writes.areFailing).toBe(false);
  expect(readdirSync(dataDir)).not.toContain('arkhouse.db-room');
  await database.close();
});

/** Counts commit frames as defined by SQLite's WAL format. */
async function commitsIn(file: string): Promise<number> {
  const log = await readFile(`${file}-wal`);
  if (log.length === 0) return 0;
  const frame = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at < log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) commits++;
  return commits;
}

const SHOW = `
  select current_setting('application_name') as application, current_setting('statement_timeout') as timeout,
    current_setting('synchronous_commit') as commit`;
const SETTINGS = query(SHOW, 'application', 'timeout', 'commit');
const NUMBERS = query('select count(*) as whole, avg(created_at) as mean from agents', 'whole', 'mean');
const DIVISION = query('select 12 / $1::integer as half', 'half');
const TOO_LARGE = query('select 9007199254740993 as n', 'n');
const END_MY_CONNECTION = query('select pg_terminate_backend(pg_backend_pid()) as pid', 'pid');

const KEEP_DURABILITY = {
  text: `insert into settings (name, value) values ('durability', current_setting('synchronous_commit'))`,
};

/** The database with a single connection, so that all statements share it. */
async function alone(address: DatabaseAddress): Promise<Database> {
  const database = await connect({ ...address, mostConnections: 1 });
  onTestFinished(() => database.close());
  return database;
}

async function failureOf(databaseUrl: string): Promise<unknown> {
  const failure: unknown = await connect({ databaseUrl, dataDir: '' }).catch((error: unknown) => error);
  expect(inspect(failure, { depth: 9 })).not.toContain('hush');
  return failure;
}

test('an unreachable server or invalid address is reported without its password', async () => {
  const failure = await failureOf('postgres://me:hush@127.0.0.1:1/house');
  expect(failure).toMatchObject({
    message: 'PostgreSQL at 127.0.0.1:1/house: connect ECONNREFUSED 127.0.0.1:1',
  });
  expect(isUnavailable(failure)).toBe(true);
  expect(await failureOf('postgres://me:hush@[bad/house')).toBeInstanceOf(Error);
});

eachDatabase(({ kind, fresh, again, addressOf }) => {
  test('a write is visible to all connections once it is acknowledged, and pipelined reads each return their own row', async () => {
    const database = await fresh();
    for (const _ of [1, 2]) await expect(database.ensureWritable()).resolves.toBeUndefined();
    const other = await again(database);
    const taking = Array.from({ length: 100 }, () => database.transaction((db) => takeIn(db)));
    const taken = await Promise.all(taking);
    const seen = await other.together((db) =>
      Promise.all(taken.map(({ id }) => findAgentByKeyHash(db, hashOf(id)))),
    );
    expect(seen.map((agent) => agent?.id)).toEqual(taken.map(({ id }) => id));
  });

  test('a transaction that throws leaves nothing and does not affect others in its group', async () => {
    const database = await fresh();
    const fates = Array.from({ length: 30 }, (_, n) => n % 3 !== 0);
    const work = fates.map((succeeds) =>
      database.transaction(async (db) => {
        await takeIn(db);
        if (!succeeds) throw new Error('no');
      }),
    );
    const outcomes = await Promise.allSettled(work);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(fates);
    expect(await database.one(COUNT, [])).toEqual({ n: 20 });
  });

  test('reads see every acknowledged write, and each pending transaction entirely or not at all', async () => {
    const database = await fresh();
    let answered = 0;
    const writing = Array.from({ length: 40 }, async (_, nth) => {
      for (let turn = 0; turn < nth; turn++) await nextTurn();
      await database.transaction(async (db) => {
        await takeIn(db);
        await takeIn(db);
      });
      answered += 1;
    });
    const looking = Array.from({ length: 3 }, async () => {
      for (let look = 0; look < 60; look++) {
        const known = answered;
        const seen = (await database.one(COUNT, []))?.n ?? NaN;
        expect(seen).toBeGreaterThanOrEqual(2 * known);
        expect(seen % 2).toBe(0);
        await nextTurn();
      }
    });
    await Promise.all([...writing, ...looking]);
    expect(await database.one(COUNT, [])).toEqual({ n: 80 });
  });

  test('a Db is unusable after its transaction has ended', async () => {
    const database = await fresh();
    const kept: Transaction[] = [];
    await database.transaction(async (db) => void kept.push(db));
    const failing = database.transaction(async (db) => {
      kept.push(db);
      throw new Error('enough');
    });
    await expect(failing).rejects.toThrow('enough');
    for (const db of kept) await expect(takeIn(db)).rejects.toThrow(/after its transaction had ended/);
    expect(kept).toHaveLength(2);
  });

  test('statements run in parallel in a transaction, return rows outside of one, and are refused half characters and NaN', async () => {
    const database = await fresh();
    await database.transaction((db) => Promise.all(Array.from({ length: 10 }, () => takeIn(db))));
    expect(await database.one(COUNT, [])).toEqual({ n: 10 });
    expect(await database.one(RETURNING, ['a', '1'])).toEqual({ value: '1' });
    expect(await database.all(RETURNING, ['b', '2'])).toEqual([{ value: '2' }]);
    expect(await readSetting(database, 'b')).toBe('2');
    await expect(writeSetting(database, 'a', 'half \ud800')).rejects.toThrow(/half a character/);
    await expect(database.one(COUNT, [Number.NaN])).rejects.toThrow(/value \$1 is NaN/);
  });

  test('exclusive transactions run one at a time', async () => {
    const database = await fresh();
    await writeSetting(database, 'sum', '0');
    const others = await Promise.all([again(database), again(database)]);
    const add = (each: Database) =>
      each.exclusive(async (db) => writeSetting(db, 'sum', String(Number(await readSetting(db, 'sum')) + 1)));
    await Promise.all([database, ...others, database].map(add));
    expect(await readSetting(database, 'sum')).toBe('4');
  });

  test('close waits for pending transactions and refuses new ones', async () => {
    const database = await fresh();
    const other = await again(database);
    const begun = Array.from({ length: 200 }, () => database.transaction((db) => takeIn(db)));
    await nextTurn();
    const [taken] = await Promise.all([Promise.all(begun), database.close()]);
    expect(taken).toHaveLength(200);
    expect(await other.one(COUNT, [])).toEqual({ n: 200 });
    expect(isUnavailable(await takeIn(database).catch((error: unknown) => error))).toBe(true);
    await database.close();
  });

  const withThings = async () => {
    const database = await fresh();
    await database.exclusive((db) => db.script(CREATE));
    return database;
  };

  test('a bulk insert writes the same rows as single inserts', async () => {
    const [one, many] = [await withThings(), await withThings()];
    for (const row of SOME) await one.run(INSERT, INSERT.values(row));
    expect(await many.runEach(INSERT, SOME.map(INSERT.values))).toBe(3);
    expect(await many.all(ALL, [])).toEqual(await one.all(ALL, []));
    expect(await many.all(ALL, [])).toMatchObject([SOME[0], { ...SOME[1], note: 'nothing said' }, SOME[2]]);
  });

  test('rows that exist already or do not match are not counted', async () => {
    const database = await withThings();
    expect(await database.runEach(INSERT, [])).toBe(0);
    await database.runEach(INSERT, SOME.slice(0, 2).map(INSERT.values));
    expect(await database.transaction((db) => db.runEach(INSERT, SOME.map(INSERT.values)))).toBe(1);
    const marked = SOME.map(({ id, at }) => ({ id, at: id === 'b' ? at + 1 : at, share: 2, note: id }));
    expect(await database.runEach(MARK, marked.map(MARK.values))).toBe(2);
    const kept = await database.all(ALL, []);
    expect(kept.map(({ share, note, times }) => [share, note, times])).toEqual([
      [2, 'a', 1],
      [5e-324, 'nothing said', 0],
      [2, 'c', 1],
    ]);
  });

  test('a snapshot shows one point in time despite concurrent writes, and is read-only', async () => {
    const database = await fresh();
    const before = await takeIn(database);
    await database.snapshot(async (db) => {
      const find = (id: string) => findAgentByKeyHash(db, hashOf(id));
      expect(await find(before.id)).toBeDefined();
      const after = await takeIn(database);
      expect(await find(after.id)).toBeUndefined();
      expect(await findAgentByKeyHash(database, hashOf(after.id))).toBeDefined();
    });
    await expect(database.snapshot((db) => db.run(WRITE, []))).rejects.toThrow(/read-?only/);
    await database.close();
    const failure = await database.snapshot(async () => 'open').catch((error: unknown) => error);
    expect(isUnavailable(failure)).toBe(true);
  });

  if (kind === 'SQLite') return;
  test('connections set an application name and timeouts, and every write waits for the disk', async () => {
    const { databaseUrl, dataDir } = addressOf(await fresh());
    const hasty = new URL(String(databaseUrl));
    const options = `${hasty.searchParams.get('options')} -csynchronous_commit=off`;
    hasty.searchParams.set('options', options);
    const database = await alone({ databaseUrl: hasty.href, dataDir });
    const settings = { application: 'arkhouse', timeout: '10s', commit: 'on' };
    expect(await database.transaction((db) => db.one(SETTINGS, []))).toEqual(settings);
    expect(await database.one(SETTINGS, [])).toEqual({ ...settings, commit: 'off' });
    // A single write outside a transaction.
    await database.run(KEEP_DURABILITY, []);
    expect(await readSetting(database, 'durability')).toBe('on');
  });

  test('an unknown database, user or target_session_attrs is reported without the password', async () => {
    const { databaseUrl, dataDir } = addressOf(await fresh());
    for (const [change, words] of [
      [{ pathname: '/no_such_house' }, 'database "no_such_house" does not exist'],
      [{ username: 'no_such_keeper' }, 'role "no_such_keeper" does not exist'],
    ] as const) {
      const url = new URL(String(databaseUrl));
      Object.assign(url, { password: 'hush', search: '', ...change });
      const message = `PostgreSQL at ${url.host}${url.pathname}: ${words}`;
      expect(await failureOf(url.href)).toMatchObject({ message });
    }
    const address = { databaseUrl: `${databaseUrl}&target_session_attrs=tertiary`, dataDir };
    await expect(connect(address)).rejects.toThrow(/target_session_attrs is one of any, read-write/);
  });

  test('one failure in a pipelined read fails all of them, and the connection remains usable', async () => {
    const database = await alone(addressOf(await fresh()));
    const asked = await database.together((db) =>
      Promise.allSettled([db.one(NUMBERS, []), db.one(DIVISION, ['0']), db.one(NUMBERS, [])]),
    );
    const reasons = asked.map((each) => each.status === 'rejected' && String(each.reason));
    expect(reasons).toEqual(Array(3).fill(expect.stringContaining('division by zero')));
    // The server prepared the first two, and skipped everything after the failure.
    expect(await database.one(DIVISION, ['2'])).toEqual({ half: 6 });
    expect(await database.one(NUMBERS, [])).toMatchObject({ whole: 0 });
  });

  test('a failed begin is the error of the first statement; pending statements are rolled back with their transaction', async () => {
    const database = await alone(addressOf(await fresh()));
    const begun = database.transaction(async (db) => {
      await db.one(DIVISION, ['0']).catch((cause: unknown) => {
        throw new Error('nobody can share with nobody', { cause });
      });
    });
    await expect(begun).rejects.toThrow('nobody can share with nobody');
    expect(await database.one(DIVISION, ['3'])).toEqual({ half: 4 });
    const pending = database.transaction(async (db) => {
      await db.posted.run(KEEP_DURABILITY, []);
      throw new Error('enough');
    });
    await expect(pending).rejects.toThrow('enough');
    expect(await readSetting(database, 'durability')).toBeUndefined();
  });

  test('counts are numbers; an unreadable row fails only its own query, and the connection remains usable', async () => {
    const database = await alone(addressOf(await fresh()));
    await takeIn(database);
    expect(await database.one(NUMBERS, [])).toEqual({ whole: 1, mean: 1000 });
    await expect(database.one(TOO_LARGE, [])).rejects.toThrow('9007199254740993 is too large to be exact');
    expect(await database.one(DIVISION, ['4'])).toEqual({ half: 3 });
  });

  test('a lost connection fails only its own transaction', async () => {
    const database = await fresh();
    const lost = database.transaction(async (db) => {
      await takeIn(db);
      await db.one(END_MY_CONNECTION, []);
    });
    await expect(lost).rejects.toSatisfy(isUnavailable);
    expect(await database.one(NUMBERS, [])).toMatchObject({ whole: 0 });
  });

  test('a backup without pg_dump names the missing program and leaves nothing', async () => {
    const database = await fresh();
    const folder = await mkdtemp(join(tmpdir(), 'arkhouse-backup-'));
    const path = process.env['PATH'];
    process.env['PATH'] = '/nowhere';
    await expect(database.backup(join(folder, 'copy'))).rejects.toThrow(/PostgreSQL client tools/);
    process.env['PATH'] = path;
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
