import { DatabaseSync, type StatementSync } from 'node:sqlite';

import type { Command, Query, RowCommand, Value } from './db.ts';
import { checkValues, decodeRow, toSqliteParameters, toSqliteSchema, trustAs } from './portable.ts';
import type { DbSession } from './transaction-scope.ts';

export const BUSY_TIMEOUT_MS = 5000;

/** One connection to a SQLite file; every statement is prepared once and answers at once. */
export class SqliteConnection implements DbSession {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string, manner: 'write' | 'read') {
    this.#database = new DatabaseSync(file, {
      readOnly: manner === 'read',
      timeout: BUSY_TIMEOUT_MS,
      enableForeignKeyConstraints: true,
      // The file may come from strangers: its schema is not rewritten by hand, and calls no function with side effects.
      defensive: true,
    });
    this.#database.exec('pragma trusted_schema = off');
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  one<Row>(query: Query<Row>, values: readonly Value[]): Row | undefined {
    checkValues(values);
    const row = trustAs<Value[] | undefined>(this.#prepared(query.text).get(...values));
    return row && decodeRow(query, row);
  }

  all<Row>(query: Query<Row>, values: readonly Value[]): Row[] {
    checkValues(values);
    const rows = trustAs<Value[][]>(this.#prepared(query.text).all(...values));
    return rows.map((row) => decodeRow(query, row));
  }

  run(command: Command, values: readonly Value[]): number {
    checkValues(values);
    return Number(this.#prepared(command.text).run(...values).changes);
  }

  runEach(command: RowCommand, rows: readonly (readonly Value[])[]): number {
    return rows.reduce((touched, values) => touched + this.run(command, values), 0);
  }

  script(sql: string): void {
    this.#database.exec(toSqliteSchema(sql));
  }

  /** A word of SQLite's own: begin, commit, savepoint, or a pragma, whose rows it gives as their values in order. */
  exec(word: string): Value[][] {
    return trustAs<Value[][]>(this.#prepared(word).all());
  }

  close(): void {
    this.#database.close();
  }

  #prepared(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#database.prepare(toSqliteParameters(text));
    // Every object node:sqlite makes of a row has a hidden class of its own, which is slow to make and to read.
    statement.setReturnArrays(true);
    this.#statements.set(text, statement);
    return statement;
  }
}
