import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';

import { pagesWrittenDuring, treesByPage } from '../../tools/bench/frames.ts';

const folder = await mkdtemp(join(tmpdir(), 'arkhouse-frames-'));
const file = join(folder, 'some.db');
const writer = new DatabaseSync(file);
writer.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0');
writer.exec('create table a (x text unique); create table b (x integer)');

afterAll(async () => {
  writer.close();
  await rm(folder, { recursive: true });
});

/** Number of page writes by table or index, and number of commits. */
async function written(work: () => void): Promise<Record<string, number>> {
  const { pages, commits } = await pagesWrittenDuring(file, async () => work());
  const trees = treesByPage(file);
  const names = Object.groupBy(pages, (page) => trees.get(page) ?? 'nobody');
  const counts = Object.entries(names).map(([name, of]) => [name, of?.length ?? 0]);
  return { ...Object.fromEntries(counts), commits };
}

test('every page that a commit writes is counted under its table or index', async () => {
  const work = () =>
    writer.exec(`insert into a values ('one'); begin; insert into b values (1), (2); commit`);
  expect(await written(work)).toEqual({ a: 1, 'a by x': 1, b: 1, commits: 2 });
});

test.each(['passive', 'noop'])('a concurrent checkpoint (%s) does not change the counts', async (manner) => {
  const work = () => {
    for (let nth = 0; nth < 3; nth += 1)
      writer.exec(`insert into b values (${nth}); pragma wal_checkpoint(${manner})`);
  };
  expect(await written(work)).toEqual({ b: 3, commits: 3 });
});

test('earlier writes are not counted, whether the write-ahead log continues or restarts', async () => {
  writer.exec('insert into b values (1)');
  expect(await written(() => writer.exec('insert into b values (2)'))).toEqual({ b: 1, commits: 1 });
  writer.exec('insert into b values (3); pragma wal_checkpoint(passive)');
  expect(await written(() => writer.exec('insert into b values (4)'))).toEqual({ b: 1, commits: 1 });
});
