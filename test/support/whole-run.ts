import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { rolldown, type Plugin } from 'rolldown';

import { buildBrowser, NOT_BUNDLED } from '../../tools/build/server.ts';
import { dropSchemas } from './postgres-schemas.ts';
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

/** Bundles the program and its packages into a few files and returns the entry: halves the start time. */
async function buildProgram(folder: string): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('../../src/cli/arkhouse.ts', import.meta.url)),
    platform: 'node',
    external: NOT_BUNDLED,
    plugins: [IN_THEIR_OWN_PLACES],
  });
  // With .mjs Node knows the module type without a package.json.
  const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' };
  await bundle.write({ dir: folder, format: 'esm', ...names });
  await bundle.close();
  return join(folder, 'arkhouse.mjs');
}

/** Files that modules read by relative path are still read from the sources. */
const IN_THEIR_OWN_PLACES: Plugin = {
  name: 'in-their-own-places',
  transform: {
    filter: { code: 'import.meta.url' },
    handler: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
};
