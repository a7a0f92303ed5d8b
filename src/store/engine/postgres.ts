import { setTimeout } from 'node:timers/promises';

import type {
  Command,
  Database,
  Db,
  Increment,
  Query,
  RowCommand,
  SchemaDb,
  Transaction,
  Value,
} from './db.ts';
import { isInBackground } from './background.ts';
import { IncrementListeners } from './increments.ts';
import { DatabaseOpenError, DatabaseUnavailableError, isUnavailable } from './portable.ts';
import { dumpPostgres } from './postgres-dump.ts';
import { foldIncrements, forgetOtherServer, READ_BY_INDEX } from './postgres/increments.ts';
import { PostgresSession } from './postgres-session.ts';
import type { PostgresConnection } from './postgres/connection.ts';
import { isReadOnly, isServerFull } from './postgres/failures.ts';
import { DatabaseHosts, type ServerKind } from './postgres/hosts.ts';
import { ConnectionPool, type Purpose } from './postgres/pool.ts';
import { HashedNames } from './postgres/statement-names.ts';
import { buildIndexes } from './postgres/indexes.ts';
import { proveWritable } from './settings.ts';

/** How many connections this process may have at once, and how long it waits for what. */
export interface ConnectionLimits {
  readonly mostConnections: number;
  /** For one of them to become free. */
  readonly waitTimeoutMs: number;
  /** For the server to accept a new one. */
  readonly connectTimeoutMs: number;
  /** For the answer to a statement. */
  readonly statementTimeoutMs: number;
}

/** Opens a pool of connections, and fails unless a server of the wanted kind answers. */
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

/** The same without asking whether anybody answers. */
export function postgresAt(url: string, kind: ServerKind, limits: ConnectionLimits): Database {
  return new PostgresDatabase(url, kind, limits);
}

/** The first cause, in the words of whoever said so. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // Node gives no words, only a code, where several addresses of one name have failed.
  return error.message || ('code' in error ? String(error.code) : error.name);
}

// Any constant will do, as long as every version of Arkhouse has the same.
const EXCLUSIVE_LOCK_ID = 4_182_021_317;

const WITHOUT_TIME_LIMIT =
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';
const BEGIN_SNAPSHOT = `begin isolation level repeatable read, read only; ${WITHOUT_TIME_LIMIT}`;
// Whoever wants a table for itself has everybody else wait behind it: never for long, however long a reader takes.
const LOCK_OTHERS_OUT = [
  `select pg_advisory_xact_lock(${EXCLUSIVE_LOCK_ID})`,
  `set local lock_timeout = '2s'`,
];

const RETRY_MS = 250;

class PostgresDatabase implements Database {
  readonly label: string;
  readonly shared = true;
  /** Never: the server keeps its own files, and refuses what it cannot keep. */
  readonly broken = new Promise<Error>(() => {});
  readonly #hosts: DatabaseHosts;
  readonly #limits: ConnectionLimits;
  readonly #pool: ConnectionPool<PostgresConnection>;
  readonly #names = new HashedNames();
  readonly #listeners = new IncrementListeners();
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

  onIncrements(listener: (counted: readonly Increment[]) => void): void {
    this.#listeners.add(listener);
  }

  transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T> {
    return this.#withSession('write', (session, { begin }) => this.#transaction(session, begin, work));
  }

  exclusive<T>(work: (db: SchemaDb) => Promise<T>): Promise<T> {
    return this.#withOwnSession((session, { begin }) =>
      this.#transaction(session, [...begin, ...LOCK_OTHERS_OUT], work),
    );
  }

  foldIncrements(what: 'many' | 'all'): Promise<void> {
    return this.#withSession('background', async (session, { begin }) => {
      const byIndex = [...begin, READ_BY_INDEX];
      if (what === 'all') await session.transaction(byIndex, forgetOtherServer);
      await session.transaction(byIndex, (db) => foldIncrements(db, what));
    });
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
    // PostgreSQL checks its references as it writes, and its pages are its keeper's business.
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
    this.#listeners.notify(counted);
    return value;
  }

  #withSession<T>(purpose: Purpose, use: SessionWork<T>): Promise<T> {
    return this.#track(() =>
      this.#pool.use(isInBackground() ? 'background' : purpose, (connection) => this.#use(connection, use)),
    );
  }

  /** Over a connection of its own, which nobody is kept waiting for and no time limit ends. */
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

  /** Remembers what is going on, for `close` to wait for. */
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
      // It was the right server when we connected; so it was for the others.
      if (isReadOnly(error)) this.#pool.dropIdle();
      throw error;
    }
  }
}

type SessionWork<T> = (session: PostgresSession, connection: PostgresConnection) => Promise<T>;
