import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import type { Database, Increment, Query } from '../../src/db/db.ts';
import {
  countModelProvider,
  largestModelProviders,
  moveModelProvider,
} from '../../src/features/stats/model-providers.store.ts';
import {
  incrementDuring,
  incrementTotal,
  sumsOfDay,
  totals,
} from '../../src/features/stats/tallies.store.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { aDesignerOf, aResidentOf } from '../support/residents.ts';

const NOON = Date.UTC(2026, 0, 15, 12);

const count = (database: Database, ...increments: readonly Increment[]) =>
  database.transaction(async (db) => {
    for (const increment of increments) db.count(increment);
  });

const WAITING: Query<{ n: number }> = {
  text: 'select count(*) as n from uncounted',
  columns: ['n'],
};
const KEPT: Query<{ n: number }> = {
  text: `select cast(coalesce(sum(n), 0) as bigint) as n from tallies where what = 'a'`,
  columns: ['n'],
};

eachDatabase((place) => {
  const { fresh, again } = place;

  test('sums are exact at all times while writers count and two nodes fold', async () => {
    const database = await fresh();
    const other = await again(database);
    let counted = 0;
    const writer = async (node: Database) => {
      for (let n = 0; n < 60; n++) {
        await count(
          node,
          incrementTotal('house', 'a'),
          incrementTotal('house', 'b', -1),
          incrementDuring(HOUR, NOON, 'c'),
        );
        counted++;
      }
    };
    const writers = [database, other, database, other, database, other].map(writer);
    const writing = new AbortController();
    const folding = [database, other].map(async (node) => {
      for (let n = 0; !writing.signal.aborted; n++) {
        await node.foldIncrements();
        await nextTurn();
      }
    });
    const reading = (async () => {
      while (!writing.signal.aborted) {
        await nextTurn();
        const before = counted;
        const sums = await totals(other, 'house');
        const a = sums.get('a') ?? 0;
        expect(a).toBe(-(sums.get('b') ?? 0));
        expect(a).toBeGreaterThanOrEqual(before);
        // Each writer may have one committed increment that it has not been told of.
        expect(a).toBeLessThanOrEqual(counted + writers.length);
      }
    })();
    await Promise.all(writers).finally(() => writing.abort());
    await Promise.all([reading, ...folding]);
    await database.foldIncrements();
    expect(await totals(database, 'house')).toEqual(
      new Map([
        ['a', 360],
        ['b', -360],
      ]),
    );
    expect(await sumsOfDay(other, NOON)).toEqual(new Map([['c', 360]]));
  });

  test('the largest providers are the same before and after folding', async () => {
    const database = await fresh();
    const providers: readonly (readonly [string, number])[] = [
      ['ants', 6],
      ['bees', 5],
      ['cats', 4],
      ['dogs', 1],
    ];
    await database.transaction(async (db) => {
      for (const [name, agents] of providers) for (let n = 0; n < agents; n++) countModelProvider(db, name);
    });
    await database.foldIncrements();
    await database.transaction(async (db) => {
      for (let n = 0; n < 4; n++) moveModelProvider(db, { from: 'ants', to: 'dogs' });
      moveModelProvider(db, { from: 'bees', to: 'elks' });
      moveModelProvider(db, { from: 'bees', to: 'elks' });
    });
    const largest = [
      { name: 'dogs', agents: 5 },
      { name: 'cats', agents: 4 },
      { name: 'bees', agents: 3 },
      { name: 'elks', agents: 2 },
      { name: 'ants', agents: 2 },
    ];
    expect(await largestModelProviders(database, 2)).toEqual(largest.slice(0, 2));
    expect(await largestModelProviders(database, 9)).toEqual(largest);
    await database.foldIncrements();
    expect(await largestModelProviders(database, 9)).toEqual(largest);
  });

  test('adoptions of a community species are visible at once and pass the audit before and after folding', async () => {
    const house = await aHouse(await fresh());
    const { store } = house.house;
    const designer = await aDesignerOf(house, 'di');
    for (const slug of ['moss_fox', 'mud_fox']) {
      const body = { slug, name: slug, family: 'exotic', personality: 'Quiet and green.' };
      await house.ask({ method: 'POST', path: '/api/house/species', key: designer.key, body });
    }
    const favourites = async () => {
      const { body } = await house.ask({ path: '/api/house/species?sort=popular' });
      const community = body['species'] as { slug: string; adoption_count: number }[];
      return community.map(({ slug, adoption_count }) => [slug, adoption_count]);
    };
    const adopt = async (username: string, slug: string) => {
      const { key } = await aResidentOf(house, username);
      const body = { name: 'Egg', species_slug: slug };
      const { status } = await house.ask({ method: 'POST', path: '/api/house/adopt', key, body });
      expect(status).toBe(201);
    };
    // The designer’s record has an adult that does not exist.
    const miscounted = async () =>
      (await auditStore(store, house.clock.now())).filter(({ subject }) => subject !== designer.id);
    await adopt('ada', 'moss_fox');
    await store.foldIncrements();
    await Promise.all(['bo', 'cy'].map((username) => adopt(username, 'mud_fox')));
    const told = [
      ['mud_fox', 2],
      ['moss_fox', 1],
    ];
    expect(await favourites()).toEqual(told);
    expect(await miscounted()).toEqual([]);
    await store.foldIncrements();
    expect(await favourites()).toEqual(told);
    expect(await miscounted()).toEqual([]);
  });

  if (place.kind === 'PostgreSQL') onPostgres(place);
});

