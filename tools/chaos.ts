import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { missingCommands } from '../test/support/servers/missing-commands.ts';
import { inColumns } from './bench/tables.ts';
import { FAULTS, type Fault } from './chaos/faults.ts';
import { tryFault, type Verdict } from './chaos/trial.ts';
import { COMMANDS, OURS, previousRelease } from './chaos/world.ts';
import { end, readArguments } from './support/arguments.ts';
import { hasCommit } from './upgrade-fixture/releases.ts';

const { values, positionals } = readArguments(
  `Usage: npm run chaos -- [FAULT…] [--logs]
Runs agents against a cluster of its own while a part of it fails, and compares acknowledged with stored writes.
  --list  names the faults
  --logs  prints the logs of the nodes
  SEED=N  repeats a run`,
  { list: { type: 'boolean' }, logs: { type: 'boolean' } },
);

const HEAD =
  'fault|requests|answered|deeds|told|lost|doubled|recovered: since it began|since it ended|audit|took|errors';

// An exit runs what ends the servers; a signal by itself would not.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

if (values.list) console.log(inColumns(FAULTS.map(({ name, description }) => [name, description])));
else await tryAll(chosen(positionals));

function chosen(names: readonly string[]): readonly Fault[] {
  const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name));
  const known = FAULTS.map(({ name }) => name).join(', ');
  if (unknown.length > 0) end(`There is no fault called ${unknown.join(', ')}. These are there: ${known}`, 2);
  return names.length === 0 ? FAULTS : FAULTS.filter(({ name }) => names.includes(name));
}

async function tryAll(faults: readonly Fault[]): Promise<void> {
  if (!existsSync(join(OURS, 'dist/cli/arkhouse.js')))
    throw new Error('There is nothing built: npm run build');
  const seed = Number(process.env['SEED'] ?? randomInt(2 ** 32));
  console.log(`SEED=${seed}`);
  const verdicts: Verdict[] = [];
  for (const fault of faults) {
    const why = await whyNot(fault);
    if (why !== undefined) {
      console.log(`*** ${fault.name} is SKIPPED: ${why} ***`);
      continue;
    }
    const verdict = await tryFault(fault, seed);
    verdicts.push(verdict);
    tell(verdict);
  }
  if (verdicts.length > 0) console.log(`\n${inColumns([HEAD.split('|'), ...verdicts.map(lineOf)])}`);
  if (verdicts.some(({ complaints }) => complaints.length > 0)) process.exitCode = 1;
}

/** Why it cannot be tried on this machine. */
async function whyNot({ needs = [], world }: Fault): Promise<string | undefined> {
  const missing = missingCommands([...COMMANDS, ...needs]);
  if (missing.length > 0) return `there is no ${missing.join(', no ')} here`;
  if (world?.smallDisk === true && process.getuid?.() !== 0) return 'only root may mount a small disk';
  if (world?.previousRelease !== true) return undefined;
  const { version, commit } = previousRelease();
  return (await hasCommit(commit)) ? undefined : `this checkout does not have the commit of ${version}`;
}

function tell({ fault, complaints, tookSeconds, logs }: Verdict): void {
  const mark = complaints.length === 0 ? '✓' : '✗';
  console.log(`${mark} ${fault.name}: ${fault.description} (${tookSeconds.toFixed(0)} s)`);
  for (const complaint of complaints) console.log(`    ${complaint}`);
  if (values.logs) console.log(logs);
}

function lineOf({ fault, counts, reckoning, recoveredAfter, audit, tookSeconds }: Verdict): string[] {
  const { deeds, acknowledged, lost, doubled } = reckoning;
  const errors = [...counts.others].toSorted(([a], [b]) => a.localeCompare(b));
  return [
    fault.name,
    ...[counts.requests, counts.succeeded, deeds, acknowledged, lost.length, doubled.length].map(String),
    `${recoveredAfter.beginSeconds.toFixed(1)} s`,
    `${recoveredAfter.endSeconds.toFixed(1)} s`,
    audit.code === 0 ? 'clean' : 'DIRTY',
    `${tookSeconds.toFixed(0)} s`,
    errors.map(([name, times]) => `${times} × ${name}`).join(', ') || 'none',
  ];
}
