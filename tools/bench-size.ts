import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { OwnServers } from '../test/support/servers/own-servers.ts';
import { fillPostgres, MODEL_CREATURES, type FilledHouse } from './bench-size/postgres.ts';
import { routesTable } from './bench-size/routes.ts';
import { auditTable, backlogTable, moveTable, startNode } from './bench-size/work.ts';
import { aLivedInHouse, aModel } from './bench/lived-in.ts';
import { startServer } from './bench/server-process.ts';
import { end, readArguments } from './support/arguments.ts';
import { exitOnSignals, machineAndCommit } from './support/report.ts';

// In this order: the backlog comes last because it moves the clock to tomorrow.
const ON_POSTGRES: Readonly<Record<string, (large: FilledHouse, small: FilledHouse) => Promise<string>>> = {
  async postgres(large, small) {
    await using nodes = new AsyncDisposableStack();
    const inSmall = { ...small, server: await startNode(nodes, small) };
    return await routesTable(inSmall, { ...large, server: await startNode(nodes, large) });
  },
  audit: auditTable,
  move: (large) => moveTable(large, servers.folder),
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
  const { small, large } = await fillPostgres(servers, creatures, KEYS);
  for (const [name, table] of Object.entries(ON_POSTGRES))
    if (isWanted(name)) console.log(`\n${await table(large, small)}`);
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
