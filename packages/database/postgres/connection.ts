import { Client } from 'pg';

import { splitHosts } from '../host-list.ts';
import { DatabaseOpenError, DatabaseUnavailableError, trustAs } from '../portable.ts';
import type { PooledConnection } from './pool.ts';
import { ToldStatements } from './statement-batch.ts';
import { isServerFull, POSTGRES_TYPES, ServerSilentError } from './types.ts';

interface ServerFacts {
  readonly encoding: string;
  readonly standby: boolean;
  readonly readOnly: boolean;
}

interface ConnectionOptions {
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number | undefined;
}

// The client waits this much longer than the server's own statement timeout, in case the server has vanished.
const ANSWER_MARGIN_MS = 2000;

// Timeout of idle transactions: a node that hangs inside one must not keep its row locks.
const IDLE_IN_TRANSACTION_MS = 10_000;
const CLOSE_TIMEOUT_MS = 1000;

type Answer = ServerFacts & { readonly pid: number; readonly durability: string };

const ASK = `
  select pg_backend_pid() as pid, current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby,
    current_setting('transaction_read_only') = 'on' as "readOnly", current_setting('synchronous_commit') as durability`;

// Session settings, sent on a direct connection only: behind a pooler the next statement may reach another session.
const LIMIT_OWN_SESSION = `
  select set_config('statement_timeout', $1, false), set_config('idle_in_transaction_session_timeout', $2, false)
  where pg_backend_pid() = $3`;

// Detects poolers: those that support prepared statements rename them; others pass the names through or mix them up.
const OWN_NAME = 'ark_name_probe';
const ASK_NAME = `select from pg_prepared_statements where name = '${OWN_NAME}'`;

async function openConnection(url: string, options: ConnectionOptions): Promise<PostgresConnection> {
  const { connectTimeoutMs, statementTimeoutMs } = options;
  const client = new Client({
    connectionString: url,
    types: POSTGRES_TYPES,
    application_name: 'arkhouse',
    keepAlive: true,
    pipeline: true,
    connectionTimeoutMillis: connectTimeoutMs,
    ...(statementTimeoutMs !== undefined && { query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS }),
  });
  // The running query reports the lost connection; without a listener the `error` event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await readFacts(client, options);
  } catch (error) {
    client.connection.stream.destroy();
    const isTimeout = error instanceof Error && /^(?:timeout expired|Query read timeout)/.test(error.message);
    throw isTimeout ? new ServerSilentError(`no answer within ${connectTimeoutMs} ms`) : error;
  }
}

async function readFacts(client: Client, options: ConnectionOptions): Promise<PostgresConnection> {
  const { connectTimeoutMs, statementTimeoutMs = 0 } = options;
  const { processID } = trustAs<{ processID: number }>(client);
  const inTime = { query_timeout: connectTimeoutMs };
  const limits = [statementTimeoutMs, IDLE_IN_TRANSACTION_MS, processID];
  const [answers, isNameKept] = await Promise.all([
    client.query<Answer>({ text: ASK, ...inTime }),
    client.query({ name: OWN_NAME, text: ASK_NAME, ...inTime }).then(
      ({ rowCount }) => rowCount === 1,
      () => true,
    ),
    client.query({ text: LIMIT_OWN_SESSION, values: limits, ...inTime }),
  ]);
  const [facts] = answers.rows;
  if (!facts) throw new Error('the server said nothing about itself');
  // A pooler reports an invented process id, so a real one means a direct connection.
  const isOwnSession = facts.pid === processID;
  return new PostgresConnection(client, {
    facts,
    namesStatements: isOwnSession || !isNameKept,
    begin: beginWith(facts.durability, isOwnSession ? undefined : statementTimeoutMs),
  });
}

