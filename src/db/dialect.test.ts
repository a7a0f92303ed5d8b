import { expect, test } from 'vitest';

import { toSqliteSchema, isReadOnly, toSqliteParameters } from './portable.ts';

test('the SQLite dialect replaces three words and makes tables strict', () => {
  const text = `
    -- bigint; in a remark
    create table a (id text primary key, at bigint, x Double Precision, -- one; two
      y bytea, check (x > 0));
    create table if not exists b (n integer);
    create index a_by_at on a (at);
    alter table b add column later bigint;`;
  expect(words(toSqliteSchema(text))).toBe(
    words(`
      create table a (id text primary key, at integer, x real, y blob, check (x > 0)) strict;
      create table if not exists b (n integer) strict;
      create index a_by_at on a (at);
      alter table b add column later integer;`),
  );
});

test('a table clustered by its key has no rowid', () => {
  const text = `
-- A remark; and more.
-- kept in the order of its key
create table a (x text, -- one; two
  y bigint, primary key (x, y));
create table b (x text);`;
  expect(words(toSqliteSchema(text).replace(/--.*/g, ''))).toBe(
    words(`
      create table a (x text, y integer, primary key (x, y)) strict, without rowid;
      create table b (x text) strict;`),
  );
});

test('numbered parameters keep their numbers', () => {
  expect(toSqliteParameters('a = $2 and b = $10 and c = $2')).toBe('a = ?2 and b = ?10 and c = ?2');
});

test('a limit parameter is wrapped so that SQLite does not prepare the statement again', () => {
  expect(toSqliteParameters('select 1 limit $1 offset $2')).toBe('select 1 limit 0 + ?1 offset ?2');
});

test.each([
  ['select 1', true],
  ['\n  SELECT 1', true],
  ['with a as (select 1) select * from a', true],
  ['with a as (select 1)\nupdate b set c = (select * from a) returning c', false],
  ['update a set b = 1 returning b', false],
  ['insert into a values (1) returning b', false],
  ['pragma user_version', false],
])('%j is read-only: %s', (text, expected) => {
  expect(isReadOnly(text)).toBe(expected);
});

function words(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
