import { readConfig } from '../../src/config/config.ts';
import { hashKey } from '../../src/features/agents/api-keys.ts';
import { openLog } from '../../src/log.ts';
import { closeHouse, openHouse } from '../../src/open-house.ts';
import { withClient } from '../../test/support/postgres-schemas.ts';
import { COPIED_TABLES, inCopy, keyFor, spreadOver } from '../bench/multiply.ts';
import { populate } from '../bench/populate.ts';
import type { OwnPostgres } from './own-postgres.ts';

/** Number of creatures in the small database that is multiplied into the large one. */
export const MODEL_CREATURES = 1000;
const AT_ONCE = 4;

/** Nothing has to survive while it is being filled. */
const HASTY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
};

const FILLED = `select shobj_description(oid, 'pg_database') as size from pg_database where datname = 'large'`;

// Those that no constraint needs. Of a table in parts its own stands for theirs.
const INDEXES = `
  select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as sql
  from pg_index join pg_class on pg_class.oid = indexrelid
  where indrelid::regclass::text = any ($1) and not relispartition
    and not exists (select 1 from pg_constraint where conindid = indexrelid)`;

/** Makes a small database that was lived in and a large one of so many creatures, unless they are there. Leaves the server running. */
export async function fill(postgres: OwnPostgres, creatures: number): Promise<void> {
  await postgres.start(HASTY);
  const [filled] = await postgres.query<{ size: string }>('postgres', FILLED);
  if (filled?.size !== String(creatures)) {
    for (const name of ['small', 'large'])
      await postgres.query('postgres', `drop database if exists ${name}`);
    await postgres.query('postgres', 'create database small');
    await timed('a lived-in database', () => makeModel(postgres));
    await postgres.query('postgres', 'create database large template small');
    await multiply(postgres, Math.max(1, Math.round(creatures / MODEL_CREATURES)));
    await postgres.query('postgres', `comment on database large is '${creatures}'`);
  }
  await postgres.stop();
  await postgres.start();
}

async function makeModel(postgres: OwnPostgres): Promise<void> {
  const house = await openHouse(readConfig({ DATABASE_URL: postgres.urlOf('small') }), openLog('silent'));
  await populate(house, MODEL_CREATURES, house.clock.now());
  await closeHouse(house);
  await postgres.query('small', 'create extension if not exists pg_stat_statements');
  await postgres.query('small', 'vacuum (freeze, analyze)');
}

async function multiply(postgres: OwnPostgres, copies: number): Promise<void> {
  const run = (sql: string) => postgres.query('large', sql);
  const indexes = await postgres.query<{ name: string; sql: string }>('large', INDEXES, [COPIED_TABLES]);
  await timed(`${COPIED_TABLES.length} tables ${copies} times over`, async () => {
    await run(indexes.map(({ name }) => `drop index ${name}`).join(';'));
    await inParallel(COPIED_TABLES, (table) => copyRows(postgres, table, copies));
    await run(`update tallies set n = n * ${copies}; update providers set agents = agents * ${copies}`);
    // Counters that are not folded yet, where they have a table of their own.
    if ((await run(`select 1 where to_regclass('uncounted') is not null`)).length > 0)
      await run(`update uncounted set n = array(select ${copies} * each from unnest(n) each)`);
  });
  await timed(`${indexes.length} indexes`, () => inParallel(indexes, ({ sql }) => run(sql)));
  // Now, so that autovacuum does not run during the measurement.
  await timed('vacuum and analyze', () =>
    inParallel(COPIED_TABLES, (table) => run(`vacuum (freeze, analyze) ${table}`)),
  );
}

/** A few at a time: a table is filled by one connection, and a machine has several cores. */
async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = [...all];
  const workOff = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
}

async function copyRows(postgres: OwnPostgres, table: string, copies: number): Promise<void> {
  const rows = await postgres.query<{ name: string }>(
    'large',
    'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
    [table],
  );
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) => inCopy(name, (number) => `lpad(to_hex(${number}), 8, '0')`));
  await withClient(postgres.urlOf('large'), async (client) => {
    // Disables foreign key checks: the referenced rows may not be copied yet.
    await client.query('set session_replication_role = replica');
    await client.query(`
      insert into ${table} (${columns.join(', ')})
      select ${values.join(', ')} from generate_series(1::bigint, ${copies - 1}) copy (k) cross join ${table}`);
  });
}

/** Gives known keys to this many agents with a living creature, spread over the whole database. */
export async function giveKeys(postgres: OwnPostgres, database: string, count: number): Promise<string[]> {
  const living = await postgres.query<{ id: string }>(
    database,
    'select agent_id as id from keepers where living > 0 order by agent_id',
  );
  const ids = spreadOver(living, count).map(({ id }) => id);
  const keys = ids.map(keyFor);
  await postgres.query(
    database,
    `update agents set key_hash = known.hash from unnest($1::text[], $2::text[]) known (id, hash)
    where agents.id = known.id and key_hash <> known.hash`,
    [ids, keys.map(hashKey)],
  );
  await postgres.query(database, 'vacuum analyze agents');
  return keys;
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
