import { hash } from 'node:crypto';
import { constants, copyFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { createFileAtomically, makeFolder } from '../atomic-file.ts';
import { connect, type DatabaseAddress } from '../connect.ts';
import type { Database, Db, Query, Value } from '../db.ts';
import { applyMigrations, type Migration, migrationsLeft } from '../migrate.ts';
import { isLockedOut, sqliteCode } from '../portable.ts';
import { restorePostgres } from '../postgres/dump.ts';
import { lockFolder, openSqlite, SqliteConnection } from '../sqlite.ts';
import { compareSchema } from './compare-schema.ts';
import { lookIntoFile, statSqlite } from './look-into-file.ts';
import {
  countRows,
  type DatabaseKind,
  hasTables,
  insertInto,
  MoveError,
  readBatches,
  readTables,
  type TableShape,
} from './tables.ts';

// Modulus of the row checksum: sums of numbers below it stay exact.
const MODULUS = 2 ** 48;

class Fingerprint {
  #rows = 0;
  #sum = 0;

  add(rows: readonly (readonly Value[])[]): void {
    for (const row of rows) this.#sum = (this.#sum + numberOf(row)) % MODULUS;
    this.#rows += rows.length;
  }

  get text(): string {
    return `${this.#rows} rows, ${this.#sum.toString(16).padStart(12, '0')}`;
  }
}

function numberOf(row: readonly Value[]): number {
  // A row is hashed as JSON, which writes doubles exactly. It writes -0 as 0, which SQLite stores as 0 too.
  const text = JSON.stringify(
    row.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)),
  );
  return hash('sha1', text, 'buffer').readUIntBE(0, 6);
}

export type Pen = <T>(step: (db: Db) => Promise<T>) => Promise<T>;

interface RowsToCopy {
  readonly from: Db;
  readonly read: TableShape;
  readonly pen: Pen;
  readonly to: Db;
  readonly write: TableShape;
  readonly onRows: (more: number) => void;
}

const BATCH = 5000;

export async function copyRows({ from, read, pen, to, write, onRows }: RowsToCopy): Promise<void> {
  const [here, there] = [new Fingerprint(), new Fingerprint()];
  const insert = insertInto(write);
  let writing = Promise.resolve(0);
  for await (const rows of readBatches(from, read, BATCH)) {
    here.add(rows);
    await writing;
    onRows(rows.length);
    writing = pen((db) => db.runEach(insert, rows));
    writing.catch(() => {});
  }
  await writing;
  for await (const rows of readBatches(to, write, BATCH)) {
    there.add(rows);
    onRows(rows.length);
  }
  if (here.text !== there.text)
    throw new MoveError(
      `${read.name} did not arrive as it was: ${here.text} here, ${there.text} there. Nothing was moved.`,
    );
}

interface Move {
  readonly from: DatabaseAddress;
  readonly to: DatabaseAddress;
  readonly now: number;
  readonly known: readonly Migration[];
  readonly audit: (database: Database) => Promise<readonly string[]>;
  /** Reports progress; each row counts twice: written, then compared. */
  readonly onProgress: (done: number, total: number) => void;
}

/** Copies all rows into an empty database of either kind, compares and audits them. If that fails, the target stays empty. */
export function moveHouse(move: Move) {
  const hold = move.from.databaseUrl === undefined ? holdSqlite : holdPostgres;
  return hold(move, async (source) => {
    if ((await migrationsLeft(source, move.known)).length > 0)
      throw new MoveError(`${source.label} is not up to date: run "arkhouse migrate" there first.`);
    return move.to.databaseUrl === undefined ? intoFile(source, move) : intoServer(source, move);
  });
}

async function intoFile(source: Database, move: Move) {
  const { dataDir } = move.to;
  await makeFolder(dataDir);
  await assertRoom(source, kindOf(move.from), dataDir);
  let moved = { rows: 0, tables: 0 };
  await createDatabaseFile(dataDir, (partial) =>
    withDatabase(openSqlite(partial), async (target) => {
      await applyMigrations(target, move.now, move.known);
      // One transaction per batch: the SQLite file gets its final name only at the end, so partial copies are never visible.
      moved = await copyAll(source, target, { ...move, pen: (step) => target.transaction(step) });
      await assertSound(target, move);
    }),
  );
  return moved;
}

function intoServer(source: Database, move: Move) {
  return withDatabase(connect(move.to), async (target) => {
    await assertEmpty(target, kindOf(move.to), move.known);
    await applyMigrations(target, move.now, move.known);
    const moved = await target.exclusive(async (db) => {
      await db.script('set local idle_in_transaction_session_timeout = 0');
      return copyAll(source, db, { ...move, pen: (step) => step(db) });
    });
    try {
      await target.exclusive((db) => db.script('analyze'));
      await assertSound(target, move);
    } catch (error) {
      const names = (await readTables(target, kindOf(move.to))).map(({ name }) => name);
      await target.exclusive((db) => db.script(`truncate ${names.join(', ')}`));
      throw error;
    }
    return moved;
  });
}

