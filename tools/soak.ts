import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { commitOf, machine } from './bench/machine.ts';
import { fakeClock, runProgram } from '../test/support/servers/house-node.ts';
import { missingCommands } from '../test/support/servers/missing-commands.ts';
import { Attackers } from './chaos/attackers.ts';
import { FAULTS } from './chaos/faults.ts';
import type { AnswerCounts } from './chaos/counting.ts';
import { Ledger, type Reckoning } from './chaos/ledger.ts';
import { Load } from './chaos/load.ts';
import { COMMANDS, OURS, World } from './chaos/world.ts';
import { readArguments } from './support/arguments.ts';

const SAMPLE_EVERY_MS = 5000;
const FAULT_EVERY_MS = 90_000;
/** One node lives through all of it, so that what it leaks would show. */
const WITNESS = 0;
const BROKEN = ['node-killed', 'redis-frozen', 'postgres-frozen', 'redis-killed', 'postgres-immediate'];

/** The witness at a moment: what it has of the memory, and how long it takes to say that it lives. */
interface Sample {
  readonly second: number;
  readonly megabytes: number;
  readonly answersMs: number;
}

/** All that happened in a soak. */
interface Soaked {
  readonly on: string;
  readonly seed: number;
  readonly minutes: number;
  readonly speed: number;
  readonly counts: AnswerCounts;
  /** Responses to attackers per status. */
  readonly attacked: ReadonlyMap<number, number>;
  readonly reckoning: Reckoning;
  readonly lives: Readonly<Record<'laid' | 'hatched' | 'grewUp' | 'died', number>>;
  readonly faults: readonly string[];
  readonly samples: readonly Sample[];
  readonly audit: { readonly code: number; readonly said: string };
}

/** Warm-up fills caches and compiles code; after it, memory may grow by this much per minute. */
const WARM_AFTER = 1 / 3;
const MOST_MB_A_MINUTE = 1;

const { values } = readArguments(
  `Usage: node tools/soak.ts [--minutes 30] [--speed 100]
Whole lives, faults and attackers at once, after npm run build; SEED=N repeats a run.
  --speed N  by how much the clocks of the nodes are faster: at 100 half an hour is two days`,
  { minutes: { type: 'string', default: '30' }, speed: { type: 'string', default: '100' } },
);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const missing = missingCommands([...COMMANDS, 'faketime']);
if (missing.length > 0) console.log(`*** The soak is SKIPPED: there is no ${missing.join(', no ')} here ***`);
else tell(await soak(Number(values.minutes), Number(values.speed)));

async function soak(minutes: number, speed: number): Promise<Soaked> {
  const seed = Number(process.env['SEED'] ?? randomInt(2 ** 32));
  console.log(`SEED=${seed}`);
  await using world = await World.create({ speed });
  const ledger = new Ledger(`s${seed.toString(36)}`);
  const load = new Load(world.address, ledger, seed);
  const attackers = new Attackers(world.nodePorts, seed);
  const ends = performance.now() + minutes * 60_000;
  load.start();
  attackers.start();
  const [samples, faults] = await Promise.all([sample(world, ends), breakThings(world, ends)]);
  await attackers.stop();
  await load.stop();
  await world.close();
  // Only now: a second of real time is minutes on the nodes, and no creature may have lived past the audit's clock.
  const clock = await fakeClock(world.clock() ?? '+0');
  const audit = await runProgram(OURS, ['audit'], { DATABASE_URL: world.current.url, ...clock });
  return {
    on: `${machine()}, ${commitOf(OURS)}`,
    seed,
    minutes,
    speed,
    counts: load.counts,
    attacked: attackers.statuses,
    reckoning: await ledger.reckon(world.current),
    lives: await livesIn(world),
    faults,
    samples,
    audit,
  };
}

async function breakThings(world: World, ends: number): Promise<string[]> {
  const done: string[] = [];
  for (let nth = 0; performance.now() + FAULT_EVERY_MS < ends; nth += 1) {
    await pause(FAULT_EVERY_MS);
    const fault = FAULTS.find(({ name }) => name === BROKEN[nth % BROKEN.length]);
    if (!fault) break;
    await fault.run(world);
    await world.ready();
    done.push(fault.name);
  }
  return done;
}

async function sample(world: World, ends: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const began = performance.now();
  while (performance.now() < ends) {
    await pause(SAMPLE_EVERY_MS);
    samples.push({
      second: (performance.now() - began) / 1000,
      megabytes: memoryOf(world.pidOf(WITNESS)),
      answersMs: await answerTime(world.nodePorts[WITNESS] ?? 0),
    });
  }
  return samples;
}

