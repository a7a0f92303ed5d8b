import { createClient } from '@redis/client';
import { describe, expect, onTestFinished, test } from 'vitest';

import { ACTIONS } from '../../src/rules/vocabulary.ts';
import { createHouseClient, httpTransport, RefusedError } from '../../src/client/client.ts';
import { aKeeper, aPlainHouse, expectInOrder, gravestonesIn, keeperWith, of } from '../support/asking.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { settleDue } from '../support/due-creatures.ts';
import { handClock } from '../support/hand-clock.ts';
import { withClient } from '../support/postgres-schemas.ts';
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

const HOUSECAT = { species_slug: 'housecat' };
const NODES = 3;
const ACTS = process.env['TEST_LONG'] ? 64 : 24;

// The migration of this database that waits for another one's end.
const WAITING = `select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;

/** Several nodes in one process, on one database and with one clock. */
async function severalNodes(place: Place) {
  const clock = handClock();
  const store = await place.fresh();
  const stores = [store, ...(await Promise.all(Array.from({ length: NODES - 1 }, () => place.again(store))))];
  const houses = await Promise.all(stores.map((each) => aPlainHouse(each, { house: { clock } })));
  const [first = expect.fail()] = houses;
  const agent = await aKeeper(first);
  const wren = houses.map((house) => keeperWith(house, agent));
  return { clock, houses, wren, inOrder: () => expectInOrder(first.house) };
}

/** Sends `count` concurrent requests, spread evenly over the nodes. */
function atEveryDoor<D, T>(doors: readonly D[], count: number, ask: (door: D, n: number) => Promise<T>) {
  return Promise.all(Array.from({ length: count }, (_, n) => ask(doors[n % doors.length] as D, n)));
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
      const held = await place.blankApart();
      const { databaseUrl = '' } = place.addressOf(held);
      // As another node would while it migrates.
      await held.exclusive(async () => {
        const { child, ended } = begin(['serve'], { PORT: '0', DATABASE_URL: databaseUrl });
        await withClient(databaseUrl, async (client) => {
          await expect.poll(async () => (await client.query(WAITING)).rowCount).toBeGreaterThan(0);
        });
        child.kill('SIGTERM');
        expect(await ended).toMatchObject({ code: 143, out: '' });
      });
    });

    test('concurrent acts of care at three nodes are all applied, once', async () => {
      const { wren, clock, inOrder } = await severalNodes(place);
      const id = await wren[0]?.hatch(HOUSECAT);
      clock.forward('5h');
      const told = await atEveryDoor(wren, ACTS, (door, n) =>
        door.care({ action: ACTIONS[n % 7], notes: `${n}` }),
      );
      expect(told.filter(({ status }) => status === 200)).toHaveLength(ACTS);
      const history = await wren[1]?.client.getCareHistory({ query: { id, limit: 500 } });
      expect(new Set(history?.care_log.map(({ notes }) => notes)).size).toBe(ACTS);
      expect(history?.care_log).toHaveLength(ACTS);
      await inOrder();
    });

    test('a settler, the owner and public readers on three nodes create one gravestone for each death', async () => {
      const { wren, houses, clock, inOrder } = await severalNodes(place);
      const ids = await atEveryDoor(wren, 6, (door) => door.hatch(HOUSECAT));
      const now = clock.forward('36h');
      await Promise.all([
        ...houses.map(({ house }) => settleDue(house, now)),
        ...houses.map(({ ask }) => ask({ path: '/api/house/graveyard' })),
        ...wren.flatMap((door) => ids.map((id) => door.status(`?id=${id}`))),
        ...wren.flatMap((door) => ids.map((id) => door.release({ id }))),
      ]);
      for (const house of houses) {
        expect(await gravestonesIn(house)).toBe(6);
        const dead = { creatures_alive: 0, gravestones: 6, activity_24h: { creatures_died: 6 } };
        expect(await house.as().getHouseStats()).toMatchObject(dead);
      }
      await inOrder();
    });

    test('eggs adopted, hatched and released on three nodes are counted once', async () => {
      const { wren, houses, clock, inOrder } = await severalNodes(place);
      const laid = await atEveryDoor(wren, 18, (door) => door.adopt(HOUSECAT));
      expect(laid.filter(({ status }) => status === 201)).toHaveLength(18);
      expect(laid.filter(({ body }) => body['milestones'])).toHaveLength(1);
      const ids = laid.map((each) => String(of(each, 'creature', 'id')));
      const looks = await atEveryDoor(wren, 36, (door, n) => door.status(`?id=${ids[n % 4]}`));
      expect(looks.filter(({ body }) => body['milestone'])).toHaveLength(4);
      clock.forward('1h');
      const goes = await atEveryDoor(wren, 36, (door, n) => door.release({ id: ids[n % 6] }));
      expect(goes.filter(({ status }) => status === 200)).toHaveLength(6);
      expect(goes.filter(({ status }) => status === 409 || status === 404)).toHaveLength(30);
      const left = { creatures_alive: 0, eggs_unhatched: 12, activity_24h: { creatures_born: 4 } };
      for (const house of houses) expect(await house.as().getHouseStats()).toMatchObject(left);
      await inOrder();
    });

    test('the same request on three nodes is done once', async () => {
      const { wren, inOrder } = await severalNodes(place);
      const id = await wren[0]?.hatch(HOUSECAT);
      const key = { 'idempotency-key': 'once' };
      const told = await atEveryDoor(wren, 12, (door) => door.care({ action: 'play', id }, key));
      expect(new Set(told.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(told.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
      await inOrder();
    });
  });
});
