// Main-thread CPU and the longest stretch without the event loop, of one request at a time about a worst case.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { withClient } from '../test/support/postgres-schemas.ts';
import { dearRequests, type DearRequest } from './bench-dearest/requests.ts';
import { end, readArguments } from './support/arguments.ts';
import { exitOnSignals, HERE, inColumns, machineAndCommit, median } from './support/report.ts';

const USAGE = `Usage: node tools/bench-dearest.ts [sqlite | postgres] [words]
CPU of the main thread and the longest time that it keeps the event loop, of the dearest requests, with 200
creatures of one keeper (190 died on one day), 20,000 log entries and 1,000 letters.
  postgres  on DATABASE_URL, in a schema that is dropped afterwards
  words     only requests that have one of them in their name`;
const ROUNDS = 5;
/** A request that takes longer is measured in the first two rounds only. */
const PATIENCE_MS = 1000;
const MOST_ROWS = 20;

const { positionals } = readArguments(USAGE);
const isOnPostgres = positionals.includes('postgres');
const words = positionals.filter((word) => word !== 'postgres' && word !== 'sqlite');
const { readConfig } = await import('../src/config/config.ts');
const { openLog } = await import('../src/app/log.ts');
const { closeHouse, openHouse } = await import('../src/app/open-house.ts');
const { memoryLimiter } = await import('../src/outside/rate-limiter.ts');
const { startFoldingCounts } = await import('../src/app/jobs.ts');
const { openServer } = await import('../src/app/open-server.ts');
const { fillWorstCase } = await import('./bench-dearest/worst-case.ts');

exitOnSignals();
console.log(`${machineAndCommit()}, ${isOnPostgres ? 'PostgreSQL' : 'SQLite'}`);
mkdirSync(join(HERE, 'data'), { recursive: true });
const folder = mkdtempSync(join(HERE, 'data/dearest-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const databaseUrl = process.env['DATABASE_URL'];
if (isOnPostgres && databaseUrl === undefined) end(`DATABASE_URL is missing.\n${USAGE}`, 2);
const schema = `bench_dearest_${process.pid}`;
const database = isOnPostgres ? { DATABASE_URL: await newSchema() } : {};
const config = readConfig({
  PORT: '0',
  ARKHOUSE_DATA_DIR: folder,
  ARKHOUSE_DEATHS_PERCENT: '0',
  ...database,
});
const log = openLog('silent');
const limiter = memoryLimiter();
const patient = <Limit extends { windowSeconds: number }>(limit: Limit) => ({
  ...limit,
  max: 1e9,
});
// One minute between two requests of a kind, so that no cached page is still fresh.
let at = Date.now();
const house = await openHouse(config, log, {
  clock: { now: () => at },
  limiter: {
    ...limiter,
    take: (name, limit, who, now) => limiter.take(name, patient(limit), who, now),
    peek: (name, limit, who, now) => limiter.peek(name, patient(limit), who, now),
  },
});
// Without it, counts that are not folded make each act on PostgreSQL slower than the one before.
startFoldingCounts(house, log);
try {
  const filledFrom = performance.now();
  const worstCase = await fillWorstCase(house, at);
  console.log(`filled in ${((performance.now() - filledFrom) / 1000).toFixed(0)} s\n`);
  const app = await openServer(house, { ...config, log, loadsMcp: true });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = openClient((app.server.address() as AddressInfo).port);
  const spent = new Map<string, Cost[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    at += 60_000;
    for (const request of dearRequests(worstCase, round).filter(isWanted)) {
      const costs = spent.get(request.name) ?? [];
      if (round > 1 && costs.some(({ cpuMs }) => cpuMs > PATIENCE_MS)) continue;
      spent.set(request.name, [...costs, await costOf(() => ask(request))]);
    }
  }
  console.log(tableOf(spent));
  await app.close();
} finally {
  await closeHouse(house);
  if (isOnPostgres) await onServer(`drop schema ${schema} cascade`);
}
process.exit();

function isWanted({ name }: DearRequest): boolean {
  return words.length === 0 || words.some((word) => name.includes(word));
}

async function newSchema(): Promise<string> {
  await onServer(`create schema ${schema}`);
  const url = new URL(databaseUrl ?? '');
  url.searchParams.set('options', `-c search_path=${schema}`);
  return url.href;
}

async function onServer(statement: string): Promise<void> {
  await withClient(databaseUrl ?? '', async (client) => void (await client.query(statement)));
}

interface Reply {
  readonly status: number;
  readonly bytes: number;
}

/** Asks from another thread, whose CPU is not counted. */
function openClient(port: number): (request: DearRequest) => Promise<Reply> {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    parentPort.on('message', async ({ path, key, body }) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream, */*' };
      if (key) headers.authorization = 'Bearer ' + key;
      const init = { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) };
      const reply = await fetch('http://127.0.0.1:' + workerData + path, init);
      const bytes = (await reply.arrayBuffer()).byteLength;
      parentPort.postMessage({ status: reply.status, bytes });
    });`,
    { eval: true, workerData: port },
  );
  worker.unref();
  return (request) =>
    new Promise((resolve) => {
      worker.once('message', resolve);
      worker.postMessage(request, []);
    });
}

interface Cost extends Reply {
  readonly cpuMs: number;
  readonly heldMs: number;
}

/** CPU instead of time for both, so that other programs of the machine do not count. */
async function costOf(ask: () => Promise<Reply>): Promise<Cost> {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [turns, last, heldMs, isRunning] = [0, cpuMs(), 0, true];
  const turn = () => {
    const now = cpuMs();
    heldMs = Math.max(heldMs, now - last);
    last = now;
    turns += 1;
    // Not at once: while a thread writes the reply, turns would cost more than the request.
    if (isRunning) setTimeout(turn, 1);
  };
  // What a turn itself costs is measured before.
  const idleFrom = last;
  turn();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const [idleMs, idleTurns] = [cpuMs() - idleFrom, turns];
  [heldMs, turns] = [0, 0];
  const from = cpuMs();
  const reply = await ask();
  const spentMs = cpuMs() - from;
  isRunning = false;
  return {
    ...reply,
    heldMs,
    cpuMs: Math.max(0, spentMs - (idleMs / idleTurns) * turns),
  };
}

function tableOf(spent: ReadonlyMap<string, readonly Cost[]>): string {
  const rows = [...spent].map(([name, [first, ...later]]) => {
    const middle = (figure: (cost: Cost) => number) => median(later.map(figure));
    const cpuMs = middle((cost) => cost.cpuMs);
    return {
      cpuMs,
      cells: [
        name,
        [...new Set([first, ...later].map((cost) => cost?.status))].join(' '),
        ((first?.bytes ?? 0) / 1000).toFixed(0),
        (first?.cpuMs ?? NaN).toFixed(1),
        cpuMs.toFixed(1),
        (first?.heldMs ?? NaN).toFixed(1),
        middle((cost) => cost.heldMs).toFixed(1),
      ],
    };
  });
  const dearest = rows.toSorted((one, other) => other.cpuMs - one.cpuMs).slice(0, MOST_ROWS);
  const head = ['request', 'status', 'kB', 'CPU ms, first', 'later', 'loop held ms, first', 'later'];
  return inColumns([head, ...dearest.map(({ cells }) => cells)]);
}
