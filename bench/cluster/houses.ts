import { randomInt } from 'node:crypto';

import { measure, type Bounds, type Measured, type Subject } from '../measure.ts';
import { startServer, type NodeOptions, type ServerProcess } from '../servers/server-process.ts';
import { askRegistration, type Request } from '../subjects/requests.ts';
import type { OwnPostgres, ServerSpent } from './own-postgres.ts';

/** A house on PostgreSQL that others have filled. */
export interface FilledHouse {
  readonly postgres: OwnPostgres;
  readonly database: 'small' | 'large';
  readonly creatures: number;
  /** Of keepers spread over the whole house. */
  readonly keys: readonly string[];
}

/** What a request took of the node and of the server. */
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

/** What each of so many requests took of the server. */
function sharesOf(answered: number, before: ServerSpent, now: ServerSpent): Omit<Cost, keyof Measured> {
  const share = (what: keyof ServerSpent) => (now[what] - before[what]) / answered;
  return {
    serverMicros: share('cpuMicros'),
    buffersHit: share('buffersHit'),
    buffersRead: share('buffersRead'),
    walBytes: share('walBytes'),
  };
}

// A house may have been measured before, and nobody can be called what somebody is.
let unused = randomInt(2 ** 47);

/** The first of so many numbers that nobody has been given. */
export function unusedNumbers(count: number): number {
  unused += count;
  return unused - count;
}

export function askNewRegistration(): Request {
  return askRegistration(unusedNumbers(1));
}

/** What all of these nodes took so far, in microseconds. */
export async function cpuOf(nodes: readonly ServerProcess[]): Promise<number> {
  const spent = await Promise.all(nodes.map((node) => node.spent()));
  return spent.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0);
}
