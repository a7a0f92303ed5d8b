import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import type { Database, Increment, Query } from '../../packages/database/db.ts';
import { sumIncrements } from '../../packages/database/session.ts';
import { DAY, HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import * as tallies from '../../src/features/tallies/tallies.store.ts';
import { takeIn } from '../engine/examples.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { aDesignerOf, aResidentOf } from '../support/residents.ts';

const { incrementDuring, incrementTotal, totals } = tallies;
const NOON = Date.UTC(2026, 0, 15, 12);

const ROWS: Query<{ span: number; bucket: number; what: string; n: number }> = {
  text: 'select span, bucket, what, n from counts_now order by span, bucket, what',
  columns: ['span', 'bucket', 'what', 'n'],
};

const WAITING: Query<{ n: number }> = { text: 'select count(*) as n from uncounted', columns: ['n'] };
const KEPT: Query<{ n: number }> = {
  text: `select cast(coalesce(sum(n), 0) as bigint) as n from tallies where what = 'a'`,
  columns: ['n'],
};

const count = (database: Database, ...increments: readonly Increment[]) =>
  database.transaction(async (db) => {
    for (const increment of increments) db.count(increment);
  });

eachDatabase((place) => {
  const { fresh, again } = place;

  test('a transaction with a failed statement counts nothing, even if the error was caught', async () => {
    const database = await fresh();
    const agent = await takeIn(database);
    const stubborn = database.transaction(async (db) => {
      db.count(incrementTotal('house', 'tried'));
      await takeIn(db, agent).catch(() => 'never mind');
      await db.run({ text: 'insert into nowhere (a) values (1)' }, []).catch(() => 'never mind');
    });
    await expect(stubborn).rejects.toThrow(/nowhere/);
    expect(await totals(database, 'house')).toEqual(new Map([['registered', 1]]));
  });

  test('a count is visible only after its commit, then to all nodes, in its own list; zero sums are not written', async () => {
    const database = await fresh();
    const other = await again(database);
    await database.transaction(async (db) => {
      db.count(incrementTotal('house', 'a'));
      expect(db.increments).toEqual([incrementTotal('house', 'a')]);
      expect(await totals(db, 'house')).toEqual(new Map());
    });
    expect(await totals(other, 'house')).toEqual(new Map([['a', 1]]));
    await count(database, incrementTotal('house', 'zero'), incrementTotal('house', 'zero', -1));
    expect((await database.all(ROWS, [])).map(({ what }) => what)).toEqual(['a']);
    await count(database, incrementTotal('adopted', 'cat', 3), incrementTotal('used', 'ball', 2));
    expect(await totals(database, 'adopted')).toEqual(new Map([['cat', 3]]));
    expect(await totals(database, 'used')).toEqual(new Map([['ball', 2]]));
    expect(await totals(database, 'house')).toEqual(new Map([['a', 1]]));
    const { db } = await database.transaction(async (transaction) => ({ db: transaction }));
    expect(() => db.count(incrementTotal('house', 'late'))).toThrow(/after its transaction had ended/);
  });

  test('listeners receive sums after the commit, and nothing of rolled back transactions', async () => {
    const database = await fresh();
    const heard: Increment[] = [];
    database.onIncrements((counted) => heard.push(...counted));
    const one = incrementTotal('house', 'a');
    await count(database, one, one, incrementDuring(MINUTE, NOON + 1, 'b'));
    const failing = database.transaction(async (db) => {
      db.count(incrementTotal('house', 'c'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(heard).toEqual([incrementTotal('house', 'a', 2), incrementDuring(MINUTE, NOON, 'b')]);
  });

  test('the sums of the last day include an event by the minute', async () => {
    const database = await fresh();
    // 12:30:30, so that the last day begins within an hour and within a minute.
    const now = NOON + 30 * MINUTE + 30_000;
    for (const [when, ago, expected] of [
      ['now', 0, 1],
      ['in the minute before the last day began', DAY + 1, 0],
      ['a day ago', DAY, 0],
      ['in the minute that is a day old', DAY - 29_999, 0],
      ['in the minute after it', DAY - 30_000, 1],
      ['in the first hour of the day', DAY - 10 * MINUTE, 1],
      ['in its first whole hour', DAY - 40 * MINUTE, 1],
      ['an hour ago', HOUR, 1],
      ['in the next minute, by another clock', -30_000 - 60 * MINUTE, 0],
    ] as const) {
      await count(database, incrementDuring(MINUTE, now - ago, when), incrementDuring(HOUR, now - ago, when));
      expect((await tallies.sumsOfDay(database, now)).get(when) ?? 0, when).toBe(expected);
    }
  });

  test('a day, a week and a month are counted in whole hours', async () => {
    const database = await fresh();
    const now = NOON + 30 * MINUTE;
    const ages = [0, 23 * HOUR, DAY, 6 * DAY, 7 * DAY, 29 * DAY, 30 * DAY, 40 * DAY];
    await count(database, ...ages.map((age) => incrementDuring(HOUR, now - age, 'x')));
    const sums = await tallies.sumsByWindow(database, now);
    expect(sums.get('x')).toEqual({ last24h: 2, last7d: 4, last30d: 6 });
  });

  test('minutes are kept for 25 hours, hours for 31 days, totals forever', async () => {
    const database = await fresh();
    const minutes = [0, 24 * HOUR, 25 * HOUR, 25 * HOUR + MINUTE, 9 * DAY, 400 * DAY];
    const hours = [0, 30 * DAY, 31 * DAY, 31 * DAY + HOUR, 400 * DAY];
    await count(
      database,
      incrementTotal('house', 'x'),
      ...minutes.map((age) => incrementDuring(MINUTE, NOON - age, 'x')),
      ...hours.map((age) => incrementDuring(HOUR, NOON - age, 'x')),
    );
    await database.foldIncrements();
    await tallies.deleteOldTallies(database, NOON);
    const kept = (await database.all(ROWS, [])).map(({ span, bucket }) => [span, span && NOON - bucket]);
    const first = ([a, b, c]: readonly number[], span: number) => [c, b, a].map((age) => [span, age]);
    expect(kept).toEqual([[0, 0], ...first(minutes, MINUTE), ...first(hours, HOUR)]);
  });

  test('sums are exact at all times while writers count and two nodes fold', async () => {
    const database = await fresh();
    const other = await again(database);
    let counted = 0;
    const writer = async (node: Database) => {
      for (let n = 0; n < 60; n++) {
        const both = [incrementTotal('house', 'a'), incrementTotal('house', 'b', -1)];
        const increments = [...both, incrementDuring(HOUR, NOON, `c${n % 5}`)];
        // Each in its own order, to provoke deadlocks.
        await count(node, ...(n % 3 === 0 ? increments.toReversed() : increments));
        counted++;
      }
    };
    const writers = [database, other, database, other, database, other].map(writer);
    const writing = new AbortController();
    const folding = [database, other].map(async (node) => {
      while (!writing.signal.aborted) {
        await node.foldIncrements();
        await nextTurn();
      }
    });
    const reading = (async () => {
      while (!writing.signal.aborted) {
        await nextTurn();
        const before = counted;
        const { a = 0, b = 0 } = Object.fromEntries(await totals(other, 'house'));
        expect(a).toBe(-b);
        expect(a).toBeGreaterThanOrEqual(before);
        // Each writer may have one committed increment that it has not been told of.
        expect(a).toBeLessThanOrEqual(counted + writers.length);
      }
    })();
    await Promise.all(writers).finally(() => writing.abort());
    await Promise.all([reading, ...folding]);
    await database.foldIncrements();
    expect(Object.fromEntries(await totals(database, 'house'))).toEqual({ a: 360, b: -360 });
    expect(new Set((await tallies.sumsOfDay(other, NOON)).values())).toEqual(new Set([72]));
  });

  test('the largest providers are the same before and after folding', async () => {
    const database = await fresh();
    const providers = { ants: 6, bees: 5, cats: 4, dogs: 1 };
    await database.transaction(async (db) => {
      for (const [name, agents] of Object.entries(providers))
        for (let n = 0; n < agents; n++) tallies.countModelProvider(db, name);
    });
    await database.foldIncrements();
    await database.transaction(async (db) => {
      for (let n = 0; n < 4; n++) tallies.moveModelProvider(db, { from: 'ants', to: 'dogs' });
      tallies.moveModelProvider(db, { from: 'bees', to: 'elks' });
      tallies.moveModelProvider(db, { from: 'bees', to: 'elks' });
    });
    const largest = async (most: number) =>
      (await tallies.largestModelProviders(database, most)).map(({ name, agents }) => `${name} ${agents}`);
    const all = ['dogs 5', 'cats 4', 'bees 3', 'elks 2', 'ants 2'];
    expect(await largest(2)).toEqual(all.slice(0, 2));
    expect(await largest(9)).toEqual(all);
    await database.foldIncrements();
    expect(await largest(9)).toEqual(all);
  });

  test('adoptions of a community species are visible at once and pass the audit before and after folding', async () => {
    const house = await aHouse(await fresh());
    const { store } = house.house;
    const designer = await aDesignerOf(house, 'di');
    const design = { family: 'exotic', personality: 'Quiet and green.' } as const;
    for (const slug of ['moss_fox', 'mud_fox'])
      await house.as(designer.key).createSpecies({ body: { ...design, slug, name: slug } });
    const favourites = async () => {
      const { species } = await house.as().listSpecies({ query: { sort: 'popular' } });
      return species.map(({ slug, adoption_count }) => `${slug} ${adoption_count}`);
    };
    const adopt = async (username: string, slug: string) => {
      const { key } = await aResidentOf(house, username);
      await house.as(key).adoptCreature({ body: { name: 'Egg', species_slug: slug } });
    };
    // The designer’s record has an adult that does not exist, and which no counter counts.
    const miscounted = async () =>
      (await auditStore(store, house.clock.now())).filter(
        ({ subject }) => ![designer.id, 'agents/adult'].includes(subject),
      );
    await adopt('ada', 'moss_fox');
    await store.foldIncrements();
    await Promise.all(['bo', 'cy'].map((username) => adopt(username, 'mud_fox')));
    for (const when of ['before folding', 'after']) {
      expect(await favourites(), when).toEqual(['mud_fox 2', 'moss_fox 1']);
      expect(await miscounted(), when).toEqual([]);
      await store.foldIncrements();
    }
  });

  if (place.kind === 'PostgreSQL') onPostgres(place);
});

test('the order of sums does not depend on the order of increments', () => {
  const increments = [
    incrementDuring(HOUR, NOON, 'b'),
    incrementDuring(HOUR, NOON, 'a'),
    incrementTotal('used', 'z'),
    incrementDuring(HOUR, 0, 'c'),
  ];
  const sums = sumIncrements(increments);
  expect(sums.map(({ what }) => what)).toEqual(['z', 'c', 'a', 'b']);
  expect(sumIncrements(increments.toReversed())).toEqual(sums);
});

function onPostgres(place: Place): void {
  const { fresh } = place;

  test('folding does not wait for an open transaction and finds its counts after the commit', async () => {
    const database = await fresh();
    const slow = await aClient(place, database);
    await slow.query(`begin;
      insert into uncounted (span, bucket, what, n) values ('{0,-1,-2}', '{0,0,0}', '{a,ants,fox}', '{1,1,1}')`);
    const countOne = () =>
      database.transaction(async (db) => {
        db.count(incrementTotal('house', 'a'));
        tallies.countModelProvider(db, 'ants');
      });
    await Promise.all(Array.from({ length: 120 }, countOne));
    await count(database, incrementTotal('house', 'a'));
    await database.foldIncrements();
    expect(await database.one(KEPT, [])).toEqual({ n: 121 });
    expect(await totals(database, 'house')).toEqual(new Map([['a', 121]]));
    await slow.query('commit');
    expect(await totals(database, 'house')).toEqual(new Map([['a', 122]]));
    expect(await tallies.largestModelProviders(database, 1)).toEqual([{ name: 'ants', agents: 121 }]);
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
    const update = `
      insert into tallies (span, bucket, what, shard, n) values (0, 0, 'a', 0, 1), (0, 0, 'a', 3, 1)
      on conflict (span, bucket, what, shard) do update set n = tallies.n + excluded.n`;
    await older.query(update);
    await database.foldIncrements();
    await older.query(update);
    expect(await totals(database, 'house')).toEqual(new Map([['a', 5]]));
  });
}

async function aClient({ addressOf }: Place, database: Database): Promise<Client> {
  const client = new Client(addressOf(database).databaseUrl);
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
