import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { withClient } from '../postgres-schemas.ts';
import { childrenOf, signalIfThere, until, type OwnProcess, type OwnServers } from './own-servers.ts';

export type ServerSettings = Readonly<Record<string, string>>;

/** Shutdown modes: without waiting for clients, or as in a power failure. */
const STOP_SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;
const DATABASE = 'arkhouse';
const STANDBY = 'standby';
// Tests kill processes, not machines, so fsync is off: disks are slow.
const USUAL: ServerSettings = {
  listen_addresses: '127.0.0.1',
  fsync: 'off',
  shared_buffers: '64MB',
  max_connections: '120',
  wal_keep_size: '512MB',
  // A restarted primary delays commits until its standby has reconnected.
  wal_retrieve_retry_interval: '500ms',
};

interface ClusterOptions {
  readonly settings?: ServerSettings;
  /** Data folder, if not its own; may be a small file system. */
  readonly dataFolder?: string;
  readonly template?: string;
}

/** A private PostgreSQL server that tests may stop, kill and freeze. */
export class PostgresCluster {
  readonly port: number;
  readonly #servers: OwnServers;
  readonly #folder: string;
  #settings: ServerSettings;
  #process: OwnProcess | undefined;

  private constructor(servers: OwnServers, port: number, folder: string, settings: ServerSettings) {
    this.#servers = servers;
    this.port = port;
    this.#folder = folder;
    this.#settings = settings;
  }

  static async create(servers: OwnServers, options: ClusterOptions = {}): Promise<PostgresCluster> {
    const port = await servers.freePort();
    const folder = servers.makeFolder(`postgres-${port}`);
    if (options.template === undefined) await initialise(servers, folder);
    else await servers.run('cp', ['-a', `${options.template}/.`, folder]);
    const cluster = new PostgresCluster(servers, port, folder, { ...USUAL, ...options.settings });
    await cluster.start();
    const { dataFolder } = options;
    if (dataFolder !== undefined)
      await cluster.query(`create tablespace small location '${dataFolder}'`, 'postgres');
    const where = dataFolder === undefined ? '' : ' tablespace small';
    await cluster.query(`create database ${DATABASE}${where}`, 'postgres');
    return cluster;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${DATABASE}`;
  }

  async start(): Promise<void> {
    const settings = Object.entries({ ...this.#settings, unix_socket_directories: this.#folder });
    const args = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const where = ['-D', this.#folder, '-p', String(this.port)];
    this.#process = this.#servers.start(postgresCommand('postgres'), [...where, ...args]);
    const answers = async () => (await this.query('select 1', 'postgres').catch(() => [])).length > 0;
    await until('PostgreSQL answers', answers, this.#process);
  }

  async stop(how: keyof typeof STOP_SIGNALS): Promise<void> {
    await this.#process?.end(STOP_SIGNALS[how]);
  }

  async kill(): Promise<void> {
    this.#signalAll('SIGKILL');
    await this.#process?.ended;
  }

  /** Freezes all processes: connections stay open and nothing answers. */
  freeze(): void {
    this.#signalAll('SIGSTOP');
  }

  thaw(): void {
    this.#signalAll('SIGCONT');
  }

  /** Adds a synchronous standby. */
  async createStandby(): Promise<PostgresCluster> {
    const port = await this.#servers.freePort();
    const folder = this.#servers.makeFolder(`postgres-${port}`);
    const from = `host=127.0.0.1 port=${this.port} user=postgres application_name=${STANDBY}`;
    const spaces = await this.query<{ place: string }>(
      `select pg_tablespace_location(oid) as place from pg_tablespace where spcname = 'small'`,
      'postgres',
    );
    const mapped = spaces.map(
      ({ place }) => `--tablespace-mapping=${place}=${this.#servers.makeFolder(`space-${port}`)}`,
    );
    const how = ['--checkpoint=fast', '--no-sync', '--write-recovery-conf', '--wal-method=stream'];
    await this.#servers.run(postgresCommand('pg_basebackup'), ['-D', folder, '-d', from, ...how, ...mapped]);
    const standby = new PostgresCluster(this.#servers, port, folder, this.#settings);
    await standby.start();
    // After the copy: a promoted standby must not wait for a standby of its own.
    await this.query(`alter system set synchronous_standby_names = '${STANDBY}'`, 'postgres');
    await this.query('select pg_reload_conf()', 'postgres');
    const followers = `select 1 from pg_stat_replication where sync_state = 'sync'`;
    await until('the standby is followed', async () => (await this.query(followers, 'postgres')).length > 0);
    return standby;
  }

  async promote(): Promise<void> {
    await this.query('select pg_promote()', 'postgres');
  }

  async query<Row>(sql: string, database = DATABASE): Promise<Row[]> {
    const server = { host: '127.0.0.1', port: this.port, user: 'postgres', database };
    return withClient({ ...server, connectionTimeoutMillis: 5000 }, async (client) => {
      return (await client.query(sql)).rows as Row[];
    });
  }

  #signalAll(signal: NodeJS.Signals): void {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    // The parent first: it could start others meanwhile.
    signalIfThere(pid, signal);
    for (const each of childrenOf(pid)) signalIfThere(each, signal);
  }
}

// As on most servers, lower() and upper() know letters beyond ASCII. Linux alone always has it.
const LOCALE = process.platform === 'linux' ? 'C.UTF-8' : 'C';

export async function initialise(servers: OwnServers, folder: string): Promise<void> {
  const how = ['--username=postgres', '--auth=trust', '--encoding=UTF8', `--locale=${LOCALE}`, '--no-sync'];
  await servers.run(postgresCommand('initdb'), [...how, '-D', folder]);
}

const DEBIAN = '/usr/lib/postgresql';

/** Debian keeps a server's own commands off the path, by version. */
export function postgresCommand(name: string): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  const paths = versions.map((version) => join(DEBIAN, version, 'bin', name));
  return paths.find((path) => existsSync(path)) ?? name;
}
