import type { Query, Value } from './db.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * Sees only what is committed. The reads of one turn of the event loop share one snapshot (a read transaction), since
 * opening one costs more than reading a row.
 */
export class SqliteReader {
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

  /** The next read opens a new one: whoever was told of a commit must find it. */
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
