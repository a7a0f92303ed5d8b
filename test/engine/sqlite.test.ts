import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { connect } from '../../src/db/connect.ts';
import type { Query } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { isUnavailable } from '../../src/db/portable.ts';
import { writeSetting } from '../../src/db/settings.ts';
import { onSqlite } from '../support/databases.ts';
import { OwnServers } from '../support/servers/own-servers.ts';
import { takeIn } from './examples.ts';

const pragma = (name: string, column = name): Query<Record<string, unknown>> => ({
  text: `pragma ${name}`,
  columns: [column],
});

const FULL = Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });

onSqlite(({ fresh, addressOf }) => {
  test('the writer uses WAL, synchronous FULL, foreign keys and an untrusted schema', async () => {
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
  });

  test('temp_store is memory for transactions and a file for exclusive schema changes', async () => {
    const database = await fresh();
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
    for (let round = 0; round < 30; round++) {
      await Promise.all(Array.from({ length: 128 }, (_, n) => writeSetting(database, `${round} ${n}`, wide)));
    }
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
test.skipIf(process.getuid?.() !== 0)(
  'after a write without room, a row that still fits does not prove that the disk has room',
  async () => {
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
  },
);

/** Counts commit frames as defined by SQLite's WAL format. */
async function commitsIn(file: string): Promise<number> {
  const log = await readFile(`${file}-wal`);
  if (log.length === 0) return 0;
  const frame = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at < log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) commits++;
  return commits;
}
