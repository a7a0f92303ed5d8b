import { expect, test } from 'vitest';

import type { Value } from './db.ts';
import { checkValues, isMissingTable, isUnavailable, DatabaseUnavailableError } from './portable.ts';

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
  expect(() =>
    checkValues(['', '🐇', 0, -1.5, 2 ** 53 - 1, null, new Uint8Array(2), Buffer.from('a')]),
  ).not.toThrow();
});

test.each([
  ['busy', sqlite(5)],
  ['busy snapshot', sqlite(517)],
  ['readonly', sqlite(8)],
  ['fsync failed', sqlite(1034)],
  ['full', sqlite(13)],
  ['cantopen', sqlite(14)],
  ['connection failure', coded('08006')],
  ['too many connections', coded('53300')],
  ['shutting down', coded('57P01')],
  ['refused', coded('ECONNREFUSED')],
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
  expect([missing, coded('42P01'), column, coded('42703')].map(isMissingTable)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
