import type { Server } from 'node:net';

import { readConfig } from '../src/config/config.ts';
import { openHouse } from '../src/context.ts';
import { openDoor } from '../src/http/open-door.ts';
import { startSettler } from '../src/jobs/settler.ts';
import { openLog } from '../src/log.ts';
import type { Limiter, WindowLimit } from '../src/outside/limiter.ts';
import { memoryLimiter } from '../src/outside/limiter-memory.ts';

/** A house that others have lived in, as it runs in production, but for limits that nobody reaches. */
export async function openLivedInHouse(
  dataDir: string,
  meanwhile?: typeof startSettler,
): Promise<{ server: Server; keys: string[] }> {
  const config = readConfig({ PORT: '0', ARKHOUSE_DATA_DIR: dataDir, ARKHOUSE_TRUST_PROXY: '1' });
  const log = openLog(config.logLevel ?? 'info');
  const house = await openHouse(config, log, { limiter: patientLimiter() });
  const app = await openDoor(house, { ...config, log });
  await app.listen({ port: 0, host: '127.0.0.1' });
  startSettler(house, log);
  meanwhile?.(house, log);
  return { server: app.server, keys: [] };
}

/** Counts as the real one does, so that counting costs what it costs. */
function patientLimiter(): Limiter {
  const limiter = memoryLimiter();
  const patient = (limit: WindowLimit) => ({ max: 1_000_000_000, windowSeconds: limit.windowSeconds });
  return {
    take: (name, limit, who, now) => limiter.take(name, patient(limit), who, now),
    giveBack: (name, limit, who, now) => limiter.giveBack(name, patient(limit), who, now),
    close: () => limiter.close(),
  };
}
