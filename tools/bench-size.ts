import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { OwnServers } from '../test/support/servers/own-servers.ts';
import { aLivedInHouse, aModel } from './bench/lived-in.ts';
import { startServer } from './bench/server-process.ts';
import { MODEL_CREATURES, OwnPostgres } from './bench-size/postgres.ts';
import { routesTable } from './bench-size/routes.ts';
import { auditTable, backlogTable, moveTable, withNodes, type FilledHouse } from './bench-size/work.ts';
import { end, readArguments } from './support/arguments.ts';
import { exitOnSignals, machineAndCommit } from './support/report.ts';

// In this order: the backlog comes last because it moves the clock to tomorrow.
const ON_POSTGRES: Readonly<Record<string, (large: FilledHouse, small: FilledHouse) => Promise<string>>> = {
  postgres: (large, small) =>
    withNodes(small, {}, ([inSmall]) =>
      withNodes(large, {}, ([inLarge]) =>
        routesTable({ ...small, server: inSmall }, { ...large, server: inLarge }),
      ),
    ),
  audit: auditTable,
  move: moveTable,
  backlog: backlogTable,
};

const PARTS = ['sqlite', ...Object.keys(ON_POSTGRES)];
const USAGE = `Usage: node tools/bench-size.ts [CREATURES] [${PARTS.join(' | ')}]
Cost of requests, of an audit, a move and a backlog with a million creatures, relative to ${MODEL_CREATURES}.
  CREATURES  how many live in the large database (1000000), at least ${2 * MODEL_CREATURES}
  sqlite     requests on SQLite
  postgres   requests on a PostgreSQL of its own; so are the audit, the move and the backlog`;
/** Spread over the whole house: far more than fit in the memory of a database, so that most have to be looked up. */
const KEYS = 20_000;

const { positionals: given } = readArguments(USAGE);
const creatures = Number(given.find((word) => /^\d+$/.test(word)) ?? 1_000_000);
const words = given.filter((word) => !/^\d+$/.test(word));
if (words.some((word) => !PARTS.includes(word)) || creatures < 2 * MODEL_CREATURES) end(USAGE, 2);
const isWanted = (part: string) => words.length === 0 || words.includes(part);

exitOnSignals();
console.log(machineAndCommit());
// Not the system's temporary folder, which is often a RAM disk.
process.env['TMPDIR'] ??= '/var/tmp';
await using servers = new OwnServers();
if (isWanted('sqlite')) console.log(`\n${await onSqlite()}`);
if (Object.keys(ON_POSTGRES).some(isWanted)) {
  const postgres = await OwnPostgres.filled(servers, creatures);
  const [small, large] = [await house('small', MODEL_CREATURES), await house('large', creatures)];
  for (const [name, table] of Object.entries(ON_POSTGRES))
    if (isWanted(name)) console.log(`\n${await table(large, small)}`);

  async function house(database: FilledHouse['database'], size: number): Promise<FilledHouse> {
    const [told] = await postgres.query<{ version: string; bytes: number }>(
      database,
      `select current_setting('server_version') as version, pg_database_size(current_database())::float as bytes`,
    );
    const megabytes = ((told?.bytes ?? 0) / 1e6).toFixed(0);
    console.log(`${size} creatures in ${megabytes} MB on PostgreSQL ${told?.version}`);
    const keys = await postgres.giveKeys(database, KEYS);
    return { postgres, database, creatures: size, folder: servers.folder, keys };
  }
}

async function onSqlite(): Promise<string> {
  await using started = new AsyncDisposableStack();
  const model = await aModel(join(servers.folder, 'model'), MODEL_CREATURES);
  const aHouse = async (copies: number) => {
    const folder = join(servers.folder, `sqlite-${copies}`);
    const { keys } = await aLivedInHouse(model, folder, { copies, keys: KEYS });
    const { size } = await stat(join(folder, 'arkhouse.db'));
    console.log(`${copies * MODEL_CREATURES} creatures in ${(size / 1e6).toFixed(0)} MB on SQLite`);
    const server = await startServer('lived-in', folder);
    started.defer(() => server.stop());
    return { creatures: copies * MODEL_CREATURES, server, keys };
  };
  return await routesTable(await aHouse(1), await aHouse(Math.round(creatures / MODEL_CREATURES)));
}
