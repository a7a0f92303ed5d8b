import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { CuttingProxy } from '../../test/support/servers/cutting-proxy.ts';
import { fakeClock, startNode } from '../../test/support/servers/house-node.ts';
import { OwnServers, until, type OwnProcess } from '../../test/support/servers/own-servers.ts';
import { PostgresCluster, type ServerSettings } from '../../test/support/servers/postgres-cluster.ts';
import { startHaproxy, startPgbouncer, startRedis } from '../../test/support/servers/small-servers.ts';
import { builtRelease, previousRelease } from '../../test/upgrades/releases.ts';
import { HERE } from '../support/report.ts';

const SMALL_DISK_MB = { postgres: 192, sqlite: 64 };

export interface WorldOptions {
  /** One node on SQLite, and nothing else. */
  readonly sqlite?: boolean;
  /** The proxy between nodes and PostgreSQL. */
  readonly through?: 'pgbouncer' | 'proxy';
  /** The nodes also know the standby and detect the primary themselves. */
  readonly bothHosts?: boolean;
  readonly smallDisk?: boolean;
  /** The clock of each node at the start, as faketime writes it; `setClock` changes it later. */
  readonly clockOffsets?: readonly string[];
  /** More settings of the nodes, and of PostgreSQL. */
  readonly env?: Readonly<Record<string, string>>;
  readonly postgres?: ServerSettings;
  readonly speed?: number;
  /** The nodes it begins with are of the release before this one. */
  readonly previousRelease?: boolean;
}

export const COMMANDS = ['initdb', 'postgres', 'pg_basebackup', 'redis-server', 'haproxy', 'ps'];

type Cluster = Awaited<ReturnType<typeof makeCluster>>;
type Store = Pick<PostgresCluster, 'url' | 'query'>;

/** Three nodes behind haproxy, on a PostgreSQL with a synchronous standby and a Redis, all of them our own; or one on SQLite. */
export class World implements AsyncDisposable {
  readonly servers = new OwnServers();
  nodePorts: readonly number[] = [];
  metricsPorts: readonly number[] = [];
  /** The node that faults of one node happen to. */
  readonly sick: number;
  /** The disk of the database, if it is small. */
  readonly smallFolder: string | undefined;
  current: Store;
  #cluster: Cluster | undefined;
  readonly #options: WorldOptions;
  readonly #began = performance.now();
  /** Also those that have ended. */
  readonly #nodes: { readonly nth: number; readonly process: OwnProcess }[] = [];
  /** The unreadable creature. */
  damaged: string | undefined;

  private constructor(options: WorldOptions) {
    const megabytes = SMALL_DISK_MB[options.sqlite === true ? 'sqlite' : 'postgres'];
    this.smallFolder = options.smallDisk ? this.servers.makeSmallFolder('small', megabytes) : undefined;
    this.sick = options.sqlite === true ? 0 : 1;
    this.#options = options;
    this.current = fileIn(this.#dataFolder);
  }

  /** Its servers also end with this process. */
  static async create(options: WorldOptions = {}): Promise<World> {
    const world = new World(options);
    await world.#open();
    return world;
  }

  async #open(): Promise<void> {
    const { sqlite, clockOffsets = [] } = this.#options;
    const count = sqlite === true ? 1 : 3;
    const ports = await Promise.all(Array.from({ length: 2 * count }, () => this.servers.freePort()));
    [this.nodePorts, this.metricsPorts] = [ports.slice(0, count), ports.slice(count)];
    if (sqlite !== true) {
      this.#cluster = await makeCluster(this, this.#options);
      this.current = this.#cluster.primary;
    }
    for (const [nth, offset] of clockOffsets.entries()) this.setClock(nth, offset);
    const root = this.#options.previousRelease === true ? await builtRelease(previousRelease()) : HERE;
    // The first one makes the schema.
    await this.startNode(0, root);
    await Promise.all(this.nodePorts.slice(1).map((_, others) => this.startNode(others + 1, root)));
    await this.ready();
  }

  get address(): string {
    return `http://127.0.0.1:${this.#cluster?.haproxy.port ?? this.nodePorts[0]}`;
  }

  get parts(): Cluster {
    if (!this.#cluster) throw new Error('A world on SQLite has one node and nothing else.');
    return this.#cluster;
  }

  get #dataFolder(): string {
    return join(this.smallFolder ?? this.servers.folder, 'data');
  }

  async failOver(): Promise<void> {
    await this.parts.standby.promote();
    this.current = this.parts.standby;
  }

