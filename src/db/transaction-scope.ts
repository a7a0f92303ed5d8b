import type { Command, Db, Increment, Query, RowCommand, SchemaDb, Value } from './db.ts';

/** The statements of a transaction: synchronous on SQLite, asynchronous on PostgreSQL. */
export interface DbSession {
  one<Row>(query: Query<Row>, values: readonly Value[]): MaybePromise<Row | undefined>;
  all<Row>(query: Query<Row>, values: readonly Value[]): MaybePromise<Row[]>;
  run(command: Command, values: readonly Value[]): MaybePromise<number>;
  runEach(command: RowCommand, rows: readonly (readonly Value[])[]): MaybePromise<number>;
  script(sql: string): MaybePromise<void>;
}

type MaybePromise<T> = T | Promise<T>;

const USED_TOO_LATE = 'a Db was used after its transaction had ended';

/** The `Db` of one transaction: rejects statements after its end, and fails as a whole once any statement has failed. */
export class TransactionScope implements SchemaDb {
  readonly #session: DbSession;
  readonly increments: Increment[] = [];
  readonly posted: Db = {
    one: (query, values) => this.one(query, values),
    all: (query, values) => this.all(query, values),
    run: (command, values) => post(this.run(command, values)),
    runEach: (command, rows) => post(this.runEach(command, rows)),
  };
  #ended = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(session: DbSession) {
    this.#session = session;
  }

  one<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row | undefined> {
    return this.#use(() => this.#session.one(query, values));
  }

  all<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row[]> {
    return this.#use(() => this.#session.all(query, values));
  }

  run(command: Command, values: readonly Value[]): Promise<number> {
    return this.#use(() => this.#session.run(command, values));
  }

  runEach(command: RowCommand, rows: readonly (readonly Value[])[]): Promise<number> {
    return this.#use(() => this.#session.runEach(command, rows));
  }

  script(sql: string): Promise<void> {
    return this.#use(() => this.#session.script(sql));
  }

  count(increment: Increment): void {
    if (this.#ended) throw new Error(USED_TOO_LATE);
    this.increments.push(increment);
  }

  end(): void {
    this.#ended = true;
  }

  /** Throws the error of a failed statement, even if the transaction's work has caught it. */
  assertSound(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** The root cause of a failed transaction: the first failed statement, unless `error` was caused by it. */
  reasonFor(error: unknown): unknown {
    return this.#failure && !isCausedBy(error, this.#failure.error) ? this.#failure.error : error;
  }

  /** Runs a statement without an extra promise turn on SQLite, which would cost more than the statement. */
  #use<T>(statement: () => MaybePromise<T>): Promise<T> {
    if (this.#ended) return Promise.reject(new Error(USED_TOO_LATE));
    try {
      const answer = statement();
      if (answer instanceof Promise) return answer.catch((error: unknown) => this.#fail(error));
      return Promise.resolve(answer);
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Records a failed statement: PostgreSQL aborts the transaction at the first error, SQLite would go on; here both abort. */
  async #fail(error: unknown): Promise<never> {
    this.#failure ??= { error };
    throw error;
  }
}

async function post(answer: Promise<number>): Promise<number> {
  answer.catch(() => undefined);
  return 0;
}

function isCausedBy(error: unknown, reason: unknown): boolean {
  return error === reason || (error instanceof Error && isCausedBy(error.cause, reason));
}
