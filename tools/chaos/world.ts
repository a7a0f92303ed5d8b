import { fileURLToPath } from 'node:url';

import { CuttingProxy } from '../../test/support/servers/cutting-proxy.ts';
import { startNode } from '../../test/support/servers/house-node.ts';
import { OwnServers, until, type OwnProcess } from '../../test/support/servers/own-servers.ts';
import { PostgresCluster } from '../../test/support/servers/postgres-cluster.ts';
import {
  startHaproxy,
  startPgbouncer,
  startRedis,
  type SmallServer,
} from '../../test/support/servers/small-servers.ts';
import { previousRelease } from './previous-release.ts';

/** This checkout. */
export const OURS = fileURLToPath(new URL('../..', import.meta.url));
const NODES = 3;
const SMALL_DISK_MB = 192;

export interface WorldOptions {
  /** The proxy between nodes and PostgreSQL. */
  readonly through?: 'pgbouncer' | 'proxy';
  /** The nodes also know the standby and detect the primary themselves. */
  readonly bothHosts?: boolean;
  /** The database has only so much room. */
  readonly smallDisk?: boolean;
  /** Clock offset per node. */
  readonly clockOffsets?: readonly string[];
  /** Clock speed factor. */
  readonly speed?: number;
  /** The nodes it begins with are of the release before this one. */
  readonly previousRelease?: boolean;
}

/** Programs that every world needs. */
export const COMMANDS = ['initdb', 'postgres', 'pg_basebackup', 'redis-server', 'haproxy', 'ps'];

/** Three nodes behind haproxy, on a PostgreSQL with a synchronous standby and a Redis, all of them our own. */
export class World implements AsyncDisposable {
  /** The load balancer's address. */
  readonly address: string;
  readonly nodePorts: readonly number[];
  readonly primary: PostgresCluster;
  readonly standby: PostgresCluster;
  readonly redis: SmallServer;
  /** Folder of the database, if the default has little space. */
  readonly smallFolder: string | undefined;
  readonly #parts: WorldParts;
  readonly #began = performance.now();
  #current: PostgresCluster;
  readonly #nodes = new Map<number, OwnProcess>();
  readonly #saidBefore: string[] = [];

  private constructor(parts: WorldParts) {
    this.#parts = parts;
    this.#current = parts.primary;
    this.address = `http://127.0.0.1:${parts.haproxy.port}`;
    this.nodePorts = parts.nodePorts;
    this.primary = parts.primary;
    this.standby = parts.standby;
    this.redis = parts.redis;
    this.smallFolder = parts.smallFolder;
  }

