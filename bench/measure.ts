import { Connections, type Driven } from './load.ts';
import type { ServerProcess } from './server-process.ts';

/** Something to measure: what is asked, of whom, and what it is held against. */
export interface Subject {
  readonly name: string;
  readonly server: ServerProcess;
  readonly status: 200 | 201;
  readonly next: () => Buffer;
  /** The bare server's GET, and POST, of the very same reply. */
  readonly against?: { readonly get: Subject; readonly post?: Subject };
  /** How many times the CPU of the bare server it may cost. */
  readonly target?: { readonly times: number; readonly of: 'get' | 'post' };
}

export interface Measured {
  readonly cpuMicros: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const CONNECTIONS = 50;

export interface Bounds {
  readonly ms: number;
  readonly most: number;
}

/** One phase of load; the CPU is what the server's own process says it used meanwhile. */
export async function measure({ server, status, next }: Subject, bounds: Bounds): Promise<Measured> {
  const connections = await Connections.open(server.port, CONNECTIONS);
  try {
    const before = await server.spent();
    const driven = await connections.drive({ status, next, ...bounds });
    const after = await server.spent();
    return summed(driven, after.cpuMicros - before.cpuMicros);
  } finally {
    connections.close();
  }
}

/** The same load, to no end but to be over. */
export async function warmUp({ server, status, next }: Subject, bounds: Bounds): Promise<void> {
  const connections = await Connections.open(server.port, CONNECTIONS);
  await connections.drive({ status, next, ...bounds });
  connections.close();
}

/** The middle of each figure over all rounds. */
export function middleOf(rounds: readonly Measured[]): Measured {
  return {
    cpuMicros: median(rounds.map((each) => each.cpuMicros)),
    perSecond: median(rounds.map((each) => each.perSecond)),
    p50Ms: median(rounds.map((each) => each.p50Ms)),
    p99Ms: median(rounds.map((each) => each.p99Ms)),
  };
}

function summed({ answered, ms, latenciesMs }: Driven, cpuMicros: number): Measured {
  const at = (share: number) => latenciesMs[Math.floor(answered * share)] ?? NaN;
  return {
    cpuMicros: cpuMicros / answered,
    perSecond: (answered / ms) * 1000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? NaN;
}
