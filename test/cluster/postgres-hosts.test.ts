import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';

import { connect } from '../../src/db/connect.ts';
import type { Database } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { isUnavailable } from '../../src/db/portable.ts';
import { readSetting, writeSetting } from '../../src/db/settings.ts';
import { missingCommands } from '../support/servers/missing-commands.ts';
import { OwnServers, until } from '../support/servers/own-servers.ts';
import { PostgresCluster } from '../support/servers/postgres-cluster.ts';

const missing = missingCommands(['initdb', 'postgres', 'pg_basebackup']);
if (missing.length > 0)
  console.warn(`\n*** No ${missing.join(', ')}: several hosts are NOT tested here ***\n`);

/** Retries until one write is committed; every earlier failure must be `unavailable`. */
async function writeWhenPossible(database: Database, value: string): Promise<void> {
  await until(`${value} is written`, async () => {
    const failure: unknown = await writeSetting(database, 'word', value).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure !== undefined && !isUnavailable(failure)) throw failure;
    return failure === undefined;
  });
}

test.skipIf(missing.length > 0)(
  'of several hosts, the writable one is used, also after a failover',
  { timeout: 240_000 },
  async () => {
    await using servers = new OwnServers();
    const primary = await PostgresCluster.create(servers);
    const standby = await primary.createStandby();
    const bothAt = (first: PostgresCluster, second: PostgresCluster) =>
      `postgres://postgres@127.0.0.1:${first.port},127.0.0.1:${second.port}/arkhouse`;
    const patience = { dataDir: '', mostConnections: 4, waitTimeoutMs: 20_000, connectTimeoutMs: 20_000 };

    const database = await connect({ ...patience, databaseUrl: bothAt(standby, primary) });
    await migrate(database, 0);
    await writeSetting(database, 'word', 'before');
    expect(database.label).toBe(`PostgreSQL at 127.0.0.1:${standby.port},127.0.0.1:${primary.port}/arkhouse`);

    await expect(connect({ ...patience, databaseUrl: standby.url })).rejects.toThrow(
      /it is a standby, and a server is wanted that is read-write$/,
    );
    const reader = await connect({ ...patience, databaseUrl: standby.url }, 'fail');
    await expect.poll(() => readSetting(reader, 'word'), { timeout: 20_000 }).toBe('before');
    await expect(writeSetting(reader, 'word', 'by mistake')).rejects.toSatisfy(isUnavailable);
    await reader.close();

    await primary.stop('immediate');
    await standby.promote();
    await writeWhenPossible(database, 'after');
    expect(await standby.query(`select value from settings where name = 'word'`)).toEqual([
      { value: 'after' },
    ]);

    // Without a standby signal: it restarts as a primary.
    await primary.start();
    for (const word of ['one', 'two', 'three']) await writeSetting(database, 'word', word);
    expect(await standby.query(`select value from settings where name = 'word'`)).toEqual([
      { value: 'three' },
    ]);
    expect(await primary.query(`select value from settings where name = 'word'`)).toEqual([
      { value: 'before' },
    ]);
    await database.close();
  },
);

test.skipIf(missing.length > 0)(
  'a wrong password is reported in the server’s words, without the password',
  { timeout: 120_000 },
  async () => {
    await using servers = new OwnServers();
    const file = join(servers.folder, 'hba.conf');
    writeFileSync(file, 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n', {
      mode: 0o644,
    });
    const cluster = await PostgresCluster.create(servers, { settings: { hba_file: file } });
    await cluster.query(`create user wren password 'right'`);
    const databaseUrl = `postgres://wren:hush@127.0.0.1:${cluster.port}/arkhouse`;
    const outcome: unknown = await connect({ databaseUrl, dataDir: '' }).catch((error: unknown) => error);
    expect(outcome).toMatchObject({
      message: `PostgreSQL at 127.0.0.1:${cluster.port}/arkhouse: password authentication failed for user "wren"`,
    });
    expect(inspect(outcome, { depth: 9 })).not.toContain('hush');
  },
);
