import { hash } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

import { encodeApiKey } from '../../src/rules/keys.ts';
import { hashKey } from '../../src/features/agents/api-keys.ts';

/** The parts of a lived-in database. */
export const COPIED_TABLES = [
  'agents',
  'keepers',
  'creatures',
  'care_log',
  'checks',
  'milestones',
  'tried_items',
  'gravestones',
] as const;

// Ids are scattered over the whole index, as random ones are; what follows the first eight digits is the model's own.
const IDS = new Set([
  'id',
  'agent_id',
  'keeper_id',
  'creature_id',
  'key_hash',
  'previous_id',
  'last_entry_id',
]);
const NAMES = new Set(['username', 'caretaker']);

/** SQL for what a column holds in the copy `k`; `digits` is SQL for the eight hexadecimal digits of a number. */
export function inCopy(column: string, digits: (number: string) => string): string {
  if (IDS.has(column)) return `${digits('(k * 2654435761) % 4294967296')} || substr(${column}, 9)`;
  return NAMES.has(column) ? `${column} || '-' || k` : column;
}

export interface Multiplied {
  /** Everyone in the model and so many copies of them, the model's own included. */
  readonly copies: number;
  /** Number of agents with known keys, spread evenly. */
  readonly keys: number;
}

/** Writes a house to `file` in which everyone of the model house lives many times over, and tells the keys of some. */
export async function multiply(model: string, file: string, { copies, keys }: Multiplied): Promise<string[]> {
  await copyFile(model, file);
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000');
    database.exec(`attach '${model}' as model`);
    database.exec('begin');
    withoutIndexes(database, () => COPIED_TABLES.forEach((table) => copyRows(database, table, copies)));
    database.exec(`update tallies set n = n * ${copies}; update providers set agents = agents * ${copies}`);
    const known = giveKeys(database, keys);
    database.exec('commit');
    return known;
  } finally {
    database.close();
  }
}

function copyRows(database: DatabaseSync, table: string, copies: number): void {
  const columns = database
    .prepare(`pragma table_info(${table})`)
    .all()
    .map(({ name }) => String(name));
  const values = columns.map((name) => inCopy(name, (number) => `printf('%08x', ${number})`));
  database.exec(`
    with recursive copy(k) as (select 1 where ${copies} > 1 union all select k + 1 from copy where k + 1 < ${copies})
    insert into main.${table} (${columns.join(', ')})
    select ${values.join(', ')} from copy cross join model.${table}`);
}

/** Indexes are made faster all at once than row by row. */
function withoutIndexes(database: DatabaseSync, work: () => void): void {
  const indexes = database
    .prepare(`select name, sql from main.sqlite_master where type = 'index' and sql is not null`)
    .all();
  for (const { name } of indexes) database.exec(`drop index main.${String(name)}`);
  work();
  for (const { sql } of indexes) database.exec(String(sql));
}

/** The key that a bench gives to an agent. */
export function keyFor(agentId: string): string {
  return encodeApiKey(hash('sha256', agentId, 'buffer'));
}

/** So many of all, evenly spread. */
export function spreadOver<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, at) => at % step === 0).slice(0, count);
}

/** Only agents with a living creature: the keys are used for status requests. */
function giveKeys(database: DatabaseSync, keys: number): string[] {
  const living = database
    .prepare('select agent_id from keepers where living > 0 order by agent_id')
    .all()
    .map((row) => String(row['agent_id']));
  const change = database.prepare('update agents set key_hash = ? where id = ?');
  return spreadOver(living, keys).map((id) => {
    const key = keyFor(id);
    change.run(hashKey(key), id);
    return key;
  });
}