function copyAll(source: Database, target: Db, move: Move & { readonly pen: Pen }) {
  return source.snapshot(async (snapshot) => {
    const [here, there] = [await snapshot.all(NUMBERS, []), await target.all(NUMBERS, [])];
    if (!isDeepStrictEqual(here, there))
      throw new MoveError('The house belongs to a newer Arkhouse: let that one move it.');
    const from = await readTables(snapshot, kindOf(move.from));
    const to = await readTables(target, kindOf(move.to));
    const pairs = await matchTables(snapshot, from, to);
    let rows = 0;
    for (const [table] of pairs) rows += await countRows(snapshot, table);
    let done = 0;
    const onRows = (more: number) => move.onProgress((done += more), 2 * rows);
    for (const [read, write] of pairs)
      await copyRows({ from: snapshot, read, pen: move.pen, to: target, write, onRows });
    return { rows, tables: pairs.length };
  });
}

/** Pairs the tables of source and target. A table that only the source has must be empty. */
async function matchTables(snapshot: Db, from: readonly TableShape[], to: readonly TableShape[]) {
  const pairs: (readonly [TableShape, TableShape])[] = [];
  // Tables are copied in the target's order, which satisfies its foreign keys.
  for (const write of to) {
    const read = from.find(({ name }) => name === write.name);
    if (read) pairs.push([withColumnsOf(write, read), write]);
  }
  for (const read of from) {
    if (to.some(({ name }) => name === read.name)) continue;
    const left = await countRows(snapshot, read);
    if (left > 0)
      throw new MoveError(
        `${read.name} holds ${left} rows that only this kind of database has a place for. Open the house once, close it after a minute, and try again.`,
      );
  }
  return pairs;
}

function withColumnsOf(write: TableShape, read: TableShape): TableShape {
  const differ = namesOf(read).toSorted().join() !== namesOf(write).toSorted().join();
  if (differ) throw new MoveError(`The table ${read.name} has other columns there than here.`);
  // Columns are matched by name: their order may differ between databases.
  const columns = namesOf(write).flatMap((name) => read.columns.find((column) => column.name === name) ?? []);
  return { ...read, columns };
}

function namesOf(table: TableShape): string[] {
  return table.columns.map(({ name }) => name);
}

const NUMBERS: Query<{ number: number }> = {
  text: 'select number from migrations order by number',
  columns: ['number'],
};

/** Throws unless the target has no rows. A migrated database without rows is accepted: an interrupted move leaves one. */
async function assertEmpty(target: Database, kind: DatabaseKind, known: readonly Migration[]): Promise<void> {
  if (!(await hasTables(target, kind))) return;
  const refusal = new MoveError(
    `${target.label} is not empty: make a new database for the house to move into.`,
  );
  const isOurs = await migrationsLeft(target, known).then(
    (pending) => pending.length === 0,
    () => false,
  );
  if (!isOurs) throw refusal;
  for (const table of await readTables(target, kind)) if ((await countRows(target, table)) > 0) throw refusal;
}

async function assertRoom(source: Database, kind: DatabaseKind, folder: string): Promise<void> {
  const size = (await source.one(SIZE[kind], []))?.bytes ?? 0;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize > size) return;
  throw new MoveError(
    `The house takes about ${inMegabytes(size)}, and in ${folder} there is room for ${inMegabytes(bavail * bsize)}.`,
  );
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}

// Size of the data without indexes, whose size differs between SQLite and PostgreSQL.
const SIZE: Record<DatabaseKind, Query<{ bytes: number }>> = {
  SQLite: {
    text: 'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
    columns: ['bytes'],
  },
  PostgreSQL: {
    text: `
      select coalesce(sum(pg_table_size(oid)), 0) as bytes from pg_class
      where relnamespace = (select oid from pg_namespace where nspname = current_schema()) and relkind = 'r'`,
    columns: ['bytes'],
  },
};

async function assertSound(target: Database, move: Move): Promise<void> {
  const findings = await move.audit(target);
  if (findings.length === 0) return;
  throw new MoveError(
    [
      ...findings,
      `The audit of the house that had moved in found this. Nothing is left of it there, and nothing has changed here: run "arkhouse audit" here.`,
    ].join('\n'),
  );
}

function kindOf({ databaseUrl }: DatabaseAddress): DatabaseKind {
  return databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
}

export async function restoreHouse(
  to: DatabaseAddress,
  backup: string,
  jobs: number,
  known: readonly Migration[],
): Promise<void> {
  if (to.databaseUrl === undefined) return restoreFile(to.dataDir, backup, known);
  const isTaken = await withDatabase(connect(to), (database) => hasTables(database, 'PostgreSQL'));
  if (isTaken)
    throw new MoveError('The database is not empty: make a new one, and let DATABASE_URL name that.');
  await restorePostgres(to.databaseUrl, backup, jobs);
  await withDatabase(connect(to), async (database) => {
    const added = await refuseForeign(database, known, { kind: 'PostgreSQL', outcome: 'Drop the database.' });
    await database.exclusive((db) => db.script(`${dropping(added)}analyze`));
  });
}

