import type { Query, Value } from './db.ts';
import type { RowMemory } from './row-memory.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * Sees only what is committed. The reads of one turn of the event loop share one snapshot (a read transaction), since
 * opening one costs more than reading a row.
 */
export class SqliteReader {
  readonly #connection: SqliteConnection;
  readonly #memory: RowMemory | undefined;
  #snapshotOpen = false;
  #dataVersion: Value | undefined;

  constructor(connection: SqliteConnection, memory?: RowMemory) {
    this.#connection = connection;
    this.#memory = memory;
  }

  one<Row>(query: Query<Row>, values: readonly Value[]): Row | undefined {
    this.#openSnapshot();
    return this.#remembered(query, values, () => this.#connection.one(query, values));
  }

  all<Row>(query: Query<Row>, values: readonly Value[]): Row[] {
    this.#openSnapshot();
    return this.#remembered(query, values, () => this.#connection.all(query, values)) ?? [];
  }

  /** What was found before, if that may be remembered; no rows never are. */
  #remembered<Found>(
    query: Query<unknown>,
    values: readonly Value[],
    find: () => Found | undefined,
  ): Found | undefined {
    const memory = query.remember && this.#memory;
    if (!memory) return find();
    const known = memory.find(query, values);
    // Under a query stands what was kept for it below.
    if (known !== undefined) return known as Found;
    const found = find();
    const isNothing = Array.isArray(found) && found.length === 0;
    if (found !== undefined && !isNothing) memory.keep(query, values, found);
    return found;
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
    this.#forgetWhenOthersWrote();
  }

  /** The file says when another process has written to it; our own commits do not count. */
  #forgetWhenOthersWrote(): void {
    if (!this.#memory) return;
    const [[version] = []] = this.#connection.pragma('pragma data_version');
    if (version !== this.#dataVersion) this.#memory.forgetAll();
    this.#dataVersion = version;
  }
}
