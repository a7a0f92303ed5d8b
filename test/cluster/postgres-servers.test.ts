import { randomBytes } from 'node:crypto';
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

import { connect } from '../../packages/database/connect.ts';
import type { Database, Query } from '../../packages/database/db.ts';
import { isUnavailable } from '../../packages/database/portable.ts';
import { readSetting, writeSetting } from '../../packages/database/settings.ts';
import { findAgentByKeyHash } from '../../src/features/identity/agents.store.ts';
import { migrate } from '../../src/db/migrations.ts';
import { hashOf, takeIn } from '../engine/examples.ts';
import { arkhouse } from '../program/arkhouse.ts';
import { aHouse } from '../support/house.ts';
import { missingCommands } from '../support/servers/missing-commands.ts';
import { OwnServers, until } from '../support/servers/own-servers.ts';
import { initialise, PostgresCluster } from '../support/servers/postgres-cluster.ts';
import { startPgbouncer } from '../support/servers/small-servers.ts';

const missing = missingCommands(['initdb', 'postgres', 'pg_basebackup']);
const withoutPooler = missingCommands(['pgbouncer']).length > 0;
if (missing.length > 0 || withoutPooler)
  console.warn(`\n*** No ${missing.join(', ') || 'pgbouncer'}: not all of PostgreSQL is tested here ***\n`);

const NODES = 3;
const AT_ONCE = 15;
const ROUNDS = 10;

const LIMITS: Query<{ commit: string; statement: string; idle: string }> = {
  text: `
    select current_setting('synchronous_commit') as commit, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`,
  columns: ['commit', 'statement', 'idle'],
};
const PID: Query<{ pid: number }> = { text: 'select pg_backend_pid() as pid', columns: ['pid'] };

/** Retries until one write is committed; every earlier failure must be `unavailable`. */
async function writeWhenPossible(database: Database, value: string): Promise<void> {
  await until(`${value} is written`, async () => {
    try {
      await writeSetting(database, 'word', value);
      return true;
    } catch (failure) {
      if (!isUnavailable(failure)) throw failure;
      return false;
    }
  });
}

/** The address for a role that is no superuser but owns the database. */
async function asOwner(cluster: PostgresCluster): Promise<string> {
  await cluster.query('create user house');
  await cluster.query('alter database arkhouse owner to house');
  return cluster.url.replace('postgres@', 'house@');
}

async function takeRows(database: Database): Promise<never> {
  for (;;) await writeSetting(database, 'word', randomBytes(1 << 16).toString('base64'));
}

const FULL = Object.assign(new Error('full'), { code: '53100' });
const wordIn = (cluster: PostgresCluster) => cluster.query(`select value from settings where name = 'word'`);

