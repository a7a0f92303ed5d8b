import { connect as dial } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';

import { connect } from '../../packages/database/connect.ts';
import type { Database } from '../../packages/database/db.ts';
import { isUnavailable } from '../../packages/database/portable.ts';
import { ping } from '../../packages/database/settings.ts';
import { started } from '../program/arkhouse.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { CuttingProxy } from '../support/servers/cutting-proxy.ts';

const MOST = 4;
const BRIEF_MS = 400;

eachDatabase(({ kind, fresh, addressOf }) => {
  describe.runIf(kind === 'PostgreSQL')('behind a proxy that stalls', () => {
    async function throughProxy() {
      const url = new URL(String(addressOf(await fresh()).databaseUrl));
      const proxy = await CuttingProxy.start(0, Number(url.port));
      onTestFinished(() => proxy[Symbol.asyncDispose]());
      Object.assign(url, { hostname: '127.0.0.1', port: String(proxy.port) });
      return { proxy, databaseUrl: url.href };
    }

    test('connections still being prepared when their waiters time out go to the next waiters', async () => {
      const { proxy, databaseUrl } = await throughProxy();
      const limits = { mostConnections: MOST, waitTimeoutMs: BRIEF_MS, connectTimeoutMs: 60_000 };
      const database = await connect({ databaseUrl, dataDir: '', ...limits });
      for (let round = 0; round < 2; round += 1) {
        proxy.stall();
        const early = await Promise.allSettled(Array.from({ length: 3 * MOST }, () => ping(database)));
        expect(early.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(2 * MOST);
        proxy.flow();
      }
      await expect.poll(() => canHoldAll(database)).toBe(true);
      await database.close();
    });

    test('a node with an exhausted pool is not ready until a connection is free', async () => {
      const { databaseUrl } = await throughProxy();
      const limits = { mostConnections: MOST, waitTimeoutMs: BRIEF_MS };
      const database = await connect({ databaseUrl, dataDir: '', ...limits });
      const { ask, clock } = await aHouse(database);
      const readiness = async () => {
        clock.forward('1s');
        return (await ask({ path: '/readyz' })).status;
      };
      await expect.poll(readiness).toBe(200);
      const { promise: enough, resolve: letGo } = Promise.withResolvers<void>();
      const held = Array.from({ length: MOST }, () => database.together(() => enough));
      await expect.poll(readiness).toBe(503);
      expect(await ask({ path: '/livez' })).toMatchObject({ status: 200 });
      expect(await ask({ path: '/api/health' })).toMatchObject({ status: 503 });
      letGo();
      await Promise.all(held);
      await expect.poll(readiness).toBe(200);
    });

    test('SIGTERM ends the program within its deadline even if connections hang', async () => {
      const { proxy, databaseUrl } = await throughProxy();
      const house = await started({ DATABASE_URL: databaseUrl, DATABASE_CONNECT_SECONDS: '60' });
      const port = Number(new URL(house.address).port);
      const unread = dial({ host: '127.0.0.1', port }).on('error', () => undefined);
      onTestFinished(() => void unread.destroy());
      unread.pause().write('GET /llms-full.txt HTTP/1.1\r\nHost: ark.example\r\n\r\n'.repeat(60));
      proxy.stall();
      const asking = Array.from({ length: 30 }, () =>
        fetch(`${house.address}/api/health`).catch(() => undefined),
      );
      await new Promise((later) => setTimeout(later, 500));
      const toldAt = performance.now();
      const { code } = await house.stop();
      const seconds = (performance.now() - toldAt) / 1000;
      await Promise.all(asking);
      expect(code).toBe(0);
      console.info(`with everything hanging it ended after ${seconds.toFixed(1)} s`);
      // The deadline is 8.5 s, connecting to the database may take 60 s; the rest allows for a busy machine.
      expect(seconds).toBeLessThan(40);
    }, 120_000);
  });
});

/** Whether the pool can hand out its maximum number of connections at the same time. */
async function canHoldAll(database: Database): Promise<boolean> {
  const { promise: all, resolve } = Promise.withResolvers<void>();
  let holding = 0;
  const giveUp = setTimeout(resolve, 5 * BRIEF_MS);
  const holders = Array.from({ length: MOST }, () =>
    database.together(async () => {
      holding += 1;
      if (holding === MOST) resolve();
      await all;
    }),
  );
  const outcomes = await Promise.allSettled(holders);
  clearTimeout(giveUp);
  const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : undefined));
  expect(reasons.filter((reason) => reason !== undefined && !isUnavailable(reason))).toEqual([]);
  return holding === MOST;
}
