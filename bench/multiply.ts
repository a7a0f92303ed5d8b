import { hash } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

import { encodeApiKey } from '../src/core/keepers/api-key.ts';
import { hashKey } from '../src/house/keepers/api-keys.ts';

const TABLES = [
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
const SCATTERED = `printf('%08x', (k * 2654435761) % 4294967296)`;
const CHANGED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['id', 'agent_id', 'keeper_id', 'creature_id', 'key_hash', 'previous_id', 'last_entry_id'].map(
      rescattered,
    ),
  ),
  ...Object.fromEntries(['username', 'caretaker'].map((name) => [name, `${name} || '-' || k`])),
};

function rescattered(name: string): [string, string] {
  return [name, `${SCATTERED} || substr(${name}, 9)`];
}

export interface Multiplied {
  /** Everyone in the model and so many copies of them, the model's own included. */
  readonly copies: number;
  /** How many agents get keys that are known, spread evenly over all. */
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
    withoutIndexes(database, () => TABLES.forEach((table) => copyRows(database, table, copies)));
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
  const values = columns.map((name) => CHANGED[name] ?? name);
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

/** Only those whose creature lives: what is asked with the keys is how it is. */
function giveKeys(database: DatabaseSync, keys: number): string[] {
  const living = database
    .prepare('select agent_id from keepers where living > 0 order by agent_id')
    .all()
    .map((row) => String(row['agent_id']));
  const change = database.prepare('update agents set key_hash = ? where id = ?');
  const step = Math.max(1, Math.floor(living.length / keys));
  return living
    .filter((_, at) => at % step === 0)
    .slice(0, keys)
    .map((id) => {
      const key = encodeApiKey(hash('sha256', id, 'buffer'));
      change.run(hashKey(key), id);
      return key;
    });
}
