import { setTimeout } from 'node:timers/promises';

import { monotonicMs } from '../../base/monotonic.ts';
import {
  type Command,
  type Database,
  type Db,
  type Increment,
  isInBackground,
  type PoolUse,
  type Query,
  type RowCommand,
  type SchemaDb,
  type Transaction,
  type Value,
} from '../db.ts';
import {
  checkValues,
  DatabaseOpenError,
  DatabaseUnavailableError,
  isUnavailable,
  schemaFor,
} from '../portable.ts';
import {
  ADOPTIONS_SPAN,
  blameStatement,
  type DbSession,
  DELETE_UNUSED_PROVIDERS,
  type IncrementListener,
  notifyAll,
  PROVIDERS_SPAN,
  type Statement,
  Statements,
  sumIncrements,
  TransactionScope,
  WriteStatus,
} from '../session.ts';
import { proveWritable } from '../settings.ts';
import { Quarantine } from '../table.ts';
import { DatabaseHosts, type PostgresConnection, type ServerKind } from './connection.ts';
import { dumpPostgres } from './dump.ts';
import { buildIndexes } from './indexes.ts';
import { ConnectionPool, type Purpose } from './pool.ts';
import { type Answered, type BatchedStatement, StatementBatch } from './statement-batch.ts';
import { isReadOnly, isServerFull } from './types.ts';

// Statement timeout of schema changes, which may take long and wait long for their lock.
const SCHEMA_TIMEOUT_MS = 3_600_000;

interface WaitingStatement extends BatchedStatement {
  readonly statement: Statement;
  readonly resolve: (answer: Answered) => void;
  readonly reject: (reason: Error) => void;
}

/** A database session on a connection in use. Statements issued without awaiting an answer in between are sent as one batch. */
class PostgresSession implements DbSession {
  readonly #connection: PostgresConnection;
  readonly #quarantine: Quarantine;
  readonly #statements: Statements;
  /** Rows changed, also if rolled back. */
  changes = 0;
  #waiting: WaitingStatement[] = [];

  constructor(connection: PostgresConnection, { quarantine, statements }: PostgresDatabase) {
    this.#connection = connection;
    this.#quarantine = quarantine;
    this.#statements = statements;
  }

  async one<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row | undefined> {
    const [row] = await this.#read(query, values);
    return row && this.#quarantine.decodeOne(query, row);
  }

  async all<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row[]> {
    return this.#quarantine.decodeAll(query, await this.#read(query, values));
  }

  async run(command: Command, values: readonly Value[]): Promise<number> {
    checkValues(values);
    return this.#changedBy(await this.#ask(command.text, values));
  }

  async runEach(command: RowCommand, rows: readonly (readonly Value[])[]): Promise<number> {
    const [first] = rows;
    if (!first) return 0;
    rows.forEach(checkValues);
    const columns = first.map((_, at) => rows.map((row) => row[at] ?? null));
    return this.#changedBy(await this.#ask(command.forMany, columns));
  }

