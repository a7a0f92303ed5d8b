import { readFileSync } from 'node:fs';

import { readConfig } from '../../src/config/config.ts';
import { hashKey } from '../../src/features/agents/api-keys.ts';
import { openLog } from '../../src/log.ts';
import { closeHouse, openHouse } from '../../src/open-house.ts';
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

/** A dedicated PostgreSQL server: all CPU time of its processes belongs to the benchmark. */
export class OwnPostgres {
  readonly #cluster: PostgresCluster;

  private constructor(cluster: PostgresCluster) {
    this.#cluster = cluster;
  }

  static async filled(servers: OwnServers, creatures: number): Promise<OwnPostgres> {
    const postgres = new OwnPostgres(await PostgresCluster.create(servers, { settings: SETTINGS }));
    await postgres.query('postgres', 'create database small');
    await timed('a lived-in database', () => makeModel(postgres));
    await postgres.query('postgres', 'create database large template small');
    await multiply(postgres, Math.round(creatures / MODEL_CREATURES));
    await postgres.query('postgres', 'checkpoint');
    return postgres;
  }

  urlOf(database: string): string {
    return this.#cluster.url.replace(/\w+$/, database);
  }

  async query<Row extends object>(database: string, sql: string, values: unknown[] = []): Promise<Row[]> {
    return withClient(this.urlOf(database), async (client) => (await client.query<Row>(sql, values)).rows);
  }

  async spent(database: string) {
    const [counted] = await this.query<Record<string, number>>(database, COUNTED);
    const { walBytes = NaN, statements = NaN } = counted ?? {};
    return { cpuMicros: this.cpuMicros(), walBytes, statements };
  }

  cpuMicros(): number {
    const { pid } = this.#cluster;
    const { own, ended } = microsOf(pid);
    return childrenOf(pid).reduce((sum, child) => sum + microsOf(child).own, own + ended);
  }

  async giveKeys(database: string, count: number): Promise<string[]> {
    const sql = 'select agent_id as id from keepers where living > 0 order by agent_id';
    const living = await this.query<{ id: string }>(database, sql);
    const ids = spreadOver(living, count).map(({ id }) => id);
    const keys = ids.map(keyFor);
    await this.query(
      database,
      `update agents set key_hash = known.hash from unnest($1::text[], $2::text[]) known (id, hash)
      where agents.id = known.id`,
      [ids, keys.map(hashKey)],
    );
    await this.query(database, 'vacuum analyze agents');
    return keys;
  }
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

async function makeModel(postgres: OwnPostgres): Promise<void> {
  const house = await openHouse(readConfig({ DATABASE_URL: postgres.urlOf('small') }), openLog('silent'));
  await populate(house, MODEL_CREATURES, house.clock.now());
  await closeHouse(house);
  await postgres.query('small', 'create extension if not exists pg_stat_statements');
  await postgres.query('small', 'vacuum (freeze, analyze)');
}

async function multiply(postgres: OwnPostgres, copies: number): Promise<void> {
  const run = (sql: string) => postgres.query('large', sql);
  const indexes = await postgres.query<{ name: string; sql: string }>('large', INDEXES, [TABLES]);
  await timed(`${TABLES.length} tables ${copies} times over`, async () => {
    await run(indexes.map(({ name }) => `drop index ${name}`).join(';'));
    await inParallel(TABLES, (table) => copyRows(postgres, table, copies));
    await run(`update tallies set n = n * ${copies}; update providers set agents = agents * ${copies}`);
    await run(`update uncounted set n = array(select ${copies} * each from unnest(n) each)`);
  });
  await timed(`${indexes.length} indexes`, () => inParallel(indexes, ({ sql }) => run(sql)));
  // Now, so that autovacuum does not run during the measurement.
  await timed('vacuum and analyze', () =>
    inParallel(TABLES, (table) => run(`vacuum (freeze, analyze) ${table}`)),
  );
}

async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = all.values();
  const workOff = async () => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: 4 }, workOff));
}

async function copyRows(postgres: OwnPostgres, table: string, copies: number): Promise<void> {
  const sql =
    'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped';
  const columns = (await postgres.query<{ name: string }>('large', sql, [table])).map(({ name }) => name);
  const values = columns.map((name) => inCopy(name, (number) => `lpad(to_hex(${number}), 8, '0')`));
  // In one query, which is one session. Disables foreign key checks: the referenced rows may not be copied yet.
  await postgres.query(
    'large',
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
