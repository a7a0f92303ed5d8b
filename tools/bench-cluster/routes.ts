import { setTimeout as pause } from 'node:timers/promises';

import { ALL_ROUTES, type Asked } from '../bench/asked.ts';
import { measure, middleOf, type Bounds, type Subject } from '../bench/measure.ts';
import { startServer, type NodeOptions, type ServerProcess } from '../bench/server-process.ts';
import type { OwnPostgres } from './postgres.ts';
import { growthOf, inColumns } from '../support/report.ts';

export interface FilledHouse {
  readonly postgres: OwnPostgres;
  readonly database: 'small' | 'large';
  readonly creatures: number;
  readonly folder: string;
  readonly keys: readonly string[];
}

/** Starts `count` nodes on the database, runs `work` with them and stops them. */
export async function withNodes<T>(
  { postgres, database }: FilledHouse,
  { count = 1, ...given }: Partial<NodeOptions> & { readonly count?: number },
  work: (nodes: readonly [ServerProcess, ...ServerProcess[]]) => Promise<T>,
): Promise<T> {
  const json = JSON.stringify({ databaseUrl: postgres.urlOf(database), settles: true, ...given });
  const nodes: [ServerProcess, ...ServerProcess[]] = [await startServer('node', json)];
  try {
    while (nodes.length < count) nodes.push(await startServer('node', json));
    return await work(nodes);
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

const ROUNDS = 3;
const WARM_UP: Bounds = { ms: 15_000, most: 5000 };
const ROUND: Bounds = { ms: 6000, most: 1500 };

/** The most that a route may take in the large database, where that was promised. */
const PROMISED: Readonly<Record<string, { readonly roundTrips: number; readonly serverMicros?: number }>> = {
  status: { roundTrips: 1 },
  'status, brief': { roundTrips: 1 },
  care: { roundTrips: 4, serverMicros: 1000 },
  registration: { roundTrips: 3 },
};

const HEAD = 'statements|trips|node µs|→|×|server µs|→|×|WAL bytes|promised'.split('|');

export async function routesTable(small: FilledHouse, large: FilledHouse): Promise<string> {
  const head = [`per request, ${small.creatures} → ${large.creatures} creatures`, ...HEAD];
  const lines: string[][] = [];
  await withNodes(small, {}, ([inSmall]) =>
    withNodes(large, {}, async ([inLarge]) => {
      for (const server of [inSmall, inLarge]) await caughtUp(server);
      for (const asked of ALL_ROUTES) {
        const houses = [
          { ...small, server: inSmall },
          { ...large, server: inLarge },
        ];
        const figures = await figuresOf(asked, houses).catch((error: Error) => [error.message]);
        const line = [asked.name, ...figures];
        lines.push([...line, ...head.slice(line.length).map(() => '')]);
        // The whole run takes a quarter of an hour, so results are printed as they arrive.
        process.stderr.write(`${line.join(' · ')}\n`);
      }
    }),
  );
  return inColumns([head, ...lines]);
}

/** Settles what was due after the fill, so that no measured request pays for it. */
async function caughtUp({ port }: ServerProcess): Promise<void> {
  const health = async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).json();
  while (Object.hasOwn((await health()) as object, 'backlog')) await pause(500);
}

async function figuresOf(
  { name, status, next }: Asked,
  houses: readonly (FilledHouse & { readonly server: ServerProcess })[],
): Promise<string[]> {
  const { roundTrips, serverMicros } = PROMISED[name] ?? {};
  const most = WARM_UP.most + ROUNDS * ROUND.most;
  const measured = await Promise.all(
    houses.map(async ({ server, ...house }) => {
      const bytes = await next({ ...server, keys: house.keys }, most);
      const subject: Subject = { name, server, status: status ?? 200, next: bytes };
      return { house, subject, rounds: [] as Awaited<ReturnType<typeof costOf>>[] };
    }),
  );
  for (const { subject } of measured) await measure(subject, WARM_UP);
  for (let nth = 0; nth < ROUNDS; nth += 1)
    for (const { house, subject, rounds } of measured) rounds.push(await costOf(house, subject, ROUND));
  const [small, large] = measured.map(({ rounds }) => middleOf(rounds));
  if (!small || !large) throw new Error('there are two databases');
  const judge = (what: string, took: number, limit: number | undefined) =>
    limit === undefined ? [] : [`${what} ≤ ${limit} ${took <= limit ? 'met' : 'MISSED'}`];
  return [
    ...[large.statements, large.roundTrips].map((figure) => figure.toFixed(1)),
    ...growthOf([small, large], 'cpuMicros'),
    ...growthOf([small, large], 'serverMicros'),
    large.walBytes.toFixed(0),
    [
      ...judge('trips', Number(large.roundTrips.toFixed(1)), roundTrips),
      ...judge('server µs', large.serverMicros, serverMicros),
    ].join(', '),
  ];
}

async function costOf({ postgres, database }: FilledHouse, subject: Subject, bounds: Bounds) {
  const before = await postgres.spent(database);
  const measured = await measure(subject, bounds);
  const now = await postgres.spent(database);
  const share = (what: keyof typeof now) => (now[what] - before[what]) / measured.answered;
  return { ...measured, serverMicros: share('cpuMicros'), walBytes: share('walBytes') };
}
