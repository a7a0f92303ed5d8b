import { chmod, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

import { createFileAtomically, makeFolder } from './atomic-file.ts';
import type {
  Command,
  Database,
  Db,
  Increment,
  Query,
  RowCommand,
  SchemaDb,
  Transaction,
  Value,
} from './db.ts';
import { GroupCommit } from './group-commit.ts';
import { IncrementListeners } from './increments.ts';
import { DatabaseUnavailableError } from './portable.ts';
import { proveWritable, SECRETS_TABLE } from './settings.ts';
import { BUSY_TIMEOUT_MS, SqliteConnection } from './sqlite-connection.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { isReadOnly } from './dialect.ts';
import { TransactionScope } from './transaction-scope.ts';

/** Opens the file, making it and its folder when they are not there; both are for our eyes only. */
export async function openSqlite(file: string): Promise<Database> {
  await makeFolder(dirname(file));
  await (await open(file, 'a', 0o600)).close();
  await chmod(file, 0o600);
  return new SqliteDatabase(file);
}

// Each is set and then read back: a file system that cannot keep the promise must not be noticed later.
const PRAGMAS = [
  { pragma: 'journal_mode', value: 'wal' },
  { pragma: 'synchronous', value: 2 },
  { pragma: 'foreign_keys', value: 1 },
  { pragma: 'busy_timeout', value: BUSY_TIMEOUT_MS },
  { pragma: 'cache_size', value: -8192 },
  { pragma: 'temp_store', value: 2 },
  { pragma: 'wal_autocheckpoint', value: 0 },
  { pragma: 'journal_size_limit', value: 33_554_432 },
] as const;

class SqliteDatabase implements Database {
  readonly label: string;
  readonly shared = false;
  readonly #file: string;
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #groups: GroupCommit;
  // The writer knows the pages it wrote; the other connection forgets all it has read at every commit.
  readonly #betweenGroups: SqliteReader;
  readonly #besideGroup: SqliteReader;
  readonly #listeners = new IncrementListeners();
  #closed = false;

  constructor(file: string) {
    this.label = `SQLite at ${file}`;
    this.#file = file;
    this.#writer = new SqliteConnection(file, 'write');
    for (const setting of PRAGMAS) setPragma(this.#writer, setting);
    this.#reader = new SqliteConnection(file, 'read');
    this.#betweenGroups = new SqliteReader(this.#writer);
    this.#besideGroup = new SqliteReader(this.#reader);
    this.#groups = new GroupCommit(this.#writer, {
      onBegin: () => this.#betweenGroups.endSnapshot(),
      onCommit: (counted) => {
        this.#besideGroup.endSnapshot();
        this.#listeners.notify(counted);
      },
    });
  }

  async one<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row | undefined> {
    if (!isReadOnly(query.text)) return this.transaction((db) => db.one(query, values));
    this.#assertUsable();
    return this.#snapshot().one(query, values);
  }

  async all<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row[]> {
    if (!isReadOnly(query.text)) return this.transaction((db) => db.all(query, values));
    this.#assertUsable();
    return this.#snapshot().all(query, values);
  }

  run(command: Command, values: readonly Value[]): Promise<number> {
    return this.transaction((db) => db.run(command, values));
  }

  runEach(command: RowCommand, rows: readonly (readonly Value[])[]): Promise<number> {
    return this.transaction((db) => db.runEach(command, rows));
  }

  together<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return work(this);
  }

  async snapshot<T>(work: (db: Db) => Promise<T>): Promise<T> {
    this.#assertUsable();
    const connection = openForLongReads(this.#file);
    try {
      connection.exec('begin');
      return await work(new TransactionScope(connection));
    } finally {
      connection.close();
    }
  }

  async transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T> {
    this.#assertUsable();
    return this.#groups.add('shared', work);
  }

  async exclusive<T>(work: (db: SchemaDb) => Promise<T>): Promise<T> {
    this.#assertUsable();
    return this.#groups.add('exclusive', work);
  }

  buildIndexes(sql: string): Promise<void> {
    return this.exclusive((db) => db.script(sql));
  }

  onIncrements(listener: (counted: readonly Increment[]) => void): void {
    this.#listeners.add(listener);
  }

  async foldIncrements(): Promise<void> {
    // Counts are kept in place with every commit.
  }

  get broken(): Promise<Error> {
    return this.#groups.broken;
  }

  ensureWritable(): Promise<void> {
    return proveWritable(this);
  }

  async backup(file: string): Promise<void> {
    this.#assertUsable();
    await createFileAtomically(file, (partial) => copyAndCheck(this.#file, partial));
  }

  async walBytes(): Promise<number> {
    try {
      return (await stat(`${this.#file}-wal`)).size;
    } catch {
      // It is made with the first write.
      return 0;
    }
  }

  async checkIntegrity(): Promise<string[]> {
    this.#assertUsable();
    const connection = openForLongReads(this.#file);
    try {
      const broken = connection.pragma('pragma integrity_check').map(([finding]) => String(finding));
      const orphans = connection.pragma('pragma foreign_key_check').map((row) => `orphan: ${row.join(' ')}`);
      return [...broken.filter((finding) => finding !== 'ok'), ...orphans];
    } finally {
      connection.close();
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#groups.idle();
    // Closing would checkpoint a file that cannot be trusted; the next start recovers from what is on the disk.
    if (this.#groups.failure) return;
    this.#betweenGroups.endSnapshot();
    this.#besideGroup.endSnapshot();
    this.#reader.close();
    this.#writer.close();
  }

  /** What is committed, whatever a group is in the middle of. */
  #snapshot(): SqliteReader {
    return this.#groups.running ? this.#besideGroup : this.#betweenGroups;
  }

  #assertUsable(): void {
    if (this.#closed) throw new DatabaseUnavailableError('the database is closed');
    if (this.#groups.failure) throw this.#groups.failure;
  }
}

/** Who reads the whole file comes back to the same pages of its indexes: with little memory each is read a dozen times. */
function openForLongReads(file: string): SqliteConnection {
  const connection = new SqliteConnection(file, 'read');
  connection.exec('pragma cache_size = -262144');
  return connection;
}

function setPragma(writer: SqliteConnection, { pragma, value }: (typeof PRAGMAS)[number]): void {
  writer.exec(`pragma ${pragma} = ${value}`);
  const [[kept] = []] = writer.pragma(`pragma ${pragma}`);
  if (kept !== value) throw new Error(`SQLite has ${pragma} = ${String(kept)} here, and ${value} is needed`);
}

/** One step over all pages is one look at one moment; copying in several would start anew at every write. */
async function copyAndCheck(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    await backup(source, to, { rate: 2_147_483_647 });
  } finally {
    source.close();
  }
  const copy = new SqliteConnection(to, 'write');
  try {
    // Without a write-ahead log beside it the copy is one file, whole in itself.
    copy.exec('pragma journal_mode = delete');
    forgetSecrets(copy);
    const [[verdict] = []] = copy.pragma('pragma integrity_check');
    if (verdict !== 'ok') throw new Error(`the copy is not whole: ${String(verdict)}`);
  } finally {
    copy.close();
  }
}

/** Overwritten, not only unlinked. A house that no newer Arkhouse has opened has none. */
function forgetSecrets(copy: SqliteConnection): void {
  if (copy.pragma(`select 1 from sqlite_master where name = '${SECRETS_TABLE}'`).length === 0) return;
  copy.exec('pragma secure_delete = on');
  copy.exec(`delete from ${SECRETS_TABLE}`);
}
