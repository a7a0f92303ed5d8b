import { randomUUID } from 'node:crypto';

import { SERVERS, withClient } from '../../test/support/postgres-schemas.ts';
import type { Asked } from './asked.ts';
import type { LimitOptions } from './limit.ts';
import { inRounds, type Plan, type Result, type Subject } from './measure.ts';
import { askCare, inTurn } from './requests.ts';
import { startServer, type ServerProcess } from './server-process.ts';

const PLAN = { warmUp: { ms: 20_000, most: 1000 }, round: { ms: 10_000, most: 500 } };

/** Measures this checkout and another in the same rounds, each on a database of its own, and the durable limit. */
export async function measureOnPostgres(
  routes: readonly Asked[],
  { against, rounds }: { readonly against: string | undefined; readonly rounds: number },
): Promise<Result[]> {
  const plan: Plan = { ...PLAN, rounds };
  const most = plan.warmUp.most + rounds * plan.round.most;
  const limited = (database: string) =>
    startServer('limit', JSON.stringify({ database, reply: '{}' } satisfies LimitOptions));
  await using limit = await onOwnDatabase(limited);
  await using house = await onOwnDatabase((url) => startServer('postgres', url));
  await using other =
    against === undefined
      ? undefined
      : await onOwnDatabase((url) => startServer('postgres', url, { root: against }));
  const care = { server: limit.server, status: 200, next: inTurn([askCare('any', 0)]) } as const;
  const results = await inRounds([{ name: 'durable limit: one batch of three statements', ...care }], plan);
  for (const { name, status = 200 as const, next } of routes) {
    const of = async (server: ServerProcess) => ({ server, status, next: await next(server, most) });
    const before: Subject | undefined = other && { ...(await of(other.server)), name: '  before' };
    const subject = { name, ...(await of(house.server)), ...(before && { before }) };
    results.push(...(await inRounds(before ? [subject, before] : [subject], plan)));
  }
  return results;
}

async function onOwnDatabase(start: (url: string) => Promise<ServerProcess>) {
  const postgres = await Promise.any(
    SERVERS.map((url) => withClient(url, (client) => client.query('select 1').then(() => url))),
  );
  const name = `arkhouse_bench_${randomUUID().replaceAll('-', '')}`;
  const query = (sql: string) => withClient(postgres, (client) => client.query(sql));
  await query(`create database ${name}`);
  const drop = () => query(`drop database ${name} with (force)`);
  const server = await start(Object.assign(new URL(postgres), { pathname: `/${name}` }).href).catch(
    async (error: unknown) => {
      await drop();
      throw error;
    },
  );
  return {
    server,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await drop();
    },
  };
}
