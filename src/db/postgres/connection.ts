import { Client } from 'pg';

import { splitHosts } from '../../rules/base/host-list.ts';
import { DatabaseOpenError, DatabaseUnavailableError, trustAs } from '../portable.ts';
import { isServerFull, POSTGRES_TYPES, ServerSilentError, type StatementNames } from './types.ts';
import type { PooledConnection } from './pool.ts';
import { ToldStatements } from './statement-batch.ts';

/** What is known of the server that answered. */
interface ServerFacts {
  readonly encoding: string;
  /** Does it follow another one? */
  readonly standby: boolean;
  readonly readOnly: boolean;
}

interface ConnectionOptions {
  readonly connectTimeoutMs: number;
  /** After this long the server gives a statement up; undefined for work that takes as long as it takes. */
  readonly statementTimeoutMs: number | undefined;
  readonly names: StatementNames;
}

// For a server that has vanished: then its own time limits are of no use.
const ANSWER_MARGIN_MS = 2000;

// A node that stands still in the middle of a transaction must not keep others from its rows.
const IDLE_IN_TRANSACTION_MS = 10_000;

const FAREWELL_MS = 1000;

interface Answer extends ServerFacts {
  readonly pid: number;
  readonly durability: string;
}

const ASK = `
  select pg_backend_pid() as pid, current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby,
    current_setting('transaction_read_only') = 'on' as "readOnly", current_setting('synchronous_commit') as durability`;

// Only where the session is ours: behind a pooler the next statement may come to another one.
const LIMIT_OWN_SESSION = `
  select set_config('statement_timeout', $1, false), set_config('idle_in_transaction_session_timeout', $2, false)
  where pg_backend_pid() = $3`;

// A pooler that looks after named statements gives them names of its own; one that does not, passes them on or mixes them up.
const OWN_NAME = 'ark_asks_for_its_name';
const ASK_NAME = `select from pg_prepared_statements where name = '${OWN_NAME}'`;

/** Connects and finds out whom it has reached, in one round trip after the handshake. */
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
  // Whoever is using it learns of its loss from their own query; unheard, the event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await getAcquainted(client, options);
  } catch (error) {
    client.connection.stream.destroy();
    throw isTimeout(error) ? new ServerSilentError(`no answer within ${connectTimeoutMs} ms`) : error;
  }
}

async function getAcquainted(client: Client, options: ConnectionOptions): Promise<PostgresConnection> {
  const { connectTimeoutMs, statementTimeoutMs = 0, names } = options;
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
  // A pooler makes up the number by which a client is known.
  const isOwnSession = facts.pid === processID;
  return new PostgresConnection(client, {
    facts,
    names: isOwnSession || !isNameKept ? names : () => undefined,
    begin: beginWith(facts.durability, isOwnSession ? undefined : statementTimeoutMs),
  });
}

/**
 * Whoever runs the server may prefer speed; what we have answered must still survive its power loss. A stronger wish, to wait
 * for standbys as well, stays as it is.
 */
function beginWith(durability: string, statementTimeoutMs: number | undefined): string[] {
  const begin = ['begin', `set local synchronous_commit = ${durability === 'off' ? 'on' : durability}`];
  if (statementTimeoutMs === undefined) return begin;
  return [
    ...begin,
    `set local statement_timeout = ${statementTimeoutMs}`,
    `set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  ];
}

/** One connection, and how the server at its other end is to be spoken to. */
export class PostgresConnection implements PooledConnection {
  readonly client: Client;
  readonly facts: ServerFacts;
  readonly names: StatementNames;
  /** Begins a transaction that is kept on the disk and does not take for ever. */
  readonly begin: readonly string[];
  readonly told = new ToldStatements();
  /** Set by whoever knows a better server. */
  outdated = false;
  #lost = false;

  constructor(client: Client, known: Pick<PostgresConnection, 'facts' | 'names' | 'begin'>) {
    this.client = client;
    this.facts = known.facts;
    this.names = known.names;
    this.begin = known.begin;
    client.once('error', () => this.retire()).once('end', () => this.retire());
  }

  /** Anything but idle means that the last transaction was not brought to an end. */
  get usable(): boolean {
    return !this.#lost && this.client.getTransactionStatus() === 'I';
  }

  /** Not to be used again. */
  retire(): void {
    this.#lost = true;
  }

  abandon(reason: Error): void {
    this.retire();
    this.client.connection.stream.destroy(reason);
  }

  /** Says goodbye, and does not wait long for one. */
  async close(): Promise<void> {
    this.retire();
    const { stream } = this.client.connection;
    const timer = setTimeout(() => stream.destroy(), FAREWELL_MS).unref();
    await this.client.end();
    clearTimeout(timer);
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /^(?:timeout expired|Query read timeout)/.test(error.message);
}

/** What kind of server is wanted, in libpq's own words. */
const KINDS = {
  any: () => true,
  'read-write': ({ standby, readOnly }: ServerFacts) => !standby && !readOnly,
  'read-only': ({ standby, readOnly }: ServerFacts) => standby || readOnly,
  primary: ({ standby }: ServerFacts) => !standby,
  standby: ({ standby }: ServerFacts) => standby,
} as const;

export type ServerKind = keyof typeof KINDS;

interface Host {
  readonly url: string;
  readonly name: string;
}

/** The hosts a database may be found on, of which one is the right one at a time. */
export class DatabaseHosts {
  /** For people: what it is and where, without any password. */
  readonly label: string;
  readonly #hosts: readonly Host[];
  readonly #kind: ServerKind;
  readonly #open = new Map<PostgresConnection, Host>();
  #current = 0;

  /** `usualKind` is wanted unless the address says otherwise. */
  constructor(url: string, usualKind: ServerKind) {
    const urls = splitHosts(url);
    const clients = urls.map((each) => new Client(each));
    const names = clients.map(({ host, port }) => `${host}:${port}`);
    this.#hosts = urls.map((each, at) => ({ url: each, name: names[at] ?? '' }));
    this.label = `PostgreSQL at ${names.join(',')}/${clients[0]?.database}`;
    this.#kind = kindIn(this.url) ?? usualKind;
  }

  /** The address of the host that was the right one last. */
  get url(): string {
    return this.#hosts[this.#current]?.url ?? '';
  }

  /** Connects to the first host of the right kind, beginning with the one it was last. */
  async open(options: ConnectionOptions): Promise<PostgresConnection> {
    const failures: { host: Host; error: unknown }[] = [];
    for (const host of [...this.#hosts.slice(this.#current), ...this.#hosts.slice(0, this.#current)]) {
      try {
        // One after another: only one of them is wanted.
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
    // A server that was left may come back, and must not be taken for what it was.
    for (const [each, at] of this.#open) each.outdated = at !== host;
    return connection;
  }
}

/** Of several failures the one that can be waited out, or else all that is known. */
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
