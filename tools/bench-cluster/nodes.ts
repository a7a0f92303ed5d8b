import { Connections } from '../bench/load.ts';
import { median } from '../bench/measure.ts';
import type { ServerProcess } from '../bench/servers/server-process.ts';
import { counting, inTurn } from '../bench/subjects/next-request.ts';
import { askCare, askStatus } from '../bench/subjects/requests.ts';
import { inColumns } from '../bench/tables/columns.ts';
import { askNewRegistration, cpuOf, startNode, type FilledHouse } from './houses.ts';

const CONNECTIONS = 48;
const ROUNDS = 3;
const WARM_UP = 3000;
const ROUND = { ms: 8000, most: 2000 };
const MANY = 3;
const MOST_TIMES = 1.15;

interface Asked {
  readonly name: string;
  readonly status: 200 | 201;
  readonly next: () => Buffer;
}

/** Cost of one request on all nodes and the server. */
interface SharedCost {
  readonly nodeMicros: number;
  readonly serverMicros: number;
  readonly perSecond: number;
  readonly p50Ms: number;
}

/** The same load on one node and on three, each as it runs in production: one before three and one after, since a machine has moods. */
export async function nodesTable(house: FilledHouse): Promise<string> {
  const asked = whatIsAsked(house.keys);
  const first = await aWarmNode(house, asked);
  const others: ServerProcess[] = [];
  try {
    const before = await phase(house, [first], asked);
    while (others.length < MANY - 1) others.push(await aWarmNode(house, asked));
    const together = await phase(house, [first, ...others], asked);
    await Promise.all(others.splice(0).map((node) => node.stop()));
    const after = await phase(house, [first], asked);
    const lines = asked.flatMap(({ name }, at) => {
      const alone = [...(before[at] ?? []), ...(after[at] ?? [])];
      return linesOf(name, alone, together[at] ?? []);
    });
    return inColumns([HEAD, ...lines]);
  } finally {
    await Promise.all([first, ...others].map((node) => node.stop()));
  }
}

const HEAD = [
  'per request',
  'nodes',
  'node µs',
  'server µs',
  'together',
  'req/s',
  'p50 ms',
  `≤ ${MOST_TIMES}×`,
];

function whatIsAsked(keys: readonly string[]): Asked[] {
  return [
    { name: 'status', status: 200, next: inTurn(keys.map((key) => askStatus(key, 'full'))) },
    { name: 'care', status: 200, next: inTurn(keys.map(askCare)) },
    { name: 'registration', status: 201, next: counting(askNewRegistration) },
  ];
}

async function aWarmNode(house: FilledHouse, asked: readonly Asked[]): Promise<ServerProcess> {
  const node = await startNode(house, { settles: true });
  for (const each of asked) await drive([node], each, { ms: Infinity, most: WARM_UP });
  return node;
}

async function phase(
  house: FilledHouse,
  nodes: readonly ServerProcess[],
  asked: readonly Asked[],
): Promise<SharedCost[][]> {
  const costs = asked.map((): SharedCost[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, each] of asked.entries()) costs[at]?.push(await measureShared(house, nodes, each));
  return costs;
}

async function measureShared(
  { postgres }: FilledHouse,
  nodes: readonly ServerProcess[],
  asked: Asked,
): Promise<SharedCost> {
  const serverBefore = postgres.cpuMicros();
  const before = await cpuOf(nodes);
  const { answered, ms, p50Ms } = await drive(nodes, asked, ROUND);
  const nodeMicros = ((await cpuOf(nodes)) - before) / answered;
  const serverMicros = (postgres.cpuMicros() - serverBefore) / answered;
  return { nodeMicros, serverMicros, perSecond: (answered / ms) * 1000, p50Ms };
}

/** The same connections and requests in all, shared evenly between the nodes. */
async function drive(
  nodes: readonly ServerProcess[],
  { status, next }: Asked,
  { ms, most }: { readonly ms: number; readonly most: number },
): Promise<{ answered: number; ms: number; p50Ms: number }> {
  const share = (count: number) => Math.ceil(count / nodes.length);
  const all = await Promise.all(nodes.map(({ port }) => Connections.open(port, share(CONNECTIONS))));
  try {
    const began = performance.now();
    const driven = await Promise.all(
      all.map((connections) => connections.drive({ status, next, ms, most: share(most) })),
    );
    return {
      answered: driven.reduce((sum, { answered }) => sum + answered, 0),
      ms: performance.now() - began,
      p50Ms: median(driven.flatMap(({ latenciesMs }) => [...latenciesMs])),
    };
  } finally {
    for (const connections of all) connections.close();
  }
}

function linesOf(name: string, alone: readonly SharedCost[], together: readonly SharedCost[]): string[][] {
  const [one, many] = [middleOfShared(alone), middleOfShared(together)];
  const times = totalOf(many) / totalOf(one);
  const verdict = `${times.toFixed(2)} ${times <= MOST_TIMES ? 'met' : 'MISSED'}`;
  return [lineOf(name, 1, one, ''), lineOf('', MANY, many, verdict)];
}

function middleOfShared(rounds: readonly SharedCost[]): SharedCost {
  const middle = (figure: keyof SharedCost) => median(rounds.map((each) => each[figure]));
  return {
    nodeMicros: middle('nodeMicros'),
    serverMicros: middle('serverMicros'),
    perSecond: middle('perSecond'),
    p50Ms: middle('p50Ms'),
  };
}

function totalOf({ nodeMicros, serverMicros }: SharedCost): number {
  return nodeMicros + serverMicros;
}

function lineOf(name: string, nodes: number, cost: SharedCost, verdict: string): string[] {
  return [
    name,
    String(nodes),
    cost.nodeMicros.toFixed(0),
    cost.serverMicros.toFixed(0),
    totalOf(cost).toFixed(0),
    cost.perSecond.toFixed(0),
    cost.p50Ms.toFixed(1),
    verdict,
  ];
}