/** Resident memory of the node in megabytes. */
function memoryOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

async function answerTime(port: number): Promise<number> {
  const asked = performance.now();
  await fetch(`http://127.0.0.1:${port}/livez`).catch(() => undefined);
  return performance.now() - asked;
}

async function livesIn({ current }: World): Promise<Soaked['lives']> {
  const [row] = await current.query<Soaked['lives']>(`
    select cast(count(*) as int) as laid, cast(count(*) filter (where stage <> 'egg') as int) as hatched,
      cast(count(*) filter (where stage not in ('egg', 'baby')) as int) as "grewUp",
      cast(count(died_at) as int) as died from creatures`);
  return row ?? { laid: 0, hatched: 0, grewUp: 0, died: 0 };
}

function tell(soaked: Soaked): void {
  const complaints = complaintsAbout(soaked);
  const { on, seed, minutes, speed, counts, attacked, reckoning, lives, faults, audit } = soaked;
  const slope = slopeOf(soaked.samples);
  const lines = [
    ['where', `${on}, SEED=${seed}`],
    ['how long', `${minutes} minutes, ${speed} times as fast`],
    ['requests of agents', `${counts.requests}, of which ${counts.succeeded} succeeded`],
    ['other answers', listOf(counts.others)],
    ['answers to attackers', listOf(attacked)],
    ['deeds', `${reckoning.deeds}, acknowledged ${reckoning.acknowledged}`],
    ['lost and doubled', `${reckoning.lost.length} and ${reckoning.doubled.length}`],
    ['lives', `${lives.laid} laid, ${lives.hatched} hatched, ${lives.grewUp} grew up, ${lives.died} died`],
    ['faults', faults.join(', ') || 'none'],
    ['memory of the witness', `${slope.toFixed(2)} MB a minute after the first third`],
    ['/livez of the witness', livezOf(soaked.samples)],
    ['audit', audit.code === 0 ? 'clean' : (audit.said.split('\n', 1)[0] ?? '')],
  ];
  for (const [what, value] of lines) console.log(`${what}: ${value}`);
  for (const { second, megabytes, answersMs } of soaked.samples)
    console.log(`${second.toFixed(0)} s: ${megabytes.toFixed(0)} MB, /livez ${answersMs.toFixed(1)} ms`);
  console.log(complaints.length === 0 ? 'It passed.' : `It did not pass: ${complaints.join('; ')}.`);
  if (complaints.length > 0) process.exitCode = 1;
}

function complaintsAbout({ counts, attacked, reckoning, samples, audit }: Soaked): string[] {
  const bad = [...attacked.keys()].filter((status) => status >= 500 && status !== 503);
  return [
    ...(counts.owed.length > 0 ? [`agents were answered with ${counts.owed.join(', ')}`] : []),
    ...(bad.length > 0 ? [`attackers were answered with ${bad.join(', ')}`] : []),
    ...(reckoning.lost.length > 0 ? [`${reckoning.lost.length} acknowledged deeds are lost`] : []),
    ...(reckoning.doubled.length > 0 ? [`${reckoning.doubled.length} deeds were done twice`] : []),
    ...(slopeOf(samples) > MOST_MB_A_MINUTE ? ['memory grows'] : []),
    ...(audit.code === 0 ? [] : ['the audit finds fault']),
  ];
}

/** By how much memory grows in a minute, by the line that fits best once it is warm. */
function slopeOf(samples: readonly Sample[]): number {
  const warm = samples.slice(Math.floor(samples.length * WARM_AFTER));
  const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
  const minutes = warm.map(({ second }) => second / 60);
  const [at, height] = [mean(minutes), mean(warm.map(({ megabytes }) => megabytes))];
  const rise = warm.map(({ megabytes }, nth) => ((minutes[nth] ?? 0) - at) * (megabytes - height));
  const run = minutes.map((minute) => (minute - at) ** 2);
  return mean(rise) / mean(run);
}

function livezOf(samples: readonly Sample[]): string {
  const times = samples.map(({ answersMs }) => answersMs).toSorted((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? NaN).toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${(times.at(-1) ?? NaN).toFixed(0)} ms`;
}

function listOf(counts: ReadonlyMap<string | number, number>): string {
  const sorted = [...counts].toSorted(([a], [b]) => String(a).localeCompare(String(b)));
  return sorted.map(([name, times]) => `${times} × ${name}`).join(', ') || 'none';
}