/** Overrides `synchronous_commit = off`: acknowledged writes must survive a power loss. Stronger settings stay. */
function beginWith(durability: string, statementTimeoutMs: number | undefined): string[] {
  const begin = ['begin', `set local synchronous_commit = ${durability === 'off' ? 'on' : durability}`];
  if (statementTimeoutMs === undefined) return begin;
  return [
    ...begin,
    `set local statement_timeout = ${statementTimeoutMs}`,
    `set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  ];
}

export class PostgresConnection implements PooledConnection {
  readonly client: Client;
  readonly facts: ServerFacts;
  /** False behind a pooler without prepared statements. A named one is planned once per connection. */
  readonly namesStatements: boolean;
  readonly begin: readonly string[];
  readonly told = new ToldStatements();
  /** True when a failover made another host the right one: the connection must not be used. */
  outdated = false;
  #lost = false;

  constructor(client: Client, known: Pick<PostgresConnection, 'facts' | 'namesStatements' | 'begin'>) {
    this.client = client;
    this.facts = known.facts;
    this.namesStatements = known.namesStatements;
    this.begin = known.begin;
    client.once('error', () => this.retire()).once('end', () => this.retire());
  }

  /** True if the connection can be reused: a transaction status other than idle means that the last transaction did not end. */
  get usable(): boolean {
    return !this.#lost && this.client.getTransactionStatus() === 'I';
  }

  retire(): void {
    this.#lost = true;
  }

  abandon(reason: Error): void {
    this.retire();
    this.client.connection.stream.destroy(reason);
  }

  async close(): Promise<void> {
    this.retire();
    const { stream } = this.client.connection;
    const timer = setTimeout(() => stream.destroy(), CLOSE_TIMEOUT_MS).unref();
    await this.client.end();
    clearTimeout(timer);
  }
}

/** The kinds of hosts of libpq's `target_session_attrs`. */
const KINDS = {
  any: () => true,
  'read-write': ({ standby, readOnly }: ServerFacts) => !standby && !readOnly,
  'read-only': ({ standby, readOnly }: ServerFacts) => standby || readOnly,
  primary: ({ standby }: ServerFacts) => !standby,
  standby: ({ standby }: ServerFacts) => standby,
} as const;

export type ServerKind = keyof typeof KINDS;

type Host = Readonly<Record<'url' | 'name', string>>;

export class DatabaseHosts {
  readonly label: string;
  readonly #hosts: readonly Host[];
  readonly #kind: ServerKind;
  readonly #open = new Map<PostgresConnection, Host>();
  #current = 0;

  constructor(url: string, usualKind: ServerKind) {
    const urls = splitHosts(url);
    const clients = urls.map((each) => new Client(each));
    const names = clients.map(({ host, port }) => `${host}:${port}`);
    this.#hosts = urls.map((each, at) => ({ url: each, name: names[at] ?? '' }));
    this.label = `PostgreSQL at ${names.join(',')}/${clients[0]?.database}`;
    this.#kind = kindIn(this.url) ?? usualKind;
  }

  get url(): string {
    return this.#hosts[this.#current]?.url ?? '';
  }

  async open(options: ConnectionOptions): Promise<PostgresConnection> {
    const failures: { host: Host; error: unknown }[] = [];
    for (const host of [...this.#hosts.slice(this.#current), ...this.#hosts.slice(0, this.#current)]) {
      try {
        return await this.#openAt(host, options);
      } catch (error) {
        failures.push({ host, error });
      }
    }
    throw explain(failures);
  }

  async #openAt(host: Host, options: ConnectionOptions): Promise<PostgresConnection> {
    const connection = await openConnection(host.url, options);
    const { standby, readOnly } = connection.facts;
    if (!KINDS[this.#kind](connection.facts)) {
      await connection.close();
      const found = standby ? 'a standby' : readOnly ? 'read-only' : 'a primary';
      throw new DatabaseUnavailableError(`it is ${found}, and a server is wanted that is ${this.#kind}`);
    }
    this.#current = this.#hosts.indexOf(host);
    this.#open.set(connection, host);
    connection.client.once('end', () => this.#open.delete(connection));
    // After a failover the old primary may come back: connections to it must not be used.
    for (const [each, at] of this.#open) each.outdated = at !== host;
    return connection;
  }
}

/** An error that can be waited out (server full) if there is one; otherwise all messages joined. */
function explain(failures: readonly { host: Host; error: unknown }[]): unknown {
  const [first, ...others] = failures;
  if (others.length === 0) return first?.error;
  const errors = failures.map(({ error }) => error);
  const full = errors.find(isServerFull);
  if (full !== undefined) return full;
  const words = failures.map(
    ({ host, error }) => `${host.name}: ${error instanceof Error ? error.message : ''}`,
  );
  const isSilent = errors.some((error) => error instanceof ServerSilentError);
  return new (isSilent ? ServerSilentError : DatabaseUnavailableError)(words.join('; '));
}

function kindIn(url: string): ServerKind | undefined {
  const wanted = URL.parse(url)?.searchParams.get('target_session_attrs');
  if (wanted === undefined || wanted === null) return undefined;
  if (Object.hasOwn(KINDS, wanted)) return wanted as ServerKind;
  throw new DatabaseOpenError(`target_session_attrs is one of ${Object.keys(KINDS).join(', ')}`);
}
