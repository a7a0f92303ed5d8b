import { expect, test } from 'vitest';

import { connect } from '../../src/db/connect.ts';
import type { Database } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { aHouse } from '../support/house.ts';
import { missingCommands } from '../support/servers/missing-commands.ts';
import { OwnServers } from '../support/servers/own-servers.ts';
import { PostgresCluster } from '../support/servers/postgres-cluster.ts';
import { takeIn } from '../engine/examples.ts';

const missing = missingCommands(['initdb', 'postgres']);
if (missing.length > 0)
  console.warn(`\n*** No ${missing.join(', ')}: a server in trouble is NOT tested here ***\n`);

const NODES = 3;
const AT_ONCE = 15;
const ROUNDS = 10;

test.skipIf(missing.length > 0)(
  'three nodes that want 60 connections share a server with nine without a failed request',
  { timeout: 240_000 },
  async () => {
    await using servers = new OwnServers();
    // PostgreSQL reserves three connections for superusers; the tests connect as another role.
    const cluster = await PostgresCluster.create(servers, { settings: { max_connections: '12' } });
    await cluster.query('create user house');
    await cluster.query('alter database arkhouse owner to house');
    const databaseUrl = cluster.url.replace('postgres@', 'house@');
    const nodes: Database[] = [];
    for (let nth = 0; nth < NODES; nth += 1)
      nodes.push(await connect({ databaseUrl, dataDir: '', mostConnections: 20, waitTimeoutMs: 60_000 }));
    const [first] = nodes;
    if (!first) throw new Error('there is a first node');
    await migrate(first, 0);

    const work = nodes.flatMap((node) =>
      Array.from({ length: AT_ONCE }, async () => {
        for (let round = 0; round < ROUNDS; round += 1) await takeIn(node);
      }),
    );
    const outcomes = await Promise.allSettled(work);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    const [kept] = await cluster.query<{ n: string }>('select count(*) as n from agents');
    expect(Number(kept?.n)).toBe(NODES * AT_ONCE * ROUNDS);
    await Promise.all(nodes.map((node) => node.close()));
  },
);

test.skipIf(missing.length > 0)(
  'a hanging database is detected before the statement timeout, and used again when it resumes',
  { timeout: 240_000 },
  async () => {
    await using servers = new OwnServers();
    const cluster = await PostgresCluster.create(servers);
    const databaseUrl = cluster.url;
    // Without detection these would take five minutes.
    const patience = { mostConnections: 6, waitTimeoutMs: 300_000, statementTimeoutMs: 300_000 };
    const database = await connect({ databaseUrl, dataDir: '', connectTimeoutMs: 3000, ...patience });
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
    for (const { status: code, headers } of answers) {
      expect(code).toBe(503);
      expect(headers['retry-after']).toBeDefined();
    }
    expect(seconds).toBeLessThan(60);

    cluster.thaw();
    await expect.poll(async () => (await status()).status, { timeout: 60_000, interval: 200 }).toBe(200);
    await database.close();
  },
);
