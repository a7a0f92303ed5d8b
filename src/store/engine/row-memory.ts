import type { Command, Query, RememberedTables, Value } from './db.ts';
import { isReadOnly } from './dialect.ts';

const MOST_ROWS = 2000;

/** A statement that was run, and whose rows it changed, if it tells. */
export interface RunStatement extends Command {
  readonly key?: Value | undefined;
}

/**
 * Remembers rows of the few queries that every request asks, each under its one value, until something is written that
 * may change them. That there is no such row is never remembered, so that a new one is found at once.
 */
export class RowMemory {
  readonly #rows = new Map<Query<unknown>, Map<Value | undefined, unknown>>();

  find(query: Query<unknown>, [key]: readonly Value[]): unknown {
    return this.#rows.get(query)?.get(key);
  }

  keep(query: Query<unknown>, [key]: readonly Value[], found: unknown): void {
    const rows = this.#rows.get(query) ?? new Map<Value | undefined, unknown>();
    this.#rows.set(query, rows);
    if (rows.size >= MOST_ROWS) rows.clear();
    rows.set(key, found);
  }

  /** Whatever these statements may have changed. */
  forgetAfter(statements: Iterable<RunStatement>): void {
    for (const statement of statements) {
      const change = changeBy(statement.text);
      for (const [query, rows] of this.#rows) {
        if (!mayAlter(change, query.remember)) continue;
        if (statement.about?.column === query.remember?.by) rows.delete(statement.key);
        else rows.clear();
      }
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

function mayAlter(change: Change, remembered: RememberedTables | undefined): boolean {
  if (change === 'nothing') return false;
  if (change === 'anything' || !remembered) return true;
  const { of, with: joined, unique } = remembered;
  return change.table === of ? !(unique && change.adds) : joined.includes(change.table);
}
