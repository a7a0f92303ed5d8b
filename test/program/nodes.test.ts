import { createClient } from '@redis/client';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createHouseClient, httpTransport, RefusedError } from '../../src/client/client.ts';
import { eachDatabase } from '../support/databases.ts';
import { redisAnswers, REDIS_URL } from '../support/real-redis.ts';
import { begin, started, type Started } from './arkhouse.ts';

// A Redis database of its own: the nodes count real addresses in it.
const OWN_REDIS = `${REDIS_URL}/9`;
const withRedis = await redisAnswers();

async function emptyRedis(): Promise<void> {
  const redis = createClient({ url: OWN_REDIS });
  await redis.connect();
  await redis.flushDb();
  redis.destroy();
}

eachDatabase((place) => {
  describe.runIf(place.kind === 'PostgreSQL')('several nodes', () => {
    test.skipIf(!withRedis)('three nodes share keys, usernames and limits', async () => {
      await emptyRedis();
      onTestFinished(emptyRedis);
      const { databaseUrl = '' } = place.addressOf(await place.blank());
      const env = { DATABASE_URL: databaseUrl, REDIS_URL: OWN_REDIS };
      const [one, two, three] = await Promise.all([started(env), started(env), started(env)]);

      const at = (node: Started, key?: string) => createHouseClient(httpTransport(node.address, key));
      const { your_token: old } = await at(one).registerAgent({ body: { username: 'wren' } });
      await expect(at(two).registerAgent({ body: { username: 'Wren' } })).rejects.toThrow('409');
      await at(three).registerAgent({ body: { username: 'third' } });
      await expect(at(two).registerAgent({ body: { username: 'fourth' } })).rejects.toThrow('429');
      const { your_token: fresh } = await at(two, old).rotateApiKey();
      await expect(at(one, old).rotateApiKey()).rejects.toBeInstanceOf(RefusedError);
      expect(await at(three, fresh).rotateApiKey()).toMatchObject({ agent: { username: 'wren' } });
      for (const node of [one, two, three]) expect(await node.stop()).toMatchObject({ code: 0, err: '' });
    });

    test('without a writable data folder a node opens, warns once, and keeps its sandbox token to itself', async () => {
      const { databaseUrl = '' } = place.addressOf(await place.fresh());
      // Not writable, not even for root.
      const ARKHOUSE_DATA_DIR = '/sys/arkhouse';
      const env = { DATABASE_URL: databaseUrl, ARKHOUSE_DATA_DIR, ARKHOUSE_SANDBOX_TOKEN: '' };
      const node = await started(env);
      expect((await fetch(`${node.address}/livez`)).status).toBe(200);
      const { code, out, err } = await node.stop();
      expect([code, err]).toEqual([0, '']);
      expect(out.match(/the data folder is not writable/g)).toHaveLength(1);
      expect(out).toContain('which is in no file');
    });

    test('a signal during a long start ends it before it listens', async () => {
      const held = await place.blank();
      const { databaseUrl = '' } = place.addressOf(held);
      // As another node would while it migrates.
      await held.exclusive(async () => {
        const { child, ended } = begin(['serve'], { PORT: '0', DATABASE_URL: databaseUrl });
        await new Promise((later) => setTimeout(later, 2000));
        child.kill('SIGTERM');
        expect(await ended).toMatchObject({ code: null, out: '' });
      });
    });
  });
});
