import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { measure, middleOf, warmUp, type Bounds, type Measured, type Subject } from '../bench/measure.ts';
import { newcomers } from '../bench/postgres.ts';
import { startServer, type NodeOptions, type ServerProcess } from '../bench/server-process.ts';
import {
  askAdoption,
  askCare,
  askMeal,
  askPublic,
  askRegistration,
  askStatus,
  counting,
  inTurn,
  type Request,
} from '../bench/requests.ts';
import { inColumns } from '../bench/tables.ts';
import type { OwnPostgres, ServerSpent } from './own-postgres.ts';

/** A filled database on PostgreSQL. */
export interface FilledHouse {
  readonly postgres: OwnPostgres;
  readonly database: 'small' | 'large';
  readonly creatures: number;
  /** Of keepers spread over the whole database. */
  readonly keys: readonly string[];
}

/** Has so many nodes work on it, and stops them. */
export async function withNodes<T>(
  { postgres, database }: FilledHouse,
  options: Omit<NodeOptions, 'databaseUrl'> & { readonly count: number },
  work: (nodes: readonly ServerProcess[]) => Promise<T>,
): Promise<T> {
  const { count, ...given } = options;
  const nodes: ServerProcess[] = [];
  try {
    const json = JSON.stringify({ databaseUrl: postgres.urlOf(database), ...given });
    while (nodes.length < count) nodes.push(await startServer('node', json));
    return await work(nodes);
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

// The database may have been measured before, so names must be new.
let unused = randomInt(2 ** 47);

/** The first of this many unused numbers. */
function unusedNumbers(count: number): number {
  unused += count;
  return unused - count;
}

export function askNewRegistration(): Request {
  return askRegistration(unusedNumbers(1));
}

const ROUNDS = 3;
const WARM_UP: Bounds = { ms: 15_000, most: 5000 };
const ROUND: Bounds = { ms: 6000, most: 1500 };
const ADOPTIONS = { warmUp: { ms: 15_000, most: 500 }, round: { ms: 6000, most: 500 } };

type Of = (server: ServerProcess, keys: readonly string[]) => Promise<Pick<Subject, 'status' | 'next'>>;

interface Asked {
  readonly name: string;
  readonly of: Of;
  readonly bounds?: { readonly warmUp: Bounds; readonly round: Bounds };
  /** The most it may take in the large database, where that was promised. */
  readonly promised?: { readonly roundTrips?: number; readonly serverMicros?: number };
}

const keyed =
  (ask: (key: string, nth: number) => Request): Of =>
  async (_, keys) => ({ status: 200, next: inTurn(keys.map(ask)) });
const anyone = (name: string, path: string): Asked => ({
  name,
  of: async () => ({ status: 200, next: counting((nth) => askPublic(path, nth)) }),
});

const ASKED: readonly Asked[] = [
  { name: 'status', of: keyed((key) => askStatus(key, 'full')), promised: { roundTrips: 1 } },
  { name: 'status, brief', of: keyed((key) => askStatus(key, 'brief')), promised: { roundTrips: 1 } },
  { name: 'care', of: keyed(askCare), promised: { roundTrips: 4, serverMicros: 1000 } },
  {
    name: 'care with an item and a key',
    of: async (_, keys) => ({
      status: 200,
      next: counting((nth) => askMeal(keys.at(-1 - (nth % keys.length)) ?? '', nth)),
    }),
  },
  {
    name: 'registration',
    of: async () => ({ status: 201, next: counting(askNewRegistration) }),
    promised: { roundTrips: 3 },
  },
  {
    name: 'adoption',
    of: async (server) => {
      const count = ADOPTIONS.warmUp.most + ROUNDS * ADOPTIONS.round.most;
      const keys = await newcomers(server, count, unusedNumbers(count));
      return { status: 201, next: inTurn(keys.map(askAdoption)) };
    },
    bounds: ADOPTIONS,
  },
  anyone('hall, oldest_living', '/api/house/hall?category=oldest_living'),
  anyone('hall, most_consistent', '/api/house/hall?category=most_consistent'),
  anyone('hall, gravestone_count', '/api/house/hall?category=gravestone_count'),
  anyone('graveyard', '/api/house/graveyard'),
  anyone('stats', '/api/stats'),
  anyone('species', '/api/house/species'),
  anyone('page of creatures, kept for 5 s', '/creatures'),
];

const HEAD =
  'statements|trips|node µs|→|×|server µs|→|×|buffers|→|read|WAL bytes|req/s|p50 ms|p99 ms|promised'.split(
    '|',
  );

/** Every route in a small database and in a large one, in turn. */
export async function routesTable(small: FilledHouse, large: FilledHouse): Promise<string> {
  const alone = { settles: true, count: 1 };
  const head = [`per request, ${small.creatures} → ${large.creatures} creatures`, ...HEAD];
  const lines: string[][] = [];
  await withNodes(small, alone, ([inSmall]) =>
    withNodes(large, alone, async ([inLarge]) => {
      if (!inSmall || !inLarge) return;
      for (const server of [inSmall, inLarge]) await caughtUp(server);
      for (const asked of ASKED) {
        const pairs = [[small, inSmall] as const, [large, inLarge] as const];
        const line = await lineFor(asked, pairs).catch((error: Error) => [asked.name, error.message]);
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

interface Cost extends Measured {
  readonly server: ServerSpent;
}

async function lineFor(
  { name, of, bounds, promised }: Asked,
  pairs: readonly (readonly [FilledHouse, ServerProcess])[],
): Promise<string[]> {
  const subjects: { house: FilledHouse; subject: Subject; rounds: Cost[] }[] = [];
  for (const [house, server] of pairs)
    subjects.push({ house, subject: { name, server, ...(await of(server, house.keys)) }, rounds: [] });
  for (const { subject } of subjects) await warmUp(subject, bounds?.warmUp ?? WARM_UP);
  for (let nth = 0; nth < ROUNDS; nth += 1)
    for (const { house, subject, rounds } of subjects)
      rounds.push(await measureBoth(house, subject, bounds?.round ?? ROUND));
  const [small, large] = subjects.map(({ rounds }) => ({
    ...middleOf(rounds),
    server: middleOf(rounds.map(({ server }) => server)),
  }));
  if (!small || !large) throw new Error('there are two databases');
  const verdict = Object.entries(promised ?? {}).map(([what, most]) => {
    const took = what === 'roundTrips' ? Number(large.roundTrips.toFixed(1)) : large.server.cpuMicros;
    return `${what === 'roundTrips' ? 'trips' : 'server µs'} ≤ ${most} ${took <= most ? 'met' : 'MISSED'}`;
  });
  const grown = (before: number, after: number) => [
    before.toFixed(0),
    after.toFixed(0),
    (after / before).toFixed(2),
  ];
  return [
    name,
    ...[large.statements, large.roundTrips].map((figure) => figure.toFixed(1)),
    ...grown(small.cpuMicros, large.cpuMicros),
    ...grown(small.server.cpuMicros, large.server.cpuMicros),
    ...[small.server.buffersHit, large.server.buffersHit].map((figure) => figure.toFixed(0)),
    large.server.buffersRead.toFixed(1),
    ...[large.server.walBytes, large.perSecond].map((figure) => figure.toFixed(0)),
    ...[large.p50Ms, large.p99Ms].map((figure) => figure.toFixed(1)),
    verdict.join(', '),
  ];
}

/** One phase of load, with what each request cost the server. */
async function measureBoth(
  { postgres, database }: FilledHouse,
  subject: Subject,
  bounds: Bounds,
): Promise<Cost> {
  const before = await postgres.spent(database);
  const measured = await measure(subject, bounds);
  const now = await postgres.spent(database);
  const share = (what: keyof ServerSpent) => (now[what] - before[what]) / measured.answered;
  const server = {
    cpuMicros: share('cpuMicros'),
    buffersHit: share('buffersHit'),
    buffersRead: share('buffersRead'),
    walBytes: share('walBytes'),
    statements: share('statements'),
  };
  return { ...measured, server };
}
