import { readFileSync } from 'node:fs';

import { hashKey } from '../../src/features/identity/api-keys.ts';
import { openLog } from '../../src/app/log.ts';
import { closeHouse, openHouse } from '../../src/app/open-house.ts';
import { readConfig } from '../../src/config/config.ts';
import { withClient } from '../../test/support/postgres-schemas.ts';
import { childrenOf, type OwnServers } from '../../test/support/servers/own-servers.ts';
import { PostgresCluster } from '../../test/support/servers/postgres-cluster.ts';
import { COPIED_TABLES, inCopy, keyFor, spreadOver } from '../bench/lived-in.ts';
import { populate } from '../bench/populate.ts';

export const MODEL_CREATURES = 1000;
// Keepsakes and letters are copied too: the audit reports creatures that lack theirs.
const TABLES = [...COPIED_TABLES, 'keepsakes', 'letters'];

// Usual settings for a server of this size; the rest are PostgreSQL defaults.
const SETTINGS = {
  fsync: 'on',
  max_connections: '200',
  shared_buffers: '2GB',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  wal_keep_size: '0',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};

const COUNTED = `
  select sum(wal_bytes)::float as "walBytes", sum(calls)::float as statements
  from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`;

// Indexes that back no constraint; of partitioned tables only the parent index, which creates those of the partitions.
const INDEXES = `
  select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as sql
  from pg_index join pg_class on pg_class.oid = indexrelid
  where indrelid::regclass::text = any ($1) and not relispartition
    and not exists (select 1 from pg_constraint where conindid = indexrelid)`;

export type FilledHouse = Awaited<ReturnType<typeof describeHouse>>;
type Store = ReturnType<typeof openStore>;

/** Two databases of a dedicated PostgreSQL server, whose CPU time therefore belongs to the benchmark. */
export async function fillPostgres(servers: OwnServers, creatures: number, keys: number) {
  const cluster = await PostgresCluster.create(servers, { settings: SETTINGS });
  const admin = openStore(cluster, 'postgres');
  const [small, large] = [openStore(cluster, 'small'), openStore(cluster, 'large')];
  await admin.query('create database small');
  await timed('a lived-in database', () => makeModel(small));
  await admin.query('create database large template small');
  await multiply(large, Math.round(creatures / MODEL_CREATURES));
  await admin.query('checkpoint');
  return {
    small: await describeHouse(small, MODEL_CREATURES, keys),
    large: await describeHouse(large, creatures, keys),
  };
}

function openStore(cluster: PostgresCluster, database: string) {
  const url = cluster.url.replace(/\w+$/, database);
  const query = <Row extends object>(sql: string, values: unknown[] = []) =>
    withClient(url, async (client) => (await client.query<Row>(sql, values)).rows);
  const cpuMicros = () => {
    const { own, ended } = microsOf(cluster.pid);
    return childrenOf(cluster.pid).reduce((sum, child) => sum + microsOf(child).own, own + ended);
  };
  const spent = async () => {
    const [counted] = await query<Record<string, number>>(COUNTED);
    const { walBytes = NaN, statements = NaN } = counted ?? {};
    return { cpuMicros: cpuMicros(), walBytes, statements };
  };
  return { url, query, cpuMicros, spent };
}

async function describeHouse(store: Store, creatures: number, keyCount: number) {
  const [told] = await store.query<{ version: string; bytes: number }>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::float as bytes`,
  );
  const megabytes = ((told?.bytes ?? 0) / 1e6).toFixed(0);
  console.log(`${creatures} creatures in ${megabytes} MB on PostgreSQL ${told?.version}`);
  const living = await store.query<{ id: string }>(
    'select agent_id as id from keepers where living > 0 order by agent_id',
  );
  const ids = spreadOver(living, keyCount).map(({ id }) => id);
  const keys = ids.map(keyFor);
  await store.query(
    `update agents set key_hash = known.hash from unnest($1::text[], $2::text[]) known (id, hash)
    where agents.id = known.id`,
    [ids, keys.map(hashKey)],
  );
  await store.query('vacuum analyze agents');
  return { ...store, creatures, keys };
}

/** Linux counts in hundredths of a second. */
const MICROS_PER_TICK = 10_000;

/** The CPU that a process took, and all of its children together that have ended; nothing when it has ended itself. */
function microsOf(pid: number): { readonly own: number; readonly ended: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Its name may hold anything; numbers follow the last bracket.
    const numbers = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = numbers.slice(11).map(Number);
    return { own: (user + system) * MICROS_PER_TICK, ended: (endedUser + endedSystem) * MICROS_PER_TICK };
  } catch {
    return { own: 0, ended: 0 };
  }
}

async function makeModel({ url, query }: Store): Promise<void> {
  const house = await openHouse(readConfig({ DATABASE_URL: url }), openLog('silent'));
  await populate(house, MODEL_CREATURES, house.clock.now());
  await closeHouse(house);
  await query('create extension if not exists pg_stat_statements');
  await query('vacuum (freeze, analyze)');
}

async function multiply({ query }: Store, copies: number): Promise<void> {
  const indexes = await query<{ name: string; sql: string }>(INDEXES, [TABLES]);
  await timed(`${TABLES.length} tables ${copies} times over`, async () => {
    await query(indexes.map(({ name }) => `drop index ${name}`).join(';'));
    for (const table of TABLES) await copyRows(query, table, copies);
    await query(`update tallies set n = n * ${copies}; update providers set agents = agents * ${copies}`);
    await query(`update uncounted set n = array(select ${copies} * each from unnest(n) each)`);
  });
  await timed(`${indexes.length} indexes`, async () => {
    for (const { sql } of indexes) await query(sql);
  });
  // Now, so that autovacuum does not run during the measurement.
  await timed('vacuum and analyze', () => query('vacuum (freeze, analyze)'));
}

async function copyRows(query: Store['query'], table: string, copies: number): Promise<void> {
  const named = await query<{ name: string }>(
    'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
    [table],
  );
  const columns = named.map(({ name }) => name);
  const values = columns.map((name) => inCopy(name, (number) => `lpad(to_hex(${number}), 8, '0')`));
  // In one query, which is one session. Disables foreign key checks: the referenced rows may not be copied yet.
  await query(
    `set session_replication_role = replica; set synchronous_commit = off;
    insert into ${table} (${columns.join(', ')})
    select ${values.join(', ')} from generate_series(1::bigint, ${copies - 1}) copy (k) cross join ${table}`,
  );
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
