import { once } from 'node:events';
import { chmod, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

import { monotonicMs } from '../base/monotonic.ts';
import { startThread } from '../base/worker-queue.ts';
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
import {
  checkValues,
  DatabaseOpenError,
  DatabaseUnavailableError,
  isReadOnly,
  sqliteCode,
  toSqliteParameters,
  toSqliteSchema,
  trustAs,
} from './portable.ts';
import {
  blameStatement,
  type DbSession,
  incrementCommands,
  type IncrementListener,
  notifyAll,
  type Statement,
  Statements,
  sumIncrements,
  TransactionScope,
  WriteStatus,
} from './session.ts';
import { proveWritable, SECRETS_TABLE } from './settings.ts';
import type { SqliteCopy } from './sqlite/copy-worker.ts';
import { Quarantine } from './table.ts';

const BUSY_TIMEOUT_MS = 5000;

export interface SqliteRecords {
  readonly quarantine: Quarantine;
  readonly statements: Statements;
}

interface PreparedStatement {
  readonly prepared: StatementSync;
  readonly statement: Statement;
}

export class SqliteConnection implements DbSession {
  readonly #database: DatabaseSync;
  readonly #records: SqliteRecords;
  readonly #prepared = new Map<string, PreparedStatement>();
  changes = 0;

  constructor(
    file: string,
    manner: 'write' | 'read',
    records: SqliteRecords = { quarantine: new Quarantine(), statements: new Statements() },
  ) {
    this.#records = records;
    this.#database = new DatabaseSync(file, {
      readOnly: manner === 'read',
      timeout: BUSY_TIMEOUT_MS,
      enableForeignKeyConstraints: true,
      // The file may be untrusted.
      defensive: true,
    });
    this.#database.exec('pragma trusted_schema = off');
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  one<Row>(query: Query<Row>, values: readonly Value[]): Row | undefined {
    const { prepared, statement } = this.#prepare(query.text, values);
    try {
      const row = trustAs<Value[] | undefined>(
        statement.isSampled() ? measure(prepared, statement, 'get', values) : prepared.get(...values),
      );
      return row && this.#records.quarantine.decodeOne(query, row);
    } catch (error) {
      throw blameStatement(error, statement);
    }
  }

  all<Row>(query: Query<Row>, values: readonly Value[]): Row[] {
    return this.#records.quarantine.decodeAll(query, this.#rows(query.text, values));
  }

  run(command: Command, values: readonly Value[]): number {
    const { prepared, statement } = this.#prepare(command.text, values);
    try {
      const { changes } = trustAs<{ changes: number | bigint }>(
        statement.isSampled() ? measure(prepared, statement, 'run', values) : prepared.run(...values),
      );
      const changed = Number(changes);
      this.changes += changed;
      return changed;
    } catch (error) {
      throw blameStatement(error, statement);
    }
  }

  runEach(command: RowCommand, rows: readonly (readonly Value[])[]): number {
    return rows.reduce((touched, values) => touched + this.run(command, values), 0);
  }

  script(sql: string): void {
    this.#database.exec(toSqliteSchema(sql));
  }

  exec(word: string): Value[][] {
    return this.#rows(word, []);
  }

  close(): void {
    this.#database.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #rows(text: string, values: readonly Value[]): Value[][] {
    const { prepared, statement } = this.#prepare(text, values);
    try {
      return trustAs<Value[][]>(
        statement.isSampled() ? measure(prepared, statement, 'all', values) : prepared.all(...values),
      );
    } catch (error) {
      throw blameStatement(error, statement);
    }
  }

  #prepare(text: string, values: readonly Value[]): PreparedStatement {
    checkValues(values);
    const known = this.#prepared.get(text);
    if (known) return known;
    const prepared = this.#database.prepare(toSqliteParameters(text));
    // Rows are read as arrays: node:sqlite gives every row object a hidden class of its own, which is slow to create and read.
    prepared.setReturnArrays(true);
    const made = { prepared, statement: this.#records.statements.of(text) };
    this.#prepared.set(text, made);
    return made;
  }
}

/** Measures one call. Choosing the method by name costs more than the call, so other calls name it. */
function measure(
  prepared: StatementSync,
  statement: Statement,
  method: 'get' | 'all' | 'run',
  values: readonly Value[],
): unknown {
  const startedMs = monotonicMs();
  const answer = prepared[method](...values);
  statement.record(monotonicMs() - startedMs);
  return answer;
}

