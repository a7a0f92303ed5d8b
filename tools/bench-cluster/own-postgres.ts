import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { withClient } from '../../test/support/postgres-schemas.ts';
import {
  childrenOf,
  until,
  type OwnProcess,
  type OwnServers,
} from '../../test/support/servers/own-servers.ts';
import { postgresCommand } from '../../test/support/servers/postgres-cluster.ts';

// Usual settings for a server of this size; the rest are PostgreSQL defaults.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '2GB',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};

const COUNTED = `
  select sum(shared_blks_hit)::float as "buffersHit", sum(shared_blks_read)::float as "buffersRead",
    sum(wal_bytes)::float as "walBytes", sum(calls)::float as statements
  from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`;

/** Cost so far of one database of the server; CPU is that of all server processes. */
export interface ServerSpent {
  readonly cpuMicros: number;
  readonly buffersHit: number;
  readonly buffersRead: number;
  readonly walBytes: number;
  readonly statements: number;
}

/** A PostgreSQL server of our own, so that all its processes do is ours. */
export class OwnPostgres {
  readonly #servers: OwnServers;
  readonly #folder: string;
  readonly #port: number;
  #process: OwnProcess | undefined;

  private constructor(servers: OwnServers, folder: string, port: number) {
    this.#servers = servers;
    this.#folder = folder;
    this.#port = port;
  }

  /** Makes a server in a folder, or takes the one that is there. It is not started yet. */
  static async in(folder: string, servers: OwnServers): Promise<OwnPostgres> {
    if (!existsSync(join(folder, 'PG_VERSION'))) {
      const how = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
      await servers.run(postgresCommand('initdb'), [...how, '-D', folder]);
    }
    return new OwnPostgres(servers, folder, await servers.freePort());
  }

  urlOf(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/${database}`;
  }

  async query<Row extends object>(database: string, sql: string, values: unknown[] = []): Promise<Row[]> {
    return withClient(this.urlOf(database), async (client) => (await client.query<Row>(sql, values)).rows);
  }

  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const all = { ...SETTINGS, port: String(this.#port), ...settings };
    const given = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.#process = this.#servers.start(postgresCommand('postgres'), ['-D', this.#folder, ...given]);
    const answers = () => this.query('postgres', 'select 1').then(Boolean, () => false);
    await until('PostgreSQL answers', answers, this.#process);
  }

  async stop(): Promise<void> {
    if (this.#process?.isRunning()) await this.#process.end('SIGINT');
  }

  async spent(database: string): Promise<ServerSpent> {
    const [counted] = await this.query<Omit<ServerSpent, 'cpuMicros'>>(database, COUNTED);
    if (!counted) throw new Error('PostgreSQL counts nothing');
    return { ...counted, cpuMicros: this.cpuMicros() };
  }

  /** Of the server, of those of its processes that have ended, and of those that run. */
  cpuMicros(): number {
    const { pid = 0 } = this.#process ?? {};
    const { own, ended } = microsOf(pid);
    return childrenOf(pid).reduce((sum, child) => sum + microsOf(child).own, own + ended);
  }
}

/** Linux counts in hundredths of a second. */
const MICROS_PER_TICK = 10_000;

/** The CPU that a process took, and all of its children together that have ended; nothing when it has ended itself. */
export function microsOf(pid: number | 'self'): { readonly own: number; readonly ended: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Its name may hold anything; numbers follow the last bracket.
    const numbers = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = numbers.slice(11).map(Number);
    return { own: (user + system) * MICROS_PER_TICK, ended: (endedUser + endedSystem) * MICROS_PER_TICK };
  } catch {
    return { own: 0, ended: 0 };
  }
}
