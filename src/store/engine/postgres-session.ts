import type { Command, Increment, Query, RowCommand, SchemaDb, Value } from './db.ts';
import { sumIncrements } from './increments.ts';
import { checkValues, trustAs } from './portable.ts';
import type { PostgresConnection } from './postgres/connection.ts';
import { incrementColumns, LEAVE_INCREMENTS } from './postgres/increments.ts';
import { StatementBatch, type Answered, type Statement } from './postgres/statement-batch.ts';
import type { ReadText } from './postgres/types.ts';
import { schemaFor } from './dialect.ts';
import { TransactionScope, type DbSession } from './transaction-scope.ts';

// A change of the schema, and the turn to make one, may take as long as they take.
const SCHEMA_TIMEOUT_MS = 3_600_000;

interface CommittedWork<T> {
  readonly value: T;
  readonly counted: readonly Increment[];
}

/** A statement that waits to be sent, and who waits for its answer. */
interface WaitingStatement extends Statement {
  readonly resolve: (answer: Answered) => void;
  readonly reject: (reason: Error) => void;
}

/** One connection while somebody has it. What is asked without waiting for an answer in between travels together. */
export class PostgresSession implements DbSession {
  readonly #connection: PostgresConnection;
  #waiting: WaitingStatement[] = [];

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  async one<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row | undefined> {
    const rows = await this.all(query, values);
    return rows[0];
  }

  async all<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row[]> {
    checkValues(values);
    const { rows, readers } = await this.#ask(textOf(query), values, ROWS);
    const { columns, decode = (row) => trustAs<Row>(asObject(columns, row)) } = query;
    return rows.map((row) => decode(readRow(row, readers)));
  }

  async run(command: Command, values: readonly Value[]): Promise<number> {
    checkValues(values);
    return touchedBy(await this.#ask(command.text, values));
  }

  async runEach(command: RowCommand, rows: readonly (readonly Value[])[]): Promise<number> {
    const [first] = rows;
    if (!first) return 0;
    rows.forEach(checkValues);
    const columns = first.map((_, at) => rows.map((row) => row[at] ?? null));
    return touchedBy(await this.#ask(command.forMany, columns));
  }

  async script(sql: string): Promise<void> {
    this.#send();
    const patient = { text: schemaFor('PostgreSQL', sql), query_timeout: SCHEMA_TIMEOUT_MS };
    await this.#connection.client.query(patient);
  }

  /** One statement as a transaction of its own, in one round trip. */
  async alone<T>(begin: readonly string[], statement: () => Promise<T>): Promise<T> {
    try {
      const [, value] = await Promise.all([this.#begin(begin), statement(), this.#commit()]);
      return value;
    } catch (error) {
      await this.#rollback();
      throw error;
    }
  }

  async transaction<T>(
    begin: readonly string[],
    work: (db: SchemaDb) => Promise<T>,
  ): Promise<CommittedWork<T>> {
    const scope = new TransactionScope(this);
    // The beginning travels with the first statement and shares its fate, of which the work tells more.
    const begun = this.#begin(begin);
    begun.catch(() => undefined);
    try {
      const value = await work(scope);
      scope.end();
      scope.assertSound();
      const counted = sumIncrements(scope.increments);
      await this.#keep(scope, [begun, this.#leaveIncrements(counted), this.#commit()]);
      return { value, counted };
    } catch (error) {
      scope.end();
      await this.#rollback();
      throw scope.reasonFor(error);
    }
  }

  /** What failed on the way tells more than the commit that could not be. */
  async #keep(scope: TransactionScope, steps: readonly Promise<void>[]): Promise<void> {
    const ends = await Promise.allSettled(steps);
    scope.assertSound();
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async #begin(begin: readonly string[]): Promise<void> {
    await Promise.all(begin.map((text) => this.#ask(text, [])));
  }

  async #leaveIncrements(counted: readonly Increment[]): Promise<void> {
    if (counted.length > 0) await this.#ask(LEAVE_INCREMENTS, incrementColumns(counted));
  }

  async #commit(): Promise<void> {
    // Asked to commit what has failed, PostgreSQL rolls back and calls it a success.
    const { tag } = await this.#ask('commit', []);
    if (tag !== 'COMMIT') throw new Error('the transaction had failed and was not kept');
  }

  async #rollback(): Promise<void> {
    try {
      // What is still waiting goes first, and never after the end of its transaction.
      this.#send();
      await this.#connection.client.query('rollback');
    } catch {
      // The connection is gone, and with it the transaction; the first error says why.
    }
  }

  async #ask(text: string, values: Statement['values'], wants?: typeof ROWS): Promise<Answered> {
    const name = this.#connection.names.of(text);
    try {
      return await new Promise((resolve, reject) => {
        // Whatever else is asked until nothing is left to do but to wait for an answer goes along.
        if (this.#waiting.length === 0) queueMicrotask(() => process.nextTick(() => this.#send()));
        this.#waiting.push({ name, text, values, wantsRows: wants === ROWS, resolve, reject });
      });
    } catch (error) {
      // From here one sees who asked, and not only who heard of it.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  #send(): void {
    if (this.#waiting.length === 0) return;
    const { client, told } = this.#connection;
    const sent = this.#waiting;
    this.#waiting = [];
    client.query(
      new StatementBatch(sent, told, (failure, answers) => {
        sent.forEach(({ resolve, reject }, at) => {
          const answer = answers[at];
          if (failure || !answer) reject(failure ?? new Error('a statement was not answered'));
          else resolve(answer);
        });
      }),
    );
  }
}

const ROWS = 'rows';

function readRow(row: (string | null)[], readers: readonly ReadText[]): Value[] {
  return row.map((text, at) => (text === null ? null : (readers[at]?.(text) ?? null)));
}

function asObject(columns: readonly string[], row: readonly Value[]): object {
  return Object.fromEntries(columns.map((column, at) => [column, row[at]]));
}

/** How many rows, as the last word of `INSERT 0 1` tells. */
function touchedBy({ tag }: Answered): number {
  return Number(tag.slice(tag.lastIndexOf(' ') + 1)) || 0;
}

function textOf({ text, forUpdate, skipLocked }: Query<unknown>): string {
  if (!forUpdate) return text;
  return skipLocked ? `${text} for no key update skip locked` : `${text} for no key update`;
}