function onPostgres(place: Place): void {
  const { fresh, apart, restored } = place;

  test('folding does not wait for an open transaction and finds its counts after the commit', async () => {
    const database = await fresh();
    const slow = await aClient(place, database);
    await slow.query(`begin;
      insert into uncounted (span, bucket, what, n) values ('{0,-1,-2}', '{0,0,0}', '{a,ants,fox}', '{1,1,1}')`);
    await Promise.all(
      Array.from({ length: 120 }, () =>
        database.transaction(async (db) => {
          db.count(incrementTotal('house', 'a'));
          countModelProvider(db, 'ants');
        }),
      ),
    );
    await count(database, incrementTotal('house', 'a'));
    await database.foldIncrements();
    expect(await database.one(KEPT, [])).toEqual({ n: 121 });
    expect(await totals(database, 'house')).toEqual(new Map([['a', 121]]));
    await slow.query('commit');
    expect(await totals(database, 'house')).toEqual(new Map([['a', 122]]));
    expect(await largestModelProviders(database, 1)).toEqual([{ name: 'ants', agents: 121 }]);
    await database.foldIncrements();
    expect(await database.one(KEPT, [])).toEqual({ n: 122 });
    expect(await totals(database, 'house')).toEqual(new Map([['a', 122]]));
  });

  test('folding moves the queue into the sums, including rows that a 1.0.0 node left', async () => {
    const database = await fresh();
    const older = await aClient(place, database);
    await count(database, incrementTotal('house', 'a'), incrementTotal('used', 'ball'));
    await older.query(`insert into uncounted (span, bucket, what, n, summed_up_to)
      values ('{0}', '{0}', '{a}', '{7}', pg_current_snapshot()), ('{}', '{}', '{}', '{}', pg_current_snapshot())`);
    expect(await totals(database, 'house')).toEqual(new Map([['a', 8]]));
    await database.foldIncrements();
    expect(await database.one(WAITING, [])).toEqual({ n: 0 });
    expect(await database.one(KEPT, [])).toEqual({ n: 8 });
    expect(await totals(database, 'house')).toEqual(new Map([['a', 8]]));
    expect(await totals(database, 'used')).toEqual(new Map([['ball', 1]]));
  });

  test('counts of an older node that updates sums in place are kept', async () => {
    const database = await fresh();
    const older = await aClient(place, database);
    await count(database, incrementTotal('house', 'a'));
    await older.query(`
      insert into tallies (span, bucket, what, shard, n) values (0, 0, 'a', 0, 1), (0, 0, 'a', 3, 1)
      on conflict (span, bucket, what, shard) do update set n = tallies.n + excluded.n`);
    await database.foldIncrements();
    await older.query(`
      insert into tallies (span, bucket, what, shard, n) values (0, 0, 'a', 0, 1), (0, 0, 'a', 3, 1)
      on conflict (span, bucket, what, shard) do update set n = tallies.n + excluded.n`);
    expect(await totals(database, 'house')).toEqual(new Map([['a', 5]]));
  });

  test('a backup holds folded and unfolded counts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'arkhouse-counts-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const database = await apart();
    for (let n = 0; n < 100; n++) await count(database, incrementTotal('house', 'a'));
    await database.foldIncrements();
    await count(database, incrementTotal('house', 'a'));
    await database.backup(join(folder, 'copy'));
    const copy = await restored(join(folder, 'copy'));
    expect(await totals(copy, 'house')).toEqual(new Map([['a', 101]]));
    await copy.foldIncrements();
    await count(copy, incrementTotal('house', 'a'));
    expect(await totals(copy, 'house')).toEqual(new Map([['a', 102]]));
  });
}

async function aClient({ addressOf }: Place, database: Database): Promise<Client> {
  const client = new Client(addressOf(database).databaseUrl);
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
