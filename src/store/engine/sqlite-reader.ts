import type { Query, Value } from './db.ts';
import { SqliteConnection } from './sqlite-connection.ts';

// SQLite forgets all of it whenever the writer commits; behind it stands the memory of the system.
const CACHE_KIB = 8192;

/**
 * Sees only what is committed, whatever the writer is in the middle of. The reads of one turn of the event loop share
 * one snapshot (a read transaction), since opening one costs more than reading a row.
 */
export class SqliteReader {
  readonly #connection: SqliteConnection;
  #snapshotOpen = false;

  constructor(file: string) {
    this.#connection = new SqliteConnection(file, 'read');
    this.#connection.exec(`pragma cache_size = -${CACHE_KIB}`);
  }

  one<Row>(query: Query<Row>, values: readonly Value[]): Row | undefined {
    this.#openSnapshot();
    return this.#connection.one(query, values);
  }

  all<Row>(query: Query<Row>, values: readonly Value[]): Row[] {
    this.#openSnapshot();
    return this.#connection.all(query, values);
  }

  pragma(pragma: string): Value[][] {
    return this.#connection.pragma(pragma);
  }

  /** Ends the snapshot, so that the next read opens a new one: whoever was told of a commit must find it. */
  refreshSnapshot(): void {
    if (!this.#snapshotOpen) return;
    this.#snapshotOpen = false;
    if (this.#connection.inTransaction) this.#connection.exec('commit');
  }

  close(): void {
    this.refreshSnapshot();
    this.#connection.close();
  }

  #openSnapshot(): void {
    if (this.#snapshotOpen) return;
    this.#connection.exec('begin');
    this.#snapshotOpen = true;
    setImmediate(() => this.refreshSnapshot());
  }
}
