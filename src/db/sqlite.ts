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
import { incrementCommands, type IncrementListener, notifyAll, sumIncrements } from './increments.ts';
import { DatabaseUnavailableError, isReadOnly, sqliteCode } from './portable.ts';
import { proveWritable, SECRETS_TABLE } from './settings.ts';
import { BUSY_TIMEOUT_MS, SqliteConnection } from './sqlite-connection.ts';
import { TransactionScope } from './transaction-scope.ts';

const LARGEST_GROUP = 128;
const CHECKPOINT_AT_PAGES = 1000;

type TransactionWork<T> = (db: SchemaDb) => Promise<T>;

interface GroupMember {
  /** Exclusive work may change the schema and runs in a transaction of its own. */
  readonly mode: 'shared' | 'exclusive';
  /** Does the work. The returned function resolves the caller's promise and runs after the commit. */
  readonly attempt: TransactionWork<() => void>;
  readonly reject: (reason: unknown) => void;
}

interface GroupListener {
  /** Called before the writer connection begins: no read transaction may be open on it. */
  onBegin(): void;
  onCommit(counted: readonly Increment[]): void;
}

/** Group commit: work from one turn of the event loop shares one transaction and one fsync, and is answered after it. */
class GroupCommit {
  readonly #writer: SqliteConnection;
  readonly #listener: GroupListener;
  readonly broken = Promise.withResolvers<Error>();
  running = false;
  /** Set after a failed fsync or damaged page: the file's state is unknown from then on. */
  failure: DatabaseUnavailableError | undefined;
  #queue: GroupMember[] = [];
  #busy = false;
  #whenIdle: (() => void)[] = [];
  #failCurrent: ((reason: Error) => void) | undefined;

  constructor(writer: SqliteConnection, listener: GroupListener) {
    this.#writer = writer;
    this.#listener = listener;
  }

  add<T>(mode: GroupMember['mode'], work: TransactionWork<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = async (db: SchemaDb) => {
        const value = await work(db);
        return () => resolve(value);
      };
      this.#queue.push({ mode, attempt, reject });
      this.#schedule();
    });
  }

  idle(): Promise<void> {
    if (!this.#busy) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  #schedule(): void {
    if (this.#busy) return;
    this.#busy = true;
    setImmediate(() => void this.#runGroup());
  }

  async #runGroup(): Promise<void> {
    const group = this.#takeGroup();
    try {
      const isExclusive = group[0]?.mode === 'exclusive';
      const answers = await (isExclusive ? this.#commitOnDisk(group) : this.#commit(group));
      for (const answer of answers) answer();
    } catch (error) {
      for (const member of group) member.reject(error);
    }
    // The next turn: answers go out first.
    setImmediate(() => this.#afterGroup());
  }

  #afterGroup(): void {
    this.#checkpointWhenLong();
    if (this.#queue.length > 0) return void this.#runGroup();
    this.#busy = false;
    for (const tell of this.#whenIdle.splice(0)) tell();
  }

  #takeGroup(): GroupMember[] {
    const exclusive = this.#queue.findIndex(({ mode }) => mode === 'exclusive');
    const size = exclusive === 0 ? 1 : exclusive === -1 ? LARGEST_GROUP : Math.min(exclusive, LARGEST_GROUP);
    return this.#queue.splice(0, size);
  }

  /** Index builds sort whole tables, too large for the in-memory temp store that savepoints use. */
  async #commitOnDisk(group: readonly GroupMember[]): Promise<(() => void)[]> {
    this.#writer.script('pragma temp_store = file');
    try {
      return await this.#commit(group);
    } finally {
      this.#writer.script('pragma temp_store = memory');
    }
  }

  async #commit(group: readonly GroupMember[]): Promise<(() => void)[]> {
    if (this.failure) throw this.failure;
    const stopWatching = this.#watchForWaiting();
    try {
      const answers: (() => void)[] = [];
      const counted: Increment[] = [];
      this.#listener.onBegin();
      this.running = true;
      this.#writer.exec('begin immediate');
      for (const member of group) answers.push(await this.#runMember(member, counted));
      // Summed first: most members increment the same counters.
      const sums = sumIncrements(counted);
      for (const written of sums.flatMap(incrementCommands)) this.#writer.run(...written);
      this.#writer.exec('commit');
      this.#listener.onCommit(sums);
      return answers;
    } catch (error) {
      throw this.#rollback(error);
    } finally {
      this.running = false;
      stopWatching();
    }
  }

  async #runMember(member: GroupMember, counted: Increment[]): Promise<() => void> {
    const scope = new TransactionScope(this.#writer);
    this.#writer.exec('savepoint work');
    try {
      const answer = await this.#failIfItWaits(member.attempt(scope));
      scope.assertSound();
      this.#writer.exec('release work');
      counted.push(...scope.increments);
      return answer;
    } catch (error) {
      // On a full disk SQLite rolls the whole transaction back, with all members.
      if (!this.#writer.inTransaction) throw error;
      this.#writer.exec('rollback to work');
      this.#writer.exec('release work');
      return () => member.reject(scope.reasonFor(error));
    } finally {
      scope.end();
    }
  }

  /** Members run in microtasks only; if the event loop turns meanwhile, the member awaits something other than its Db. */
  #failIfItWaits<T>(working: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#failCurrent = reject;
      working.then(resolve, reject);
    });
  }

  #watchForWaiting(): () => void {
    const look = () => {
      this.#failCurrent?.(new Error('a transaction waited for something other than its Db'));
      next = setImmediate(look);
    };
    let next = setImmediate(look);
    return () => clearImmediate(next);
  }

  #rollback(error: unknown): Error {
    if (isFileDamage(error)) this.#markBroken(error);
    try {
      if (this.#writer.inTransaction) this.#writer.exec('rollback');
    } catch (second) {
      this.#markBroken(second);
    }
    return this.failure ?? new Error('the changes could not be kept', { cause: error });
  }

  #markBroken(cause: unknown): void {
    const problem = 'the database file failed to keep a write; restart to recover';
    this.failure ??= new DatabaseUnavailableError(problem, { cause });
    this.broken.resolve(this.failure);
  }

  // SQLite's automatic checkpoint would run inside a commit and hide a failed fsync.
  #checkpointWhenLong(): void {
    if (this.failure) return;
    try {
      this.#listener.onBegin();
      const [[, pages, kept] = []] = this.#writer.exec('pragma wal_checkpoint(noop)');
      if (Number(pages) - Number(kept) < CHECKPOINT_AT_PAGES) return;
      this.#writer.exec('pragma wal_checkpoint(passive)');
    } catch (error) {
      if (isFileDamage(error)) this.#markBroken(error);
    }
  }
}

