import { randomUUID } from 'node:crypto';

import { SERVERS, withClient } from '../../test/support/postgres-schemas.ts';
import { middleOf, type Measured, type Subject } from './measure.ts';
import { wantedOf } from './read-arguments.ts';
import { HERE, startServer, type ServerProcess } from './server-process.ts';
import { inRounds, ROUNDS_OF_A_COMPARISON, type Result } from './speed.ts';
import {
  askAdoption,
  askCare,
  askMeal,
  askRegistration,
  askStatus,
  counting,
  inTurn,
  replyTo,
} from './requests.ts';
import { inColumns } from './tables.ts';

const ROUNDS = 3;
const ROUND = { ms: 10_000, most: 500 };
const WARM_UP = { ms: 20_000, most: 1000 };
const PLAN = { warmUp: { house: WARM_UP, bare: WARM_UP }, round: ROUND };
const NEWCOMERS = WARM_UP.most + ROUNDS_OF_A_COMPARISON * ROUND.most;
const AT_ONCE = 50;
const FIRST_NEWCOMER = 1_000_000;

type Asked = Pick<Subject, 'status' | 'next'>;

/** Requests to a server on PostgreSQL. */
const ASKED: readonly {
  readonly name: string;
  readonly of: (server: ServerProcess) => Asked | Promise<Asked>;
}[] = [
  {
    name: 'status',
    of: ({ keys }) => ({ status: 200, next: inTurn(keys.map((key) => askStatus(key, 'full'))) }),
  },
  { name: 'care', of: ({ keys }) => ({ status: 200, next: inTurn(keys.map(askCare)) }) },
  {
    name: 'care with an item and an idempotency key',
    of: ({ keys }) => ({
      status: 200,
      next: counting((nth) => askMeal(keys[nth % keys.length] ?? '', nth)),
    }),
  },
  { name: 'registration', of: () => ({ status: 201, next: counting(askRegistration) }) },
  {
    name: 'adoption',
    of: async (server) => ({
      status: 201,
      next: inTurn((await newcomers(server, NEWCOMERS)).map(askAdoption)),
    }),
  },
];

export const POSTGRES_NAMES = ASKED.map(({ name }) => name);

const HEAD = [
  'on PostgreSQL, per request',
  'statements',
  'round trips',
  'CPU µs of Node',
  'req/s',
  'p50 ms',
  'p99 ms',
];

/** Measures this checkout, and another in the same rounds, each on a database of its own that is dropped afterwards. */
export function measureOnPostgres(words: readonly string[], against: string | undefined): Promise<Result[]> {
  return withHouse(HERE, (here) =>
    against === undefined
      ? measureAll(words, here)
      : withHouse(against, (other) => measureAll(words, here, other)),
  );
}

export function postgresTable(results: readonly Result[]): string {
  return inColumns([HEAD, ...results.map(({ subject, rounds }) => lineOf(subject.name, middleOf(rounds)))]);
}

async function withHouse<T>(root: string, work: (server: ServerProcess) => Promise<T>): Promise<T> {
  const server = await answeringServer();
  const name = `arkhouse_bench_${randomUUID().replaceAll('-', '')}`;
  await withClient(server, (client) => client.query(`create database ${name}`));
  try {
    const url = new URL(server);
    url.pathname = `/${name}`;
    const house = await startServer('postgres', url.href, { root });
    try {
      return await work(house);
    } finally {
      await house.stop();
    }
  } finally {
    await withClient(server, (client) => client.query(`drop database ${name} with (force)`));
  }
}

async function measureAll(
  words: readonly string[],
  here: ServerProcess,
  other?: ServerProcess,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, of } of wantedOf(ASKED, words)) {
    const before = other && { name: `${name}, before`, server: other, ...(await of(other)) };
    const subject: Subject = { name, server: here, ...(await of(here)), ...(before && { before }) };
    const rounds = before ? ROUNDS_OF_A_COMPARISON : ROUNDS;
    results.push(...(await inRounds(before ? [subject, before] : [subject], { ...PLAN, rounds })));
  }
  return results;
}

function lineOf(name: string, measured: Measured): string[] {
  return [
    name,
    measured.statements.toFixed(2),
    measured.roundTrips.toFixed(2),
    measured.cpuMicros.toFixed(0),
    measured.perSecond.toFixed(0),
    measured.p50Ms.toFixed(1),
    measured.p99Ms.toFixed(1),
  ];
}

async function answeringServer(): Promise<string> {
  const reasons: unknown[] = [];
  for (const url of SERVERS) {
    try {
      await withClient(url, (client) => client.query('select 1'));
      return url;
    } catch (error) {
      reasons.push(error);
    }
  }
  throw new AggregateError(reasons, 'PostgreSQL does not answer');
}

/** Agents without a creature. */
export async function newcomers(
  server: ServerProcess,
  count: number,
  first = FIRST_NEWCOMER,
): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    const some = Array.from({ length: AT_ONCE }, (_, at) => first + keys.length + at);
    const replies = await Promise.all(some.map((nth) => replyTo(server, askRegistration(nth))));
    // Registration always returns a key.
    keys.push(...replies.map((reply) => (JSON.parse(reply) as { your_token: string }).your_token));
  }
  return keys;
}
