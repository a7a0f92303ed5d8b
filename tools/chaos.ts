import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { missingCommands } from '../test/support/servers/missing-commands.ts';
import { inColumns } from './bench/tables.ts';
import type { Fault } from './chaos/fault.ts';
import { FAULTS } from './chaos/faults/faults.ts';
import { whyNoPreviousRelease } from './chaos/previous-release.ts';
import { tryFault, type Verdict } from './chaos/trial.ts';
import { verdictTable } from './chaos/verdict-table.ts';
import { COMMANDS, OURS } from './chaos/world.ts';
import { readArguments } from './support/arguments.ts';

const { values, positionals } = readArguments(
  `Usage: npm run chaos -- [FAULT…] [--logs]
Runs agents against a cluster of its own while a part of it fails, and compares acknowledged with stored writes.
  --list  names the faults
  --logs  prints the logs of the nodes
  SEED=N  repeats a run`,
  { list: { type: 'boolean' }, logs: { type: 'boolean' } },
);

// An exit runs what ends the servers; a signal by itself would not.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

if (values.list) console.log(inColumns(FAULTS.map(({ name, description }) => [name, description])));
else await tryAll(chosen(positionals));

function chosen(names: readonly string[]): readonly Fault[] {
  const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no fault called ${unknown.join(', ')}. These are there: ${FAULTS.map(({ name }) => name).join(', ')}`,
    );
    process.exit(2);
  }
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
  if (verdicts.length > 0) console.log(`\n${verdictTable(verdicts)}`);
  if (verdicts.some(({ complaints }) => complaints.length > 0)) process.exitCode = 1;
}

/** Why it cannot be tried on this machine. */
async function whyNot({ needs = [], world }: Fault): Promise<string | undefined> {
  const missing = missingCommands([...COMMANDS, ...needs]);
  if (missing.length > 0) return `there is no ${missing.join(', no ')} here`;
  if (world?.smallDisk === true && process.getuid?.() !== 0) return 'only root may mount a small disk';
  return world?.previousRelease === true ? whyNoPreviousRelease() : undefined;
}

function tell({ fault, complaints, tookSeconds, logs }: Verdict): void {
  const mark = complaints.length === 0 ? '✓' : '✗';
  console.log(`${mark} ${fault.name}: ${fault.description} (${tookSeconds.toFixed(0)} s)`);
  for (const complaint of complaints) console.log(`    ${complaint}`);
  if (values.logs) console.log(logs);
}
