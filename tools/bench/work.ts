import { join } from 'node:path';

import { HERE, inColumns } from '../support/report.ts';
import { WORK } from './count-work.ts';
import { BY_WORK, replyTo, type Operation } from './requests.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const MEASURED = [...WORK, 'allocatedKb'] as const;

/** Per request: what the service does, and what that allocates without the optimizing compiler. */
type Work = Readonly<Record<(typeof MEASURED)[number], number>>;
export type WorkTable = Readonly<Record<string, Work>>;

/** So many callers, each of which asks once before it is counted. */
const CALLERS = 60;
/** Bytes are counted in pieces of up to a megabyte. */
const ROUNDS = 5;

/** The committed table: `npm run bench -- work keep` writes it. */
export const WORK_FILE = join(HERE, 'test/bench/work.json');

/** One request after the other, by callers of one seed at one moment: a second run counts the same. */
export async function measureWork(folder: string): Promise<WorkTable> {
  const server = await startServer('work', folder);
  try {
    const measured: [string, Work][] = [];
    for (const operation of BY_WORK) measured.push([operation.name, await workOf(operation, server)]);
    return Object.fromEntries(measured);
  } finally {
    await server.stop();
  }
}

async function workOf({ ask }: Operation, server: ServerProcess): Promise<Work> {
  const { keys } = server;
  const askInTurn = async () => {
    for (let nth = 0; nth < CALLERS; nth += 1) await replyTo(server, ask(keys[nth] ?? '', nth));
  };
  await askInTurn();
  const before = await server.spent();
  for (let time = 0; time < ROUNDS; time += 1) await askInTurn();
  const after = await server.spent();
  const share = (figure: 'allocatedBytes' | (typeof WORK)[number]) =>
    ((after[figure] ?? NaN) - (before[figure] ?? NaN)) / (ROUNDS * CALLERS);
  const counts = WORK.map((kind) => [kind, round(share(kind))] as const);
  return { ...Object.fromEntries(counts), allocatedKb: round(share('allocatedBytes') / 1024) } as Work;
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10;
}

export function workTable(table: WorkTable): string {
  const lines = Object.entries(table).map(([name, work]) => [
    name,
    ...MEASURED.map((kind) => work[kind].toFixed(1)),
  ]);
  return inColumns([['per request', ...MEASURED], ...lines]);
}
