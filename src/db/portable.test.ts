import { expect, test } from 'vitest';

import type { Value } from './db.ts';
import {
  checkValues,
  isMissingTable,
  isUnavailable,
  DatabaseUnavailableError,
  toSqliteSchema,
  isReadOnly,
  toSqliteParameters,
} from './portable.ts';

const sqlite = (errcode: number) => Object.assign(new Error('sqlite'), { code: 'ERR_SQLITE_ERROR', errcode });
const coded = (code: string) => Object.assign(new Error('pg'), { code });

test.each([
  ['undefined', undefined, /\$1 is undefined/],
  ['NaN', Number.NaN, /\$1 is NaN/],
  ['Infinity', -Infinity, /\$1 is -Infinity/],
  ['a number that is no longer exact', 2 ** 53, /too large to be exact/],
  ['true', true, /\$1 is boolean/],
  ['a bigint', 1n, /\$1 is bigint/],
  ['a date', new Date(0), /\$1 is not a column value/],
  ['half a surrogate pair', 'a\udc00', /\$1 holds half a character/],
  ['a NUL', 'a\0b', /\$1 holds a NUL/],
])('%s cannot be bound', (_, value, complaint) => {
  expect(() => checkValues([value as Value])).toThrow(complaint);
});

test('column values can be bound', () => {
  const values = ['', '🐇', 0, -1.5, 2 ** 53 - 1, null, new Uint8Array(2), Buffer.from('a')];
  expect(() => checkValues(values)).not.toThrow();
});

test.each<[string, unknown]>([
  ...[5, 517, 8, 1034, 13, 14].map((code): [string, unknown] => [`SQLite error ${code}`, sqlite(code)]),
  ...['08006', '53300', '57P01', 'ECONNREFUSED'].map((code): [string, unknown] => [code, coded(code)]),
  ['pool timeout', new Error('timeout exceeded when trying to connect')],
  ['lost', new Error('Connection terminated unexpectedly')],
  ['said by us', new DatabaseUnavailableError('closed')],
  ['caused by one', new Error('not kept', { cause: sqlite(13) })],
])('%s means unavailable', (_, error) => {
  expect(isUnavailable(error)).toBe(true);
});

test.each([
  ['a duplicate', sqlite(2067)],
  ['a syntax error', coded('42601')],
  ['a bug', new TypeError('x is not a function')],
  ['nothing', undefined],
])('%s does not mean unavailable', (_, error) => {
  expect(isUnavailable(error)).toBe(false);
});

test('a missing table is distinguished from a missing column', () => {
  const missing = Object.assign(sqlite(1), { message: 'no such table: agents' });
  const column = Object.assign(sqlite(1), { message: 'no such column: agents' });
  const errors = [missing, coded('42P01'), column, coded('42703')];
  expect(errors.filter(isMissingTable)).toEqual(errors.slice(0, 2));
});

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

test('numbered parameters keep their numbers, and a limit is wrapped so that SQLite prepares once', () => {
  expect(toSqliteParameters('a = $2 and b = $10 and c = $2')).toBe('a = ?2 and b = ?10 and c = ?2');
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
