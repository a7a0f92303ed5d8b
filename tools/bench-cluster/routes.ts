import { setTimeout as pause } from 'node:timers/promises';

import { median, middleOf, warmUp, type Bounds, type Subject } from '../bench/measure.ts';
import { newcomers } from '../bench/postgres.ts';
import type { ServerProcess } from '../bench/servers/server-process.ts';
import { counting, inTurn } from '../bench/subjects/next-request.ts';
import { askAdoption, askCare, askMeal, askPublic, askStatus } from '../bench/subjects/requests.ts';
import { inColumns } from '../bench/tables/columns.ts';
import {
  askNewRegistration,
  measureCost,
  startNode,
  unusedNumbers,
  type Cost,
  type FilledHouse,
} from './houses.ts';

const ROUNDS = 3;
const WARM_UP: Bounds = { ms: 15_000, most: 5000 };
const ROUND: Bounds = { ms: 6000, most: 1500 };
const ADOPTIONS = { warmUp: { ms: 15_000, most: 500 }, round: { ms: 6000, most: 500 } };

/** The most a route may take at its largest, where that was promised. */
interface Promised {
  readonly roundTrips?: number;
  readonly serverMicros?: number;
}

interface Asked {
  readonly name: string;
  readonly of: (
    server: ServerProcess,
    keys: readonly string[],
  ) => Pick<Subject, 'status' | 'next'> | Promise<Pick<Subject, 'status' | 'next'>>;
  readonly bounds?: { readonly warmUp: Bounds; readonly round: Bounds };
  readonly promised?: Promised;
}

const ASKED: readonly Asked[] = [
  {
    name: 'status',
    of: (_, keys) => ({ status: 200, next: inTurn(keys.map((key) => askStatus(key, 'full'))) }),
    promised: { roundTrips: 1 },
  },
  {
    name: 'status, brief',
    of: (_, keys) => ({ status: 200, next: inTurn(keys.map((key) => askStatus(key, 'brief'))) }),
    promised: { roundTrips: 1 },
  },
  {
    name: 'care',
    of: (_, keys) => ({ status: 200, next: inTurn(keys.map(askCare)) }),
    promised: { roundTrips: 4, serverMicros: 1000 },
  },
  {
    name: 'care with an item and a key',
    of: (_, keys) => ({
      status: 200,
      next: counting((nth) => askMeal(keys.at(-1 - (nth % keys.length)) ?? '', nth)),
    }),
  },
  {
    name: 'registration',
    of: () => ({ status: 201, next: counting(askNewRegistration) }),
    promised: { roundTrips: 3 },
  },
  {
    name: 'adoption',
    of: async (server) => {
      const count = ADOPTIONS.warmUp.most + ROUNDS * ADOPTIONS.round.most;
      return {
        status: 201,
        next: inTurn((await newcomers(server, count, unusedNumbers(count))).map(askAdoption)),
      };
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

function anyone(name: string, path: string): Asked {
  return { name, of: () => ({ status: 200, next: counting((nth) => askPublic(path, nth)) }) };
}

interface Row extends Pick<Asked, 'name' | 'promised'> {
  readonly small: Cost;
  readonly large: Cost;
}

/** Every route in a small house and in a large one, in turn, so that the machine's moods meet both alike. */
export async function routesTable(small: FilledHouse, large: FilledHouse): Promise<string> {
  const houses = [small, large];
  const servers = await Promise.all(houses.map((house) => startNode(house, { settles: true })));
  for (const server of servers) await caughtUp(server);
  const head = headOf(small, large);
  const lines: string[][] = [];
  try {
    for (const asked of ASKED) {
      const line = await lineFor(asked, houses, servers).catch((error: Error) => [asked.name, error.message]);
      lines.push([...line, ...head.slice(line.length).map(() => '')]);
      // The whole run takes a quarter of an hour, so results are printed as they arrive.
      process.stderr.write(`${line.join(' · ')}\n`);
    }
    return inColumns([head, ...lines]);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Settles what was due after the fill, so that no measured request pays for it. */
async function caughtUp(server: ServerProcess): Promise<void> {
  const url = `http://127.0.0.1:${server.port}/api/health`;
  while (Object.hasOwn((await (await fetch(url)).json()) as object, 'backlog')) await pause(500);
}

async function lineFor(
  { name, of, bounds, promised }: Asked,
  houses: readonly FilledHouse[],
  servers: readonly ServerProcess[],
): Promise<string[]> {
  const { warmUp: before, round } = bounds ?? { warmUp: WARM_UP, round: ROUND };
  const subjects: { house: FilledHouse; subject: Subject; rounds: Cost[] }[] = [];
  for (const [at, house] of houses.entries()) {
    const server = servers[at] as ServerProcess;
    subjects.push({ house, subject: { name, server, ...(await of(server, house.keys)) }, rounds: [] });
  }
  for (const { subject } of subjects) await warmUp(subject, before);
  for (let nth = 0; nth < ROUNDS; nth += 1)
    for (const { house, subject, rounds } of subjects) rounds.push(await measureCost(house, subject, round));
  const [small, large] = subjects.map(({ rounds }) => middleOfCosts(rounds));
  if (!small || !large) throw new Error('there are two houses');
  return lineOf({ name, small, large, ...(promised && { promised }) });
}

/** The middle of each figure over all rounds. */
function middleOfCosts(rounds: readonly Cost[]): Cost {
  const middle = (figure: keyof Cost) => median(rounds.map((each) => each[figure]));
  return {
    ...middleOf(rounds),
    serverMicros: middle('serverMicros'),
    buffersHit: middle('buffersHit'),
    buffersRead: middle('buffersRead'),
    walBytes: middle('walBytes'),
  };
}

function headOf(small: FilledHouse, large: FilledHouse): string[] {
  return [
    `per request, ${small.creatures} → ${large.creatures} creatures`,
    'statements',
    'trips',
    'node µs',
    '→',
    '×',
    'server µs',
    '→',
    '×',
    'buffers',
    '→',
    'read',
    'WAL bytes',
    'req/s',
    'p50 ms',
    'p99 ms',
    'promised',
  ];
}

function lineOf({ name, small, large, promised }: Row): string[] {
  return [
    name,
    large.statements.toFixed(1),
    large.roundTrips.toFixed(1),
    small.cpuMicros.toFixed(0),
    large.cpuMicros.toFixed(0),
    (large.cpuMicros / small.cpuMicros).toFixed(2),
    small.serverMicros.toFixed(0),
    large.serverMicros.toFixed(0),
    (large.serverMicros / small.serverMicros).toFixed(2),
    small.buffersHit.toFixed(0),
    large.buffersHit.toFixed(0),
    large.buffersRead.toFixed(1),
    large.walBytes.toFixed(0),
    large.perSecond.toFixed(0),
    large.p50Ms.toFixed(1),
    large.p99Ms.toFixed(1),
    verdict(large, promised),
  ];
}

function verdict(cost: Cost, promised: Promised | undefined): string {
  const judged = (what: keyof Promised, name: string, digits: number) => {
    const most = promised?.[what];
    if (most === undefined) return [];
    return [`${name} ≤ ${most} ${Number(cost[what].toFixed(digits)) <= most ? 'met' : 'MISSED'}`];
  };
  return [...judged('roundTrips', 'trips', 1), ...judged('serverMicros', 'server µs', 0)].join(', ');
}