  static async create(options: WorldOptions = {}): Promise<World> {
    const servers = new OwnServers();
    try {
      const world = new World(await makeParts(servers, options));
      const root = options.previousRelease === true ? await previousRelease() : OURS;
      // The first one makes the schema.
      await world.startNode(0, root);
      await Promise.all(world.nodePorts.slice(1).map((_, others) => world.startNode(others + 1, root)));
      await world.ready();
      return world;
    } catch (error) {
      await servers[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The one that is written to now. */
  get current(): PostgresCluster {
    return this.#current;
  }

  get databaseUrl(): string {
    return this.#parts.databaseUrl;
  }

  get proxy(): CuttingProxy {
    if (!this.#parts.proxy) throw new Error('There is no proxy in this world.');
    return this.#parts.proxy;
  }

  get pgbouncer(): SmallServer {
    if (!this.#parts.pgbouncer) throw new Error('There is no pgbouncer in this world.');
    return this.#parts.pgbouncer;
  }

  /** Promotes the standby; the nodes are not told. */
  async failOver(): Promise<void> {
    await this.standby.promote();
    this.#current = this.standby;
  }

  async startNode(nth: number, root = OURS): Promise<void> {
    const clockOffset = this.clock() ?? this.#parts.clockOffsets[nth];
    const process = await startNode(this.#parts.servers, {
      port: this.nodePorts[nth] ?? 0,
      root,
      env: {
        DATABASE_URL: this.databaseUrl,
        REDIS_URL: `redis://127.0.0.1:${this.redis.port}`,
        // Agents come through proxies of their own, so that each has an address of its own.
        ARKHOUSE_TRUST_PROXY: '127.0.0.1',
        ARKHOUSE_BASE_URL: this.address,
        // A release from before this setting would refuse it.
        ...(root === OURS && { ARKHOUSE_CLOSE_AFTER_SECONDS: '3' }),
      },
      ...(clockOffset !== undefined && { clockOffset }),
    });
    this.#nodes.set(nth, process);
  }

  /** Current time of the accelerated clock in faketime's format: a node started later must not begin at the start again. */
  clock(): string | undefined {
    const { speed } = this.#parts;
    if (speed === 1) return undefined;
    return `+${Math.round(((speed - 1) * (performance.now() - this.#began)) / 1000)} x${speed}`;
  }

  /** The process of a node, as the system knows it. */
  pidOf(nth: number): number | undefined {
    return this.#nodes.get(nth)?.pid;
  }

  async endNode(nth: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const ended = await this.#nodes.get(nth)?.end(signal);
    this.#saidBefore.push(`node ${nth + 1}, ended:\n${this.#nodes.get(nth)?.said()}`);
    if (signal === 'SIGTERM' && ended !== 0)
      throw new Error(
        `Node ${nth + 1} was asked to close and ended with ${ended}:\n${this.#nodes.get(nth)?.said()}`,
      );
  }

  /** Until the balancer sends to all nodes. */
  async ready(): Promise<void> {
    await until('every node is ready', async () => {
      const answers = await Promise.all(this.nodePorts.map((port) => isReady(port)));
      return answers.every(Boolean);
    });
  }

  /** Logs of the nodes, for failures. */
  logs(): string {
    const now = [...this.#nodes].map(([nth, process]) => `node ${nth + 1}:\n${process.said()}`);
    return [...this.#saidBefore, ...now].join('\n');
  }

  async close(): Promise<void> {
    await Promise.all(this.nodePorts.map((_, nth) => this.endNode(nth, 'SIGTERM')));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.proxy?.[Symbol.asyncDispose]();
    await this.#parts.servers[Symbol.asyncDispose]();
  }
}

interface WorldParts {
  readonly servers: OwnServers;
  readonly primary: PostgresCluster;
  readonly standby: PostgresCluster;
  readonly redis: SmallServer;
  readonly haproxy: SmallServer;
  readonly nodePorts: readonly number[];
  readonly databaseUrl: string;
  readonly clockOffsets: readonly string[];
  readonly speed: number;
  readonly proxy: CuttingProxy | undefined;
  readonly pgbouncer: SmallServer | undefined;
  readonly smallFolder: string | undefined;
}

async function makeParts(servers: OwnServers, options: WorldOptions): Promise<WorldParts> {
  const smallFolder =
    options.smallDisk === true ? servers.makeSmallFolder('small', SMALL_DISK_MB) : undefined;
  const primary = await PostgresCluster.create(servers, {
    ...(smallFolder !== undefined && { dataFolder: smallFolder }),
  });
  const nodePorts: number[] = [];
  for (let nth = 0; nth < NODES; nth += 1) nodePorts.push(await servers.freePort());
  const [standby, redis, haproxy] = await Promise.all([
    primary.createStandby(),
    startRedis(servers),
    startHaproxy(servers, nodePorts),
  ]);
  const proxy =
    options.through === 'proxy'
      ? await CuttingProxy.start(await servers.freePort(), primary.port)
      : undefined;
  const pgbouncer = options.through === 'pgbouncer' ? await startPgbouncer(servers, primary.port) : undefined;
  const ports = [
    proxy?.port ?? pgbouncer?.port ?? primary.port,
    ...(options.bothHosts === true ? [standby.port] : []),
  ];
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const databaseUrl = primary.url.replace(/127\.0\.0\.1:\d+/, hosts);
  const clockOffsets = options.clockOffsets ?? [];
  return {
    servers,
    primary,
    standby,
    redis,
    haproxy,
    nodePorts,
    databaseUrl,
    clockOffsets,
    speed: options.speed ?? 1,
    proxy,
    pgbouncer,
    smallFolder,
  };
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
