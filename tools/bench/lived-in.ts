import { hash } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { encodeApiKey } from '../../src/rules/keys.ts';
import { hashKey } from '../../src/features/identity/api-keys.ts';
import { openLog } from '../../src/app/log.ts';
import { closeHouse, openHouse } from '../../src/app/open-house.ts';
import { readConfig } from '../../src/config/config.ts';
import { populate } from './populate.ts';

const FILE = 'arkhouse.db';

export async function aModel(folder: string, agents: number): Promise<string> {
  const house = await openHouse(readConfig({ ARKHOUSE_DATA_DIR: folder }), openLog('silent'));
  await populate(house, agents, house.clock.now());
  await closeHouse(house);
  return join(folder, FILE);
}

export const COPIED_TABLES =
  'agents keepers creatures care_log checks milestones tried_items gravestones'.split(' ');

// Copied ids get a hash of the copy number as their first eight digits: they are scattered over the index like random ids.
const IDS = 'id agent_id keeper_id creature_id key_hash previous_id last_entry_id'.split(' ');
const NAMES = new Set(['username', 'caretaker']);

/** SQL for what a column holds in the copy `k`; `digits` is SQL for the eight hexadecimal digits of a number. */
export function inCopy(column: string, digits: (number: string) => string): string {
  if (IDS.includes(column)) return `${digits('(k * 2654435761) % 4294967296')} || substr(${column}, 9)`;
  return NAMES.has(column) ? `${column} || '-' || k` : column;
}

export interface Multiplied {
  /** Everyone in the model and so many copies of them, the model's own included. */
  readonly copies: number;
  readonly keys: number;
}

/** Benches of other checkouts call it too (`against=`). */
export async function aLivedInHouse(model: string, folder: string, { copies, keys }: Multiplied) {
  await mkdir(folder, { recursive: true });
  const file = join(folder, FILE);
  await copyFile(model, file);
  using database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000');
  database.exec(`attach '${model}' as model; begin`);
  // Indexes are made faster all at once than row by row.
  const indexes = database
    .prepare(`select name, sql from main.sqlite_master where type = 'index' and sql is not null`)
    .all();
  for (const { name } of indexes) database.exec(`drop index main.${String(name)}`);
  for (const table of COPIED_TABLES) copyRows(database, table, copies);
  for (const { sql } of indexes) database.exec(String(sql));
  database.exec(`update tallies set n = n * ${copies}; update providers set agents = agents * ${copies}`);
  const known = giveKeys(database, keys);
  database.exec('commit');
  return { keys: known };
}

function copyRows(database: DatabaseSync, table: string, copies: number): void {
  const rows = database.prepare(`pragma table_info(${table})`).all();
  const columns = rows.map(({ name }) => String(name));
  const values = columns.map((name) => inCopy(name, (number) => `printf('%08x', ${number})`));
  database.exec(`
    with recursive copy(k) as (select 1 where ${copies} > 1 union all select k + 1 from copy where k + 1 < ${copies})
    insert into main.${table} (${columns.join(', ')})
    select ${values.join(', ')} from copy cross join model.${table}`);
}

export function keyFor(agentId: string): string {
  return encodeApiKey(hash('sha256', agentId, 'buffer'));
}

export function spreadOver<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, at) => at % step === 0).slice(0, count);
}

/** Only agents with a living creature: the keys are used for status requests. */
function giveKeys(database: DatabaseSync, keys: number): string[] {
  const living = database.prepare('select agent_id from keepers where living > 0 order by agent_id').all();
  const change = database.prepare('update agents set key_hash = ? where id = ?');
  return spreadOver(living, keys).map(({ agent_id }) => {
    const key = keyFor(String(agent_id));
    change.run(hashKey(key), String(agent_id));
    return key;
  });
}
