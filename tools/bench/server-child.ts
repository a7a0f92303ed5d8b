// One server in a process of its own, so that its CPU time is its own: `server-child.ts KIND GIVEN`.
// Benches of other checkouts start it too (`against=`): where it is, and the words it knows, stay as they are.
import type { AddressInfo, Server } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { z } from 'zod';

import { dice } from '../../src/rules/base/dice.ts';
import type { Route } from '../../src/api/route.ts';
import { getCreatureStatus } from '../../src/api/subjects/lives.ts';
import { register } from '../../src/features/identity/api-keys.ts';
import type { ServedRoute } from '../../src/server/server-context.ts';
import type { HouseParts } from '../../src/app/house.ts';
import { startFoldingCounts, startSettlingDue } from '../../src/app/jobs.ts';
import { openLog } from '../../src/app/log.ts';
import { openHouse } from '../../src/app/open-house.ts';
import { openServer } from '../../src/app/open-server.ts';
import { readConfig } from '../../src/config/config.ts';
import { systemClock } from '../../src/outside/clock.ts';
import { type Random, systemRandom } from '../../src/outside/random.ts';
import { memoryLimiter, type WindowLimit } from '../../src/outside/rate-limiter.ts';
import { openBare } from './bare.ts';
import { countQueries } from './count-queries.ts';
import { countWork, type WorkDone } from './count-work.ts';
import { openPlain } from './plain.ts';
import { populate } from './populate.ts';
import { AGENTS, SMALL_REPLY } from './requests.ts';
import type { Kind, NodeOptions, Queried, Report, Word } from './server-process.ts';

interface Opened {
  readonly server: Server;
  readonly keys?: readonly string[];
  readonly queried?: Queried;
  readonly countedWork?: () => Promise<WorkDone>;
}

const OPENERS: Readonly<Record<Kind, (given: string) => Promise<Opened>>> = {
  /** The service as it runs in production, with one route more; its agents stay below the limits. */
  async house(dataDir) {
    const { house, server } = await open({ ARKHOUSE_DATA_DIR: dataDir }, {}, [
      keyed('/bench/small', SMALL_REPLY),
    ]);
    const keyOf = async (username: string) => {
      const profile = { username, displayName: username, socialLinks: [], gifts: true };
      return (await register(house, { profile }, house.clock.now())).value.key;
    };
    const keys = Array.from({ length: AGENTS }, (_, nth) => keyOf(`agent-${nth}`));
    return { server, keys: await Promise.all(keys) };
  },
  async 'lived-in'(dataDir) {
    const { house, log, server } = await open({ ARKHOUSE_DATA_DIR: dataDir }, { limiter: patientLimiter() });
    startSettlingDue(house, log);
    return { server };
  },
  /** Background jobs are off, so all queries belong to requests. */
  async postgres(databaseUrl) {
    const queried = countQueries();
    const { house, server } = await open({ DATABASE_URL: databaseUrl }, { limiter: patientLimiter() });
    return { server, keys: await populate(house, 600, house.clock.now()), queried };
  },
  /** One of several nodes on a PostgreSQL that others have filled. */
  async node(given) {
    const { databaseUrl, aheadMs = 0 } = JSON.parse(given) as NodeOptions;
    const queried = countQueries();
    const parts = { limiter: patientLimiter(), clock: systemClock(() => Date.now() + aheadMs) };
    const { house, log, server } = await open({ DATABASE_URL: databaseUrl }, parts);
    startFoldingCounts(house, log);
    startSettlingDue(house, log);
    return { server, queried };
  },
  bare: openBare,
  plain: openPlain,
  /** At one moment and with one seed. */
  async work(dataDir) {
    const now = Date.UTC(2026, 10, 12, 15);
    const parts = { limiter: patientLimiter(), clock: { now: () => now }, random: repeatableSeeds() };
    const { house, server } = await open({ ARKHOUSE_DATA_DIR: dataDir }, parts, [
      keyed('/bench/small', SMALL_REPLY),
    ]);
    const keys = await populate(house, 200, now);
    return { server, keys, countedWork: await countWork() };
  },
};

async function open(
  database: Readonly<Record<string, string>>,
  parts: Partial<HouseParts>,
  extraRoutes: readonly ServedRoute[] = [],
) {
  const config = readConfig({ PORT: '0', ARKHOUSE_TRUST_PROXY: '1', ...database });
  const log = openLog(config.logLevel ?? 'info');
  const house = await openHouse(config, log, parts);
  const app = await openServer(house, { ...config, log, extraRoutes });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { house, log, server: app.server };
}

const SEED_BYTES = 6;

/** Random keys and ids, but creatures of the same seeds in every run. */
function repeatableSeeds(): Random {
  let drawn = 0;
  return {
    ...systemRandom,
    bytes(count) {
      if (count !== SEED_BYTES) return systemRandom.bytes(count);
      const seed = Buffer.alloc(SEED_BYTES);
      seed.writeUIntBE(Math.floor(dice(1, 'others', drawn++) * 2 ** (8 * SEED_BYTES)), 0, SEED_BYTES);
      return seed;
    },
  };
}

/** Limits that count as the real ones do, but are out of reach. */
function patientLimiter(): HouseParts['limiter'] {
  const limiter = memoryLimiter();
  const patient = ({ windowSeconds }: WindowLimit) => ({ max: 1_000_000_000, windowSeconds });
  return {
    ...limiter,
    take: (name, limit, who, now) => limiter.take(name, patient(limit), who, now),
    peek: (name, limit, who, now) => limiter.peek(name, patient(limit), who, now),
  };
}

/** The status route with a handler that returns a fixed body: measures parsing, authentication and rate limits. */
function keyed(path: Route['path'], body: unknown): ServedRoute {
  const operationId = path.replaceAll('/', '_');
  const route: Route = { ...getCreatureStatus, operationId, path, reply: z.unknown() };
  return { route, handler: { answer: async () => ({ body }) } };
}

// The parent process always passes a kind.
const [kind, given] = process.argv.slice(2) as [Kind, string];
const { server, keys = [], queried, countedWork } = await OPENERS[kind](given);
const tell = (report: Report) => process.send?.(report);
process.on('message', (word: Word) => {
  if (word === 'stop') process.exit();
  void tellSpent();
});

async function tellSpent(): Promise<void> {
  const { user, system } = process.cpuUsage();
  tell({
    cpuMicros: user + system,
    residentBytes: process.memoryUsage.rss(),
    allocatedBytes: getHeapStatistics().total_allocated_bytes,
    ...queried,
    ...(await countedWork?.()),
  });
}
process.on('disconnect', () => process.exit());
// A server that listens on TCP has an address of this kind.
tell({ port: (server.address() as AddressInfo).port, keys });
