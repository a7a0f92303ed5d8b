import type { Server } from 'node:net';

import type { Logger } from 'pino';

import { readConfig } from '../../../src/config/config.ts';
import type { House, HouseParts } from '../../../src/features/house.ts';
import { openServer } from '../../../src/server/open-server.ts';
import { startSettlingDue } from '../../../src/jobs/jobs.ts';
import { openLog } from '../../../src/log.ts';
import { openHouse } from '../../../src/open-house.ts';
import { type Limiter, memoryLimiter, type WindowLimit } from '../../../src/outside/rate-limiter.ts';

/** A lived-in server configured as in production, with limits out of reach. */
export async function openLivedInHouse(
  dataDir: string,
  meanwhile?: typeof startSettlingDue,
): Promise<{ server: Server; keys: string[] }> {
  const { house, log, server } = await openPatientHouse({ ARKHOUSE_DATA_DIR: dataDir });
  startSettlingDue(house, log);
  meanwhile?.(house, log);
  return { server, keys: [] };
}

/** A server on the given database, with limits out of reach. */
export async function openPatientHouse(
  database: Readonly<Record<string, string>>,
  overrides: Partial<HouseParts> = {},
): Promise<{ house: House; log: Logger; server: Server }> {
  const config = readConfig({ PORT: '0', ARKHOUSE_TRUST_PROXY: '1', ...database });
  const log = openLog(config.logLevel ?? 'info');
  const house = await openHouse(config, log, { limiter: patientLimiter(), ...overrides });
  const app = await openServer(house, { ...config, log });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { house, log, server: app.server };
}

/** Counts as the real one does, so that counting costs what it costs. */
function patientLimiter(): Limiter {
  const limiter = memoryLimiter();
  const patient = (limit: WindowLimit) => ({ max: 1_000_000_000, windowSeconds: limit.windowSeconds });
  return {
    take: (name, limit, who, now) => limiter.take(name, patient(limit), who, now),
    peek: (name, limit, who, now) => limiter.peek(name, patient(limit), who, now),
    giveBack: (name, who, counted) => limiter.giveBack(name, who, counted),
    close: () => limiter.close(),
  };
}
