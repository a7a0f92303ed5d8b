import type { Server } from 'node:net';

import { startFoldingCounts, startSettlingDue } from '../../../src/jobs/jobs.ts';
import { systemClock } from '../../../src/outside/clock.ts';
import { countQueries } from './count-queries.ts';
import { openPatientHouse } from './open-lived-in-house.ts';
import type { NodeOptions, Queried } from './server-process.ts';

/** One of several nodes on a PostgreSQL that others have filled; `given` are its options as JSON. */
export async function openNode(given: string): Promise<{ server: Server; keys: string[]; queried: Queried }> {
  // The parent process always passes the options.
  const { databaseUrl, settles, aheadMs = 0 } = JSON.parse(given) as NodeOptions;
  const queried = countQueries();
  const clock = systemClock(() => Date.now() + aheadMs);
  const { house, log, server } = await openPatientHouse({ DATABASE_URL: databaseUrl }, { clock });
  startFoldingCounts(house, log);
  if (settles) startSettlingDue(house, log);
  return { server, keys: [], queried };
}
