import { DatabaseSync, type StatementSync } from 'node:sqlite';

import type { Command, Query, RowCommand, Value } from './db.ts';
import { checkValues, toSqliteParameters, toSqliteSchema, trustAs } from './portable.ts';
import { Quarantine } from './quarantine.ts';
import type { DbSession } from './transaction-scope.ts';

export const BUSY_TIMEOUT_MS = 5000;

export class SqliteConnection implements DbSession {
  readonly #database: DatabaseSync;
  readonly #quarantine: Quarantine;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string, manner: 'write' | 'read', quarantine = new Quarantine()) {
    this.#quarantine = quarantine;
    this.#database = new DatabaseSync(file, {
      readOnly: manner === 'read',
      timeout: BUSY_TIMEOUT_MS,
      enableForeignKeyConstraints: true,
      // The file may be untrusted: defensive mode refuses writes to the schema table, and the schema may use
      // no functions with side effects.
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
    return row && this.#quarantine.decodeOne(query, row);
  }

  all<Row>(query: Query<Row>, values: readonly Value[]): Row[] {
    checkValues(values);
    const rows = trustAs<Value[][]>(this.#prepared(query.text).all(...values));
    return this.#quarantine.decodeAll(query, rows);
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

  /** Runs transaction control or a pragma; returns its rows as arrays. */
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
    // Rows are read as arrays: node:sqlite gives every row object a hidden class of its own, which is slow to create and read.
    statement.setReturnArrays(true);
    this.#statements.set(text, statement);
    return statement;
  }
}