  async startNode(nth: number, root = HERE): Promise<void> {
    const clockOffset = this.clock();
    const process = await startNode(this.servers, {
      port: this.nodePorts[nth] ?? 0,
      root,
      env: {
        ...(await this.envOf(nth)),
        ARKHOUSE_METRICS_PORT: String(this.metricsPorts[nth]),
        // A release from before this setting would refuse it.
        ...(root === HERE && { ARKHOUSE_CLOSE_AFTER_SECONDS: '3' }),
        // PostgreSQL keeps the real time.
        ...(clockOffset !== undefined && { ARKHOUSE_CLOCK: 'unchecked', ARKHOUSE_DEATHS_PERCENT: '0' }),
      },
      ...(clockOffset !== undefined && { clockOffset }),
    });
    this.#nodes.push({ nth, process });
  }

  /** The settings of a node that its operator also gives to other commands on that machine. */
  async envOf(nth: number): Promise<Record<string, string>> {
    // Without FAKETIME faketime reads the file, again every second.
    const { FAKETIME: _, ...faked } = this.#options.clockOffsets ? await fakeClock('+0') : {};
    return {
      PORT: String(this.nodePorts[nth]),
      ...(this.#cluster
        ? {
            DATABASE_URL: this.#cluster.databaseUrl,
            REDIS_URL: `redis://127.0.0.1:${this.#cluster.redis.port}`,
          }
        : this.storeEnv),
      // Agents come through proxies of their own, so that each has an address of its own.
      ARKHOUSE_TRUST_PROXY: '127.0.0.1',
      ARKHOUSE_BASE_URL: this.address,
      ...this.#options.env,
      ...(this.#options.clockOffsets && {
        ...faked,
        FAKETIME_TIMESTAMP_FILE: this.#clockFile(nth),
        FAKETIME_CACHE_DURATION: '1',
      }),
    };
  }

  /** The settings of a command that needs the database alone, and not through a proxy. */
  get storeEnv(): Record<string, string> {
    return this.#cluster ? { DATABASE_URL: this.current.url } : { ARKHOUSE_DATA_DIR: this.#dataFolder };
  }

  setClock(nth: number, offset: string): void {
    writeFileSync(this.#clockFile(nth), offset);
  }

  #clockFile(nth: number): string {
    return join(this.servers.folder, `clock-${nth}`);
  }

  /** Current time of the accelerated clock in faketime's format: a node started later must not begin at the start again. */
  clock(): string | undefined {
    const { speed = 1 } = this.#options;
    if (speed === 1) return undefined;
    return `+${Math.round(((speed - 1) * (performance.now() - this.#began)) / 1000)} x${speed}`;
  }

  #node(nth: number): OwnProcess | undefined {
    return this.#nodes.findLast((node) => node.nth === nth)?.process;
  }

  pidOf(nth: number): number | undefined {
    return this.#node(nth)?.pid;
  }

  async endNode(nth: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const node = this.#node(nth);
    const ended = await node?.end(signal);
    if (signal === 'SIGTERM' && ended !== 0)
      throw new Error(`Node ${nth + 1} was asked to close and ended with ${ended}:\n${node?.said()}`);
  }

  async ready(): Promise<void> {
    const isReady = async (port: number) =>
      (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok;
    await until('every node is ready', async () =>
      (await Promise.all(this.nodePorts.map(isReady))).every(Boolean),
    );
  }

  logs(): string {
    return this.#nodes.map(({ nth, process }) => `node ${nth + 1}:\n${process.said()}`).join('\n');
  }

  async close(): Promise<void> {
    await Promise.all(this.nodePorts.map((_, nth) => this.endNode(nth, 'SIGTERM')));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cluster?.proxy?.[Symbol.asyncDispose]();
    await this.servers[Symbol.asyncDispose]();
  }
}

function fileIn(folder: string): Store {
  const file = join(folder, 'arkhouse.db');
  return {
    url: `file:${file}`,
    async query<Row>(sql: string): Promise<Row[]> {
      using database = new DatabaseSync(file, { timeout: 5000 });
      return database.prepare(sql).all() as Row[];
    },
  };
}

async function makeCluster(
  { servers, nodePorts, smallFolder }: World,
  { through, bothHosts, postgres = {} }: WorldOptions,
) {
  const dataFolder = smallFolder === undefined ? {} : { dataFolder: smallFolder };
  const primary = await PostgresCluster.create(servers, { ...dataFolder, settings: postgres });
  const [standby, redis, haproxy] = await Promise.all([
    primary.createStandby(),
    startRedis(servers),
    startHaproxy(servers, nodePorts),
  ]);
  const proxy =
    through === 'proxy' ? await CuttingProxy.start(await servers.freePort(), primary.port) : undefined;
  const pgbouncer = through === 'pgbouncer' ? await startPgbouncer(servers, primary.port) : undefined;
  const first = proxy?.port ?? pgbouncer?.port ?? primary.port;
  const hosts = [first, ...(bothHosts === true ? [standby.port] : [])].map((port) => `127.0.0.1:${port}`);
  const databaseUrl = primary.url.replace(/127\.0\.0\.1:\d+/, hosts.join(','));
  return { primary, standby, redis, haproxy, databaseUrl, proxy, pgbouncer };
}
