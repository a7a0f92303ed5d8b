import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { runProgram } from '../test/support/servers/house-node.ts';
import { missingCommands } from '../test/support/servers/missing-commands.ts';
import { until } from '../test/support/servers/own-servers.ts';
import { FAULTS, type Fault, runFault } from './chaos/faults.ts';
import { askDoctorBefore, Incident } from './chaos/incident.ts';
import { listOf, Load } from './chaos/load.ts';
import { COMMANDS, World } from './chaos/world.ts';
import { end, readArguments } from './support/arguments.ts';
import { hasCommit, previousRelease } from './upgrade-fixture/releases.ts';
import { exitOnSignals, HERE, inColumns, seedOfRun } from './support/report.ts';

const { values, positionals } = readArguments(
  `Usage: npm run chaos -- [FAULT…] [--logs]
Runs agents against a cluster of its own while a part of it fails, compares acknowledged with stored writes, and tells what the operator sees.
  --list  names the faults
  --logs  prints the logs of the nodes
  SEED=N  repeats a run`,
  { list: { type: 'boolean' }, logs: { type: 'boolean' } },
);

const HEAD = 'fault|requests|answered|deeds|told|lost|doubled|deaths|audit|took'.split('|');
const INCIDENT = 'fault|clients saw|events|metrics|doctor|normal after'.split('|');
/** Number of acknowledged writes before the fault starts. */
const DEEDS_BEFORE = 200;

exitOnSignals();

if (values.list) console.log(inColumns(FAULTS.map(({ name, description }) => [name, description])));
else await tryAll(positionals);

async function tryAll(names: readonly string[]): Promise<void> {
  const known = FAULTS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name)).join(', ');
  if (unknown !== '') end(`There is no fault called ${unknown}. These are there: ${known.join(', ')}`, 2);
  if (!existsSync(join(HERE, 'dist/cli/arkhouse.js'))) end('There is nothing built: npm run build', 1);
  const seed = seedOfRun();
  console.log(`SEED=${seed}`);
  const results: string[][] = [];
  const incidents: string[][] = [];
  for (const fault of FAULTS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const why = await whyNot(fault);
    if (why === undefined) {
      const { result, incident } = await tryFault(fault, seed);
      results.push(result);
      incidents.push(incident);
    } else console.log(`*** ${fault.name} is SKIPPED: ${why} ***`);
  }
  if (results.length === 0) return;
  console.log(`\n${inColumns([HEAD, ...results])}\n`);
  for (const cells of [INCIDENT, INCIDENT.map(() => '---'), ...incidents])
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
async function tryFault(fault: Fault, seed: number) {
  const began = performance.now();
  await using world = await World.create(fault.world);
  await askDoctorBefore(world);
  const load = new Load(world.address, seed);
  await until('the house is lived in', async () => load.ledger.acknowledged >= DEEDS_BEFORE);
  const incident = await Incident.begin(world);
  await runFault(fault, world, () => incident.look(fault));
  const faultEnded = performance.now();
  await allAnswer(world, load);
  const normalAfter = performance.now() - faultEnded;
  await pause(4000);
  await incident.stopScraping();
  await load.stop();
  await world.close();
  const { deeds, acknowledged, lost, doubled } = await load.ledger.reckon(world.current);
  const deaths = (await world.current.query('select id from creatures where died_at is not null')).length;
  const audit = await runProgram(HERE, ['audit'], world.storeEnv);
  const { requests, succeeded, others, owed, troubles } = load.counts;
  const trouble = new Map([...others].filter(([name]) => name !== '429'));
  const unexpected = owed.filter((name) => fault.expected?.test(name) !== true);
  const tokens = (some: typeof lost) => some.map(({ token }) => token).join(' ');
  const complaints = [
    ...incident.complaints,
    lost.length > 0 && `acknowledged and lost: ${tokens(lost)}`,
    doubled.length > 0 && `done twice: ${tokens(doubled)}`,
    // No creature here is older than minutes, unless the fault makes it so.
    deaths > 0 !== (fault.kills === true) && `${deaths} creatures died`,
    unexpected.length > 0 && `answered with ${unexpected.join(', ')}`,
    fault.unnoticed === true &&
      troubles.length > 0 &&
      `nobody should have noticed, but some got ${troubles.join(', ')}`,
    audit.code !== 0 && `the audit says: ${audit.said.trim()}`,
  ].filter((complaint) => complaint !== false);
  const took = `${((performance.now() - began) / 1000).toFixed(0)} s`;
  console.log(`${complaints.length === 0 ? '✓' : '✗'} ${fault.name}: ${fault.description} (${took})`);
  for (const complaint of complaints) console.log(`    ${complaint}`);
  if (values.logs) console.log(world.logs());
  if (complaints.length > 0) process.exitCode = 1;
  const counts = [requests, succeeded, deeds, acknowledged, lost.length, doubled.length, deaths];
  return {
    result: [fault.name, ...counts.map(String), audit.code === 0 ? 'clean' : 'DIRTY', took],
    incident: [fault.name, listOf(trouble), ...incident.cells(), `${(normalAfter / 1000).toFixed(1)} s`],
  };
}

async function allAnswer({ nodePorts }: World, load: Load): Promise<void> {
  await Promise.all(
    nodePorts.map(async (port) => {
      while (!(await load.registersAt(`http://127.0.0.1:${port}`, 2000))) await pause(100);
    }),
  );
}
