import { randomInt } from 'node:crypto';

import { measure, type Bounds, type Measured, type Subject } from '../bench/measure.ts';
import { startServer, type NodeOptions, type ServerProcess } from '../bench/servers/server-process.ts';
import { askRegistration, type Request } from '../bench/subjects/requests.ts';
import type { OwnPostgres, ServerSpent } from './own-postgres.ts';

/** A house on PostgreSQL that others have filled. */
export interface FilledHouse {
  readonly postgres: OwnPostgres;
  readonly database: 'small' | 'large';
  readonly creatures: number;
  /** Of keepers spread over the whole house. */
  readonly keys: readonly string[];
}

/** Cost of a request on the node and on the server. */
export interface Cost extends Measured {
  readonly serverMicros: number;
  readonly buffersHit: number;
  readonly buffersRead: number;
  readonly walBytes: number;
}

export async function startNode(
  { postgres, database }: FilledHouse,
  options: Omit<NodeOptions, 'databaseUrl'>,
): Promise<ServerProcess> {
  return startServer('node', JSON.stringify({ databaseUrl: postgres.urlOf(database), ...options }));
}

/** One phase of load, seen from both sides. */
export async function measureCost(
  house: Pick<FilledHouse, 'postgres' | 'database'>,
  subject: Subject,
  bounds: Bounds,
): Promise<Cost> {
  const before = await house.postgres.spent(house.database);
  const measured = await measure(subject, bounds);
  return { ...measured, ...sharesOf(measured.answered, before, await house.postgres.spent(house.database)) };
}

/** Server cost per request. */
function sharesOf(answered: number, before: ServerSpent, now: ServerSpent): Omit<Cost, keyof Measured> {
  const share = (what: keyof ServerSpent) => (now[what] - before[what]) / answered;
  return {
    serverMicros: share('cpuMicros'),
    buffersHit: share('buffersHit'),
    buffersRead: share('buffersRead'),
    walBytes: share('walBytes'),
  };
}

// The database may have been measured before, so names must be new.
let unused = randomInt(2 ** 47);

/** The first of this many unused numbers. */
export function unusedNumbers(count: number): number {
  unused += count;
  return unused - count;
}

export function askNewRegistration(): Request {
  return askRegistration(unusedNumbers(1));
}

/** Total CPU of these nodes so far, in microseconds. */
export async function cpuOf(nodes: readonly ServerProcess[]): Promise<number> {
  const spent = await Promise.all(nodes.map((node) => node.spent()));
  return spent.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0);
}
