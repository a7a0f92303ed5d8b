// Measures whether status requests slow down while a thousand pictures are drawn, against an idle server.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

import { aLivedInHouse, aModel } from './lived-in.ts';
import { measure, middleOf, warmUp, type Measured, type Subject } from './measure.ts';
import { inTurn } from './subjects/next-request.ts';
import { askStatus } from './subjects/requests.ts';
import { startServer, type Kind } from './servers/server-process.ts';

const AGENTS = 400;
const WARM_UP = { ms: 20_000, most: 10_000 };
const ROUND = { ms: 2000, most: 4000 };
const MOST_ROUNDS = 30;

const data = fileURLToPath(new URL('../data/', import.meta.url));
await mkdir(data, { recursive: true });
const folder = await mkdtemp(`${data}pictures-`);
const model = await aModel(join(folder, 'model'), AGENTS);
const resting = await aSubject('lived-in');
const drawing = await aSubject('drawing');
try {
  process.stdout.write(`${ordersIn('drawing')} pictures are ordered\n`);
  const rounds: (readonly [Measured, Measured])[] = [];
  for (const subject of [resting, drawing]) await warmUp(subject, WARM_UP);
  while (ordersIn('drawing') > 0 && rounds.length < MOST_ROUNDS) {
    rounds.push([await measure(resting, ROUND), await measure(drawing, ROUND)]);
  }
  const [still, busy] = [middleOf(rounds.map(([one]) => one)), middleOf(rounds.map(([, other]) => other))];
  process.stdout.write(`${rounds.length} rounds, ${ordersIn('drawing')} pictures left\n`);
  for (const [name, { p50Ms, p99Ms, cpuMicros, perSecond }] of Object.entries({
    resting: still,
    drawing: busy,
  }))
    process.stdout.write(
      `${name}: p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${perSecond.toFixed(0)}/s, ${cpuMicros.toFixed(0)} µs CPU each\n`,
    );
  process.stdout.write(`p99 × ${(busy.p99Ms / still.p99Ms).toFixed(2)}\n`);
} finally {
  await Promise.all([resting, drawing].map(({ server }) => server.stop()));
  await rm(folder, { recursive: true });
}

async function aSubject(kind: Kind): Promise<Subject> {
  const { keys } = await aLivedInHouse(model, join(folder, kind), { copies: 1, keys: 300 });
  const server = await startServer(kind, join(folder, kind));
  return { name: kind, server, status: 200, next: inTurn(keys.map((key) => askStatus(key, 'full'))) };
}

function ordersIn(kind: Kind): number {
  const file = new DatabaseSync(join(folder, kind, 'arkhouse.db'), { readOnly: true });
  try {
    // The promise: a count is a number.
    return (file.prepare('select count(*) as n from picture_jobs').get() as { n: number }).n;
  } finally {
    file.close();
  }
}
