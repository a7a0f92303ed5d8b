import { setTimeout as after } from 'node:timers/promises';

import { withClient } from '../../test/support/postgres-schemas.ts';
import type { ServerProcess } from '../bench/servers/server-process.ts';
import { replyTo } from '../bench/subjects/next-request.ts';
import { askPublic } from '../bench/subjects/requests.ts';
import { inColumns } from '../bench/tables/columns.ts';
import { cpuOf, startNode, type FilledHouse } from './houses.ts';

const ONE_IN_SO_MANY_IS_DUE = 20;
const LOOK_EVERY_MS = 500;
const MOST_MS = 900_000;
const PATIENCE_MS = 100_000;

/** Settled creatures, number of nodes, and cost. */
interface Backlog {
  readonly nodes: number;
  readonly due: number;
  readonly left: number;
  readonly seconds: number;
  readonly nodeSeconds: number;
  readonly serverSeconds: number;
  readonly statements: number;
  readonly slowestLookMs: number;
}

/**
 * Starts nodes at a time when part of the creatures is due at once, as after a restore or an outage: one node, then three.
 */
export async function backlogTable(house: FilledHouse): Promise<string> {
  const all = [await workOff(house, 1), await workOff(house, 3)];
  return inColumns([HEAD, ...all.map(lineOf)]);
}

const HEAD = [
  'backlog',
  'due',
  'left',
  'seconds',
  'settled/s',
  'node CPU s',
  'server CPU s',
  'per CPU second of node',
  'statements each',
  'slowest stats ms',
];

async function workOff(house: FilledHouse, count: number): Promise<Backlog> {
  const { postgres, database, creatures } = house;
  const moment = await momentWith(house, Math.ceil(creatures / ONE_IN_SO_MANY_IS_DUE));
  const due = await dueAt(house, moment);
  const aheadMs = moment - Date.now();
  const nodes = await Promise.all(
    Array.from({ length: count }, () => startNode(house, { settles: true, aheadMs })),
  );
  try {
    const before = await postgres.spent(database);
    const nodesBefore = await cpuOf(nodes);
    const began = performance.now();
    const slowestLookMs = await lookUntilSettled(house, nodes, moment);
    const seconds = (performance.now() - began) / 1000;
    const nodeMicros = (await cpuOf(nodes)) - nodesBefore;
    const now = await postgres.spent(database);
    return {
      nodes: count,
      due,
      left: await dueAt(house, moment),
      seconds,
      nodeSeconds: nodeMicros / 1e6,
      serverSeconds: (now.cpuMicros - before.cpuMicros) / 1e6,
      statements: (now.statements - before.statements) / due,
      slowestLookMs,
    };
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

/** The first moment at which so many are due. */
async function momentWith({ postgres, database }: FilledHouse, due: number): Promise<number> {
  return withClient(postgres.urlOf(database), async (client) => {
    const { rows } = await client.query<{ at: string }>(
      `select next_event_at as at from creatures where next_event_at is not null
      order by next_event_at, id offset $1 limit 1`,
      [due - 1],
    );
    return Number(rows[0]?.at);
  });
}

async function dueAt({ postgres, database }: FilledHouse, moment: number): Promise<number> {
  return withClient(postgres.urlOf(database), async (client) => {
    const { rows } = await client.query<{ n: string }>(
      'select count(*) as n from creatures where next_event_at <= $1',
      [moment],
    );
    return Number(rows[0]?.n);
  });
}

/** Requests a public route of every node until nothing is due; returns the slowest response time. */
async function lookUntilSettled(
  house: FilledHouse,
  nodes: readonly ServerProcess[],
  moment: number,
): Promise<number> {
  const began = performance.now();
  let slowest = 0;
  for (let nth = 0; performance.now() - began < MOST_MS; nth += 1) {
    const asked = performance.now();
    const looks = nodes.map((node) => replyTo(node, askPublic('/api/stats', nth)));
    // Upper limit for the whole backlog.
    await Promise.race([Promise.all(looks), after(PATIENCE_MS)]);
    slowest = Math.max(slowest, performance.now() - asked);
    if ((await dueAt(house, moment)) === 0) return slowest;
    await after(LOOK_EVERY_MS);
  }
  return slowest;
}

function lineOf(backlog: Backlog): string[] {
  const { nodes, due, left, seconds, nodeSeconds, serverSeconds, statements, slowestLookMs } = backlog;
  return [
    nodes === 1 ? '1 node' : `${nodes} nodes`,
    String(due),
    String(left),
    seconds.toFixed(1),
    ((due - left) / seconds).toFixed(0),
    nodeSeconds.toFixed(1),
    serverSeconds.toFixed(1),
    ((due - left) / nodeSeconds).toFixed(0),
    statements.toFixed(1),
    slowestLookMs.toFixed(0),
  ];
}
