import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';

import { buildBrowser, NOT_BUNDLED } from '../../tools/build/server.ts';
import { dropSchemas } from './postgres-schemas.ts';
import { missingCommands } from './servers/missing-commands.ts';
import { OwnServers } from './servers/own-servers.ts';
import { PostgresCluster } from './servers/postgres-cluster.ts';
import { BUILT_PROGRAM } from './servers/program.ts';

let servers: OwnServers | undefined;

/** Before the first test: builds browser scripts and the program, starts PostgreSQL, and names the run. */
export async function setup(): Promise<void> {
  const run = randomBytes(6).toString('hex');
  process.env['ARKHOUSE_TEST_RUN'] = run;
  await buildBrowser();
  // `npm run test:quick` and the shape tests run no program and no PostgreSQL.
  if (process.env['TEST_QUICK'] !== undefined) return;
  const [program] = await Promise.all([buildProgram(folderOf(run)), startPostgres()]);
  process.env[BUILT_PROGRAM] = program;
}

/** After the last test: removes files and PostgreSQL schemas of the run. */
export async function teardown(): Promise<void> {
  const run = process.env['ARKHOUSE_TEST_RUN'] ?? '';
  if (servers) await servers[Symbol.asyncDispose]();
  else await dropSchemas(`arkhouse_test_${run}_`);
  await rm(folderOf(run), { recursive: true, force: true });
}

/** A server of this run, which does not wait for the disk: on others creating and dropping databases takes three times as long. */
async function startPostgres(): Promise<void> {
  if (process.env['TEST_DATABASE_URL'] !== undefined || missingCommands(SERVER).length > 0) return;
  servers = new OwnServers();
  const { url } = await PostgresCluster.create(servers, { settings: NOT_FOR_CRASHES });
  process.env['TEST_DATABASE_URL'] = url;
}

const SERVER = ['postgres', 'initdb'];
const NOT_FOR_CRASHES = { full_page_writes: 'off', max_connections: '100', shared_buffers: '128MB' };

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
