import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:net';

import type { Logger } from 'pino';
import { z } from 'zod';

import { defineRoute, type Route } from '../../src/api/route.ts';
import { getCreatureStatus } from '../../src/api/subjects/lives.ts';
import { readConfig } from '../../src/config/config.ts';
import { register } from '../../src/features/agents/register.ts';
import type { House, HouseParts } from '../../src/features/house.ts';
import { startFoldingCounts, startSettlingDue } from '../../src/jobs/jobs.ts';
import { openLog } from '../../src/log.ts';
import { openHouse } from '../../src/open-house.ts';
import { systemClock } from '../../src/outside/clock.ts';
import { type Limiter, memoryLimiter, type WindowLimit } from '../../src/outside/rate-limiter.ts';
import type { ServedRoute } from '../../src/server/handler.ts';
import { openServer } from '../../src/server/open-server.ts';
import { countQueries } from './count-queries.ts';
import LARGE_REPLY from './large-reply.json' with { type: 'json' };
import { populate } from './populate.ts';
import { AGENTS, SMALL_REPLY } from './requests.ts';
import type { Kind, NodeOptions, Queried } from './server-process.ts';

interface Opened {
  readonly server: Server;
  readonly keys: readonly string[];
  readonly queried?: Queried;
}

const LIVED_IN_POSTGRES = 600;

/** Each is given its folder, database or options by the process that starts it. */
export const OPENERS: Readonly<Record<Kind, (given: string) => Promise<Opened>>> = {
  /** The service as it runs in production, with two routes more; its agents stay below the limits. */
  async house(dataDir) {
    const settings = { PORT: '0', ARKHOUSE_DATA_DIR: dataDir, ARKHOUSE_TRUST_PROXY: '1' };
    const { house, server } = await open(settings, {}, [
      keyed('/bench/small', SMALL_REPLY),
      keyed('/bench/large', LARGE_REPLY),
    ]);
    const keyOf = async (username: string) => {
      const profile = { username, displayName: username, socialLinks: [] };
      return (await register(house, { profile }, house.clock.now())).value.key;
    };
    return {
      server,
      keys: await Promise.all(Array.from({ length: AGENTS }, (_, nth) => keyOf(`agent-${nth}`))),
    };
  },
  async 'lived-in'(dataDir) {
    const { house, log, server } = await openPatient({ ARKHOUSE_DATA_DIR: dataDir });
    startSettlingDue(house, log);
    return { server, keys: [] };
  },
  /** Background jobs are off, so all queries belong to requests. */
  async postgres(databaseUrl) {
    const queried = countQueries();
    const { house, server } = await openPatient({ DATABASE_URL: databaseUrl });
    return { server, keys: await populate(house, LIVED_IN_POSTGRES, house.clock.now()), queried };
  },
  /** One of several nodes on a PostgreSQL that others have filled. */
  async node(given) {
    const { databaseUrl, settles, aheadMs = 0 } = JSON.parse(given) as NodeOptions;
    const queried = countQueries();
    const clock = systemClock(() => Date.now() + aheadMs);
    const { house, log, server } = await openPatient({ DATABASE_URL: databaseUrl }, { clock });
    startFoldingCounts(house, log);
    if (settles) startSettlingDue(house, log);
    return { server, keys: [], queried };
  },
  bare: openBare,
};

async function open(
  settings: Readonly<Record<string, string>>,
  parts: Partial<HouseParts>,
  extraRoutes: readonly ServedRoute[] = [],
): Promise<{ house: House; log: Logger; server: Server }> {
  const config = readConfig(settings);
  const log = openLog(config.logLevel ?? 'info');
  const house = await openHouse(config, log, parts);
  const app = await openServer(house, { ...config, log, extraRoutes });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { house, log, server: app.server };
}

/** With limits that count as the real ones do, but are out of reach. */
function openPatient(database: Readonly<Record<string, string>>, parts: Partial<HouseParts> = {}) {
  const limiter = memoryLimiter();
  const patient = (limit: WindowLimit) => ({ max: 1_000_000_000, windowSeconds: limit.windowSeconds });
  const limits: Limiter = {
    take: (name, limit, who, now) => limiter.take(name, patient(limit), who, now),
    peek: (name, limit, who, now) => limiter.peek(name, patient(limit), who, now),
    giveBack: (name, who, counted) => limiter.giveBack(name, who, counted),
    close: () => limiter.close(),
  };
  return open({ PORT: '0', ARKHOUSE_TRUST_PROXY: '1', ...database }, { limiter: limits, ...parts });
}

/** A route that does nothing, with the query of the busiest one: what remains is the price of the door. */
function keyed(path: Route['path'], body: unknown): ServedRoute {
  const operationId = path.replaceAll('/', '_');
  const route = defineRoute({ ...getCreatureStatus, operationId, path, reply: z.unknown() });
  return { route, handler: { answer: async () => ({ body }) } };
}

/** The baseline: only `node:http` and JSON. */
async function openBare(json: string): Promise<Opened> {
  const reply: unknown = JSON.parse(json);
  const server = createServer((request, response) => {
    const send = () => {
      const body = JSON.stringify(reply);
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.setHeader('content-length', Buffer.byteLength(body));
      response.end(body);
    };
    if (request.method !== 'POST') return send();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      // Reading the body is part of what the baseline costs.
      JSON.parse(Buffer.concat(chunks).toString());
      send();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, keys: [] };
}
