import type { Client } from 'pg';

import { readConfig } from '../../src/config/config.ts';
import { hashKey } from '../../src/features/agents/api-keys.ts';
import { openLog } from '../../src/log.ts';
import { closeHouse, openHouse } from '../../src/open-house.ts';
import { withClient } from '../../test/support/postgres-schemas.ts';
import { COPIED_TABLES, inCopy, keyFor, spreadOver } from '../bench/multiply.ts';
import { populate } from '../bench/populate.ts';
import type { OwnPostgres, ServerSettings } from './own-postgres.ts';

/** Number of creatures in the small database that is multiplied into the large one. */
export const MODEL_CREATURES = 1000;

/** Nothing has to survive while it is being filled. */
const HASTY: ServerSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
};

/** Makes a small house that was lived in and a large one of so many creatures, unless they are there. Leaves the server running. */
export async function fill(
  postgres: OwnPostgres,
  creatures: number,
  say: (line: string) => void,
): Promise<void> {
  await postgres.start(HASTY);
  const admin = postgres.urlOf('postgres');
  const filled = await withClient(admin, (client) => client.query<{ size: string }>(FILLED));
  if (filled.rows[0]?.size !== String(creatures)) {
    await withClient(admin, async (client) => {
      for (const name of ['small', 'large']) await client.query(`drop database if exists ${name}`);
      await client.query('create database small');
    });
    await timed('a house that was lived in', say, () => aModel(postgres.urlOf('small')));
    await withClient(admin, (client) => client.query('create database large template small'));
    const large = postgres.urlOf('large');
    await multiply(large, Math.max(1, Math.round(creatures / MODEL_CREATURES)), say);
    await withClient(admin, (client) => client.query(`comment on database large is '${creatures}'`));
  }
  await postgres.stop();
  await postgres.start();
}

const FILLED = `select shobj_description(oid, 'pg_database') as size from pg_database where datname = 'large'`;

async function aModel(databaseUrl: string): Promise<void> {
  const house = await openHouse(readConfig({ DATABASE_URL: databaseUrl }), openLog('silent'));
  await populate(house, MODEL_CREATURES, house.clock.now());
  await closeHouse(house);
  await withClient(databaseUrl, async (client) => {
    await client.query('create extension if not exists pg_stat_statements');
    await client.query('vacuum (freeze, analyze)');
  });
}

async function multiply(url: string, copies: number, say: (line: string) => void): Promise<void> {
  const indexes = await withClient(url, (client) => client.query<Index>(INDEXES, [COPIED_TABLES]));
  const drops = indexes.rows.map(({ name }) => `drop index ${name}`);
  await timed(`${COPIED_TABLES.length} tables ${copies} times over`, say, async () => {
    await withClient(url, (client) => client.query(drops.join(';')));
    await each(COPIED_TABLES, (table) => copyRows(url, table, copies));
    await withClient(url, (client) => multiplyCounts(client, copies));
  });
  await timed(`${indexes.rows.length} indexes`, say, () =>
    each(indexes.rows, ({ sql }) => withClient(url, (client) => client.query(sql))),
  );
  // Vacuums now, so that autovacuum does not run during the measurement.
  await timed('vacuum and analyze', say, () =>
    each(COPIED_TABLES, (table) =>
      withClient(url, (client) => client.query(`vacuum (freeze, analyze) ${table}`)),
    ),
  );
}

interface Index {
  readonly name: string;
  readonly sql: string;
}

// Those that no constraint needs. Of a table in parts its own stands for theirs.
const INDEXES = `
  select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as sql
  from pg_index join pg_class on pg_class.oid = indexrelid
  where indrelid::regclass::text = any ($1) and not relispartition
    and not exists (select 1 from pg_constraint where conindid = indexrelid)`;

const AT_ONCE = 4;

/** A few at a time: a table is filled by one connection, and a machine has several cores. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = [...all];
  const workOff = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
}

async function copyRows(url: string, table: string, copies: number): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
      [table],
    );
    const columns = rows.map(({ name }) => name);
    const values = columns.map((name) => inCopy(name, (number) => `lpad(to_hex(${number}), 8, '0')`));
    // Disables foreign key checks: the referenced rows may not be copied yet.
    await client.query('set session_replication_role = replica');
    await client.query(`
      insert into ${table} (${columns.join(', ')})
      select ${values.join(', ')} from generate_series(1::bigint, ${copies - 1}) copy (k) cross join ${table}`);
  });
}

async function multiplyCounts(client: Client, copies: number): Promise<void> {
  await client.query(
    `update tallies set n = n * ${copies}; update providers set agents = agents * ${copies}`,
  );
  // Counters that are not folded yet, where they have a table of their own.
  const { rows } = await client.query(`select 1 where to_regclass('uncounted') is not null`);
  if (rows.length > 0)
    await client.query(`update uncounted set n = array(select ${copies} * each from unnest(n) each)`);
}

/** Gives known keys to this many agents with a living creature, spread over the whole database. */
export async function giveKeys(url: string, count: number): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select agent_id as id from keepers where living > 0 order by agent_id',
    );
    const ids = spreadOver(
      rows.map(({ id }) => id),
      count,
    );
    const keys = ids.map(keyFor);
    await client.query(
      `update agents set key_hash = known.hash from unnest($1::text[], $2::text[]) known (id, hash)
      where agents.id = known.id and key_hash <> known.hash`,
      [ids, keys.map(hashKey)],
    );
    await client.query('vacuum analyze agents');
    return keys;
  });
}

async function timed(what: string, say: (line: string) => void, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  say(`${what}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
