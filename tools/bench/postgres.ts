import { randomUUID } from 'node:crypto';

import { SERVERS, withClient } from '../../test/support/postgres-schemas.ts';
import { MAIN_ROUTES } from './asked.ts';
import type { LimitOptions } from './limit.ts';
import { middleOf, type Subject } from './measure.ts';
import { wantedOf } from './read-arguments.ts';
import { HERE, startServer, type ServerProcess } from './server-process.ts';
import { inRounds, ROUNDS_OF_A_COMPARISON, type Result } from './speed.ts';
import { askCare, inTurn } from './requests.ts';
import { inColumns, written } from './tables.ts';

const ROUNDS = 3;
const ROUND = { ms: 10_000, most: 500 };
const WARM_UP = { ms: 20_000, most: 1000 };
const PLAN = { warmUp: { house: WARM_UP, bare: WARM_UP }, round: ROUND };
const REQUESTS = WARM_UP.most + ROUNDS_OF_A_COMPARISON * ROUND.most;
const LIMIT = 'durable limit: one batch of three statements';
export const POSTGRES_NAMES = MAIN_ROUTES.map(({ name }) => name);

const HEAD = 'on PostgreSQL, per request|statements|round trips|CPU µs of Node|req/s|p50 ms|p99 ms'.split(
  '|',
);

/** Measures this checkout, and another in the same rounds, each on a database of its own that is dropped afterwards. */
export function measureOnPostgres(words: readonly string[], against: string | undefined): Promise<Result[]> {
  return withServer(HERE, startHouse, (here) =>
    against === undefined
      ? measureAll(words, here)
      : withServer(against, startHouse, (other) => measureAll(words, here, other)),
  );
}

export function postgresTable(results: readonly Result[]): string {
  const lines = results.map(({ subject, rounds }) => {
    const { statements, roundTrips, cpuMicros, perSecond, p50Ms, p99Ms } = middleOf(rounds);
    const figures = [
      written(statements, 2),
      written(roundTrips, 2),
      cpuMicros.toFixed(0),
      perSecond.toFixed(0),
    ];
    return [subject.name, ...figures, p50Ms.toFixed(1), p99Ms.toFixed(1)];
  });
  return inColumns([HEAD, ...lines]);
}

type Start = (url: string, root: string) => Promise<ServerProcess>;

const startHouse: Start = (url, root) => startServer('postgres', url, { root });
const startLimit: Start = (database, root) =>
  startServer('limit', JSON.stringify({ database, reply: '{}' } satisfies LimitOptions), { root });

/** On a database of its own, which is dropped afterwards. */
async function withServer<T>(
  root: string,
  start: Start,
  work: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await answeringServer();
  const name = `arkhouse_bench_${randomUUID().replaceAll('-', '')}`;
  await withClient(server, (client) => client.query(`create database ${name}`));
  try {
    const { href } = Object.assign(new URL(server), { pathname: `/${name}` });
    const house = await start(href, root);
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
  await withServer(HERE, startLimit, async (server) => {
    const subject = { name: LIMIT, server, status: 200, next: inTurn([askCare('any', 0)]) } as const;
    results.push(...(await inRounds([subject], { ...PLAN, rounds: ROUNDS })));
  });
  for (const { name, status = 200 as const, next } of wantedOf(MAIN_ROUTES, words)) {
    const of = async (server: ServerProcess) => ({
      name,
      server,
      status,
      next: await next(server, REQUESTS),
    });
    const before = other && { ...(await of(other)), name: `${name}, before` };
    const subject: Subject = { ...(await of(here)), ...(before && { before }) };
    const rounds = before ? ROUNDS_OF_A_COMPARISON : ROUNDS;
    results.push(...(await inRounds(before ? [subject, before] : [subject], { ...PLAN, rounds })));
  }
  return results;
}

async function answeringServer(): Promise<string> {
  return Promise.any(
    SERVERS.map((url) => withClient(url, (client) => client.query('select 1').then(() => url))),
  );
}
