// `npm run soak [-- --minutes 30 --speed 100]`: whole lives, faults and attackers at once, for long. Writes docs/reliability/soak.md when asked to with --write.
import { randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { commitOf, machine } from '../bench/machine.ts';
import { fakeClock, runProgram } from '../test/support/servers/house-node.ts';
import { missingCommands } from '../test/support/servers/missing-commands.ts';
import { Attackers } from './attackers.ts';
import { NODE_KILLED } from './faults/node-killed.ts';
import { POSTGRES_FROZEN } from './faults/postgres-frozen.ts';
import { POSTGRES_IMMEDIATE } from './faults/postgres-stopped.ts';
import { REDIS_FROZEN, REDIS_KILLED } from './faults/redis.ts';
import { Ledger } from './ledger.ts';
import { Load } from './load.ts';
import { soakPage, type Sample, type Soaked } from './soak-page.ts';
import { COMMANDS, OURS, World } from './world.ts';

const SAMPLE_EVERY_MS = 5000;
const FAULT_EVERY_MS = 90_000;
/** One node lives through all of it, so that what it leaks would show. */
const WITNESS = 0;
const FAULTS = [NODE_KILLED, REDIS_FROZEN, POSTGRES_FROZEN, REDIS_KILLED, POSTGRES_IMMEDIATE];

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    /** So many times as fast as ours goes the time of those who live there: half an hour is two days. */
    speed: { type: 'string', default: '100' },
    write: { type: 'boolean', default: false },
  },
});

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
  // Only now: a second of ours is minutes of theirs, and nobody may have lived by a later clock than the audit.
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
    const fault = FAULTS[nth % FAULTS.length];
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

/** What the node has of the machine's memory, in megabytes. */
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
  const { page, complaints } = soakPage(soaked);
  console.log(page);
  if (values.write) writeFileSync(join(OURS, 'docs/reliability/soak.md'), page);
  if (complaints.length > 0) process.exitCode = 1;
}
