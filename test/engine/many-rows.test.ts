import { expect, test } from 'vitest';

import type { Db } from '../../src/db/db.ts';
import { isUnavailable } from '../../src/db/portable.ts';
import { bytes, flag, instant, json, number, optional, table, text } from '../../src/db/table.ts';
import { findAgentByKeyHash } from '../../src/features/agents/agents.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { hashOf, takeIn } from './examples.ts';

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

eachDatabase(({ fresh }) => {
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
    await expect(database.snapshot((db) => takeInBySql(db))).rejects.toThrow(/read-?only/);
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

const WRITE = { text: `update settings set value = 'x' where name = 'y'` };

async function takeInBySql(db: Db): Promise<number> {
  return db.run(WRITE, []);
}