const LARGEST_GROUP = 128;
const CHECKPOINT_AT_PAGES = 1000;
const TRIAL_BYTES = 1_000_000;

type TransactionWork<T> = (db: SchemaDb) => Promise<T>;

interface GroupMember {
  /** `exclusive` work may change the schema and runs in a transaction of its own. */
  readonly mode: 'shared' | 'exclusive';
  /** Runs the statements. The returned function resolves the caller's promise and is called after the commit. */
  readonly attempt: TransactionWork<() => void>;
  readonly reject: (reason: unknown) => void;
}

interface GroupListener {
  /** Called before the writer connection begins a transaction: no read transaction may be open on it. */
  onBegin(): void;
  onCommit(counted: readonly Increment[]): void;
  /** Called before the log is emptied: no read transaction may be open on any connection. */
  onEmptyLog(): void;
}

/** Transactions of one turn of the event loop share one SQLite transaction and one fsync, and are answered after it. */
class GroupCommit {
  readonly #writer: SqliteConnection;
  readonly #listener: GroupListener;
  readonly broken = Promise.withResolvers<Error>();
  readonly writes = new WriteStatus();
  running = false;
  /** Error of a failed fsync or a damaged page; once it is set, the state of the file is unknown. */
  failure: DatabaseUnavailableError | undefined;
  #emptiesLog = false;
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

  /** False if a reader of an older state prevented it; the next commits try again. */
  async emptyLog(): Promise<boolean> {
    this.#emptiesLog = true;
    this.#schedule();
    await this.idle();
    return !this.#emptiesLog;
  }

