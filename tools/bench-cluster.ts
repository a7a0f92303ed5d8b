import { OwnServers } from '../test/support/servers/own-servers.ts';
import { crowdTable, nodesTable } from './bench-cluster/nodes.ts';
import { MODEL_CREATURES, OwnPostgres } from './bench-cluster/postgres.ts';
import { routesTable, type FilledHouse } from './bench-cluster/routes.ts';
import { auditTable, backlogTable, moveTable } from './bench-cluster/size.ts';
import { end, readArguments } from './support/arguments.ts';
import { exitOnSignals, machineAndCommit } from './support/report.ts';

// In this order: the backlog comes last because it moves the clock to tomorrow.
const PARTS: Readonly<Record<string, (large: FilledHouse, small: FilledHouse) => Promise<string>>> = {
  routes: (large, small) => routesTable(small, large),
  nodes: nodesTable,
  crowd: crowdTable,
  audit: auditTable,
  move: moveTable,
  backlog: backlogTable,
};

const USAGE = `Usage: node tools/bench-cluster.ts [creatures] [${Object.keys(PARTS).join(' | ')}]
Cost of several nodes on a PostgreSQL of its own with a million creatures.
  creatures  how many live in the large database: a million when it is not said, and at least ${2 * MODEL_CREATURES}
  words      only these parts`;

const { positionals: given } = readArguments(USAGE);
const creatures = Number(given.find((word) => /^\d+$/.test(word)) ?? 1_000_000);
const words = given.filter((word) => !/^\d+$/.test(word));
if (words.some((word) => !Object.hasOwn(PARTS, word)) || creatures < 2 * MODEL_CREATURES) end(USAGE, 2);

exitOnSignals();
console.log(machineAndCommit());
// Not the system's temporary folder, which is often a RAM disk.
process.env['TMPDIR'] ??= '/var/tmp';
await using servers = new OwnServers();
const postgres = await OwnPostgres.filled(servers, creatures);
const [small, large] = [await house('small', MODEL_CREATURES), await house('large', creatures)];
for (const [name, table] of Object.entries(PARTS))
  if (words.length === 0 || words.includes(name)) console.log(`\n${await table(large, small)}`);

async function house(database: FilledHouse['database'], size: number): Promise<FilledHouse> {
  const [told] = await postgres.query<{ version: string; bytes: number }>(
    database,
    `select current_setting('server_version') as version, pg_database_size(current_database())::float as bytes`,
  );
  const megabytes = ((told?.bytes ?? 0) / 1e6).toFixed(0);
  console.log(`${size} creatures in ${megabytes} MB on PostgreSQL ${told?.version}`);
  const keys = await postgres.giveKeys(database, 20_000);
  return { postgres, database, creatures: size, folder: servers.folder, keys };
}
