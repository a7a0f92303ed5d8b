import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { buildBrowser } from '../../tools/build/server.ts';
import { dropSchemas } from './postgres-schemas.ts';
import { buildProgram } from './servers/build-program.ts';
import { BUILT_PROGRAM } from './servers/program.ts';

/** Before the first test: builds browser scripts and the program, and names the run. */
export async function setup(): Promise<void> {
  const run = randomBytes(6).toString('hex');
  process.env['ARKHOUSE_TEST_RUN'] = run;
  await buildBrowser();
  // `npm run test:quick` and the shape tests run no program.
  if (process.env['TEST_QUICK'] === undefined) process.env[BUILT_PROGRAM] = await buildProgram(folderOf(run));
}

/** After the last test: removes files and PostgreSQL schemas of the run. */
export async function teardown(): Promise<void> {
  const run = process.env['ARKHOUSE_TEST_RUN'] ?? '';
  await dropSchemas(`arkhouse_test_${run}_`);
  await rm(folderOf(run), { recursive: true, force: true });
}

function folderOf(run: string): string {
  return fileURLToPath(new URL(`../../node_modules/.cache/arkhouse-test/${run}`, import.meta.url));
}
