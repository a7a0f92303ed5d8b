import { Connections } from '../bench/load.ts';
import { middleOf } from '../bench/measure.ts';
import type { ServerProcess } from '../bench/server-process.ts';
import { askCare, askNewRegistration, askStatus, counting, inTurn } from '../bench/requests.ts';
import { withNodes, type FilledHouse } from './routes.ts';
import { inColumns } from '../support/report.ts';

interface Asked {
  readonly status: 200 | 201;
  readonly next: () => Buffer;
}

const SHARED = {
  connections: 48,
  warmUp: { ms: Infinity, most: 3000 },
  rounds: 3,
  round: { ms: 8000, most: 2000 },
};
export const MANY = 3;
const MOST_TIMES = 1.15;

export async function cpuOf(nodes: readonly ServerProcess[]): Promise<number> {
  const spent = await Promise.all(nodes.map((node) => node.spent()));
  return spent.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0);
}

/** The same connections and requests in all, shared evenly between the nodes. */
async function drive(
  nodes: readonly ServerProcess[],
  load: Asked & { readonly connections: number; readonly ms: number; readonly most: number },
) {
  const share = (count: number) => Math.ceil(count / nodes.length);
  const all = await Promise.all(nodes.map(({ port }) => Connections.open(port, share(load.connections))));
  try {
    const began = performance.now();
    const driven = await Promise.all(all.map((each) => each.drive({ ...load, most: share(load.most) })));
    const latenciesMs = driven.flatMap((each) => [...each.latenciesMs]).toSorted((a, b) => a - b);
    const at = (part: number) => latenciesMs[Math.floor(latenciesMs.length * part)] ?? NaN;
    const perSecond = (latenciesMs.length / (performance.now() - began)) * 1000;
    return { answered: latenciesMs.length, perSecond, p50Ms: at(0.5), p99Ms: at(0.99) };
  } finally {
    for (const connections of all) connections.close();
  }
}

/** The same load on one node and on three, each as it runs in production: one before three and one after. */
export async function nodesTable(house: FilledHouse): Promise<string> {
  const asked: Readonly<Record<string, Asked>> = {
    status: { status: 200, next: inTurn(house.keys.map(askStatus)) },
    care: { status: 200, next: inTurn(house.keys.map(askCare)) },
    registration: { status: 201, next: counting(askNewRegistration) },
  };
  const phase = (count: number) =>
    withNodes(house, { count }, async (nodes) => {
      for (const node of nodes)
        for (const each of Object.values(asked))
          await drive([node], { ...each, ...SHARED, ...SHARED.warmUp });
      const costs = Object.values(asked).map((): Awaited<ReturnType<typeof costOn>>[] => []);
      for (let round = 0; round < SHARED.rounds; round += 1)
        for (const [at, each] of Object.values(asked).entries())
          costs[at]?.push(await costOn(house, nodes, each));
      return costs;
    });
  const [before, together, after] = [await phase(1), await phase(MANY), await phase(1)];
  const lines = Object.keys(asked).flatMap((name, at) => {
    const one = middleOf([...(before[at] ?? []), ...(after[at] ?? [])]);
    const many = middleOf(together[at] ?? []);
    const times = many.together / one.together;
    const lineOf = (nodes: number, cost: typeof one) => [
      String(nodes),
      ...[cost.node, cost.server, cost.together, cost.perSecond].map((figure) => figure.toFixed(0)),
      cost.p50Ms.toFixed(1),
    ];
    return [
      [name, ...lineOf(1, one), ''],
      ['', ...lineOf(MANY, many), `${times.toFixed(2)} ${times <= MOST_TIMES ? 'met' : 'MISSED'}`],
    ];
  });
  const head = 'per request|nodes|node µs|server µs|together|req/s|p50 ms'.split('|');
  return inColumns([[...head, `≤ ${MOST_TIMES}×`], ...lines]);
}

async function costOn({ postgres }: FilledHouse, nodes: readonly ServerProcess[], asked: Asked) {
  const [nodeBefore, serverBefore] = [await cpuOf(nodes), postgres.cpuMicros()];
  const { answered, perSecond, p50Ms } = await drive(nodes, { ...asked, ...SHARED, ...SHARED.round });
  const node = ((await cpuOf(nodes)) - nodeBefore) / answered;
  const server = (postgres.cpuMicros() - serverBefore) / answered;
  return { node, server, together: node + server, perSecond, p50Ms };
}

const CROWD = 150;
const LOOKING = 10;
const LASTS = { ms: 10_000, most: 50_000 };

export function crowdTable(house: FilledHouse): Promise<string> {
  return withNodes(house, {}, async (nodes) => {
    const looks: Asked = { status: 200, next: inTurn(house.keys.map(askStatus)) };
    const registrations: Asked = { status: 201, next: counting(askNewRegistration) };
    for (const each of [looks, registrations])
      await drive(nodes, { ...each, connections: LOOKING, ms: 15_000, most: 2000 });
    const alone = await drive(nodes, { ...looks, connections: LOOKING, ...LASTS });
    const [registered, meanwhile] = await Promise.all([
      drive(nodes, { ...registrations, connections: CROWD, ...LASTS }),
      drive(nodes, { ...looks, connections: LOOKING, ...LASTS }),
    ]);
    const rows = { 'status before': alone, 'status meanwhile': meanwhile, registration: registered };
    return inColumns([
      [`${CROWD} register at once`, 'req/s', 'p50 ms', 'p99 ms'],
      ...Object.entries(rows).map(([name, { perSecond, p50Ms, p99Ms }]) => [
        name,
        ...[perSecond, p50Ms, p99Ms].map((figure) => figure.toFixed(1)),
      ]),
    ]);
  });
}
