import { AsyncLocalStorage } from 'node:async_hooks';

/** What a column can hold. Flags are 0 or 1, moments are milliseconds, json is text: alike on both databases. */
export type Value = string | number | null | Uint8Array;

/** One SQL text with numbered parameters ($1, $2 …) and the columns its rows have, in order. */
export interface Query<Row> {
  readonly text: string;
  readonly columns: readonly string[];
  /** Makes a row of the values of its columns; without it a row has its columns as they are. `table.ts` makes one. */
  readonly decode?: (values: readonly Value[]) => Row;
  /** Locks the rows until the transaction ends (SELECT FOR UPDATE). SQLite needs no lock: it has one writer. */
  readonly forUpdate?: true;
  /** Leaves out the rows that somebody else has locked instead of waiting for them. */
  readonly skipLocked?: true;
}

export interface Command {
  readonly text: string;
}

/** A command that can be given many rows at once. */
export interface RowCommand extends Command {
  /** The same for PostgreSQL, with an array of each column's values in place of one value. */
  readonly forMany: string;
}

export interface OffsetLimit {
  readonly offset: number;
  readonly limit: number;
}

/** A stretch of a list that is sorted by a key: it begins after the entry with this key, or with the first. */
export interface KeysetRange extends OffsetLimit {
  readonly after?: readonly Value[] | undefined;
}

/** A count that grows by `n`, or shrinks: within one span of time, or in all. `tallies.ts` reads them. */
export interface Increment {
  readonly what: string;
  /** The length of the span in milliseconds, 0 for all time, and the moment it begins. `increments.ts` knows one more. */
  readonly span: number;
  readonly bucket: number;
  readonly n: number;
}

/** What every store function is given first; a transaction is just another `Db`. */
export interface Db {
  one<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row | undefined>;
  all<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row[]>;
  /** Runs the command and tells how many rows it touched. */
  run(command: Command, values: readonly Value[]): Promise<number>;
  /** Runs the command for each row, all in one statement where that is faster, and tells how many rows it touched. */
  runEach(command: RowCommand, rows: readonly (readonly Value[])[]): Promise<number>;
}

/** All or nothing, and able to count. */
export interface Transaction extends Db {
  /** Counts with the commit; until then no read shows it, not even one of this transaction. */
  count(increment: Increment): void;
  readonly increments: readonly Increment[];
  /** For commands nobody waits for: each is answered at once, as if it had touched nothing, and fails the whole if it fails. */
  readonly posted: Db;
}

export interface SchemaDb extends Transaction {
  script(sql: string): Promise<void>;
}

/** A whole database: SQLite or PostgreSQL; only `connect.ts` knows which. */
export interface Database extends Db {
  /** For people: what it is and where, without any password. */
  readonly label: string;
  /** May other processes write to it while this one is open? */
  readonly shared: boolean;
  /**
   * All or nothing: what `work` does through its `Db` is committed as one. `work` awaits nothing but that `Db`,
   * and a statement that failed inside it has failed the whole, even when its error was caught.
   */
  transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
  /** The same, with no other process doing so at the same time, and allowed to change the schema. */
  exclusive<T>(work: (db: SchemaDb) => Promise<T>): Promise<T>;
  /** Makes the indexes of a schema text while others go on writing, and anew what an earlier try left unfinished. */
  buildIndexes(sql: string): Promise<void>;
  /** Reads that do not wait for each other travel together, over one connection. Each sees its own moment. */
  together<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Reads of any length, all of one moment, over a connection of their own that no time limit ends. It cannot write. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Tells of everything this process has counted, each time right after its commit. */
  onIncrements(listener: (counted: readonly Increment[]) => void): void;
  /** Moves queued increments into the kept sums. Readers see the same sums before and after. No-op on SQLite. */
  foldIncrements(): Promise<void>;
  /** Fails unless a write could be kept right now. */
  ensureWritable(): Promise<void>;
  /**
   * Writes a consistent copy to a file that does not exist yet, while others go on. Where several connections can do so at
   * once, it becomes a folder.
   */
  backup(to: string, jobs?: number): Promise<void>;
  /** How long the log of what was written and not yet put in its place has become; undefined where it is not ours. */
  walBytes(): Promise<number | undefined>;
  /** What the database itself finds wrong with what it holds; nothing when all is well. */
  checkIntegrity(): Promise<string[]>;
  /** Settles if the database can no longer be trusted by this process; only a restart helps then. */
  readonly broken: Promise<Error>;
  close(): Promise<void>;
}

const marked = new AsyncLocalStorage<true>();

/** Whatever this work asks of the database waits behind what somebody is waiting for. */
export function inBackground<T>(work: () => Promise<T>): Promise<T> {
  return marked.run(true, work);
}

export function isInBackground(): boolean {
  return marked.getStore() === true;
}
