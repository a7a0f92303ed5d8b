import type { Query, Value } from './db.ts';
import { trustAs } from './portable.ts';

/** A stored row that cannot be decoded. Has no cause: the error of a parser quotes the content. */
export class UnreadableRowError extends Error {
  override readonly name = 'UnreadableRowError';
  readonly table: string;
  /** The value of the row's first column. */
  readonly key: string;
  readonly column: string;

  constructor(table: string, key: string, column: string) {
    super(`${table} ${key}: column ${column} cannot be read`);
    this.table = table;
    this.key = key;
    this.column = column;
  }
}

/** Most unreadable rows that are remembered and reported, for a table that is damaged as a whole. */
const MOST_KNOWN = 1000;

/** Decodes rows and remembers those that cannot be read, until they can. */
export class Quarantine {
  /** Unreadable rows by the message of their error. */
  readonly #known = new Map<string, UnreadableRowError>();
  #report: (found: UnreadableRowError) => void = () => {};

  /** Called once for each unreadable row. */
  onFound(report: (found: UnreadableRowError) => void): void {
    this.#report = report;
  }

  get countsByTable(): Readonly<Record<string, number>> {
    const tables = Map.groupBy(this.#known.values(), ({ table }) => table);
    return Object.fromEntries([...tables].map(([table, rows]) => [table, rows.length]));
  }

  add(found: UnreadableRowError): void {
    if (this.#known.has(found.message) || this.#known.size >= MOST_KNOWN) return;
    this.#known.set(found.message, found);
    this.#report(found);
  }

  /** Throws if the row cannot be read. */
  decodeOne<Row>(query: Query<Row>, values: readonly Value[]): Row {
    try {
      const row = decodeRow(query, values);
      if (this.#known.size > 0) this.#forget(query, values);
      return row;
    } catch (error) {
      if (error instanceof UnreadableRowError) this.add(error);
      throw error;
    }
  }

  /** Throws on an unreadable row unless the query says otherwise. */
  decodeAll<Row>(query: Query<Row>, rows: readonly (readonly Value[])[]): Row[] {
    const decoded: Row[] = [];
    for (const values of rows) {
      try {
        decoded.push(this.decodeOne(query, values));
      } catch (error) {
        if (query.unreadable === undefined || !(error instanceof UnreadableRowError)) throw error;
        if (query.unreadable === 'return') decoded.push(trustAs<Row>(error));
      }
    }
    return decoded;
  }

  #forget({ columns }: Query<unknown>, [first]: readonly Value[]): void {
    for (const [name, { key, column }] of this.#known)
      if (key === String(first) && columns.includes(column)) this.#known.delete(name);
  }
}

function decodeRow<Row>({ decode, columns }: Query<Row>, values: readonly Value[]): Row {
  if (decode) return decode(values);
  return trustAs<Row>(Object.fromEntries(columns.map((column, at) => [column, values[at]])));
}

/** `Promise.all` that leaves out the results whose rows cannot be read. */
export async function allReadable<T>(reading: readonly (T | Promise<T>)[]): Promise<T[]> {
  const ends = await Promise.allSettled(reading);
  return ends.flatMap((end) => {
    if (end.status === 'fulfilled') return [end.value];
    if (end.reason instanceof UnreadableRowError) return [];
    throw end.reason;
  });
}
