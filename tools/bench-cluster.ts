import { rmSync } from 'node:fs';
import { resolve } from 'node:path';

import { OwnServers } from '../test/support/servers/own-servers.ts';
import { commitOf, machine } from './bench/machine.ts';
import { HERE } from './bench/server-process.ts';
import { fill, giveKeys, MODEL_CREATURES } from './bench-cluster/fill.ts';
import { auditTable, backlogTable, crowdTable, nodesTable } from './bench-cluster/nodes.ts';
import { OwnPostgres } from './bench-cluster/own-postgres.ts';
import { routesTable, type FilledHouse } from './bench-cluster/routes.ts';
import { end, readArguments } from './support/arguments.ts';

const A_MILLION = 1_000_000;
const KEYS = 20_000;

// In this order: the backlog comes last because it moves the clock to tomorrow.
const PARTS: Readonly<Record<string, (large: FilledHouse, small: FilledHouse) => Promise<string>>> = {
  routes: (large, small) => routesTable(small, large),
  nodes: nodesTable,
  crowd: crowdTable,
  audit: auditTable,
  backlog: backlogTable,
};

const USAGE = `Usage: node tools/bench-cluster.ts [creatures] [${Object.keys(PARTS).join(' | ')}] [at=FOLDER]
Cost of several nodes on a PostgreSQL of its own with a million creatures.
  creatures  how many live in the large database: a million when it is not said, and at least ${2 * MODEL_CREATURES}
  words      only these parts
  at=FOLDER  a server that is kept there, and filled only if it is not`;

const { positionals: given } = readArguments(USAGE);
const at = given.find((word) => word.startsWith('at='))?.slice('at='.length);
const creatures = Number(given.find((word) => /^\d+$/.test(word)) ?? A_MILLION);
const words = given.filter((word) => !word.startsWith('at=') && !/^\d+$/.test(word));
if (words.some((word) => !Object.hasOwn(PARTS, word)) || creatures < 2 * MODEL_CREATURES) end(USAGE, 2);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
console.log(`${machine()}, ${commitOf(HERE)}`);
await using servers = new OwnServers();
const postgres = await OwnPostgres.in(await folder(), servers);
try {
  await fill(postgres, creatures);
  const [small, large] = [await filled('small', MODEL_CREATURES), await filled('large', creatures)];
  for (const [name, table] of Object.entries(PARTS))
    if (words.length === 0 || words.includes(name)) console.log(`\n${await table(large, small)}`);
} finally {
  await postgres.stop();
}

/** One that is kept, or one that is gone with the program. */
async function folder(): Promise<string> {
  if (at !== undefined) {
    await servers.run('mkdir', ['-p', '-m', '700', resolve(at)]);
    return resolve(at);
  }
  // Not the system's temporary folder, which is often a RAM disk.
  const made = (await servers.run('mktemp', ['-d', '/var/tmp/arkhouse-cluster-XXXXXX'])).trim();
  process.once('exit', () => rmSync(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return made;
}

async function filled(database: FilledHouse['database'], size: number): Promise<FilledHouse> {
  const [told] = await postgres.query<{ version: string; bytes: number }>(
    database,
    `select current_setting('server_version') as version, pg_database_size(current_database())::float as bytes`,
  );
  const megabytes = ((told?.bytes ?? 0) / 1e6).toFixed(0);
  console.log(`${size} creatures in ${megabytes} MB on PostgreSQL ${told?.version}`);
  return { postgres, database, creatures: size, keys: await giveKeys(postgres, database, KEYS) };
}
