import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';

import type { Database, Query, Transaction } from '../../src/db/db.ts';
import { isUnavailable } from '../../src/db/portable.ts';
import { bytes, flag, instant, json, number, optional, table, text } from '../../src/db/table.ts';
import { readSetting, writeSetting } from '../../src/db/settings.ts';
import { findAgentByKeyHash } from '../../src/features/agents/agents.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { hashOf, takeIn } from './examples.ts';

const COUNT: Query<{ n: number }> = { text: 'select count(*) as n from agents', columns: ['n'] };
const RETURNING: Query<{ value: string }> = {
  text: `insert into settings (name, value) values ($1, $2) returning value`,
  columns: ['value'],
};

const THINGS = table('test_things', {
  id: text,
  at: instant,
  share: number,
  loud: flag,
  words: json<readonly string[]>(),
  note: optional(text),
  weight: optional(number),
  raw: optional(bytes),
});
const INSERT = THINGS.insert({
  sql: ($) => ({ note: `coalesce(${$('note')}, 'nothing said')` }),
  conflict: 'on conflict (id) do nothing',
});
const MARK = THINGS.update({ key: ['id', 'at'], set: ['share', 'note'], also: 'times = times + 1' });
const ALL = table('test_things', { ...THINGS.columns, times: number }).select('order by id');

const CREATE = `drop table if exists test_things; create table test_things (
  id text primary key, at bigint not null, share double precision not null, loud integer not null,
  words text not null, note text, weight double precision, raw bytea, times integer not null default 0);`;

const SOME = [
  {
    id: 'a',
    at: 1_800_000_000_000,
    share: 0.1 + 0.2,
    loud: true,
    words: ['"', '{}', '\\', 'ü'],
    note: 'NULL',
  },
  { id: 'b', at: 0, share: 5e-324, loud: false, words: [], weight: 1 / 3, raw: new Uint8Array([0, 255]) },
  { id: 'c', at: -1, share: -9_007_199_254_740_991, loud: false, words: ['a,b'], note: '' },
];

const WRITE = { text: `update settings set value = 'x' where name = 'y'` };

