import type pg from 'pg';

import type { Command, Increment, Query, RowCommand, SchemaDb, Value } from './db.ts';
import { sumIncrements } from './increments.ts';
import { checkValues, trustAs } from './portable.ts';
import { incrementColumns, LEAVE_INCREMENTS } from './postgres/increments.ts';
import { schemaFor } from './dialect.ts';
import type { StatementNames } from './postgres/statement-names.ts';
import { TransactionScope, type DbSession } from './transaction-scope.ts';

// A change of the schema, and the turn to make one, may take as long as they take.
const SCHEMA_TIMEOUT_MS = 3_600_000;

interface CommittedWork<T> {
  readonly value: T;
  readonly counted: readonly Increment[];
}

/** One connection while somebody has it. */
export class PostgresSession implements DbSession {
  readonly #client: pg.ClientBase;
  readonly #names: StatementNames;

  constructor(client: pg.ClientBase, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async one<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row | undefined> {
    const rows = await this.all(query, values);
    return rows[0];
  }

  async all<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row[]> {
    const text = `${query.text}${lockClause(query)}`;
    const { decode } = query;
    if (!decode) return trustAs<Row[]>((await this.#client.query(this.#named(text, values))).rows);
    const { rows } = await this.#client.query<Value[]>({ ...this.#named(text, values), rowMode: 'array' });
    return rows.map((row) => decode(row));
  }

  async run(command: Command, values: readonly Value[]): Promise<number> {
    const { rowCount } = await this.#client.query(this.#named(command.text, values));
    return rowCount ?? 0;
  }

  async runEach(command: RowCommand, rows: readonly (readonly Value[])[]): Promise<number> {
    const [first] = rows;
    if (!first) return 0;
    rows.forEach(checkValues);
    const columns = first.map((_, at) => rows.map((row) => row[at] ?? null));
    const text = command.forMany;
    const { rowCount } = await this.#client.query({ name: this.#names.of(text), text, values: columns });
    return rowCount ?? 0;
  }

  async script(sql: string): Promise<void> {
    const patient = { text: schemaFor('PostgreSQL', sql), query_timeout: SCHEMA_TIMEOUT_MS };
    await this.#client.query(patient);
  }

  /** One statement as a transaction of its own, in one round trip. */
  async alone<T>(begin: string, statement: () => Promise<T>): Promise<T> {
    try {
      const [, value] = await Promise.all([this.script(begin), statement(), this.#commit()]);
      return value;
    } catch (error) {
      await this.#rollback();
      throw error;
    }
  }

  async transaction<T>(begin: string, work: (db: SchemaDb) => Promise<T>): Promise<CommittedWork<T>> {
    const scope = new TransactionScope(this);
    try {
      // The beginning travels with the first statement, in one round trip.
      const [, value] = await Promise.all([this.script(begin), work(scope)]);
      scope.end();
      scope.assertSound();
      const counted = sumIncrements(scope.increments);
      await this.#keep(scope, counted);
      return { value, counted };
    } catch (error) {
      scope.end();
      await this.#rollback();
      throw scope.reasonFor(error);
    }
  }

  /** What failed on the way tells more than the commit that could not be. */
  async #keep(scope: TransactionScope, counted: readonly Increment[]): Promise<void> {
    const ends = await Promise.allSettled([this.#leaveIncrements(counted), this.#commit()]);
    scope.assertSound();
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async #leaveIncrements(counted: readonly Increment[]): Promise<void> {
    if (counted.length === 0) return;
    const text = LEAVE_INCREMENTS;
    await this.#client.query({ name: this.#names.of(text), text, values: incrementColumns(counted) });
  }

  async #commit(): Promise<void> {
    // Asked to commit what has failed, PostgreSQL rolls back and calls it a success.
    const { command } = await this.#client.query('commit');
    if (command !== 'COMMIT') throw new Error('the transaction had failed and was not kept');
  }

  async #rollback(): Promise<void> {
    try {
      await this.#client.query('rollback');
    } catch {
      // The connection is gone, and with it the transaction; the first error says why.
    }
  }

  #named(text: string, values: readonly Value[]): pg.QueryConfig<Value[]> & { readonly text: string } {
    checkValues(values);
    return { name: this.#names.of(text), text, values: [...values] };
  }
}

function lockClause({ forUpdate, skipLocked }: Query<unknown>): string {
  if (!forUpdate) return '';
  return skipLocked ? ' for no key update skip locked' : ' for no key update';
}
