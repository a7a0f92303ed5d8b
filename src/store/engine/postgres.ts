import { Client, Pool, types, type CustomTypesConfig, type PoolClient, type PoolConfig } from 'pg';

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
import { IncrementListeners } from './increments.ts';
import { DatabaseUnavailableError, isUnavailable, trustAs } from './portable.ts';
import { dumpPostgres } from './postgres-dump.ts';
import { PostgresSession, StatementNames } from './postgres-session.ts';
import { proveWritable } from './settings.ts';

/** Opens a pool of connections, and fails unless the server answers. */
export async function openPostgres(url: string, mostConnections = 20): Promise<Database> {
  const database = new PostgresDatabase(url, mostConnections);
  try {
    await database.verifyServer();
    return database;
  } catch (error) {
    await database.close();
    throw new Error(`could not open ${database.label}`, { cause: error });
  }
}

const POOL: PoolConfig = {
  connectionTimeoutMillis: 5000,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
  // For a server that has vanished: then its own time limits are of no use.
  query_timeout: 15_000,
  keepAlive: true,
  application_name: 'arkhouse',
  pipeline: true,
};

// Any constant will do, as long as every version of Arkhouse has the same.
const EXCLUSIVE_LOCK_ID = 4_182_021_317;

const ENCODING: Query<{ encoding: string }> = {
  text: `select current_setting('server_encoding') as encoding`,
  columns: ['encoding'],
};

const SHARDS = 4;

const BEGIN = 'begin';
const BEGIN_SNAPSHOT = `
  begin isolation level repeatable read, read only;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;
const BEGIN_EXCLUSIVE = `begin; set local statement_timeout = 0; select pg_advisory_xact_lock(${EXCLUSIVE_LOCK_ID})`;

// Whoever runs the server may prefer speed; what we have answered must still survive its power loss.
const ENSURE_SYNCHRONOUS_COMMIT = `
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

class PostgresDatabase implements Database {
  readonly label: string;
  readonly shared = true;
  /** Never: the server keeps its own files, and refuses what it cannot keep. */
  readonly broken = new Promise<Error>(() => {});
  readonly #url: string;
  readonly #pool: Pool;
  readonly #names = new StatementNames();
  readonly #listeners = new IncrementListeners();
  readonly #shards = new TallyShards();
  readonly #inFlight = new Set<Promise<unknown>>();
  #closed = false;

  constructor(url: string, mostConnections: number) {
    const { host, port, database } = new Client(url);
    this.label = `PostgreSQL at ${host}:${port}/${database}`;
    this.#url = url;
    this.#pool = new Pool({
      ...POOL,
      max: mostConnections,
      connectionString: url,
      types: POSTGRES_TYPES,
      verify: prepareClient,
    });
    // A lost idle connection is replaced when next needed; unheard, the event would end the process.
    this.#pool.on('error', () => {});
  }

  async verifyServer(): Promise<void> {
    const encoding = await this.one(ENCODING, []);
    if (encoding?.encoding !== 'UTF8')
      throw new Error(`its encoding is ${encoding?.encoding}, and UTF8 is needed`);
  }

  one<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row | undefined> {
    return this.#withSession((session) => session.one(query, values));
  }

  all<Row>(query: Query<Row>, values: readonly Value[]): Promise<Row[]> {
    return this.#withSession((session) => session.all(query, values));
  }

  run(command: Command, values: readonly Value[]): Promise<number> {
    return this.#withSession((session) => session.run(command, values));
  }

  runEach(command: RowCommand, rows: readonly (readonly Value[])[]): Promise<number> {
    return this.#withSession((session) => session.runEach(command, rows));
  }

  together<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#withSession((session) => work(session));
  }

  async snapshot<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (this.#closed) throw new DatabaseUnavailableError('the database is closed');
    const client = new Client({
      connectionString: this.#url,
      types: POSTGRES_TYPES,
      application_name: 'arkhouse',
      keepAlive: true,
    });
    // Whoever is reading learns of the loss from their own query.
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query(BEGIN_SNAPSHOT);
      return await work(new PostgresSession(client, this.#names, 0));
    } finally {
      await client.end();
    }
  }

  onIncrements(listener: (counted: readonly Increment[]) => void): void {
    this.#listeners.add(listener);
  }

  transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T> {
    return this.#withSession((session) => this.#transaction(session, BEGIN, work));
  }

  exclusive<T>(work: (db: SchemaDb) => Promise<T>): Promise<T> {
    return this.#withSession((session) => this.#transaction(session, BEGIN_EXCLUSIVE, work));
  }

  ensureWritable(): Promise<void> {
    return proveWritable(this);
  }

  async backup(file: string): Promise<void> {
    if (this.#closed) throw new DatabaseUnavailableError('the database is closed');
    return dumpPostgres(this.#url, file);
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
    await this.#pool.end();
  }

  async #transaction<T>(
    session: PostgresSession,
    begin: string,
    work: (db: SchemaDb) => Promise<T>,
  ): Promise<T> {
    const { value, counted } = await session.transaction(begin, work);
    this.#listeners.notify(counted);
    return value;
  }

  async #withSession<T>(use: (session: PostgresSession) => Promise<T>): Promise<T> {
    if (this.#closed) throw new DatabaseUnavailableError('the database is closed');
    const doing = this.#withClient(use);
    this.#inFlight.add(doing);
    try {
      return await doing;
    } finally {
      this.#inFlight.delete(doing);
    }
  }

  async #withClient<T>(use: (session: PostgresSession) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let failure: unknown;
    try {
      return await use(new PostgresSession(client, this.#names, this.#shards.of(client)));
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // Anything but idle means that the last transaction was not brought to an end.
      client.release(isUnavailable(failure) || client.getTransactionStatus() !== 'I');
    }
  }
}

/** Connections that count at the same time write to rows of their own, so that they seldom wait for each other. */
class TallyShards {
  readonly #numbers = new WeakMap<PoolClient, number>();
  #last = 0;

  of(client: PoolClient): number {
    const known = this.#numbers.get(client);
    if (known !== undefined) return known;
    this.#last = (this.#last + 1) % SHARDS;
    this.#numbers.set(client, this.#last);
    return this.#last;
  }
}

function prepareClient(client: PoolClient, done: (error?: Error) => void): void {
  // Heard for the same reason; whoever is using the connection learns of its loss from their own query.
  client.on('error', () => {});
  client.query(ENSURE_SYNCHRONOUS_COMMIT, [], (error) => done(error));
}

/** Whole numbers, averages and blobs as SQLite gives them. */
const POSTGRES_TYPES: CustomTypesConfig = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary'): unknown =>
    PARSERS.get(oid) ?? types.getTypeParser(oid, format),
};

type TypeId = (typeof types.builtins)[keyof typeof types.builtins];
const { INT8, NUMERIC, BYTEA } = types.builtins;

const parseBytes = trustAs<(text: string) => Buffer>(types.getTypeParser(BYTEA));

const PARSERS: ReadonlyMap<TypeId, (text: string) => unknown> = new Map<TypeId, (text: string) => unknown>([
  [INT8, exactNumber],
  [NUMERIC, Number],
  [BYTEA, (text) => new Uint8Array(parseBytes(text))],
]);

function exactNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large to be exact`);
  return number;
}
