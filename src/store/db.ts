/** What a column can hold. Flags are 0 or 1, moments are milliseconds, json is text: alike on both databases. */
export type Value = string | number | null | Uint8Array;

/** One SQL text with numbered parameters ($1, $2 …) and the columns its rows have, in order. */
export interface Query<Row> {
  readonly text: string;
  readonly columns: readonly (keyof Row & string)[];
}

/** One SQL text that changes rows and gives none back. */
export interface Command {
  readonly text: string;
}

/** What every store function is given first; a transaction is just another `Db`. */
export interface Db {
  one<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row | undefined>;
  all<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row[]>;
  /** Runs the command and tells how many rows it touched. */
  run(command: Command, values: readonly Value[]): Promise<number>;
}

/** A transaction that may also change the schema. */
export interface SchemaDb extends Db {
  script(sql: string): Promise<void>;
}

/** A whole database: SQLite or PostgreSQL; only `connect.ts` knows which. */
export interface Database extends Db {
  /** For people: what it is and where, without any password. */
  readonly label: string;
  /**
   * All or nothing: what `work` does through its `Db` is kept together. `work` awaits nothing but that `Db`,
   * and a statement that failed inside it has failed the whole, even when its error was caught.
   */
  together<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The same, with no other process doing so at the same time, and allowed to change the schema. */
  alone<T>(work: (db: SchemaDb) => Promise<T>): Promise<T>;
  /** Fails unless a write could be kept right now. */
  ensureWritable(): Promise<void>;
  /** Writes a consistent copy to a file that does not exist yet, while others go on. */
  backup(file: string): Promise<void>;
  /** What the database itself finds wrong with what it holds; nothing when all is well. */
  integrity(): Promise<string[]>;
  /** Settles if the database can no longer be trusted by this process; only a restart helps then. */
  readonly broken: Promise<Error>;
  close(): Promise<void>;
}