// ioerr, corrupt
function isFileDamage(error: unknown): boolean {
  const primary = sqliteCode(error) & 0xff;
  return primary === 10 || primary === 11;
}

/** Reads of one turn of the event loop share one read transaction: opening one costs more than reading a row. */
class SqliteReader {
  readonly #connection: SqliteConnection;
  #snapshotOpen = false;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  one<Row>(query: Query<Row>, values: readonly Value[]): Row | undefined {
    this.#openSnapshot();
    return this.#connection.one(query, values);
  }

  all<Row>(query: Query<Row>, values: readonly Value[]): Row[] {
    this.#openSnapshot();
    return this.#connection.all(query, values);
  }

  /** After a commit the next read must see it. */
  endSnapshot(): void {
    if (!this.#snapshotOpen) return;
    this.#snapshotOpen = false;
    if (this.#connection.inTransaction) this.#connection.exec('commit');
  }

  #openSnapshot(): void {
    if (this.#snapshotOpen) return;
    this.#connection.exec('begin');
    this.#snapshotOpen = true;
    setImmediate(() => this.endSnapshot());
  }
}

/** Opens or creates the file (mode 600) and its folder (mode 700). */
export async function openSqlite(file: string): Promise<Database> {
  await makeFolder(dirname(file));
  await (await open(file, 'a', 0o600)).close();
  await chmod(file, 0o600);
  return new SqliteDatabase(file);
}

// Each is set and read back, so that a file system without WAL support fails at start.
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
  // The writer connection keeps its page cache across commits; the reader's is invalidated by each commit.
  readonly #betweenGroups: SqliteReader;
  readonly #besideGroup: SqliteReader;
  readonly #listeners: IncrementListener[] = [];
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
        notifyAll(this.#listeners, counted);
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

  onIncrements(listener: IncrementListener): void {
    this.#listeners.push(listener);
  }

  async foldIncrements(): Promise<void> {
    // SQLite counts in place.
  }

  get broken(): Promise<Error> {
    return this.#groups.broken.promise;
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
      return 0;
    }
  }

  async checkIntegrity(): Promise<string[]> {
    this.#assertUsable();
    const connection = openForLongReads(this.#file);
    try {
      const broken = connection.exec('pragma integrity_check').map(([finding]) => String(finding));
      const orphans = connection.exec('pragma foreign_key_check').map((row) => `orphan: ${row.join(' ')}`);
      return [...broken.filter((finding) => finding !== 'ok'), ...orphans];
    } finally {
      connection.close();
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#groups.idle();
    // Closing would checkpoint an untrustworthy file; the next start recovers from the WAL.
    if (this.#groups.failure) return;
    this.#betweenGroups.endSnapshot();
    this.#besideGroup.endSnapshot();
    this.#reader.close();
    this.#writer.close();
  }

  #snapshot(): SqliteReader {
    return this.#groups.running ? this.#besideGroup : this.#betweenGroups;
  }

  #assertUsable(): void {
    if (this.#closed) throw new DatabaseUnavailableError('the database is closed');
    if (this.#groups.failure) throw this.#groups.failure;
  }
}

/** A full scan revisits index pages: with the default cache each is read about a dozen times. */
function openForLongReads(file: string): SqliteConnection {
  const connection = new SqliteConnection(file, 'read');
  connection.exec('pragma cache_size = -262144');
  return connection;
}

function setPragma(writer: SqliteConnection, { pragma, value }: (typeof PRAGMAS)[number]): void {
  writer.exec(`pragma ${pragma} = ${value}`);
  const [[kept] = []] = writer.exec(`pragma ${pragma}`);
  if (kept !== value) throw new Error(`SQLite has ${pragma} = ${String(kept)} here, and ${value} is needed`);
}

/** Copies in one step: a copy in several steps restarts at every write. */
async function copyAndCheck(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    await backup(source, to, { rate: 2_147_483_647 });
  } finally {
    source.close();
  }
  const copy = new SqliteConnection(to, 'write');
  try {
    // Leaves WAL mode, so that the copy is a single file.
    copy.exec('pragma journal_mode = delete');
    forgetSecrets(copy);
    const [[verdict] = []] = copy.exec('pragma integrity_check');
    if (verdict !== 'ok') throw new Error(`the copy is not whole: ${String(verdict)}`);
  } finally {
    copy.close();
  }
}

/** Overwrites the rows. Databases of older versions have no such table. */
function forgetSecrets(copy: SqliteConnection): void {
  if (copy.exec(`select 1 from sqlite_master where name = '${SECRETS_TABLE}'`).length === 0) return;
  copy.exec('pragma secure_delete = on');
  copy.exec(`delete from ${SECRETS_TABLE}`);
}
