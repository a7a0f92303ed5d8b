import { AsyncLocalStorage } from 'node:async_hooks';

/** A column value, alike on both databases: flags are 0 or 1, instants are milliseconds, JSON is text. */
export type Value = string | number | null | Uint8Array;

/** One SQL text with numbered parameters ($1, $2 …) and the columns its rows have, in order. */
export interface Query<Row> {
  readonly text: string;
  readonly columns: readonly string[];
  /** Builds a row from its column values; without it the row has the raw columns. Made by `table.ts`. */
  readonly decode?: (values: readonly Value[]) => Row;
  /** SELECT FOR UPDATE. SQLite has one writer and needs no lock. */
  readonly forUpdate?: true;
  /** SKIP LOCKED. */
  readonly skipLocked?: true;
}

export interface Command {
  readonly text: string;
}

export interface RowCommand extends Command {
  /** The PostgreSQL text for many rows: each parameter is an array of one column's values. */
  readonly forMany: string;
}

export interface OffsetLimit {
  readonly offset: number;
  readonly limit: number;
}

/** Keyset pagination: starts after the entry with this key, or with the first entry. */
export interface KeysetRange extends OffsetLimit {
  readonly after?: readonly Value[] | undefined;
}

/** Adds `n` (may be negative) to a counter of one time span or of all time. Read by `tallies.store.ts`. */
export interface Increment {
  readonly what: string;
  /** Milliseconds; 0 for all time. `increments.ts` defines two special spans below 0. `bucket` is the span's start. */
  readonly span: number;
  readonly bucket: number;
  readonly n: number;
}

/** The first parameter of every store function. A transaction is a `Db` too. */
export interface Db {
  one<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row | undefined>;
  all<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row[]>;
  /** Returns the number of affected rows. */
  run(command: Command, values: readonly Value[]): Promise<number>;
  /** Runs the command for each row, in one statement on PostgreSQL; returns the number of affected rows. */
  runEach(command: RowCommand, rows: readonly (readonly Value[])[]): Promise<number>;
}

export interface Transaction extends Db {
  /** Applied with the commit; no read shows it before, not even in this transaction. */
  count(increment: Increment): void;
  readonly increments: readonly Increment[];
  /** Commands return 0 without waiting for the server; a failure fails the transaction. */
  readonly posted: Db;
}

export interface SchemaDb extends Transaction {
  script(sql: string): Promise<void>;
}

/** SQLite or PostgreSQL; only `connect.ts` knows which. */
export interface Database extends Db {
  /** Kind and address without the password, for logs and messages. */
  readonly label: string;
  /** True if other processes may write to it. */
  readonly shared: boolean;
  /** `work` must await nothing but its `Db`. A failed statement fails the transaction, even if its error was caught. */
  transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
  /** A transaction under a lock shared by all processes, allowed to change the schema. */
  exclusive<T>(work: (db: SchemaDb) => Promise<T>): Promise<T>;
  /** Creates indexes without blocking writers; rebuilds indexes that an interrupted run left invalid. */
  buildIndexes(sql: string): Promise<void>;
  /** Batches concurrent reads over one connection. Not a snapshot. */
  together<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** A read-only snapshot over a connection of its own, without a statement timeout. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Called with this process's increments, right after each commit. */
  onIncrements(listener: (counted: readonly Increment[]) => void): void;
  /** Moves queued increments into the kept sums. Readers see the same sums before and after. No-op on SQLite. */
  foldIncrements(): Promise<void>;
  /** Rejects unless a write commits. */
  ensureWritable(): Promise<void>;
  /** Writes a consistent online copy to a new file, or to a new folder with several `jobs` (PostgreSQL). */
  backup(to: string, jobs?: number): Promise<void>;
  /** Size of SQLite's write-ahead log; undefined on PostgreSQL. */
  walBytes(): Promise<number | undefined>;
  /** Findings of the database's own integrity check. */
  checkIntegrity(): Promise<string[]>;
  /** Resolves when a failed write made the file untrustworthy for this process; only a restart helps. */
  readonly broken: Promise<Error>;
  close(): Promise<void>;
}

const marked = new AsyncLocalStorage<true>();

/** Database work in here uses the pool's background share, so that requests go first. */
export function inBackground<T>(work: () => Promise<T>): Promise<T> {
  return marked.run(true, work);
}

export function isInBackground(): boolean {
  return marked.getStore() === true;
}
