import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { connect } from '../../packages/database/connect.ts';
import type { Database } from '../../packages/database/db.ts';
import { restoreHouse } from '../../packages/database/move/move.ts';
import { PostgresDatabase } from '../../packages/database/postgres/postgres.ts';
import { DAY, iso } from '../../src/rules/base/clock.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { findFirstDue } from '../../src/features/creatures/settle.ts';
import { findAgentByUsername } from '../../src/features/identity/agents.store.ts';
import { readHouseStats } from '../../src/features/public/public-reading.ts';
import { readGauges } from '../../src/features/stats/health.ts';
import { openLog } from '../../src/app/log.ts';
import { closeHouse, openHouse } from '../../src/app/open-house.ts';
import { readConfig } from '../../src/config/config.ts';
import { knownMigrations, migrate } from '../../src/db/migrations.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { aHouse, lineCollector } from '../support/house.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';
import { missingCommands } from '../support/servers/missing-commands.ts';
import { OwnServers, until } from '../support/servers/own-servers.ts';
import { PostgresCluster } from '../support/servers/postgres-cluster.ts';
import { storeWith } from '../support/store-with.ts';

const missing = missingCommands(['initdb', 'postgres', 'pg_basebackup']);
if (missing.length > 0) console.warn(`\n*** No ${missing.join(', ')}: the replica is NOT tested here ***\n`);

const LIMITS = {
  mostConnections: 4,
  waitTimeoutMs: 20_000,
  connectTimeoutMs: 20_000,
  statementTimeoutMs: 20_000,
};

const PUBLIC = [
  ...'/api/stats /api/house/hall /api/house/graveyard /api/house/species / /creatures'.split(' '),
  ...'/hall?category=most_consistent /graveyard /keepsakes /species /feed.atom'.split(' '),
];

/** Wraps a database and counts, or cancels, its reads, except those of the replication position. */
function aCountedStore(store: Database) {
  const counted = { reads: 0, areCancelled: false };
  const count = ({ text }: { readonly text: string }) => {
    if (text.includes('pg_control_system')) return;
    counted.reads += 1;
    if (counted.areCancelled) throw Object.assign(new Error('conflict with recovery'), { code: '40001' });
  };
  const counting = storeWith(store, {
    one: async (query, values) => (count(query), store.one(query, values)),
    all: async (query, values) => (count(query), store.all(query, values)),
    together: (work) => store.together(work),
  });
  return { counted, store: counting };
}

/** Ways for a standby to stop replaying while it still answers, how each shows, and how it resumes. */
const DELAYS = {
  'does not get on': {
    begin: (standby: PostgresCluster) => standby.query('select pg_wal_replay_pause()'),
    shows: `select 1 where pg_get_wal_replay_pause_state() = 'paused'`,
    end: (standby: PostgresCluster) => standby.query('select pg_wal_replay_resume()'),
  },
  // It has replayed all WAL it received, so it looks up to date.
  'has lost its primary': {
    begin: (standby: PostgresCluster) => configure(standby, `alter system set primary_conninfo = ''`),
    shows: 'select 1 where not exists (select from pg_stat_wal_receiver)',
    end: (standby: PostgresCluster, { port }: PostgresCluster) =>
      configure(standby, `alter system set primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'`),
  },
};

async function configure(cluster: PostgresCluster, how: string): Promise<void> {
  await cluster.query(how);
  await cluster.query('select pg_reload_conf()');
}

