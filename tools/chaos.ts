import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { missingCommands } from '../test/support/servers/missing-commands.ts';
import { until } from '../test/support/servers/own-servers.ts';
import { hasCommit, previousRelease } from '../test/upgrades/releases.ts';
import { FAULTS, type Fault, runFault } from './chaos/faults.ts';
import { Incident } from './chaos/incident.ts';
import { listOf, Load, reckon } from './chaos/load.ts';
import { soak } from './chaos/soak.ts';
import { COMMANDS, World } from './chaos/world.ts';
import { end, readArguments, wholeNumber } from './support/arguments.ts';
import { exitOnSignals, HERE, inColumns, machineAndCommit, seedOfRun } from './support/report.ts';

const USAGE = `Usage: node tools/chaos.ts [FAULT…] [--logs] | --soak MINUTES
Runs agents against a cluster of its own while a part of it fails, compares acknowledged with stored writes, and tells what the operator sees.
  --list          names the faults
  --logs          prints the logs of the nodes
  --soak MINUTES  whole lives at a hundred times the speed, with one fault after the other and attackers; watches memory
  SEED=N          repeats a run`;
const { values, positionals } = readArguments(USAGE, {
  list: { type: 'boolean' },
  logs: { type: 'boolean' },
  soak: { type: 'string' },
});

const COUNTED = 'fault|requests|answered|deeds|told|lost|doubled|deaths|audit|took';
const HEAD = `${COUNTED}|clients saw|events|metrics|doctor|normal after`.split('|');
/** Number of acknowledged writes before the fault starts. */
const DEEDS_BEFORE = 200;

exitOnSignals();

if (values.list) console.log(inColumns(FAULTS.map(({ name, description }) => [name, description])));
else {
  if (!existsSync(join(HERE, 'dist/cli/arkhouse.js'))) end('There is nothing built: npm run build', 1);
  const seed = seedOfRun();
  console.log(`SEED=${seed}, ${machineAndCommit()}`);
  await (values.soak === undefined
    ? tryAll(positionals, seed)
    : trySoak(wholeNumber(values.soak, USAGE), seed));
}

async function trySoak(minutes: number, seed: number): Promise<void> {
  const missing = missingCommands([...COMMANDS, 'faketime']);
  if (missing.length > 0)
    return console.log(`*** The soak is SKIPPED: there is no ${missing.join(', no ')} here ***`);
  const complaints = await soak(minutes, seed);
  console.log(complaints.length === 0 ? 'It passed.' : `It did not pass: ${complaints.join('; ')}.`);
  if (complaints.length > 0) process.exitCode = 1;
}

async function tryAll(names: readonly string[], seed: number): Promise<void> {
  const known = FAULTS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name)).join(', ');
  if (unknown !== '') end(`There is no fault called ${unknown}. These are there: ${known.join(', ')}`, 2);
  const results: string[][] = [];
  for (const fault of FAULTS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const why = await whyNot(fault);
    if (why === undefined) results.push(await tryFault(fault, seed));
    else console.log(`*** ${fault.name} is SKIPPED: ${why} ***`);
  }
  for (const cells of results.length === 0 ? [] : [HEAD, HEAD.map(() => '---'), ...results])
    console.log(`| ${cells.join(' | ')} |`);
}

async function whyNot({ needs = [], world }: Fault): Promise<string | undefined> {
  const missing = missingCommands([...(world?.sqlite === true ? [] : COMMANDS), ...needs]);
  if (missing.length > 0) return `there is no ${missing.join(', no ')} here`;
  if (world?.smallDisk === true && process.getuid?.() !== 0) return 'only root may mount a small disk';
  if (world?.previousRelease !== true) return undefined;
  const { version, commit } = previousRelease();
  return (await hasCommit(commit)) ? undefined : `this checkout does not have the commit of ${version}`;
}

/** Lets agents live in a world of their own, brings the fault about, and holds what they were told against what was kept. */
async function tryFault(fault: Fault, seed: number): Promise<string[]> {
  const began = performance.now();
  await using world = await World.create(fault.world);
  const load = new Load(world.address, seed);
  await until('the house is lived in', async () => load.ledger.acknowledged >= DEEDS_BEFORE);
  const incident = await Incident.begin(world);
  await runFault(fault, world, () => incident.look(fault));
  const faultEnded = performance.now();
  await allAnswer(world, load);
  const normalAfter = performance.now() - faultEnded;
  await pause(4000);
  await incident.stopScraping();
  const { counts, isClean, complaints: found } = await reckon(world, load, fault.expected);
  const deaths = (await world.current.query('select id from creatures where died_at is not null')).length;
  const { others, troubles } = load.counts;
  const trouble = new Map([...others].filter(([name]) => name !== '429'));
  const complaints = [
    ...incident.complaints,
    ...found,
    // No creature here is older than minutes, unless the fault makes it so.
    deaths > 0 !== (fault.kills === true) && `${deaths} creatures died`,
    fault.unnoticed === true &&
      troubles.length > 0 &&
      `nobody should have noticed, but some got ${troubles.join(', ')}`,
  ].filter((complaint) => complaint !== false);
  const took = `${((performance.now() - began) / 1000).toFixed(0)} s`;
  console.log(`${complaints.length === 0 ? '✓' : '✗'} ${fault.name}: ${fault.description} (${took})`);
  for (const complaint of complaints) console.log(`    ${complaint}`);
  if (values.logs) console.log(world.logs());
  if (complaints.length > 0) process.exitCode = 1;
  const counted = [fault.name, ...[...counts, deaths].map(String), isClean ? 'clean' : 'DIRTY', took];
  return [...counted, listOf(trouble), ...incident.cells(), `${(normalAfter / 1000).toFixed(1)} s`];
}

async function allAnswer({ nodePorts }: World, load: Load): Promise<void> {
  await Promise.all(
    nodePorts.map(async (port) => {
      while (!(await load.registersAt(`http://127.0.0.1:${port}`, 2000))) await pause(100);
    }),
  );
}
