import { setTimeout } from 'node:timers/promises';

import {
  type Command,
  type Database,
  type Db,
  isInBackground,
  type Query,
  type RowCommand,
  type SchemaDb,
  type Transaction,
  type Value,
} from '../db.ts';
import { type IncrementListener, notifyAll, sumIncrements } from '../increments.ts';
import {
  checkValues,
  DatabaseOpenError,
  DatabaseUnavailableError,
  decodeRow,
  isUnavailable,
  schemaFor,
} from '../portable.ts';
import { proveWritable } from '../settings.ts';
import { type DbSession, TransactionScope } from '../transaction-scope.ts';
import { DatabaseHosts, type PostgresConnection, type ServerKind } from './connection.ts';
import { dumpPostgres } from './dump.ts';
import { foldIncrements, incrementColumns, LEAVE_INCREMENTS } from './increments.ts';
import { buildIndexes } from './indexes.ts';
import { ConnectionPool, type Purpose } from './pool.ts';
import { type Answered, type Statement, StatementBatch } from './statement-batch.ts';
import { hashedNames, isReadOnly, isServerFull, type ReadText } from './types.ts';

// Schema changes, and waiting for the lock to make them, may take long.
const SCHEMA_TIMEOUT_MS = 3_600_000;

interface WaitingStatement extends Statement {
  readonly resolve: (answer: Answered) => void;
  readonly reject: (reason: Error) => void;
}

/** A connection in use. Statements issued without awaiting an answer in between are sent as one batch. */
class PostgresSession implements DbSession {
  readonly #connection: PostgresConnection;
  #waiting: WaitingStatement[] = [];

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  async one<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row | undefined> {
    return (await this.all(query, values))[0];
  }

