// Searches for the most expensive requests without a key: `npm run tool -- fuzz 20000`; SEED=… repeats a run.
import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { MCP_PATH } from '../src/api/documents.ts';
import { dice } from '../src/rules/base/dice.ts';
import { cpuOf, timeOfRequest, type Cost } from './fuzz/cpu-of-request.ts';
import { heavyRequest, PLAIN, type HeavyRequest } from './fuzz/heavy-requests.ts';
import { commitOf, machine } from './machine.ts';
import { openBenchHouse } from './servers/open-bench-house.ts';
import { HERE } from './servers/server-process.ts';
import { inColumns } from './tables/columns.ts';

const count = Number(process.argv[2] ?? 20_000);
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 32));

// Before that, much is loaded and compiled.
const WARM_UP = 1000;
// The slowest are asked again, for the machine may have been busy; the slowest of those so often that their CPU time can be told.
const AGAIN = 100;
const TIMES = 5;
const SHOWN = 12;
const TIMES_SHOWN = 40;

const GROUPS = ['strangers', 'strangers who call tools', 'agents with a key'] as const;

function groupOf({ caller, url }: HeavyRequest): (typeof GROUPS)[number] {
  if (caller === 'an agent') return 'agents with a key';
  return url === MCP_PATH ? 'strangers who call tools' : 'strangers';
}

interface Measured extends Cost {
  readonly request: HeavyRequest;
}

let rolls = 0;
const roll = (below: number): number => Math.floor(dice(seed, 'others', rolls++) * below);

await mkdir(join(HERE, 'data'), { recursive: true });
const folder = await mkdtemp(join(HERE, 'data/fuzz-'));
try {
  const { server, keys } = await openBenchHouse(folder);
  const { port } = server.address() as AddressInfo;
  let asked = 0;
  const measure = async (request: HeavyRequest): Promise<Measured> => {
    asked += 1;
    return { request, ...(await timeOfRequest(port, request, keys[asked % keys.length] ?? '')) };
  };
  console.log(`SEED=${seed}, ${count} requests`);
  for (let nth = 0; nth < WARM_UP; nth += 1) await measure(heavyRequest(roll));
  const dearest = new Map<string, Measured[]>(GROUPS.map((group) => [group, []]));
  const statuses = new Map<number, number>();
  for (let nth = 0; nth < count; nth += 1) {
    const measured = await measure(heavyRequest(roll));
    statuses.set(measured.status, (statuses.get(measured.status) ?? 0) + 1);
    const group = groupOf(measured.request);
    const those = [...(dearest.get(group) ?? []), measured];
    dearest.set(group, those.length > 2 * AGAIN ? those.toSorted(byCost).slice(0, AGAIN) : those);
  }
  /** The least of some times. */
  const settled = async (request: HeavyRequest): Promise<Measured> => {
    const runs: Measured[] = [];
    for (let nth = 0; nth < TIMES; nth += 1) runs.push(await measure(request));
    return runs.reduce((least, each) => (each.ms < least.ms ? each : least));
  };
  const costOf = async (measured: Measured): Promise<Measured> => {
    const ms = await cpuOf(async () => {
      for (let nth = 0; nth < TIMES_SHOWN; nth += 1) await measure(measured.request);
    });
    return { ...measured, ms: ms / TIMES_SHOWN };
  };
  const again = async (those: readonly Measured[]): Promise<Measured[]> => {
    const slowest = await inTurn(those.toSorted(byCost).slice(0, AGAIN), ({ request }) => settled(request));
    return (await inTurn(slowest.toSorted(byCost).slice(0, SHOWN), costOf)).toSorted(byCost);
  };
  const plain = await inTurn(PLAIN, (request) => costOf({ request, status: 200, ms: 0 }));
  console.log(`${machine()}, ${commitOf(HERE)}. The same again: SEED=${seed} npm run tool -- fuzz ${count}`);
  const counts = [...statuses].toSorted(([one], [other]) => one - other);
  console.log(counts.map(([status, times]) => `${times} × ${status || 'cut off'}`).join(', '));
  tell('nothing odd', plain);
  for (const [group, those] of dearest) tell(group, await again(those));
} finally {
  await rm(folder, { recursive: true, force: true });
}
// The open service would keep the process running.
process.exit();

async function inTurn<Given, Made>(
  all: readonly Given[],
  make: (each: Given) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const each of all) made.push(await make(each));
  return made;
}

/** Most expensive first; non-ASCII is escaped. */
function tell(whose: string, those: readonly Measured[]): void {
  const lines = those.map(({ ms, status, request: { route, place, filling } }) =>
    [ms.toFixed(1), String(status), route, place, filling].map((text) =>
      text.replace(/[^ -~]/g, (odd) => `\\u{${odd.codePointAt(0)?.toString(16)}}`),
    ),
  );
  console.log(`\n${whose}\n${inColumns([['CPU ms', 'status', 'route', 'in', 'filling'], ...lines])}`);
}

function byCost(one: Measured, other: Measured): number {
  return other.ms - one.ms;
}
