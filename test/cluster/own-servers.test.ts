import { Client } from 'pg';
import { expect, test } from 'vitest';

import { CuttingProxy, type Cut } from '../support/servers/cutting-proxy.ts';
import { missingCommands } from '../support/servers/missing-commands.ts';
import { OwnServers } from '../support/servers/own-servers.ts';
import { PostgresCluster } from '../support/servers/postgres-cluster.ts';

const missing = missingCommands(['initdb', 'postgres', 'pg_basebackup']);
if (missing.length > 0)
  console.warn(`\n*** No ${missing.join(', ')}: servers of our own are NOT tested here ***\n`);

test.skipIf(missing.length > 0)(
  'a standby has exactly the committed rows after crashes of the primary and cut connections',
  { timeout: 120_000 },
  async () => {
    await using servers = new OwnServers();
    const primary = await PostgresCluster.create(servers);
    const standby = await primary.createStandby();
    await primary.query('create table told (word text)');
    await using proxy = await CuttingProxy.start(await servers.freePort(), primary.port);
    expect(await told(proxy, 'nothing is cut')).toBe('answered');
    expect(await told(proxy, 'lost', 'before commit')).toBe('no answer');
    expect(await told(proxy, 'kept', 'after commit')).toBe('no answer');
    expect(proxy.cuts).toBe(2);

    await primary.stop('immediate');
    await primary.start();
    primary.freeze();
    await expect(primary.query('select 1')).rejects.toThrow('timeout');
    primary.thaw();
    await primary.kill();
    await standby.promote();
    proxy.leadTo(standby.port);
    expect(await told(proxy, 'after the failover')).toBe('answered');
    expect(await standby.query('select word from told')).toEqual([
      { word: 'nothing is cut' },
      { word: 'kept' },
      { word: 'after the failover' },
    ]);
    await standby.stop('fast');
  },
);

async function told(proxy: CuttingProxy, word: string, where?: Cut): Promise<'answered' | 'no answer'> {
  if (where) proxy.cut({ where, every: 1 });
  else proxy.mend();
  const client = new Client({ connectionString: `postgres://postgres@127.0.0.1:${proxy.port}/arkhouse` });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('insert into told values ($1)', [word]);
    await client.query('commit');
    return 'answered';
  } catch {
    return 'no answer';
  } finally {
    await client.end();
  }
}
