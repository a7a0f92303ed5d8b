import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { fakeClock, runProgram } from '../test/support/servers/house-node.ts';
import { missingCommands } from '../test/support/servers/missing-commands.ts';
import { startAttackers } from './chaos/attackers.ts';
import { FAULTS, runFault } from './chaos/faults.ts';
import { listOf, Load } from './chaos/load.ts';
import { COMMANDS, World } from './chaos/world.ts';
import { readArguments } from './support/arguments.ts';
import { exitOnSignals, HERE, machineAndCommit, median, seedOfRun } from './support/report.ts';

const FAULT_EVERY_MS = 90_000;
/** One node lives through all of it, so that what it leaks would show. */
const WITNESS = 0;
const BROKEN = ['node-killed', 'redis-frozen', 'postgres-frozen', 'redis-killed', 'postgres-immediate'];
/** Warm-up fills caches and compiles code; after it, memory may grow by this much per minute. */
const WARM_AFTER = 1 / 3;
const MOST_MB_A_MINUTE = 1;

const LIVES = `
  select cast(count(*) as int) as laid, cast(count(*) filter (where stage <> 'egg') as int) as hatched,
    cast(count(*) filter (where stage not in ('egg', 'baby')) as int) as grown,
    cast(count(died_at) as int) as died from creatures`;

const { values } = readArguments(
  `Usage: node tools/soak.ts [--minutes 30] [--speed 100]
Whole lives, faults and attackers at once, after npm run build; SEED=N repeats a run.
  --speed N  by how much the clocks of the nodes are faster: at 100 half an hour is two days`,
  { minutes: { type: 'string', default: '30' }, speed: { type: 'string', default: '100' } },
);

exitOnSignals();

const missing = missingCommands([...COMMANDS, 'faketime']);
if (missing.length > 0) console.log(`*** The soak is SKIPPED: there is no ${missing.join(', no ')} here ***`);
else await soak(Number(values.minutes), Number(values.speed));

async function soak(minutes: number, speed: number): Promise<void> {
  const seed = seedOfRun();
  console.log(`SEED=${seed}, ${machineAndCommit()}; ${minutes} minutes, ${speed} times as fast`);
  await using world = await World.create({ speed });
  const ends = performance.now() + minutes * 60_000;
  const load = new Load(world.address, seed);
  const attackers = startAttackers(world.nodePorts, seed);
  const [samples] = await Promise.all([sample(world, ends), breakThings(world, ends)]);
  await attackers.stop();
  await load.stop();
  await world.close();
  // Only now: a second of real time is minutes on the nodes, and no creature may have lived past the audit's clock.
  const clock = await fakeClock(world.clock() ?? '+0');
  const audit = await runProgram(HERE, ['audit'], { DATABASE_URL: world.current.url, ...clock });
  const { deeds, acknowledged, lost, doubled } = await load.ledger.reckon(world.current);
  const [lives] = await world.current.query<Record<string, number>>(LIVES);
  const growth = growthOf(samples);
  const answersMs = median(samples.map((each) => each.answersMs));
  const { requests, succeeded, others, owed } = load.counts;
  console.log(`agents: ${requests} requests, ${succeeded} succeeded, ${listOf(others)}`);
  console.log(`attackers: ${listOf(attackers.statuses)}`);
  console.log(`deeds: ${deeds}, acknowledged ${acknowledged}; lives: ${JSON.stringify(lives)}`);
  console.log(`witness: ${growth.toFixed(2)} MB a minute, /livez ${answersMs.toFixed(1)} ms (p50)`);
  const bad = [...attackers.statuses.keys()].filter((status) => status >= 500 && status !== 503);
  const complaints = [
    ...owed.map((name) => `agents were answered with ${name}`),
    ...bad.map((status) => `attackers were answered with ${status}`),
    lost.length > 0 && `${lost.length} acknowledged deeds are lost`,
    doubled.length > 0 && `${doubled.length} deeds were done twice`,
    growth > MOST_MB_A_MINUTE && 'memory grows',
    audit.code !== 0 && `the audit says: ${audit.said.split('\n', 1)[0]}`,
  ].filter((complaint) => complaint !== false);
  console.log(complaints.length === 0 ? 'It passed.' : `It did not pass: ${complaints.join('; ')}.`);
  if (complaints.length > 0) process.exitCode = 1;
}

async function breakThings(world: World, ends: number): Promise<void> {
  for (let nth = 0; performance.now() + FAULT_EVERY_MS < ends; nth += 1) {
    await pause(FAULT_EVERY_MS);
    const fault = FAULTS.find(({ name }) => name === BROKEN[nth % BROKEN.length]);
    if (fault) await runFault(fault, world);
    await world.ready();
    console.log(`fault: ${fault?.name}`);
  }
}

async function sample(world: World, ends: number) {
  const samples: { minute: number; megabytes: number; answersMs: number }[] = [];
  const began = performance.now();
  while (performance.now() < ends) {
    await pause(5000);
    const status = readFileSync(`/proc/${world.pidOf(WITNESS)}/status`, 'utf8');
    const megabytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
    const asked = performance.now();
    await fetch(`http://127.0.0.1:${world.nodePorts[WITNESS]}/livez`).catch(() => undefined);
    samples.push({ minute: (asked - began) / 60_000, megabytes, answersMs: performance.now() - asked });
  }
  return samples;
}

/** By how many megabytes memory grows in a minute, by the line that fits best once it is warm. */
function growthOf(samples: Awaited<ReturnType<typeof sample>>): number {
  const warm = samples.slice(Math.floor(samples.length * WARM_AFTER));
  const mean = (figure: (each: (typeof warm)[number]) => number) =>
    warm.reduce((sum, each) => sum + figure(each), 0) / warm.length;
  const [at, height] = [mean(({ minute }) => minute), mean(({ megabytes }) => megabytes)];
  const rise = mean(({ minute, megabytes }) => (minute - at) * (megabytes - height));
  return rise / mean(({ minute }) => (minute - at) ** 2);
}