eachDatabase(({ fresh, again }) => {
  test('a write is visible to all connections once it is acknowledged', async () => {
    const database = await fresh();
    for (const _ of [1, 2]) await expect(database.ensureWritable()).resolves.toBeUndefined();
    const other = await again(database);
    const taking = Array.from({ length: 100 }, () => database.transaction((db) => takeIn(db)));
    const taken = await Promise.all(taking);
    const seen = await Promise.all(taken.map(({ id }) => findAgentByKeyHash(other, hashOf(id))));
    expect(seen.map((agent) => agent?.id)).toEqual(taken.map(({ id }) => id));
  });

  test('a transaction that throws leaves nothing and does not affect others in its group', async () => {
    const database = await fresh();
    const fates = Array.from({ length: 30 }, (_, n) => n % 3 !== 0);
    const work = fates.map((succeeds) =>
      database.transaction(async (db) => {
        await takeIn(db);
        if (!succeeds) throw new Error('no');
      }),
    );
    const outcomes = await Promise.allSettled(work);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(fates);
    expect(await database.one(COUNT, [])).toEqual({ n: 20 });
  });

  test('reads see every acknowledged write, and each pending transaction entirely or not at all', async () => {
    const database = await fresh();
    let answered = 0;
    const writing = Array.from({ length: 40 }, async (_, nth) => {
      for (let turn = 0; turn < nth; turn++) await nextTurn();
      await database.transaction(async (db) => {
        await takeIn(db);
        await takeIn(db);
      });
      answered += 1;
    });
    const looking = Array.from({ length: 3 }, async () => {
      for (let look = 0; look < 60; look++) {
        const known = answered;
        const seen = (await database.one(COUNT, []))?.n ?? NaN;
        expect(seen).toBeGreaterThanOrEqual(2 * known);
        expect(seen % 2).toBe(0);
        await nextTurn();
      }
    });
    await Promise.all([...writing, ...looking]);
    expect(await database.one(COUNT, [])).toEqual({ n: 80 });
  });

  test('a Db is unusable after its transaction has ended', async () => {
    const database = await fresh();
    const kept: Transaction[] = [];
    await database.transaction(async (db) => void kept.push(db));
    const failing = database.transaction(async (db) => {
      kept.push(db);
      throw new Error('enough');
    });
    await expect(failing).rejects.toThrow('enough');
    for (const db of kept) await expect(takeIn(db)).rejects.toThrow(/after its transaction had ended/);
    expect(kept).toHaveLength(2);
  });

  test('statements run in parallel in a transaction, and with returned rows outside of one', async () => {
    const database = await fresh();
    await database.transaction((db) => Promise.all(Array.from({ length: 10 }, () => takeIn(db))));
    expect(await database.one(COUNT, [])).toEqual({ n: 10 });
    expect(await database.one(RETURNING, ['a', '1'])).toEqual({ value: '1' });
    expect(await database.all(RETURNING, ['b', '2'])).toEqual([{ value: '2' }]);
    expect(await readSetting(database, 'b')).toBe('2');
  });

  test('text with half a surrogate pair and NaN are refused on both databases', async () => {
    const database = await fresh();
    await expect(writeSetting(database, 'a', 'half \ud800')).rejects.toThrow(/half a character/);
    await expect(database.one(COUNT, [Number.NaN])).rejects.toThrow(/value \$1 is NaN/);
  });

  test('exclusive transactions run one at a time', async () => {
    const database = await fresh();
    await writeSetting(database, 'sum', '0');
    const others = await Promise.all([again(database), again(database)]);
    const add = (each: Database) =>
      each.exclusive(async (db) => writeSetting(db, 'sum', String(Number(await readSetting(db, 'sum')) + 1)));
    await Promise.all([database, ...others, database].map(add));
    expect(await readSetting(database, 'sum')).toBe('4');
  });

  test('close waits for pending transactions and refuses new ones', async () => {
    const database = await fresh();
    const other = await again(database);
    const begun = Array.from({ length: 200 }, () => database.transaction((db) => takeIn(db)));
    await nextTurn();
    const [taken] = await Promise.all([Promise.all(begun), database.close()]);
    expect(taken).toHaveLength(200);
    expect(await other.one(COUNT, [])).toEqual({ n: 200 });
    const late = await takeIn(database).catch((error: unknown) => error);
    expect(isUnavailable(late)).toBe(true);
    await database.close();
  });

  const withThings = async () => {
    const database = await fresh();
    await database.exclusive((db) => db.script(CREATE));
    return database;
  };

  test('a bulk insert writes the same rows as single inserts', async () => {
    const [one, many] = [await withThings(), await withThings()];
    for (const row of SOME) await one.run(INSERT, INSERT.values(row));
    expect(await many.runEach(INSERT, SOME.map(INSERT.values))).toBe(3);
    expect(await many.all(ALL, [])).toEqual(await one.all(ALL, []));
    expect(await many.all(ALL, [])).toMatchObject([SOME[0], { ...SOME[1], note: 'nothing said' }, SOME[2]]);
  });

  test('rows that exist already or do not match are not counted', async () => {
    const database = await withThings();
    expect(await database.runEach(INSERT, [])).toBe(0);
    await database.runEach(INSERT, SOME.slice(0, 2).map(INSERT.values));
    expect(await database.transaction((db) => db.runEach(INSERT, SOME.map(INSERT.values)))).toBe(1);
    const marked = SOME.map(({ id, at }) => ({ id, at: id === 'b' ? at + 1 : at, share: 2, note: id }));
    expect(await database.runEach(MARK, marked.map(MARK.values))).toBe(2);
    const kept = await database.all(ALL, []);
    expect(kept.map(({ share, note, times }) => [share, note, times])).toEqual([
      [2, 'a', 1],
      [5e-324, 'nothing said', 0],
      [2, 'c', 1],
    ]);
  });

  test('a snapshot shows one point in time despite concurrent writes, and is read-only', async () => {
    const database = await fresh();
    const before = await takeIn(database);
    await database.snapshot(async (db) => {
      const find = (id: string) => findAgentByKeyHash(db, hashOf(id));
      expect(await find(before.id)).toBeDefined();
      const after = await takeIn(database);
      expect(await find(after.id)).toBeUndefined();
      expect(await findAgentByKeyHash(database, hashOf(after.id))).toBeDefined();
    });
    await expect(database.snapshot((db) => db.run(WRITE, []))).rejects.toThrow(/read-?only/);
    await database.close();
    const failure = await database.snapshot(async () => 'open').catch((error: unknown) => error);
    expect(isUnavailable(failure)).toBe(true);
  });

  test('pipelined reads each return their own rows', async () => {
    const database = await fresh();
    const agents = [await takeIn(database), await takeIn(database)];
    const found = await database.together((db) =>
      Promise.all(agents.map(({ id }) => findAgentByKeyHash(db, hashOf(id)))),
    );
    expect(found.map((agent) => agent?.id)).toEqual(agents.map(({ id }) => id));
  });
});