  #schedule(): void {
    if (this.#busy) return;
    this.#busy = true;
    setImmediate(() => void this.#runGroup());
  }

  async #runGroup(): Promise<void> {
    const group = this.#takeGroup();
    if (group.length === 0) return void setImmediate(() => this.#afterGroup());
    try {
      const isExclusive = group[0]?.mode === 'exclusive';
      const answers = await (isExclusive ? this.#commitOnDisk(group) : this.#commit(group));
      for (const answer of answers) answer();
    } catch (error) {
      for (const member of group) {
        this.writes.noteFailure(error);
        member.reject(error);
      }
    }
    // The next group starts in the next turn of the event loop, after the answers were sent.
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

  /** Index builds sort on disk: whole tables do not fit into the in-memory temp store that savepoints use. */
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
      const changesBefore = this.#writer.changes;
      this.#writer.exec('begin immediate');
      for (const member of group) answers.push(await this.#runMember(member, counted));
      // Increments are summed first: most members of a group increment the same counters.
      const sums = sumIncrements(counted);
      for (const written of sums.flatMap(incrementCommands)) this.#writer.run(...written);
      this.#writer.exec('commit');
      if (this.#writer.changes > changesBefore) this.writes.noteSuccess();
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
      // On a full disk SQLite rolls back the whole transaction, with all members of the group.
      if (!this.#writer.inTransaction) throw error;
      this.#writer.exec('rollback to work');
      this.#writer.exec('release work');
      return () => member.reject(scope.reasonFor(error));
    } finally {
      scope.end();
    }
  }

  /** Fails work that awaits something other than its Db: statements need only microtasks, so the event loop must not turn. */
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

  #emptyLogIfUnread(): void {
    this.#listener.onEmptyLog();
    // Waiting for readers of other processes, such as a backup, would stop all requests.
    this.#writer.exec('pragma busy_timeout = 0');
    const [[isBusy] = []] = this.#writer.exec('pragma wal_checkpoint(truncate)');
    this.#writer.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    this.#emptiesLog = isBusy !== 0;
  }

  // Checkpoints are started here: SQLite's automatic checkpoint would run inside a commit and hide a failed fsync.
  #checkpointWhenLong(): void {
    if (this.failure) return;
    try {
      this.#listener.onBegin();
      if (this.#emptiesLog) return this.#emptyLogIfUnread();
      const [[, pages, kept] = []] = this.#writer.exec('pragma wal_checkpoint(noop)');
      if (Number(pages) - Number(kept) < CHECKPOINT_AT_PAGES) return;
      this.#writer.exec('pragma wal_checkpoint(passive)');
    } catch (error) {
      if (isFileDamage(error)) this.#markBroken(error);
    }
  }
}

// True for the SQLite result codes ioerr and corrupt.
function isFileDamage(error: unknown): boolean {
  const primary = sqliteCode(error) & 0xff;
  return primary === 10 || primary === 11;
}

/** SQLite reads of one turn of the event loop share one read transaction: opening one costs more than reading a row. */
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

  /** Ends the read transaction after a commit, so that the next read sees it. */
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

const [SQLITE_BUSY, SQLITE_READONLY, SQLITE_CANTOPEN] = [5, 8, 14];

/** Keeps a database in the folder locked: the system releases it when the process ends, however it ends. Returns the release. */
export async function lockFolder(folder: string): Promise<() => void> {
  await makeFolder(folder);
  const [lockFile, pidFile] = [join(folder, 'serve.lock'), join(folder, 'serve.pid')];
  try {
    await makePrivate(lockFile);
    const lock = new DatabaseSync(lockFile, { timeout: 0 });
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
    // If the file cannot be written, as on a full disk, only the message below lacks the process.
    await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 }).catch(() => undefined);
    return () => lock.close();
  } catch (error) {
    const code = sqliteCode(error) & 0xff;
    // In a folder that cannot be written, opening the database fails.
    if (code === SQLITE_READONLY || code === SQLITE_CANTOPEN || isDenied(error)) return () => undefined;
    if (code !== SQLITE_BUSY) throw error;
    throw new DatabaseOpenError(await whoLocks(folder, lockFile, pidFile));
  }
}

async function makePrivate(file: string): Promise<void> {
  await (await open(file, 'a', 0o600)).close();
  await chmod(file, 0o600);
}

function isDenied(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
}

async function whoLocks(folder: string, lockFile: string, pidFile: string): Promise<string> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
  if (isRunning(pid)) {
    const advice = 'Stop that one first, or choose another folder (ARKHOUSE_DATA_DIR).';
    return `${folder} is in use by another arkhouse (process ${pid}). ${advice}`;
  }
  return `${lockFile} is locked by a process that is not arkhouse. Find it with "fuser ${lockFile}" and end it.`;
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export async function openSqlite(file: string): Promise<Database> {
  await makeFolder(dirname(file));
  await makePrivate(file);
  return new SqliteDatabase(file);
}

/** Opens a file that another thread of this process writes: reads are its own, `writes` are done there. */
export function openSqliteBeside(file: string, writes: Pick<Db, 'run' | 'runEach'>): Database {
  return new SqliteBeside(file, writes);
}

// Each pragma is set and read back, so that a file system without WAL support fails at start.
const PRAGMAS = [
  { pragma: 'journal_mode', value: 'wal' },
  { pragma: 'synchronous', value: 2 },
  { pragma: 'foreign_keys', value: 1 },
  { pragma: 'busy_timeout', value: BUSY_TIMEOUT_MS },
  { pragma: 'cache_size', value: -8192 },
  { pragma: 'temp_store', value: 2 },
  { pragma: 'wal_autocheckpoint', value: 0 },
  { pragma: 'journal_size_limit', value: 33_554_432 },
  // Deleted rows are overwritten: what an agent deletes is not readable in the file.
  { pragma: 'secure_delete', value: 1 },
] as const;

class SqliteDatabase implements Database {
  readonly label: string;
  readonly shared = false;
  readonly quarantine = new Quarantine();
  readonly statements = new Statements();
  readonly #file: string;
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #groups: GroupCommit;
  // Reads through the writer connection, which keeps its page cache across commits; the reader's is invalidated by each commit.
  readonly #betweenGroups: SqliteReader;
  readonly #besideGroup: SqliteReader;
  readonly #listeners: IncrementListener[] = [];
  #closed = false;

