import { AsyncLocalStorage } from 'node:async_hooks';

import type { Statements, WriteStatus } from './session.ts';
import type { Quarantine } from './table.ts';

/** A column value, the same type on both databases: flags are 0 or 1, instants are milliseconds, JSON is text. */
export type Value = string | number | null | Uint8Array;

export interface Query<Row> {
  readonly text: string;
  readonly columns: readonly string[];
  readonly decode?: (values: readonly Value[]) => Row;
  /** Adds FOR UPDATE on PostgreSQL. SQLite has one writer and needs no row lock. */
  readonly forUpdate?: true;
  readonly skipLocked?: true;
  /** What `all` does with a row that cannot be decoded; `one` always throws, and so does `all` without this. */
  readonly unreadable?: 'skip' | 'return';
}

export interface Command {
  readonly text: string;
}

export interface RowCommand extends Command {
  /** The PostgreSQL text that runs the command for many rows: each parameter is an array of one column's values. */
  readonly forMany: string;
}

export type OffsetLimit = Readonly<Record<'offset' | 'limit', number>>;
export type KeysetRange = OffsetLimit & { readonly after?: readonly Value[] | undefined };

/** Adds `n` (may be negative) to a counter of one time span or of all time. Read by `tallies.store.ts`. */
export interface Increment {
  readonly what: string;
  /** Length in milliseconds; 0 for all time. `session.ts` defines two special spans below 0. `bucket` is the start. */
  readonly span: number;
  readonly bucket: number;
  readonly n: number;
}

export interface Db {
  one<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row | undefined>;
  all<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row[]>;
  /** Returns the number of affected rows, like `runEach`. */
  run(command: Command, values: readonly Value[]): Promise<number>;
  runEach(command: RowCommand, rows: readonly (readonly Value[])[]): Promise<number>;
}

export interface Transaction extends Db {
  /** Increments a counter with the commit of this transaction; no read shows it before, not even in the same transaction. */
  count(increment: Increment): void;
  readonly increments: readonly Increment[];
  /** Runs commands without waiting for the server: they return 0, and a failure fails the transaction. */
  readonly posted: Db;
}

export interface SchemaDb extends Transaction {
  script(sql: string): Promise<void>;
}

export type PoolUse = Readonly<
  Record<'inUse' | 'waiting' | 'waits' | 'waitSeconds', Readonly<Record<string, number>>>
>;

export interface Database extends Db {
  readonly label: string;
  /** True if other processes may write to the database. */
  readonly shared: boolean;
  readonly quarantine: Quarantine;
  readonly statements: Statements;
  readonly writes: WriteStatus;
  /** Runs a transaction; `work` must await nothing but its `Db`. A failed statement fails it, even if the error was caught. */
  transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction under a lock shared by all processes; it may change the schema. */
  exclusive<T>(work: (db: SchemaDb) => Promise<T>): Promise<T>;
  /** Creates indexes without blocking writers; rebuilds indexes that an interrupted run left invalid. */
  buildIndexes(sql: string): Promise<void>;
  /** Batches concurrent reads over one connection; they do not see one snapshot. */
  together<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** A read-only snapshot over a connection of its own, without a statement timeout. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Calls the listener with this process's counter increments, right after each commit. */
  onIncrements(listener: (counted: readonly Increment[]) => void): void;
  /** Adds queued counter increments to the stored sums. Readers see the same sums before and after. No-op on SQLite. */
  foldIncrements(): Promise<void>;
  /** Rejects unless a write commits and, after failed writes, unless the disk has room. */
  ensureWritable(): Promise<void>;
  /** Rejects unless the disk has room for a megabyte, which is not kept; absent on SQLite. */
  ensureRoom?(): Promise<void>;
  /** Writes a consistent online copy to a new file, or to a new folder with several `jobs` (PostgreSQL). */
  backup(to: string, jobs?: number): Promise<void>;
  /**
   * Removes deleted rows from SQLite's write-ahead log; false if a reader, such as a backup, still needs them. No-op on PostgreSQL, where a vacuum
   * does it.
   */
  forgetDeleted(): Promise<boolean>;
  /** Size of SQLite's write-ahead log; undefined on PostgreSQL. */
  walBytes(): Promise<number | undefined>;
  /** Absent on SQLite. */
  poolUse?(): PoolUse;
  /** The time of the server; undefined on SQLite, whose clock is this machine's. */
  readClock(): Promise<number | undefined>;
  checkIntegrity(): Promise<string[]>;
  /** Resolves when a failed write left the SQLite file in an unknown state for this process; only a restart helps. */
  readonly broken: Promise<Error>;
  close(): Promise<void>;
}

const marked = new AsyncLocalStorage<true>();

/** Runs work whose database statements use the pool's background share, so that requests go first. */
export function inBackground<T>(work: () => Promise<T>): Promise<T> {
  return marked.run(true, work);
}

export function isInBackground(): boolean {
  return marked.getStore() === true;
}
