import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { askNewRegistration } from '../bench/asked.ts';
import { Connections } from '../bench/load.ts';
import { middleOf } from '../bench/measure.ts';
import { HERE, type ServerProcess } from '../bench/server-process.ts';
import { askCare, askPublic, askStatus, counting, inTurn, replyTo } from '../bench/requests.ts';
import { inColumns } from '../bench/tables.ts';
import { microsOf } from './postgres.ts';
import { withNodes, type FilledHouse } from './routes.ts';

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
const MANY = 3;
const MOST_TIMES = 1.15;

async function cpuOf(nodes: readonly ServerProcess[]): Promise<number> {
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
    status: { status: 200, next: inTurn(house.keys.map((key) => askStatus(key, 'full'))) },
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

/** So many register at once, and others look at their creatures meanwhile. */
export function crowdTable(house: FilledHouse): Promise<string> {
  return withNodes(house, {}, async (nodes) => {
    const looks: Asked = { status: 200, next: inTurn(house.keys.map((key) => askStatus(key, 'full'))) };
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

const AUDIT_MS = 3_600_000;
const AUDIT_CPU_MINUTES = 5;

export async function auditTable({ postgres, database, creatures }: FilledHouse): Promise<string> {
  const files = ['tools/support/jsx.ts', 'src/cli/arkhouse.ts'].map((file) => join(HERE, file));
  const command = ['--import', ...files, 'audit'];
  const env = { PATH: process.env['PATH'], DATABASE_URL: postgres.urlOf(database) };
  const began = performance.now();
  const [serverBefore, nodeBefore] = [postgres.cpuMicros(), microsOf('self').ended];
  const limits = { timeout: AUDIT_MS, maxBuffer: 2 ** 28 };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { env, ...limits }).catch(
    (error: Error) => ({ stdout: '', stderr: error.message }),
  );
  const node = (microsOf('self').ended - nodeBefore) / 1e6;
  const server = (postgres.cpuMicros() - serverBefore) / 1e6;
  const seconds = (performance.now() - began) / 1000;
  const verdict = creatures < 1_000_000 ? '' : node + server <= AUDIT_CPU_MINUTES * 60 ? 'met' : 'MISSED';
  const head = `audit of ${creatures} creatures|node CPU s|server CPU s|seconds|CPU ≤ ${AUDIT_CPU_MINUTES} min`;
  const said = `${stderr}\n${stdout}`.trim().split('\n').at(-1) ?? '';
  const figures = [node, server, seconds].map((figure) => figure.toFixed(1));
  return inColumns([head.split('|'), [said, ...figures, verdict]]);
}

const ONE_IN_SO_MANY_IS_DUE = 20;
const BACKLOG_MS = 900_000;
const LOOK_MS = 100_000;

/** Starts nodes at a time when part of the creatures is due at once, as after a restore or an outage: one node, then three. */
export async function backlogTable(house: FilledHouse): Promise<string> {
  const head =
    'nodes|due|left|settled/s|per CPU second of node|slowest stats ms|seconds|node CPU s|server CPU s|statements each';
  return inColumns([head.split('|'), await workOff(house, 1), await workOff(house, MANY)]);
}

async function workOff(house: FilledHouse, count: number): Promise<string[]> {
  const { postgres, database, creatures } = house;
  const [found] = await postgres.query<{ at: number }>(
    database,
    `select next_event_at::float as at from creatures where next_event_at is not null
    order by next_event_at, id offset $1 limit 1`,
    [Math.ceil(creatures / ONE_IN_SO_MANY_IS_DUE) - 1],
  );
  const moment = found?.at ?? 0;
  const countDue = async () => {
    const sql = 'select count(*)::float as n from creatures where next_event_at <= $1';
    return (await postgres.query<{ n: number }>(database, sql, [moment]))[0]?.n ?? 0;
  };
  const due = await countDue();
  return withNodes(house, { aheadMs: moment - Date.now(), count }, async (nodes) => {
    const [before, nodesBefore] = [await postgres.spent(database), await cpuOf(nodes)];
    const began = performance.now();
    let slowest = 0;
    let left = due;
    // A public route of every node is asked meanwhile.
    for (let nth = 0; left > 0 && performance.now() - began < BACKLOG_MS; nth += 1) {
      const asked = performance.now();
      const looks = nodes.map((node) => replyTo(node, askPublic('/api/stats', nth)));
      await Promise.race([Promise.all(looks), pause(LOOK_MS)]);
      slowest = Math.max(slowest, performance.now() - asked);
      left = await countDue();
      if (left > 0) await pause(500);
    }
    const seconds = (performance.now() - began) / 1000;
    const nodeSeconds = ((await cpuOf(nodes)) - nodesBefore) / 1e6;
    const now = await postgres.spent(database);
    const settled = due - left;
    const serverSeconds = (now.cpuMicros - before.cpuMicros) / 1e6;
    const statements = (now.statements - before.statements) / due;
    const whole = [count, due, left, settled / seconds, settled / nodeSeconds, slowest];
    const fine = [seconds, nodeSeconds, serverSeconds, statements];
    return [...whole.map((figure) => figure.toFixed(0)), ...fine.map((figure) => figure.toFixed(1))];
  });
}
