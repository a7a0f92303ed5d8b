import { Connections, type Driven } from './load.ts';
import type { ServerProcess, Spent } from './server-process.ts';

/** A subject: its request, its server and its baseline. */
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

/** Per request; NaN is what the server does not count. */
export interface Measured {
  /** Total number of requests. */
  readonly answered: number;
  readonly cpuMicros: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly allocatedBytes: number;
  readonly statements: number;
  readonly roundTrips: number;
}

const CONNECTIONS = 50;

export interface Bounds {
  readonly ms: number;
  readonly most: number;
}

/** Runs one phase of load; CPU and all other costs are those that the server process reports. */
export async function measure({ server, status, next }: Subject, bounds: Bounds): Promise<Measured> {
  const connections = await Connections.open(server.port, CONNECTIONS);
  try {
    const before = await server.spent();
    const driven = await connections.drive({ status, next, ...bounds });
    return perRequest(driven, before, await server.spent());
  } finally {
    connections.close();
  }
}

/** Runs the same load without measuring it. */
export async function warmUp({ server, status, next }: Subject, bounds: Bounds): Promise<void> {
  const connections = await Connections.open(server.port, CONNECTIONS);
  await connections.drive({ status, next, ...bounds });
  connections.close();
}

/** The middle of each figure over all rounds. */
export function middleOf<T extends object>(
  rounds: readonly T[],
): { [Figure in keyof T]: T[Figure] & number } {
  const figures = Object.keys(rounds[0] ?? {}) as (keyof T)[];
  const middle = (figure: keyof T) => median(rounds.map((each) => Number(each[figure])));
  // All figures are numbers; others become NaN.
  return Object.fromEntries(figures.map((figure) => [figure, middle(figure)])) as never;
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
  const rounds = new Map<Subject, Measured[]>(subjects.map((subject) => [subject, []]));
  await Promise.all(subjects.map((each) => warmUp(each, plan.warmUp)));
  for (let round = 0; round < plan.rounds; round += 1) {
    const order = round % 2 === 0 ? subjects : subjects.toReversed();
    for (const subject of order) rounds.get(subject)?.push(await measure(subject, plan.round));
  }
  return [...rounds].map(([subject, each]) => ({ subject, rounds: each }));
}

function perRequest({ answered, ms, latenciesMs }: Driven, before: Spent, after: Spent): Measured {
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

export function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? NaN;
}