  constructor(file: string) {
    this.label = `SQLite at ${file}`;
    this.#file = file;
    this.#writer = new SqliteConnection(file, 'write', this);
    for (const setting of PRAGMAS) setPragma(this.#writer, setting);
    this.#reader = new SqliteConnection(file, 'read', this);
    this.#betweenGroups = new SqliteReader(this.#writer);
    this.#besideGroup = new SqliteReader(this.#reader);
    this.#groups = new GroupCommit(this.#writer, {
      onBegin: () => this.#betweenGroups.endSnapshot(),
      onCommit: (counted) => {
        this.#besideGroup.endSnapshot();
        notifyAll(this.#listeners, counted);
      },
      onEmptyLog: () => this.#besideGroup.endSnapshot(),
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
    using connection = openForLongReads(this.#file, this);
    connection.exec('begin');
    return await work(new TransactionScope(connection));
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
    // Nothing to fold: SQLite updates counters in place.
  }

  get writes(): WriteStatus {
    return this.#groups.writes;
  }

  get broken(): Promise<Error> {
    return this.#groups.broken.promise;
  }

  async ensureWritable(): Promise<void> {
    const { areWithoutRoom } = this.writes;
    if (areWithoutRoom) await this.#ensureRoom();
    await proveWritable(this);
    this.writes.noteSuccess({ triedRoom: areWithoutRoom });
  }

  /** Writes a megabyte beside the file: on a full disk a row may still fit into the log. */
  async #ensureRoom(): Promise<void> {
    const trial = `${this.#file}-room`;
    try {
      await writeFile(trial, new Uint8Array(TRIAL_BYTES), { mode: 0o600 });
    } finally {
      await rm(trial, { force: true });
    }
  }

  async backup(file: string): Promise<void> {
    this.#assertUsable();
    await createFileAtomically(file, (partial) => copyAndCheck(this.#file, partial));
  }

  forgetDeleted(): Promise<boolean> {
    this.#assertUsable();
    return this.#groups.emptyLog();
  }

  async walBytes(): Promise<number> {
    return (await stat(`${this.#file}-wal`).catch(() => undefined))?.size ?? 0;
  }

  async readClock(): Promise<undefined> {
    return undefined;
  }

  async checkIntegrity(): Promise<string[]> {
    this.#assertUsable();
    using connection = openForLongReads(this.#file);
    const broken = connection.exec('pragma integrity_check').map(([finding]) => String(finding));
    const orphans = connection.exec('pragma foreign_key_check').map((row) => `orphan: ${row.join(' ')}`);
    return [...broken.filter((finding) => finding !== 'ok'), ...orphans];
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#groups.idle();
    // Closing would checkpoint a file in an unknown state; the next start recovers from the WAL.
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

class SqliteBeside extends SqliteDatabase {
  readonly #writes: Pick<Db, 'run' | 'runEach'>;

  constructor(file: string, writes: Pick<Db, 'run' | 'runEach'>) {
    super(file);
    this.#writes = writes;
  }

  override run(command: Command, values: readonly Value[]): Promise<number> {
    return this.#writes.run(command, values);
  }

  override runEach(command: RowCommand, rows: readonly (readonly Value[])[]): Promise<number> {
    return this.#writes.runEach(command, rows);
  }

  override async transaction<T>(): Promise<T> {
    throw new Error('a transaction was begun beside the writing thread');
  }

  override exclusive<T>(): Promise<T> {
    return this.transaction();
  }
}

/** Opens a connection with a large page cache: a full scan with the default cache reads each index page about a dozen times. */
function openForLongReads(file: string, records?: SqliteRecords): SqliteConnection {
  const connection = new SqliteConnection(file, 'read', records);
  connection.exec('pragma cache_size = -262144');
  return connection;
}

function setPragma(writer: SqliteConnection, { pragma, value }: (typeof PRAGMAS)[number]): void {
  writer.exec(`pragma ${pragma} = ${value}`);
  const [[kept] = []] = writer.exec(`pragma ${pragma}`);
  if (kept !== value) throw new Error(`SQLite has ${pragma} = ${String(kept)} here, and ${value} is needed`);
}

async function copyAndCheck(from: string, to: string): Promise<void> {
  const copying: SqliteCopy = { from, to, timeoutMs: BUSY_TIMEOUT_MS };
  await once(
    startThread(new URL('../database/sqlite/copy-worker.ts', import.meta.url), 'backup', copying),
    'exit',
  );
  using copy = new SqliteConnection(to, 'write');
  // Leaves WAL mode, so that the copy is a single file.
  copy.exec('pragma journal_mode = delete');
  forgetSecrets(copy);
  const [[verdict] = []] = copy.exec('pragma integrity_check');
  if (verdict !== 'ok') throw new Error(`the copy is not whole: ${String(verdict)}`);
}

/** Overwrites the rows of the secrets table in a copy. Databases of older versions have no such table. */
function forgetSecrets(copy: SqliteConnection): void {
  if (copy.exec(`select 1 from sqlite_master where name = '${SECRETS_TABLE}'`).length === 0) return;
  copy.exec('pragma secure_delete = on');
  copy.exec(`delete from ${SECRETS_TABLE}`);
}
