import { Client } from 'pg';

import { trustAs } from '../portable.ts';
import { POSTGRES_TYPES, ServerSilentError, type StatementNames } from './types.ts';
import type { PooledConnection } from './pool.ts';
import { ToldStatements } from './statement-batch.ts';

/** What is known of the server that answered. */
export interface ServerFacts {
  readonly encoding: string;
  /** Does it follow another one? */
  readonly standby: boolean;
  readonly readOnly: boolean;
}

export interface ConnectionOptions {
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
export async function openConnection(url: string, options: ConnectionOptions): Promise<PostgresConnection> {
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
