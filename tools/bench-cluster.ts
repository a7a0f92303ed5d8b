import { rmSync } from 'node:fs';
import { resolve } from 'node:path';

import { withClient } from '../test/support/postgres-schemas.ts';
import { OwnServers } from '../test/support/servers/own-servers.ts';
import { auditTable } from './bench-cluster/audit.ts';
import { backlogTable } from './bench-cluster/backlog.ts';
import { crowdTable } from './bench-cluster/crowd.ts';
import { fill, giveKeys, MODEL_CREATURES } from './bench-cluster/fill.ts';
import type { FilledHouse } from './bench-cluster/houses.ts';
import { nodesTable } from './bench-cluster/nodes.ts';
import { OwnPostgres } from './bench-cluster/own-postgres.ts';
import { routesTable } from './bench-cluster/routes.ts';
import { commitOf, machine } from './bench/machine.ts';
import { HERE } from './bench/servers/server-process.ts';
import { end, readArguments } from './support/arguments.ts';

const A_MILLION = 1_000_000;
const KEYS = 20_000;

interface Houses {
  readonly small: FilledHouse;
  readonly large: FilledHouse;
}

// In this order: the backlog comes last because it moves the clock to tomorrow.
const PARTS: Readonly<Record<string, (houses: Houses) => Promise<string>>> = {
  routes: ({ small, large }) => routesTable(small, large),
  nodes: ({ large }) => nodesTable(large),
  crowd: ({ large }) => crowdTable(large),
  audit: ({ large }) => auditTable(large),
  backlog: ({ large }) => backlogTable(large),
};

const USAGE = `Usage: node tools/bench-cluster.ts [creatures] [${Object.keys(PARTS).join(' | ')}] [at=FOLDER]
  creatures  how many live in the large house: a million when it is not said, and at least ${2 * MODEL_CREATURES}
  words      only these parts
  at=FOLDER  a server that is kept there, and filled only if it is not`;

const { positionals: given } = readArguments(USAGE);
const at = given.find((word) => word.startsWith('at='))?.slice('at='.length);
const creatures = Number(given.find((word) => /^\d+$/.test(word)) ?? A_MILLION);
const words = given.filter((word) => !word.startsWith('at=') && !/^\d+$/.test(word));

if (words.some((word) => !Object.hasOwn(PARTS, word)) || creatures < 2 * MODEL_CREATURES) {
  end(USAGE, 2);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
print(`${machine()}, ${commitOf(HERE)}`);
await using servers = new OwnServers();
await measureIn(await folderFor(servers), servers);

/** One that is kept, or one that is gone with the program. */
async function folderFor(own: OwnServers): Promise<string> {
  if (at !== undefined) {
    const kept = resolve(at);
    await own.run('mkdir', ['-p', '-m', '700', kept]);
    return kept;
  }
  // Not the system's temporary folder, which is often a RAM disk.
  const made = (await own.run('mktemp', ['-d', '/var/tmp/arkhouse-cluster-XXXXXX'])).trim();
  process.once('exit', () => rmSync(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return made;
}

async function measureIn(folder: string, own: OwnServers): Promise<void> {
  const postgres = await OwnPostgres.in(folder, own);
  try {
    await fill(postgres, creatures, print);
    const small = await aHouse(postgres, 'small', MODEL_CREATURES);
    const large = await aHouse(postgres, 'large', creatures);
    for (const [name, table] of Object.entries(PARTS))
      if (words.length === 0 || words.includes(name)) print(`\n${await table({ small, large })}`);
  } finally {
    await postgres.stop();
  }
}

async function aHouse(
  postgres: OwnPostgres,
  database: FilledHouse['database'],
  size: number,
): Promise<FilledHouse> {
  const url = postgres.urlOf(database);
  const { rows } = await withClient(url, (client) =>
    client.query<{ version: string; bytes: string }>(
      `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
    ),
  );
  print(
    `${size} creatures in ${(Number(rows[0]?.bytes) / 1e6).toFixed(0)} MB on PostgreSQL ${rows[0]?.version}`,
  );
  return { postgres, database, creatures: size, keys: await giveKeys(url, KEYS) };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
