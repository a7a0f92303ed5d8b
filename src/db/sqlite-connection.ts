import { DatabaseSync, type StatementSync } from 'node:sqlite';

import { monotonicMs } from '../outside/clock.ts';
import type { Command, Query, RowCommand, Value } from './db.ts';
import { checkValues, toSqliteParameters, toSqliteSchema, trustAs } from './portable.ts';
import { Quarantine } from './quarantine.ts';
import { blameStatement, type Statement, Statements } from './statements.ts';
import type { DbSession } from './transaction-scope.ts';

export const BUSY_TIMEOUT_MS = 5000;

/** What the connections of one database share. */
export interface SqliteRecords {
  readonly quarantine: Quarantine;
  readonly statements: Statements;
}

interface PreparedStatement {
  readonly prepared: StatementSync;
  readonly statement: Statement;
}

export class SqliteConnection implements DbSession {
  readonly #database: DatabaseSync;
  readonly #records: SqliteRecords;
  readonly #prepared = new Map<string, PreparedStatement>();
  /** Number of rows that this connection has changed. */
  changes = 0;

  constructor(
    file: string,
    manner: 'write' | 'read',
    records: SqliteRecords = { quarantine: new Quarantine(), statements: new Statements() },
  ) {
    this.#records = records;
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
    const { prepared, statement } = this.#prepare(query.text, values);
    try {
      const row = trustAs<Value[] | undefined>(
        statement.isSampled() ? measure(prepared, statement, 'get', values) : prepared.get(...values),
      );
      return row && this.#records.quarantine.decodeOne(query, row);
    } catch (error) {
      throw blameStatement(error, statement);
    }
  }

  all<Row>(query: Query<Row>, values: readonly Value[]): Row[] {
    return this.#records.quarantine.decodeAll(query, this.#rows(query.text, values));
  }

  run(command: Command, values: readonly Value[]): number {
    const { prepared, statement } = this.#prepare(command.text, values);
    try {
      const { changes } = trustAs<{ changes: number | bigint }>(
        statement.isSampled() ? measure(prepared, statement, 'run', values) : prepared.run(...values),
      );
      const changed = Number(changes);
      this.changes += changed;
      return changed;
    } catch (error) {
      throw blameStatement(error, statement);
    }
  }

  runEach(command: RowCommand, rows: readonly (readonly Value[])[]): number {
    return rows.reduce((touched, values) => touched + this.run(command, values), 0);
  }

  script(sql: string): void {
    this.#database.exec(toSqliteSchema(sql));
  }

  /** Runs transaction control or a pragma; returns its rows as arrays. */
  exec(word: string): Value[][] {
    return this.#rows(word, []);
  }

  close(): void {
    this.#database.close();
  }

  #rows(text: string, values: readonly Value[]): Value[][] {
    const { prepared, statement } = this.#prepare(text, values);
    try {
      return trustAs<Value[][]>(
        statement.isSampled() ? measure(prepared, statement, 'all', values) : prepared.all(...values),
      );
    } catch (error) {
      throw blameStatement(error, statement);
    }
  }

  #prepare(text: string, values: readonly Value[]): PreparedStatement {
    checkValues(values);
    const known = this.#prepared.get(text);
    if (known) return known;
    const prepared = this.#database.prepare(toSqliteParameters(text));
    // Rows are read as arrays: node:sqlite gives every row object a hidden class of its own, which is slow to create and read.
    prepared.setReturnArrays(true);
    const made = { prepared, statement: this.#records.statements.of(text) };
    this.#prepared.set(text, made);
    return made;
  }
}

/** Measures one call. Choosing the method by name costs more than the call, so other calls name it. */
function measure(
  prepared: StatementSync,
  statement: Statement,
  method: 'get' | 'all' | 'run',
  values: readonly Value[],
): unknown {
  const startedMs = monotonicMs();
  const answer = prepared[method](...values);
  statement.record(monotonicMs() - startedMs);
  return answer;
}