  async all<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row[]> {
    checkValues(values);
    const { rows, readers } = await this.#ask(textOf(query), values, 'rows');
    return rows.map((row) => decodeRow(query, readRow(row, readers)));
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

  /** One statement in its own transaction, in one round trip. */
  async alone<T>(begin: readonly string[], statement: () => Promise<T>): Promise<T> {
    try {
      const [, value] = await Promise.all([this.#begin(begin), statement(), this.#commit()]);
      return value;
    } catch (error) {
      await this.#rollback();
      throw error;
    }
  }

  async transaction<T>(begin: readonly string[], work: (db: SchemaDb) => Promise<T>) {
    const scope = new TransactionScope(this);
    // BEGIN is sent with the first statement, whose error is the more useful one.
    const begun = this.#begin(begin);
    begun.catch(() => undefined);
    try {
      const value = await work(scope);
      scope.end();
      scope.assertSound();
      const counted = sumIncrements(scope.increments);
      const left = counted.length > 0 ? [this.#ask(LEAVE_INCREMENTS, incrementColumns(counted))] : [];
      const ends = await Promise.allSettled([begun, ...left, this.#commit()]);
      // A failed statement is a better error than the failed commit.
      scope.assertSound();
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
      return { value, counted };
    } catch (error) {
      scope.end();
      await this.#rollback();
      throw scope.reasonFor(error);
    }
  }

  async #begin(begin: readonly string[]): Promise<void> {
    await Promise.all(begin.map((text) => this.#ask(text, [])));
  }

  async #commit(): Promise<void> {
    // COMMIT of a failed transaction succeeds with the tag ROLLBACK.
    const { tag } = await this.#ask('commit', []);
    if (tag !== 'COMMIT') throw new Error('the transaction had failed and was not kept');
  }

  async #rollback(): Promise<void> {
    try {
      // Unsent statements must not be sent after the transaction has ended.
      this.#send();
      await this.#connection.client.query('rollback');
    } catch {
      // The connection is lost, and with it the transaction; the first error says why.
    }
  }

  async #ask(text: string, values: Statement['values'], wants?: 'rows'): Promise<Answered> {
    const name = this.#connection.names(text);
    try {
      return await new Promise((resolve, reject) => {
        // Statements issued until the microtask queue is empty join the batch.
        if (this.#waiting.length === 0) queueMicrotask(() => process.nextTick(() => this.#send()));
        this.#waiting.push({ name, text, values, wantsRows: wants === 'rows', resolve, reject });
      });
    } catch (error) {
      // The stack of the caller, not of the socket handler.
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

function readRow(row: (string | null)[], readers: readonly ReadText[]): Value[] {
  return row.map((text, at) => (text === null ? null : (readers[at]?.(text) ?? null)));
}

/** The last word of `INSERT 0 1`. */
function touchedBy({ tag }: Answered): number {
  return Number(tag.slice(tag.lastIndexOf(' ') + 1)) || 0;
}

function textOf({ text, forUpdate, skipLocked }: Query<unknown>): string {
  if (!forUpdate) return text;
  return skipLocked ? `${text} for no key update skip locked` : `${text} for no key update`;
}

export interface ConnectionLimits {
  readonly mostConnections: number;
  readonly waitTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
}

export async function openPostgres(
  url: string,
  kind: ServerKind,
  limits: ConnectionLimits,
): Promise<Database> {
  const database = new PostgresDatabase(url, kind, limits);
  try {
    await database.verifyServer();
    return database;
  } catch (error) {
    await database.close();
    throw new DatabaseOpenError(`${database.label}: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // An AggregateError of several addresses has only a code.
  return error.message || ('code' in error ? String(error.code) : error.name);
}

// The same constant in every version of Arkhouse.
const EXCLUSIVE_LOCK_ID = 4_182_021_317;

const WITHOUT_TIME_LIMIT =
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';
const BEGIN_SNAPSHOT = `begin isolation level repeatable read, read only; ${WITHOUT_TIME_LIMIT}`;
// Sessions queue behind a pending table lock, so it must give up soon.
const LOCK_OTHERS_OUT = [
  `select pg_advisory_xact_lock(${EXCLUSIVE_LOCK_ID})`,
  `set local lock_timeout = '2s'`,
];

const RETRY_MS = 250;

export class PostgresDatabase implements Database {
  readonly label: string;
  readonly shared = true;
  /** Never resolves: the server looks after its own files. */
  readonly broken = new Promise<Error>(() => {});
  readonly #hosts: DatabaseHosts;
  readonly #limits: ConnectionLimits;
  readonly #pool: ConnectionPool<PostgresConnection>;
  readonly #names = hashedNames();
  readonly #listeners: IncrementListener[] = [];
  readonly #inFlight = new Set<Promise<unknown>>();
  #closed = false;

  constructor(url: string, kind: ServerKind, limits: ConnectionLimits) {
    this.#hosts = new DatabaseHosts(url, kind);
    this.label = this.#hosts.label;
    this.#limits = limits;
    const options = { ...limits, names: this.#names };
    this.#pool = new ConnectionPool(() => this.#hosts.open(options), limits);
  }

  async verifyServer(): Promise<void> {
    const { encoding } = await this.#pool.use('read', async ({ facts }) => facts);
    if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, and UTF8 is needed`);
  }

  one<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row | undefined> {
    return this.#withSession('read', (session) => session.one(query, values));
  }

  all<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row[]> {
    return this.#withSession('read', (session) => session.all(query, values));
  }

  run(command: Command, values: readonly Value[]): Promise<number> {
    return this.#withSession('write', (session, { begin }) =>
      session.alone(begin, () => session.run(command, values)),
    );
  }

  runEach(command: RowCommand, rows: readonly (readonly Value[])[]): Promise<number> {
    return this.#withSession('write', (session, { begin }) =>
      session.alone(begin, () => session.runEach(command, rows)),
    );
  }

  together<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#withSession('read', (session) => work(session));
  }

  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#withOwnSession(async (session) => {
      await session.script(BEGIN_SNAPSHOT);
      return work(session);
    });
  }

  buildIndexes(sql: string): Promise<void> {
    return this.#withOwnSession((_, { client }) => buildIndexes(client, sql));
  }

  onIncrements(listener: IncrementListener): void {
    this.#listeners.push(listener);
  }

  transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T> {
    return this.#withSession('write', (session, { begin }) => this.#transaction(session, begin, work));
  }

  exclusive<T>(work: (db: SchemaDb) => Promise<T>): Promise<T> {
    return this.#withOwnSession((session, { begin }) =>
      this.#transaction(session, [...begin, ...LOCK_OTHERS_OUT], work),
    );
  }

  async foldIncrements(): Promise<void> {
    await this.#withSession('background', (session, { begin }) => session.transaction(begin, foldIncrements));
  }

  ensureWritable(): Promise<void> {
    return proveWritable(this);
  }

  async backup(to: string, jobs = 1): Promise<void> {
    if (this.#closed) throw new DatabaseUnavailableError('the database is closed');
    return dumpPostgres(this.#hosts.url, to, jobs);
  }

  async walBytes(): Promise<undefined> {
    return undefined;
  }

  async checkIntegrity(): Promise<string[]> {
    // PostgreSQL enforces references itself; page checksums are the operator's.
    return [];
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.allSettled(this.#inFlight);
    await this.#pool.close();
  }

  async #transaction<T>(
    session: PostgresSession,
    begin: readonly string[],
    work: (db: SchemaDb) => Promise<T>,
  ): Promise<T> {
    const { value, counted } = await session.transaction(begin, work);
    notifyAll(this.#listeners, counted);
    return value;
  }

  #withSession<T>(purpose: Purpose, use: SessionWork<T>): Promise<T> {
    return this.#track(() =>
      this.#pool.use(isInBackground() ? 'background' : purpose, (connection) => this.#use(connection, use)),
    );
  }

  /** Uses a connection outside the pool, without a statement timeout. */
  #withOwnSession<T>(use: SessionWork<T>): Promise<T> {
    return this.#track(async () => {
      const connection = await this.#openPatiently();
      try {
        return await this.#use(connection, use);
      } finally {
        await connection.close();
      }
    });
  }

  async #openPatiently(): Promise<PostgresConnection> {
    const { waitTimeoutMs, connectTimeoutMs } = this.#limits;
    const options = { connectTimeoutMs, statementTimeoutMs: undefined, names: this.#names };
    for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
      try {
        return await this.#hosts.open(options);
      } catch (error) {
        if (!isServerFull(error) || waitedMs >= waitTimeoutMs) throw error;
        await setTimeout(RETRY_MS);
      }
    }
  }

  /** Tracks running work for `close` to wait for. */
  async #track<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new DatabaseUnavailableError('the database is closed');
    const doing = work();
    this.#inFlight.add(doing);
    try {
      return await doing;
    } finally {
      this.#inFlight.delete(doing);
    }
  }

  async #use<T>(connection: PostgresConnection, use: SessionWork<T>): Promise<T> {
    try {
      return await use(new PostgresSession(connection), connection);
    } catch (error) {
      if (isUnavailable(error)) connection.retire();
      // The server became read-only after a failover, so the idle connections are wrong too.
      if (isReadOnly(error)) this.#pool.dropIdle();
      throw error;
    }
  }
}

type SessionWork<T> = (session: PostgresSession, connection: PostgresConnection) => Promise<T>;
