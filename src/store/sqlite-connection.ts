import { DatabaseSync, type StatementSync } from 'node:sqlite';

import type { Command, Query, Value } from './db.ts';
import { checkValues, promised } from './portable.ts';
import type { Session } from './scope.ts';
import { forSqlite, withSqliteParameters } from './sqlite-text.ts';

export const BUSY_TIMEOUT_MS = 5000;

/** One connection to a SQLite file; every statement is prepared once and answers at once. */
export class SqliteConnection implements Session {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string, manner: 'write' | 'read') {
    this.#database = new DatabaseSync(file, {
      readOnly: manner === 'read',
      timeout: BUSY_TIMEOUT_MS,
      enableForeignKeyConstraints: true,
    });
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  one<Row>(query: Query<Row>, values: readonly Value[]): Row | undefined {
    checkValues(values);
    return promised<Row | undefined>(this.#prepared(query.text).get(...values));
  }

  all<Row>(query: Query<Row>, values: readonly Value[]): Row[] {
    checkValues(values);
    return promised<Row[]>(this.#prepared(query.text).all(...values));
  }

  run(command: Command, values: readonly Value[]): number {
    checkValues(values);
    return Number(this.#prepared(command.text).run(...values).changes);
  }

  script(sql: string): void {
    this.#database.exec(forSqlite(sql));
  }

  /** A word of SQLite's own: begin, commit, savepoint, pragma. */
  say(word: string): void {
    this.#prepared(word).all();
  }

  /** The rows of a pragma, each as its values in order. */
  ask(pragma: string): Value[][] {
    return this.#prepared(pragma)
      .all()
      .map((row) => promised<Value[]>(Object.values(row)));
  }

  close(): void {
    this.#database.close();
  }

  #prepared(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#database.prepare(withSqliteParameters(text));
    this.#statements.set(text, statement);
    return statement;
  }
}