describe.skipIf(missing.length > 0)('with PostgreSQL servers of its own', { timeout: 240_000 }, () => {
  let template: string;
  beforeAll(async () => {
    const servers = new OwnServers();
    template = servers.makeFolder('template');
    await initialise(servers, template);
    return () => servers[Symbol.asyncDispose]();
  });

  test('three nodes that want 60 connections share a server with nine without a failed request', async () => {
    await using servers = new OwnServers();
    // PostgreSQL reserves three connections for superusers; the tests connect as another role.
    const cluster = await PostgresCluster.create(servers, { template, settings: { max_connections: '12' } });
    const databaseUrl = await asOwner(cluster);
    const nodes: Database[] = [];
    for (let nth = 0; nth < NODES; nth += 1)
      nodes.push(await connect({ databaseUrl, dataDir: '', mostConnections: 20, waitTimeoutMs: 60_000 }));
    for (const node of nodes.slice(0, 1)) await migrate(node, 0);
    const work = nodes.flatMap((node) =>
      Array.from({ length: AT_ONCE }, async () => {
        for (let round = 0; round < ROUNDS; round += 1) await takeIn(node);
      }),
    );
    expect((await Promise.allSettled(work)).filter(({ status }) => status === 'rejected')).toEqual([]);
    const [kept] = await cluster.query<{ n: string }>('select count(*) as n from agents');
    expect(Number(kept?.n)).toBe(NODES * AT_ONCE * ROUNDS);
    await Promise.all(nodes.map((node) => node.close()));
  });

  test('nodes try for room at the same time, leave no table, and do not try without the right to create any', async () => {
    await using servers = new OwnServers();
    const cluster = await PostgresCluster.create(servers, { template });
    const databaseUrl = cluster.url;
    const other = await connect({ databaseUrl, dataDir: '' });
    const node = await connect({ databaseUrl, dataDir: '', statementTimeoutMs: 2000 });
    await other.transaction(async (db) => {
      await db.run({ text: 'create table arkhouse_room ()' }, []);
      await node.ensureRoom?.();
    });
    const tables = `select relname from pg_class where relname like 'arkhouse_room%'`;
    expect(await cluster.query(tables)).toEqual([{ relname: 'arkhouse_room' }]);

    await cluster.query('create table settings (name text primary key, value text not null)');
    await cluster.query('revoke create on schema public from public');
    await cluster.query('create user house');
    await cluster.query('grant select, insert, update on settings to house');
    const limited = await connect({ databaseUrl: databaseUrl.replace('postgres@', 'house@'), dataDir: '' });
    // With the right to create temporary tables.
    await limited.ensureRoom?.();
    await cluster.query('revoke temporary on database arkhouse from public');
    await expect(limited.ensureRoom?.()).rejects.toMatchObject({ code: '42501' });
    limited.writes.noteFailure(FULL);
    await limited.ensureWritable();
    expect(limited.writes.areFailing).toBe(false);
    await Promise.all([other, node, limited].map((each) => each.close()));
  });

  // Only root may mount a small disk.
  test
    .skipIf(process.getuid?.() !== 0)
    .each([
      'temporary on database arkhouse from public, house',
      'create on schema public from public, pg_database_owner',
    ])('a full disk is found without the right %s, also after a small write that fits', async (right) => {
    await using servers = new OwnServers();
    const dataFolder = servers.makeSmallFolder('small', 64);
    const cluster = await PostgresCluster.create(servers, { template, dataFolder });
    const database = await connect({ databaseUrl: await asOwner(cluster), dataDir: '', mostConnections: 4 });
    await migrate(database, 0);
    await cluster.query(`revoke ${right}`);
    await database.ensureRoom?.();
    const ballast = join(dataFolder, 'ballast');
    expect(() => writeFileSync(ballast, Buffer.alloc(128 << 20))).toThrow('ENOSPC');
    const full = await takeRows(database).catch((error: unknown) => error);
    database.writes.noteFailure(full);
    expect(database.writes.areWithoutRoom).toBe(true);
    await expect(database.ensureWritable()).rejects.toMatchObject({ code: '53100' });
    truncateSync(ballast, statSync(ballast).size - 500_000);
    await writeSetting(database, 'small', 'fits');
    await expect(database.ensureWritable()).rejects.toMatchObject({ code: '53100' });
    expect(database.writes.areWithoutRoom).toBe(true);
    rmSync(ballast);
    await database.ensureWritable();
    expect(database.writes.areFailing).toBe(false);
    await database.close();
  });

  test('a hanging database is detected before the statement timeout, and used again when it resumes', async () => {
    await using servers = new OwnServers();
    const cluster = await PostgresCluster.create(servers, { template });
    // Without detection these would take five minutes.
    const patience = { dataDir: '', mostConnections: 6, waitTimeoutMs: 300_000, statementTimeoutMs: 300_000 };
    const database = await connect({ databaseUrl: cluster.url, connectTimeoutMs: 3000, ...patience });
    await migrate(database, 0);
    const { ask, registered } = await aHouse(database);
    const key = await registered('wren-7');
    const status = () => ask({ path: '/api/auth/me', key });
    expect((await status()).status).toBe(200);

    cluster.freeze();
    const began = performance.now();
    const answers = await Promise.all([
      status(),
      status(),
      ask({ method: 'PATCH', path: '/api/auth/me', key, body: { bio: 'Waits.' } }),
      ask({ path: '/api/health' }),
    ]);
    const seconds = (performance.now() - began) / 1000;
    console.info(`a database that hangs was noticed after ${seconds.toFixed(1)} s`);
    for (const told of answers)
      expect(told).toMatchObject({ status: 503, headers: { 'retry-after': expect.anything() } });
    expect(seconds).toBeLessThan(60);

    cluster.thaw();
    await expect.poll(async () => (await status()).status, { timeout: 60_000, interval: 200 }).toBe(200);
    await database.close();
  });

  test('of several hosts, the writable one is used, also after a failover', async () => {
    await using servers = new OwnServers();
    const primary = await PostgresCluster.create(servers, { template });
    const standby = await primary.createStandby();
    const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}/arkhouse`;
    const patience = { dataDir: '', mostConnections: 4, waitTimeoutMs: 20_000, connectTimeoutMs: 20_000 };

    const database = await connect({ ...patience, databaseUrl: `postgres://postgres@${hosts}` });
    await migrate(database, 0);
    await writeSetting(database, 'word', 'before');
    expect(database.label).toBe(`PostgreSQL at ${hosts}`);

    await expect(connect({ ...patience, databaseUrl: standby.url })).rejects.toThrow(
      /it is a standby, and a server is wanted that is read-write$/,
    );
    const reader = await connect({ ...patience, databaseUrl: standby.url }, 'read');
    await expect.poll(() => readSetting(reader, 'word')).toBe('before');
    await expect(writeSetting(reader, 'word', 'by mistake')).rejects.toSatisfy(isUnavailable);
    await reader.close();
    const env = { DATABASE_URL: `postgres://postgres@${hosts}` };
    expect(await arkhouse(['settle', '--confirm'], env)).toMatchObject({ code: 0, err: '' });
    expect((await arkhouse(['doctor'], env)).out).not.toContain('standby');

    await primary.stop('immediate');
    await standby.promote();
    await writeWhenPossible(database, 'after');
    expect(await wordIn(standby)).toEqual([{ value: 'after' }]);

    // Without a standby signal: it restarts as a primary.
    await primary.start();
    for (const word of ['one', 'two', 'three']) await writeSetting(database, 'word', word);
    expect(await wordIn(standby)).toEqual([{ value: 'three' }]);
    expect(await wordIn(primary)).toEqual([{ value: 'before' }]);
    await database.close();
  });

  test.skipIf(withoutPooler)('the service works behind pgbouncer in transaction mode', async () => {
    await using servers = new OwnServers();
    const cluster = await PostgresCluster.create(servers, { template });
    await cluster.query('alter database arkhouse set synchronous_commit = off');
    const bouncer = await startPgbouncer(servers, cluster.port, 3);
    const databaseUrl = cluster.url.replace(String(cluster.port), String(bouncer.port));
    const database = await connect({ databaseUrl, dataDir: '', mostConnections: 8, waitTimeoutMs: 60_000 });
    await migrate(database, 0);
    const within = { commit: 'on', statement: '10s', idle: '10s' };
    expect(await database.transaction((db) => db.one(LIMITS, []))).toEqual(within);
    expect(await database.one(LIMITS, [])).toEqual({ commit: 'off', statement: '0', idle: '0' });

    const { as, registered } = await aHouse(database);
    const keepers = Array.from({ length: 12 }, (_, nth) => `keeper-${nth}`);
    await Promise.all(
      keepers.map(async (name) => {
        const client = as(await registered(name));
        await client.adoptCreature({ body: { name, family: 'cat' } });
        await client.getCreatureStatus();
        await client.careForCreature({ body: { action: 'feed', item: 'tuna' } });
        expect((await client.getCreatureStatus()).creature.name).toBe(name);
      }),
    );

    const agents = await Promise.all(Array.from({ length: 30 }, () => takeIn(database)));
    const found = await database.together((db) =>
      Promise.all(agents.map(({ id }) => findAgentByKeyHash(db, hashOf(id)))),
    );
    expect(found.map((agent) => agent?.id)).toEqual(agents.map(({ id }) => id));
    const seen = await database.snapshot((db) => Promise.all([db.one(PID, []), db.one(PID, [])]));
    expect(seen[0]).toEqual(seen[1]);

    // As in an upgrade: all connections are lost and reopened.
    await bouncer.process.end();
    await bouncer.restart();
    const find = () => findAgentByKeyHash(database, hashOf(agents[0]?.id ?? '')).catch(() => undefined);
    await expect.poll(find).toBeDefined();
    await database.close();
  });
});
