import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { askPublic, replyTo } from '../bench/requests.ts';
import { startServer, type NodeOptions, type ServerProcess } from '../bench/server-process.ts';
import { HERE, inColumns } from '../support/report.ts';
import type { FilledHouse } from './postgres.ts';

export async function startNode(nodes: AsyncDisposableStack, { url }: FilledHouse, aheadMs = 0) {
  const node = await startServer('node', JSON.stringify({ databaseUrl: url, aheadMs } satisfies NodeOptions));
  nodes.defer(() => node.stop());
  return node;
}

const COSTS = ['node CPU s', 'server CPU s', 'seconds', 'most MB'];
const AUDIT_CPU_MINUTES = 5;

/** Fails the run if there are findings. */
export async function auditTable(house: FilledHouse): Promise<string> {
  const { costs, cpuSeconds, said } = await runCommand(house, ['audit'], { DATABASE_URL: house.url });
  const isMet = cpuSeconds <= AUDIT_CPU_MINUTES * 60;
  const verdict = house.creatures < 1_000_000 ? '' : isMet ? 'met' : 'MISSED';
  const head = [`audit of ${house.creatures} creatures`, ...COSTS, `CPU ≤ ${AUDIT_CPU_MINUTES} min`];
  return inColumns([head, [said, ...costs, verdict]]);
}

/** To SQLite and back, compared and audited each time. */
export async function moveTable(house: FilledHouse, folder: string): Promise<string> {
  const data = join(folder, 'moved');
  await house.query('create database back');
  const to = house.url.replace(/\w+$/, 'back');
  const out = await runCommand(house, ['move', '--to', data], { DATABASE_URL: house.url });
  const back = await runCommand(house, ['move', '--to', to], { ARKHOUSE_DATA_DIR: data });
  return inColumns([
    [`move of ${house.creatures} creatures`, ...COSTS],
    [`to SQLite: ${out.said}`, ...out.costs],
    [`to PostgreSQL: ${back.said}`, ...back.costs],
  ]);
}

/** Preloaded into a command: its last line on stderr is what it has used. */
const TELLS_USE = `data:text/javascript,import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => console.error(JSON.stringify(process.resourceUsage())));`;

/** Runs a command of the program to its end. Its failure is printed and becomes that of this run. */
async function runCommand({ cpuMicros }: FilledHouse, args: readonly string[], env: Record<string, string>) {
  const [began, serverBefore] = [performance.now(), cpuMicros()];
  const preloads = ['--import', TELLS_USE, '--import', join(HERE, 'tools/support/jsx.ts')];
  const command = [...preloads, join(HERE, 'src/cli/arkhouse.ts'), ...args];
  const options = { env: { PATH: process.env['PATH'], ...env }, maxBuffer: 2 ** 26 };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, options).catch(
    (error: { stdout: string; stderr: string }) => {
      console.error(`${args[0]} failed:\n${error.stdout.slice(-2000)}\n${error.stderr.slice(-2000)}`);
      process.exitCode = 1;
      return error;
    },
  );
  const used = JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as NodeJS.ResourceUsage;
  const node = (used.userCPUTime + used.systemCPUTime) / 1e6;
  const server = (cpuMicros() - serverBefore) / 1e6;
  const seconds = (performance.now() - began) / 1000;
  // maxRSS is in kilobytes.
  const costs = [node, server, seconds, used.maxRSS / 1000].map((figure) => figure.toFixed(0));
  return { costs, cpuSeconds: node + server, said: stdout.trim().split('\n').at(-1) ?? '' };
}

const PART_DUE = 0.05;
const MANY_NODES = 3;
const BACKLOG_MS = 3_600_000;
const BACKLOG =
  'nodes|due|left|settled/s|per CPU second of node|slowest stats ms|seconds|node CPU s|server CPU s|MB of a node|statements each';

/** Starts nodes at a time when creatures are due at once, as after a restore or an outage: a part for one node, then all for three. */
export async function backlogTable(house: FilledHouse): Promise<string> {
  const lines = [await workOff(house, 1, PART_DUE), await workOff(house, MANY_NODES, 1)];
  return inColumns([BACKLOG.split('|'), ...lines]);
}

async function workOff(house: FilledHouse, count: number, part: number): Promise<string[]> {
  const one = async (sql: string, value: number) =>
    (await house.query<{ n: number }>(`select ${sql} as n from creatures`, [value]))[0]?.n ?? 0;
  const moment = await one('percentile_disc($1) within group (order by next_event_at)::float', part);
  const countDue = () => one('count(*) filter (where next_event_at <= $1::float8::bigint)::float', moment);
  await using stack = new AsyncDisposableStack();
  const nodes: ServerProcess[] = [];
  while (nodes.length < count) nodes.push(await startNode(stack, house, moment - Date.now()));
  const cpuMicros = async () =>
    (await Promise.all(nodes.map((node) => node.spent()))).reduce((sum, each) => sum + each.cpuMicros, 0);
  // The first node has settled some while the others started.
  const due = await countDue();
  const [before, nodesBefore] = [await house.spent(), await cpuMicros()];
  const began = performance.now();
  let [slowest, mostBytes, left] = [0, 0, due];
  for (let nth = 0; left > 0 && performance.now() - began < BACKLOG_MS; nth += 1) {
    const asked = performance.now();
    const looks = nodes.map((node) => replyTo(node, askPublic('/api/stats', nth)));
    await Promise.race([Promise.all(looks), pause(100_000)]);
    slowest = Math.max(slowest, performance.now() - asked);
    for (const node of nodes) mostBytes = Math.max(mostBytes, (await node.spent()).residentBytes);
    left = await countDue();
    if (left > 0) await pause(2000);
  }
  const seconds = (performance.now() - began) / 1000;
  const nodeSeconds = ((await cpuMicros()) - nodesBefore) / 1e6;
  const now = await house.spent();
  const settled = due - left;
  const serverSeconds = (now.cpuMicros - before.cpuMicros) / 1e6;
  const rates = [settled / seconds, settled / nodeSeconds, slowest, seconds, nodeSeconds, serverSeconds];
  const whole = [count, due, left, ...rates, mostBytes / 1e6].map((figure) => figure.toFixed(0));
  return [...whole, ((now.statements - before.statements) / due).toFixed(1)];
}