describe.skipIf(missing.length > 0)('with a replica', { timeout: 240_000 }, () => {
  let servers: OwnServers;
  let primary: PostgresCluster;
  let standby: PostgresCluster;

  beforeAll(async () => {
    servers = new OwnServers();
    primary = await PostgresCluster.create(servers);
    const database = await connect({ databaseUrl: primary.url, dataDir: '' });
    await migrate(database, 0);
    await database.close();
    standby = await primary.createStandby();
    // Asynchronous: the standby may lag.
    await configure(primary, 'alter system reset synchronous_standby_names');
  }, 240_000);

  afterAll(() => servers[Symbol.asyncDispose]());

  async function aFollowedHouse(address = standby.url) {
    const { counted, store } = aCountedStore(new PostgresDatabase(address, 'standby', LIMITS));
    onTestFinished(() => store.close());
    const trouble: string[] = [];
    const onTrouble = (reason: unknown) =>
      trouble.push(reason instanceof Error ? reason.message : String(reason));
    const follower = { database: store, onTrouble, onRecovered: () => trouble.push('over') };
    const house = await aHouse(await connect({ databaseUrl: primary.url, dataDir: '', ...LIMITS }), {
      house: { limiter: NO_LIMITS, standby: follower },
    });
    const follow = () =>
      until('the standby has caught up', async () => {
        const now = house.clock.forward('1s');
        return (await house.house.replica?.at(now))?.completeAt === now;
      });
    const countAgents = async () => {
      const { status, body } = await house.ask({ path: '/api/stats' });
      expect(status).toBe(200);
      return { agents: Number(body['agents']), asOf: body['as_of'] };
    };
    return { ...house, counted, trouble, follow, countAgents };
  }

  test('public reads use the replica, or the primary if they are cancelled; authenticated reads use the primary', async () => {
    const { house, counted, registered, ask, clock, follow, trouble } = await aFollowedHouse();
    const key = await registered('ada');
    await follow();
    expect((await readGauges(house, clock.now())).replicaLagMs).toBe(0);
    for (const path of PUBLIC) {
      const before = counted.reads;
      clock.forward('15s');
      await follow();
      const { status, text } = await ask({ path });
      expect(status).toBe(200);
      expect(counted.reads, path).toBeGreaterThan(before);
      expect(text).not.toContain('as_of');
      expect(text).not.toContain('catching up');
      counted.areCancelled = true;
      clock.forward('15s');
      await follow();
      expect((await ask({ path })).status, path).toBe(200);
      counted.areCancelled = false;
    }
    const before = counted.reads;
    for (const path of ['/api/house/graveyard', '/api/house/status', '/api/house/history', '/api/stats'])
      await ask({ path, key });
    expect(counted.reads).toBe(before);
    expect(trouble).toEqual([]);
  });

  for (const [what, { begin, shows, end }] of Object.entries(DELAYS))
    test(`while the replica ${what}, answers state how far they are complete; beyond the limit the primary is read`, async () => {
      const { counted, registered, clock, follow, countAgents, trouble } = await aFollowedHouse();
      await follow();
      const since = clock.now();
      const { agents } = await countAgents();
      await begin(standby);
      await until(`it ${what}`, async () => (await standby.query(shows)).length > 0);
      await registered(`late${counted.reads}${what.length}`);
      clock.forward('1s');
      expect(await countAgents()).toEqual({ agents, asOf: undefined });
      clock.forward('4s');
      expect(await countAgents()).toEqual({ agents, asOf: iso(since) });

      clock.forward('6s');
      const before = counted.reads;
      for (const _ of [1, 2, 3]) {
        expect(await countAgents()).toEqual({ agents: agents + 1, asOf: undefined });
        clock.forward('5s');
      }
      expect(counted.reads).toBe(before);
      expect(trouble).toEqual(['it is more than 10 seconds behind']);

      await end(standby, primary);
      await follow();
      expect(await countAgents()).toEqual({ agents: agents + 1, asOf: undefined });
      expect(counted.reads).toBeGreaterThan(before);
      expect(trouble).toEqual(['it is more than 10 seconds behind', 'over']);
    });

  test('answers state how far they are complete while settling is behind; beyond the limit the read settles first', async () => {
    const house = await aFollowedHouse();
    const bea = await aResidentOf(house, 'bea');
    await hatchFor(house, bea, { name: 'Moss', species_slug: 'tabby' });
    const due = Number((await findFirstDue(house.house, Number.MAX_SAFE_INTEGER))?.nextEventAt);
    house.clock.forward(`${due - house.clock.now() - 60_000}ms`);
    await house.follow();
    house.clock.forward(`${due - house.clock.now() + 5000}ms`);
    expect((await house.ask({ path: '/api/house/hall' })).body['as_of']).toBe(iso(due));
    house.clock.forward('6s');
    expect((await house.ask({ path: '/api/house/hall' })).body).not.toHaveProperty('as_of');
    expect(await findFirstDue(house.house, house.clock.now())).toBeUndefined();
  });

  test('a backup is copied from the replica over several connections and restored elsewhere', async () => {
    const { registered, follow, clock } = await aFollowedHouse();
    await registered('backed-up');
    await follow();
    const folder = servers.makeFolder('copies');
    const copied = new PostgresDatabase(standby.url, 'standby', LIMITS);
    onTestFinished(() => copied.close());
    await copied.backup(join(folder, 'copy'), 2);
    const elsewhere = await PostgresCluster.create(servers);
    const address = { databaseUrl: elsewhere.url, dataDir: '' };
    await restoreHouse(address, join(folder, 'copy'), 2, knownMigrations());
    const restored = await connect(address);
    onTestFinished(() => restored.close());
    expect(await findAgentByUsername(restored, 'backed-up')).toBeDefined();
    // Other tests here used later clocks; a year later everything is due.
    expect(await auditHouse(restored, clock.now() + 365 * DAY)).toEqual([]);
  });

  test('a replica of another database is not read', async () => {
    const { counted, clock, countAgents, trouble } = await aFollowedHouse(
      standby.url.replace('/arkhouse', '/postgres'),
    );
    for (const _ of [1, 2]) {
      clock.forward('1s');
      expect((await countAgents()).agents).toBeGreaterThanOrEqual(0);
    }
    expect(trouble).toEqual(['it is no copy of this database']);
    expect(counted.reads).toBe(0);
  });

  test('when the replica dies reads fall back to the primary, and return to the replica once it is back', async () => {
    const { counted, registered, clock, follow, countAgents, trouble } = await aFollowedHouse();
    await follow();
    const { agents } = await countAgents();
    await standby.kill();
    await registered('survivor');
    // The node has not noticed yet.
    const before = counted.reads;
    expect(await countAgents()).toEqual({ agents: agents + 1, asOf: undefined });
    expect(counted.reads).toBeGreaterThan(before);
    for (const _ of [1, 2]) {
      clock.forward('1s');
      expect(await countAgents()).toEqual({ agents: agents + 1, asOf: undefined });
    }
    expect(trouble).toHaveLength(1);

    await standby.start();
    await follow();
    expect(await countAgents()).toEqual({ agents: agents + 1, asOf: undefined });
    expect(trouble).toEqual([trouble[0], 'over']);
  });

  test('a hanging replica delays neither answers nor startup', async () => {
    const env = { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: standby.url, DATABASE_POOL: '4' };
    const lines: string[] = [];
    const log = openLog('info', lineCollector(lines));
    standby.freeze();
    const house = await openHouse(readConfig(env), log);
    onTestFinished(() => closeHouse(house));
    expect(lines.filter((line) => line.includes('replica unavailable'))).toHaveLength(1);
    expect(await readHouseStats(house, house.clock.now())).toHaveProperty('totals');
    standby.thaw();
    const isFollowed = async () => (await house.replica?.at(house.clock.now())) !== undefined;
    await until('the standby is asked again', isFollowed);
    standby.freeze();
    expect(await readHouseStats(house, house.clock.now())).toHaveProperty('totals');
    standby.thaw();
    await until('the standby is asked again', isFollowed);
  });

  test('a promoted replica is not read', async () => {
    const { house, counted, clock, follow, countAgents, trouble } = await aFollowedHouse();
    await follow();
    await standby.promote();
    await until('it is noticed', async () => {
      clock.forward('1s');
      await countAgents();
      return trouble.length > 0;
    });
    expect(trouble).toEqual(['it is not a standby']);
    expect((await readGauges(house, clock.now())).replicaLagMs).toBe(Infinity);
    const before = counted.reads;
    clock.forward('1s');
    await countAgents();
    expect(counted.reads).toBe(before);
  });
});
