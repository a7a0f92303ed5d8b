import { setTimeout as pause } from 'node:timers/promises';

import { measure, middleOf, type Bounds, type Measured } from '../bench/measure.ts';
import { AT_SIZE, requestsOf, type Operation } from '../bench/requests.ts';
import type { ServerProcess } from '../bench/server-process.ts';
import { inColumns } from '../support/report.ts';
import type { FilledHouse } from './postgres.ts';

interface ServedHouse {
  readonly creatures: number;
  readonly server: ServerProcess;
  readonly keys: readonly string[];
  /** What the database itself has cost, where that is counted. */
  readonly spent?: FilledHouse['spent'];
}

const ROUNDS = 3;
const WARM_UP: Bounds = { ms: 15_000, most: 5000 };
const ROUND: Bounds = { ms: 6000, most: 1500 };
/** CPU of the process in the large database, as a multiple of that in the small one. */
const MOST_GROWTH = 1.2;

const HEAD = `CPU µs|→|×|p50 ms|→|×|statements|trips|server µs|→|×|WAL bytes|≤ ${MOST_GROWTH}×`.split('|');

/** The cost of each request in a small and in a large database. */
export async function routesTable(small: ServedHouse, large: ServedHouse): Promise<string> {
  for (const { server } of [small, large]) await caughtUp(server);
  const lines = [[`per request, ${small.creatures} → ${large.creatures} creatures`, ...HEAD]];
  for (const operation of AT_SIZE) {
    const line = [operation.name, ...(await figuresOf(operation, small, large))];
    lines.push(line);
    // The whole run takes a quarter of an hour, so results are printed as they arrive.
    process.stderr.write(`${line.join(' · ')}\n`);
  }
  const megabytes = ((await large.server.spent()).residentBytes / 1e6).toFixed(0);
  return `${inColumns(lines)}\n${megabytes} MB resident with ${large.creatures} creatures`;
}

/** Settles what was due after the fill, so that no measured request pays for it. */
async function caughtUp({ port }: ServerProcess): Promise<void> {
  const health = async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).json();
  while (Object.hasOwn((await health()) as object, 'backlog')) await pause(500);
}

type Cost = Measured & Readonly<Record<'serverMicros' | 'walBytes', number>>;

/** A function that measures this request, after a warm-up. */
async function warmedUp(operation: Operation, { server, keys, spent }: ServedHouse) {
  const { name, status = 200 } = operation;
  const most = WARM_UP.most + ROUNDS * ROUND.most;
  const subject = { name, server, status, next: await requestsOf(operation, { ...server, keys }, most) };
  await measure(subject, WARM_UP);
  return async (): Promise<Cost> => {
    const before = await spent?.();
    const cost = await measure(subject, ROUND);
    const after = await spent?.();
    const share = (what: 'cpuMicros' | 'walBytes') =>
      ((after?.[what] ?? NaN) - (before?.[what] ?? NaN)) / cost.answered;
    return { ...cost, serverMicros: share('cpuMicros'), walBytes: share('walBytes') };
  };
}

async function figuresOf(operation: Operation, smallHouse: ServedHouse, largeHouse: ServedHouse) {
  const [costInSmall, costInLarge] = [
    await warmedUp(operation, smallHouse),
    await warmedUp(operation, largeHouse),
  ];
  const rounds: { readonly small: Cost; readonly large: Cost }[] = [];
  while (rounds.length < ROUNDS) rounds.push({ small: await costInSmall(), large: await costInLarge() });
  const small = middleOf(rounds.map((round) => round.small));
  const large = middleOf(rounds.map((round) => round.large));
  const told = (figure: number, digits = 0) => (Number.isNaN(figure) ? '' : figure.toFixed(digits));
  const growth = (figure: 'cpuMicros' | 'p50Ms' | 'serverMicros', digits = 0) => [
    told(small[figure], digits),
    told(large[figure], digits),
    told(large[figure] / small[figure], 2),
  ];
  return [
    ...growth('cpuMicros'),
    ...growth('p50Ms', 2),
    told(large.statements, 1),
    told(large.roundTrips, 1),
    ...growth('serverMicros'),
    told(large.walBytes),
    large.cpuMicros / small.cpuMicros <= MOST_GROWTH ? 'met' : 'MISSED',
  ];
}
