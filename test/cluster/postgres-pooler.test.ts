import { expect, test } from 'vitest';

import { connect } from '../../src/db/connect.ts';
import type { Query } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { aHouse } from '../support/house.ts';
import { missingCommands } from '../support/servers/missing-commands.ts';
import { OwnServers } from '../support/servers/own-servers.ts';
import { PostgresCluster } from '../support/servers/postgres-cluster.ts';
import { startPgbouncer } from '../support/servers/small-servers.ts';
import { findAgentByKeyHash } from '../../src/features/agents/agents.store.ts';
import { hashOf, takeIn } from '../engine/examples.ts';

const missing = missingCommands(['initdb', 'postgres', 'pgbouncer']);
if (missing.length > 0) console.warn(`\n*** No ${missing.join(', ')}: pgbouncer is NOT tested here ***\n`);

const LIMITS: Query<{ commit: string; statement: string; idle: string }> = {
  text: `
    select current_setting('synchronous_commit') as commit, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`,
  columns: ['commit', 'statement', 'idle'],
};
const PID: Query<{ pid: number }> = { text: 'select pg_backend_pid() as pid', columns: ['pid'] };

const KEEPERS = 12;

test.skipIf(missing.length > 0)(
  'the service works behind pgbouncer in transaction mode',
  { timeout: 240_000 },
  async () => {
    await using servers = new OwnServers();
    const cluster = await PostgresCluster.create(servers);
    await cluster.query('alter database arkhouse set synchronous_commit = off');
    const bouncer = await startPgbouncer(servers, cluster.port, 3);
    const databaseUrl = cluster.url.replace(String(cluster.port), String(bouncer.port));
    const database = await connect({ databaseUrl, dataDir: '', mostConnections: 8, waitTimeoutMs: 60_000 });
    await migrate(database, 0);

    expect(await database.transaction((db) => db.one(LIMITS, []))).toEqual({
      commit: 'on',
      statement: '10s',
      idle: '10s',
    });
    expect(await database.one(LIMITS, [])).toEqual({ commit: 'off', statement: '0', idle: '0' });

    const { as, registered } = await aHouse(database);
    const keepers = Array.from({ length: KEEPERS }, (_, nth) => `keeper-${nth}`);
    await Promise.all(
      keepers.map(async (name) => {
        const client = as(await registered(name));
        await client.adoptCreature({ body: { name, family: 'cat' } });
        await client.getCreatureStatus();
        await client.careForCreature({ body: { action: 'feed', item: 'tuna' } });
        const { creature } = await client.getCreatureStatus();
        expect(creature.name).toBe(name);
      }),
    );

    const agents = await Promise.all(Array.from({ length: 30 }, () => takeIn(database)));
    const find = (id: string) => findAgentByKeyHash(database, hashOf(id));
    const found = await database.together((db) =>
      Promise.all(agents.map(({ id }) => findAgentByKeyHash(db, hashOf(id)))),
    );
    expect(found.map((agent) => agent?.id)).toEqual(agents.map(({ id }) => id));
    const seen = await database.snapshot((db) => Promise.all([db.one(PID, []), db.one(PID, [])]));
    expect(seen[0]).toEqual(seen[1]);

    // As in an upgrade: all connections are lost and reopened.
    await bouncer.process.end();
    await bouncer.restart();
    await expect
      .poll(() => find(agents[0]?.id ?? '').catch(() => undefined), { timeout: 20_000 })
      .toBeDefined();
    await database.close();
  },
);
