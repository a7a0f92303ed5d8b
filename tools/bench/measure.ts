import { median } from '../support/report.ts';
import { openConnections, type Driven } from './load.ts';
import type { ServerProcess, Spent } from './server-process.ts';

export interface Subject {
  readonly name: string;
  readonly server: ServerProcess;
  readonly status: number;
  readonly next: () => Buffer;
  /** The bare server's GET, and POST, of the very same reply; for writes also the least that a durable one costs. */
  readonly against?: { readonly get: Subject; readonly post?: Subject; readonly limit?: Subject };
  /** The same of another checkout. */
  readonly before?: Subject;
  readonly target?: Target;
}

export interface Target {
  /** Allowed CPU as a multiple of the bare server. */
  readonly times: number;
  readonly of: 'get' | 'post' | 'limit';
  /** Allowed p99 as a multiple of the median. */
  readonly tail?: number;
}

const CONNECTIONS = 50;

export interface Bounds {
  readonly ms: number;
  readonly most: number;
}

/** Runs one phase of load; CPU and all other costs are those that the server process reports. */
export async function measure({ server, status, next }: Subject, bounds: Bounds): Promise<Measured> {
  using connections = await openConnections(server.port, CONNECTIONS);
  const before = await server.spent();
  const driven = await connections.drive({ status, next, ...bounds });
  return perRequest(driven, before, await server.spent());
}

export type Measured = ReturnType<typeof perRequest>;

/** Per request; NaN is what the server does not count. */
function perRequest({ answered, ms, latenciesMs }: Driven, before: Spent, after: Spent) {
  const at = (share: number) => latenciesMs[Math.floor(answered * share)] ?? NaN;
  const spent = (what: keyof Spent) => ((after[what] ?? NaN) - (before[what] ?? NaN)) / answered;
  return {
    answered,
    cpuMicros: spent('cpuMicros'),
    perSecond: (answered / ms) * 1000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    allocatedBytes: spent('allocatedBytes'),
    statements: spent('statements'),
    roundTrips: spent('roundTrips'),
  };
}

/** The middle of each figure over all rounds. */
export function middleOf<Figure extends string>(rounds: readonly Readonly<Record<Figure, number>>[]) {
  const figures = Object.keys(rounds[0] ?? {}) as Figure[];
  const middles = figures.map((figure) => [figure, median(rounds.map((each) => each[figure]))]);
  return Object.fromEntries(middles) as Record<Figure, number>;
}

export interface Plan {
  readonly warmUp: Bounds;
  readonly rounds: number;
  readonly round: Bounds;
}

export interface Result {
  readonly subject: Subject;
  readonly rounds: readonly Measured[];
}

/** One after the other, and all of them again in reverse order, so that changes of the machine's speed affect all alike. */
export async function inRounds(subjects: readonly Subject[], plan: Plan): Promise<Result[]> {
  const results = subjects.map((subject) => ({ subject, rounds: [] as Measured[] }));
  await Promise.all(subjects.map((each) => measure(each, plan.warmUp)));
  for (let round = 0; round < plan.rounds; round += 1)
    for (const { subject, rounds } of round % 2 === 0 ? results : results.toReversed())
      rounds.push(await measure(subject, plan.round));
  return results;
}