  #changedBy({ tag }: Answered): number {
    // The last word of a command tag such as `INSERT 0 1`.
    const touched = Number(tag.slice(tag.lastIndexOf(' ') + 1)) || 0;
    this.changes += touched;
    return touched;
  }

  async script(sql: string): Promise<void> {
    this.#send();
    const patient = { text: schemaFor('PostgreSQL', sql), query_timeout: SCHEMA_TIMEOUT_MS };
    await this.#connection.client.query(patient);
  }

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
    // BEGIN is sent together with the first statement, whose error is the more useful one.
    const begun = this.#begin(begin);
    begun.catch(() => undefined);
    try {
      const value = await work(scope);
      scope.end();
      scope.assertSound();
      const counted = sumIncrements(scope.increments);
      const left = counted.length > 0 ? [this.#ask(LEAVE_INCREMENTS, incrementColumns(counted))] : [];
      const ends = await Promise.allSettled([begun, ...left, this.#commit()]);
      // Throws the error of a failed statement, which says more than the failed commit.
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

  async #read(query: Query<unknown>, values: readonly Value[]): Promise<Value[][]> {
    checkValues(values);
    const { rows, readers } = await this.#ask(textOf(query), values, 'rows');
    return rows.map((row) => row.map((text, at) => (text === null ? null : (readers[at]?.(text) ?? null))));
  }

  async #begin(begin: readonly string[]): Promise<void> {
    await Promise.all(begin.map((text) => this.#ask(text, [])));
  }

  async #commit(): Promise<void> {
    // PostgreSQL answers COMMIT of a failed transaction with the command tag ROLLBACK, not with an error.
    const { tag } = await this.#ask('commit', []);
    if (tag !== 'COMMIT') throw new Error('the transaction had failed and was not kept');
  }

  async #rollback(): Promise<void> {
    try {
      // Queued statements are sent now: they must not be sent after the transaction has ended.
      this.#send();
      await this.#connection.client.query('rollback');
    } catch {
      // The rollback failed because the connection is lost; the first error says why.
    }
  }

  async #ask(text: string, values: BatchedStatement['values'], wants?: 'rows'): Promise<Answered> {
    const statement = this.#statements.of(text);
    const name = this.#connection.namesStatements ? statement.preparedName : undefined;
    try {
      return await new Promise((resolve, reject) => {
        // Sent when the microtask queue is empty: statements issued until then form one batch.
        if (this.#waiting.length === 0) queueMicrotask(() => process.nextTick(() => this.#send()));
        this.#waiting.push({ statement, name, text, values, wantsRows: wants === 'rows', resolve, reject });
      });
    } catch (error) {
      // Shows the stack of the caller instead of the socket handler.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  #send(): void {
    if (this.#waiting.length === 0) return;
    const { client, told } = this.#connection;
    const sent = this.#waiting;
    this.#waiting = [];
    const startedMs = monotonicMs();
    client.query(
      new StatementBatch(sent, told, (failure, answers) => {
        const tookMs = monotonicMs() - startedMs;
        const failed = sent[answers.length];
        if (failure && failed) blameStatement(failure, failed.statement);
        sent.forEach(({ statement, resolve, reject }, at) => {
          statement.record(tookMs / sent.length);
          const answer = answers[at];
          if (failure || !answer) reject(failure ?? new Error('a statement was not answered'));
          else resolve(answer);
        });
      }),
    );
  }
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
): Promise<PostgresDatabase> {
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
  // An AggregateError of several addresses has a code but no message.
  return error.message || ('code' in error ? String(error.code) : error.name);
}

// Id of the advisory lock for schema changes; must be the same in every version of Arkhouse.
const EXCLUSIVE_LOCK_ID = 4_182_021_317;

const WITHOUT_TIME_LIMIT =
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';
// Without JIT: an audit runs each large query once, and compiling it takes longer than it saves.
const BEGIN_SNAPSHOT = `begin isolation level repeatable read, read only; ${WITHOUT_TIME_LIMIT}; set local jit = off`;
// Lock timeout of schema changes: other sessions queue behind a pending table lock, so it must give up soon.
const LOCK_OTHERS_OUT = [
  `select pg_advisory_xact_lock(${EXCLUSIVE_LOCK_ID})`,
  `set local lock_timeout = '2s'`,
];

const CLOCK: Query<{ readonly now: number }> = {
  columns: ['now'],
  text: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
};

// A megabyte in the database's own tablespace, rolled back. The name has the process id, since sessions that create a table
// of the same name wait for each other. Not every user may create tables; most may create temporary ones.
const FILLING = `as select repeat('-', 1000) as filling from generate_series(1, 1000)`;
const TAKE_ROOM = [
  `set local default_tablespace = ''`,
  `set local temp_tablespaces = ''`,
  `do $do$ begin
    execute format($$create unlogged table arkhouse_room_%s ${FILLING}$$, pg_backend_pid());
  exception when insufficient_privilege then
    create temporary table arkhouse_room ${FILLING};
  end $do$`,
];

const RETRY_MS = 250;

export class PostgresDatabase implements Database {
  readonly label: string;
  readonly shared = true;
  readonly quarantine = new Quarantine();
  readonly statements = new Statements();
  readonly writes = new WriteStatus();
  /** Never resolves: the server checks its own files. */
  readonly broken = new Promise<Error>(() => {});
  readonly #hosts: DatabaseHosts;
  readonly #limits: ConnectionLimits;
  readonly #pool: ConnectionPool<PostgresConnection>;
  readonly #listeners: IncrementListener[] = [];
  readonly #inFlight = new Set<Promise<unknown>>();
  #closed = false;

  constructor(url: string, kind: ServerKind, limits: ConnectionLimits) {
    this.#hosts = new DatabaseHosts(url, kind);
    this.label = this.#hosts.label;
    this.#limits = limits;
    this.#pool = new ConnectionPool(() => this.#hosts.open(limits), limits);
  }

  async verifyServer(): Promise<void> {
    const { encoding } = await this.#pool.use('read', async ({ facts }) => facts);
    if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, and UTF8 is needed`);
  }

  readonly one: Db['one'] = (query, values) => this.#withSession('read', (db) => db.one(query, values));
  readonly all: Db['all'] = (query, values) => this.#withSession('read', (db) => db.all(query, values));
  readonly run: Db['run'] = (command, values) => this.#alone((db) => db.run(command, values));
  readonly runEach: Db['runEach'] = (command, rows) => this.#alone((db) => db.runEach(command, rows));
  readonly together: Database['together'] = (work) => this.#withSession('read', (db) => work(db));

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

  #alone(statement: (session: PostgresSession) => Promise<number>): Promise<number> {
    return this.#withSession('write', async (session, { begin }) => {
      const touched = await session.alone(begin, () => statement(session));
      if (touched > 0) this.writes.noteSuccess();
      return touched;
    });
  }

  exclusive<T>(work: (db: SchemaDb) => Promise<T>): Promise<T> {
    return this.#withOwnSession((session, { begin }) =>
      this.#transaction(session, [...begin, ...LOCK_OTHERS_OUT], work),
    );
  }

  async foldIncrements(): Promise<void> {
    await this.#withSession('background', (session, { begin }) => session.transaction(begin, foldIncrements));
  }

  /** On a full disk a row can still be updated within its page, so then new pages are tried, too. */
  async ensureWritable(): Promise<void> {
    const { areFailing, areWithoutRoom } = this.writes;
    if (areWithoutRoom)
      await this.ensureRoom().catch((error: unknown) => {
        // Users without the right to create tables, temporary ones included, cannot try.
        if (isUnavailable(error)) throw error;
      });
    await proveWritable({
      run: (command, values) =>
        this.#withSession(
          'write',
          (session, { begin }) => session.alone(begin, () => session.run(command, values)),
          'probe',
        ),
    });
    if (areFailing) this.writes.noteSuccess({ triedRoom: areWithoutRoom });
  }

  async ensureRoom(): Promise<void> {
    const rollBack = new Error('there is room');
    const tryIt = async (db: Db) => {
      await Promise.all(TAKE_ROOM.map((text) => db.run({ text }, [])));
      throw rollBack;
    };
    try {
      await this.#withSession('write', (session, { begin }) => session.transaction(begin, tryIt), 'probe');
    } catch (error) {
      if (error !== rollBack) throw error;
    }
  }

  async backup(to: string, jobs = 1): Promise<void> {
    if (this.#closed) throw new DatabaseUnavailableError('the database is closed');
    return dumpPostgres(this.#hosts.url, to, jobs);
  }

  async forgetDeleted(): Promise<true> {
    return true;
  }

  async walBytes(): Promise<undefined> {
    return undefined;
  }

  poolUse(): PoolUse {
    return this.#pool.usage;
  }

  async readClock(): Promise<number | undefined> {
    return (await this.one(CLOCK, []))?.now;
  }

  async checkIntegrity(): Promise<string[]> {
    // No findings: PostgreSQL enforces references itself, and its page checksums are the operator's task.
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
    if (session.changes + counted.length > 0) this.writes.noteSuccess();
    notifyAll(this.#listeners, counted);
    return value;
  }

  async #withSession<T>(purpose: Purpose, use: SessionWork<T>, kind?: 'probe'): Promise<T> {
    try {
      return await this.#track(() =>
        this.#pool.use(isInBackground() ? 'background' : purpose, (connection) => this.#use(connection, use)),
      );
    } catch (error) {
      if (purpose !== 'read' && kind !== 'probe') this.writes.noteFailure(error);
      throw error;
    }
  }

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
    const options = { connectTimeoutMs, statementTimeoutMs: undefined };
    for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
      try {
        return await this.#hosts.open(options);
      } catch (error) {
        if (!isServerFull(error) || waitedMs >= waitTimeoutMs) throw error;
        await setTimeout(RETRY_MS);
      }
    }
  }

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
      return await use(new PostgresSession(connection, this), connection);
    } catch (error) {
      if (isUnavailable(error)) connection.retire();
      // After a failover the server became read-only, so the idle connections are wrong too.
      if (isReadOnly(error)) this.#pool.dropIdle();
      throw error;
    }
  }
}

type SessionWork<T> = (session: PostgresSession, connection: PostgresConnection) => Promise<T>;

// On PostgreSQL each transaction appends its counter increments to the queue table `uncounted`, so writers never wait for a
// counter row. The views `counts_now`, `providers_lately` and `adoptions_lately` add the queue to the stored sums.

const LEAVE_INCREMENTS = `
  insert into uncounted (span, bucket, what, n) values ($1::bigint[], $2::bigint[], $3::text[], $4::bigint[])`;

function incrementColumns(counted: readonly Increment[]): Value[][] {
  const columns = ['span', 'bucket', 'what', 'n'] as const;
  return columns.map((column) => counted.map((increment) => increment[column]));
}

/** Adds the queued counter increments to the stored sums, in one transaction; does nothing while another node does it. */
async function foldIncrements(db: Db): Promise<void> {
  if (!(await db.one(TRY_LOCK, []))?.locked) return;
  await db.run(FOLD, []);
  await db.run(DELETE_UNUSED_PROVIDERS, []);
}

// Statements for PostgreSQL only, so they are not registered for the test that prepares statements on both databases.
const TRY_LOCK: Query<{ locked: boolean }> = {
  columns: ['locked'],
  text: `select pg_try_advisory_xact_lock(1, cast('uncounted'::regclass::oid as integer)) as locked`,
};

const FOLD: Command = {
  text: `
  with taken as (delete from uncounted returning span, bucket, what, n),
    counted as (
      select unnest(span) as span, unnest(bucket) as bucket, unnest(what) as what, unnest(n) as n from taken),
    sums as (
      select span, bucket, what, cast(sum(n) as bigint) as n from counted
      group by span, bucket, what having sum(n) <> 0),
    adopted as (
      update community_species set adoptions = adoptions + sums.n from sums
      where sums.span = ${ADOPTIONS_SPAN} and slug = sums.what),
    provided as (
      insert into providers (name, agents)
      select what, n from sums where span = ${PROVIDERS_SPAN} order by what collate "C"
      on conflict (name) do update set agents = providers.agents + excluded.agents)
  insert into tallies (span, bucket, what, shard, n)
  select span, bucket, what, 0, n from sums where span >= 0 order by span, bucket, what collate "C"
  on conflict (span, bucket, what, shard) do update set n = tallies.n + excluded.n`,
};
