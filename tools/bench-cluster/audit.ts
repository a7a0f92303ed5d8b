import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { HERE } from '../bench/servers/server-process.ts';
import { inColumns } from '../bench/tables/columns.ts';
import type { FilledHouse } from './houses.ts';
import { microsOfEnded } from './own-postgres.ts';

const MOST_MS = 3_600_000;
const MOST_MINUTES_OF_CPU = 5;

/** `arkhouse audit`, as an operator runs it. */
export async function auditTable({ postgres, database, creatures }: FilledHouse): Promise<string> {
  const began = performance.now();
  const serverBefore = postgres.cpuMicros();
  const nodeBefore = microsOfEnded();
  const said = await audit(postgres.urlOf(database));
  const node = (microsOfEnded() - nodeBefore) / 1e6;
  const server = (postgres.cpuMicros() - serverBefore) / 1e6;
  const seconds = (performance.now() - began) / 1000;
  const promised = creatures < 1_000_000 ? '' : node + server <= MOST_MINUTES_OF_CPU * 60 ? 'met' : 'MISSED';
  return inColumns([
    [
      `audit of ${creatures} creatures`,
      'node CPU s',
      'server CPU s',
      'seconds',
      `CPU ≤ ${MOST_MINUTES_OF_CPU} min`,
    ],
    [said, node.toFixed(1), server.toFixed(1), seconds.toFixed(1), promised],
  ]);
}

/** The last thing it said. */
async function audit(databaseUrl: string): Promise<string> {
  const command = [
    '--import',
    join(HERE, 'tools/support/jsx.ts'),
    join(HERE, 'src/cli/arkhouse.ts'),
    'audit',
  ];
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl };
  const options = { env, timeout: MOST_MS, maxBuffer: 2 ** 28 };
  try {
    return lastLineOf((await promisify(execFile)(process.execPath, command, options)).stdout);
  } catch (error) {
    // The promise: what a program said is part of the error that it failed.
    const { stdout, stderr, killed } = error as { stdout: string; stderr: string; killed: boolean };
    if (killed) return `given up after ${MOST_MS / 60_000} minutes`;
    return lastLineOf(`${stderr}\n${stdout}`);
  }
}

function lastLineOf(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
