import type { Server } from 'node:net';

import { populate } from '../populate.ts';
import { countQueries } from './count-queries.ts';
import { openPatientHouse } from './open-lived-in-house.ts';
import type { Queried } from './server-process.ts';

const AGENTS = 600;

/** A lived-in server on PostgreSQL that counts its queries. Background jobs are off, so all queries belong to requests. */
export async function openPostgresHouse(
  databaseUrl: string,
): Promise<{ server: Server; keys: string[]; queried: Queried }> {
  const queried = countQueries();
  const { house, server } = await openPatientHouse({ DATABASE_URL: databaseUrl });
  return { server, keys: await populate(house, AGENTS, house.clock.now()), queried };
}
