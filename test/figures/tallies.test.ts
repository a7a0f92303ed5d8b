import { expect, test } from 'vitest';

import { DAY, HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import type { Database, Increment, Query } from '../../src/db/db.ts';
import { sumIncrements } from '../../src/db/increments.ts';
import {
  incrementDuring,
  deleteOldTallies,
  incrementTotal,
  sumsOfDay,
  totals,
  sumsByWindow,
} from '../../src/features/stats/tallies.store.ts';
import { takeIn } from '../engine/examples.ts';
import { eachDatabase } from '../support/databases.ts';

const NOON = Date.UTC(2026, 0, 15, 12);

const ROWS: Query<{ span: number; bucket: number; what: string; n: number }> = {
  text: 'select span, bucket, what, n from counts_now order by span, bucket, what',
  columns: ['span', 'bucket', 'what', 'n'],
};

const count = (database: Database, ...increments: readonly Increment[]) =>
  database.transaction(async (db) => {
    for (const increment of increments) db.count(increment);
  });

eachDatabase(({ fresh, again }) => {
  test('64 concurrent transactions on two nodes count exactly', async () => {
    const database = await fresh();
    const other = await again(database);
    await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        (n % 2 === 0 ? database : other).transaction(async (db) => {
          // Each in its own order, to provoke deadlocks.
          const increments = [
            incrementTotal('house', 'a'),
            incrementTotal('house', 'b', 2),
            incrementDuring(HOUR, NOON, `c${n % 5}`),
          ];
          for (const increment of n % 3 === 0 ? increments.toReversed() : increments) db.count(increment);
        }),
      ),
    );
    expect(await totals(database, 'house')).toEqual(
      new Map([
        ['a', 64],
        ['b', 128],
      ]),
    );
    const hour = await sumsOfDay(other, NOON);
    expect([...hour.values()].reduce((sum, n) => sum + n, 0)).toBe(64);
  });

  test('a rolled back transaction counts nothing, and concurrent ones count', async () => {
    const database = await fresh();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) =>
        database.transaction(async (db) => {
          db.count(incrementTotal('house', 'tried'));
          await takeIn(db);
          if (n % 3 === 0) throw new Error('no');
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect((await totals(database, 'house')).get('tried')).toBe(20);
  });

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
    await count(
      database,
      incrementTotal('house', 'a'),
      incrementTotal('house', 'a'),
      incrementDuring(MINUTE, NOON + 1, 'b'),
    );
    await database
      .transaction(async (db) => {
        db.count(incrementTotal('house', 'c'));
        throw new Error('no');
      })
      .catch(() => 'never mind');
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
      expect((await sumsOfDay(database, now)).get(when) ?? 0, when).toBe(expected);
    }
  });

  test('a day, a week and a month are counted in whole hours', async () => {
    const database = await fresh();
    const now = NOON + 30 * MINUTE;
    const ages = [0, 23 * HOUR, DAY, 6 * DAY, 7 * DAY, 29 * DAY, 30 * DAY, 40 * DAY];
    await count(database, ...ages.map((age) => incrementDuring(HOUR, now - age, 'x')));
    expect((await sumsByWindow(database, now)).get('x')).toEqual({ last24h: 2, last7d: 4, last30d: 6 });
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
    await deleteOldTallies(database, NOON);
    const kept = (await database.all(ROWS, [])).map(({ span, bucket }) => [span, span && NOON - bucket]);
    expect(kept).toEqual([
      [0, 0],
      ...minutes
        .slice(0, 3)
        .toReversed()
        .map((age) => [MINUTE, age]),
      ...hours
        .slice(0, 3)
        .toReversed()
        .map((age) => [HOUR, age]),
    ]);
  });
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
