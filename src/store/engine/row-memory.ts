import type { Query, Value } from './db.ts';
import { isReadOnly } from './dialect.ts';

const MOST_ROWS = 10_000;

/**
 * Remembers rows of the few queries that every request asks, each under its one value, until something is written that
 * may change them. That there is no such row is never remembered, so that a new one is found at once.
 */
export class RowMemory {
  readonly #rows = new Map<Query<unknown>, Map<Value | undefined, unknown>>();

  find<Row>(query: Query<Row>, [key]: readonly Value[]): Row | undefined {
    // Under a query stands what `keep` was given for it.
    return this.#rows.get(query)?.get(key) as Row | undefined;
  }

  keep<Row>(query: Query<Row>, [key]: readonly Value[], row: Row): void {
    const rows = this.#rows.get(query) ?? new Map<Value | undefined, unknown>();
    this.#rows.set(query, rows);
    if (rows.size >= MOST_ROWS) rows.clear();
    rows.set(key, row);
  }

  /** Whatever these statements may have changed. */
  forgetAfter(statements: Iterable<string>): void {
    if (this.#rows.size === 0) return;
    for (const text of statements) {
      const change = changeBy(text);
      for (const query of this.#rows.keys()) if (mayAlter(change, query)) this.#rows.delete(query);
    }
  }

  forgetAll(): void {
    this.#rows.clear();
  }
}

/** The table a statement writes to, and whether it only adds to it; `anything` of what is not understood. */
type Change = { readonly table: string; readonly adds: boolean } | 'nothing' | 'anything';

const changes = new Map<string, Change>();

function changeBy(text: string): Change {
  const known = changes.get(text);
  if (known) return known;
  const change = readChange(text);
  changes.set(text, change);
  return change;
}

function readChange(text: string): Change {
  if (isReadOnly(text)) return 'nothing';
  const [, verb, table] = WRITES.exec(text) ?? [];
  if (verb === undefined || table === undefined) return 'anything';
  return { table, adds: verb === 'insert into' && !text.includes('do update') };
}

const WRITES = /^\s*(insert into|update|delete from) (\w+)/;

/** Rows of a table that are added beside the one that was found do not alter it; what is joined to it may. */
function mayAlter(change: Change, { remember }: Query<unknown>): boolean {
  if (change === 'nothing') return false;
  if (change === 'anything' || !remember) return true;
  return change.table === remember.of ? !change.adds : remember.with.includes(change.table);
}