async function restoreFile(dataDir: string, backup: string, known: readonly Migration[]): Promise<void> {
  const { logBytes } = await statSqlite(backup);
  const advice = 'Only a copy by "arkhouse backup" is whole.';
  if (logBytes > 0) throw new MoveError(`A part of ${backup} is in ${backup}-wal. ${advice}`);
  await createDatabaseFile(dataDir, async (partial) => {
    await copyFile(backup, partial, constants.COPYFILE_FICLONE);
    const added = await lookIntoFile(partial, await statSqlite(partial), ({ db }) =>
      refuseForeign(db, known, { kind: 'SQLite', outcome: 'Nothing was kept.' }),
    );
    if (added.length === 0) return;
    using connection = new SqliteConnection(partial, 'write');
    connection.script(dropping(added));
  });
}

/** Creates the database file of a folder, which stays locked meanwhile. */
async function createDatabaseFile(dataDir: string, write: (partial: string) => Promise<void>): Promise<void> {
  const file = join(dataDir, 'arkhouse.db');
  const unlock = await lockFolder(dataDir);
  try {
    const { bytes, logBytes } = await statSqlite(file);
    // SQLite would apply the log of an earlier database to the new file.
    if (bytes === undefined && logBytes > 0)
      throw new MoveError(`${file}-wal is left of another database: move it away.`);
    await createFileAtomically(file, write);
  } finally {
    unlock();
  }
}

/** Refuses foreign triggers and functions before any write: a trigger would run with the first row. Returns added indexes. */
async function refuseForeign(
  db: Db,
  known: readonly Migration[],
  { kind, outcome }: { readonly kind: DatabaseKind; readonly outcome: string },
): Promise<readonly string[]> {
  if (!(await hasTables(db, kind))) throw new MoveError(`The backup holds no tables. ${outcome}`);
  const { foreign, addedIndexes } = await compareSchema(db, kind, known);
  if (foreign.length === 0) return addedIndexes;
  throw new MoveError(`The backup holds what Arkhouse did not make: ${foreign.join(', ')}. ${outcome}`);
}

/** An index may compute an expression, or refuse rows, with every write. */
function dropping(indexes: readonly string[]): string {
  return indexes.map((name) => `drop index "${name.replaceAll('"', '""')}"; `).join('');
}

async function withDatabase<T>(opening: Promise<Database>, work: (database: Database) => Promise<T>) {
  const database = await opening;
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const CLOSE_IT =
  'Somebody has the house open. Close it on every node, and move it then; nothing was touched.';

async function holdSqlite<T>({ from }: Move, work: (house: Database) => Promise<T>): Promise<T> {
  // Opening the source fails if the file is missing, instead of creating it.
  await withDatabase(connect(from, 'read'), async () => {});
  using connection = new SqliteConnection(join(from.dataDir, 'arkhouse.db'), 'write');
  // SQLite can leave WAL mode only without other users of the file; the mode is switched back at once.
  if (!isOnlyUser(connection)) throw new MoveError(CLOSE_IT);
  connection.exec('pragma journal_mode = wal');
  connection.exec('begin immediate');
  return await withDatabase(connect(from), work);
}

function isOnlyUser(connection: SqliteConnection): boolean {
  try {
    const [[mode] = []] = connection.exec('pragma journal_mode = delete');
    return mode === 'delete';
  } catch (error) {
    if ((sqliteCode(error) & 0xff) === BUSY) return false;
    throw error;
  }
}

const BUSY = 5;

async function holdPostgres<T>({ from, known }: Move, work: (house: Database) => Promise<T>): Promise<T> {
  // With one connection of this process, all other connections belong to other processes.
  const alone = connect({ ...from, mostConnections: 1 });
  const others = await withDatabase(alone, (house) => house.one(OTHERS, []));
  if (others?.n !== 0) throw new MoveError(CLOSE_IT);
  return withDatabase(connect(from), async (house) => {
    if ((await migrationsLeft(house, known)).length === 0) await house.foldIncrements();
    return house.exclusive(async (db) => {
      await db.script(LOCK_ALL).catch((error: unknown) => {
        throw isLockedOut(error) ? new MoveError(CLOSE_IT, { cause: error }) : error;
      });
      return work(house);
    });
  });
}

const OTHERS: Query<{ n: number }> = {
  text: `
    select count(*) as n from pg_stat_activity
    where datname = current_database() and application_name = 'arkhouse' and pid <> pg_backend_pid()`,
  columns: ['n'],
};

const LOCK_ALL = `
  set local idle_in_transaction_session_timeout = 0;
  do $$
  declare each_one name;
  begin
    for each_one in
      select relname from pg_class
      where relnamespace = (select oid from pg_namespace where nspname = current_schema())
        and relkind in ('r', 'p') and not relispartition
    loop
      execute format('lock table %I in share mode', each_one);
    end loop;
  end $$`;
