import { createRequire } from 'node:module';
import { DatabaseError, type ClientBase, Client, Query } from 'pg';
import { expect, test } from 'vitest';

import type { Value } from './db.ts';
import {
  checkValues,
  DatabaseUnavailableError,
  isMissingTable,
  isReadOnly,
  isUnavailable,
  toSqliteParameters,
  toSqliteSchema,
} from './portable.ts';
import { buildIndexes } from './postgres/indexes.ts';

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

type Row = [what: string, error: unknown, expected: boolean];

test.each<Row>([
  ...[5, 517, 8, 1034, 13, 14].map((code): Row => [`SQLite error ${code}`, sqlite(code), true]),
  ...['08006', '53300', '57P01', 'ECONNREFUSED'].map((code): Row => [code, coded(code), true]),
  ['pool timeout', new Error('timeout exceeded when trying to connect'), true],
  ['lost', new Error('Connection terminated unexpectedly'), true],
  ['said by us', new DatabaseUnavailableError('closed'), true],
  ['caused by one', new Error('not kept', { cause: sqlite(13) }), true],
  ['a duplicate', sqlite(2067), false],
  ['a syntax error', coded('42601'), false],
  ['a bug', new TypeError('x is not a function'), false],
  ['nothing', undefined, false],
])('%s means unavailable or does not', (_, error, expected) => {
  expect(isUnavailable(error)).toBe(expected);
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

const SQL = 'create index lamps on creatures (id);';

/** A server that reports these index states in turn, and fails when told to. */
function aServer(states: readonly (string | undefined)[], refusal?: DatabaseError) {
  const left = [...states];
  const done: string[] = [];
  const query = async (text: string) => {
    if (text.includes('pg_index')) {
      const state = left.shift();
      return { rows: state === undefined ? [] : [{ state }] };
    }
    done.push(text);
    if (refusal) throw refusal;
    return { rows: [] };
  };
  return { client: { query } as unknown as ClientBase, done };
}

function saying(code: string, message: string): DatabaseError {
  return Object.assign(new DatabaseError(message, 0, 'error'), { code });
}

test.each([
  ['has seen another node complete it', ['growing', 'broken', 'whole'], undefined, 0],
  ['finds that it exists', [undefined, 'whole'], saying('42P07', 'relation "lamps" already exists'), 1],
  ['meets another starter', [undefined, 'whole'], saying('XX000', 'tuple concurrently updated'), 1],
])('a node that %s keeps the index', async (_, states, refusal, tries) => {
  const { client, done } = aServer(states, refusal);
  await buildIndexes(client, SQL);
  expect(done).toHaveLength(tries);
});

test('other errors are thrown', async () => {
  const { client } = aServer([undefined, 'whole'], saying('53100', 'could not extend file'));
  await expect(buildIndexes(client, SQL)).rejects.toThrow('could not extend file');
});

const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };

test('statement batching is known to work with pg 8.23', () => {
  // It submits itself and reads the messages of the protocol. After an upgrade: run test/engine and test/cluster, then widen this.
  expect(version).toMatch(/^8\.23\.\d+$/);
  const handlers = ['RowDescription', 'DataRow', 'CommandComplete', 'Error', 'ReadyForQuery'];
  for (const method of ['submit', ...handlers.map((message) => `handle${message}`)])
    expect(Query.prototype).toHaveProperty(method, expect.any(Function));
  const { connection } = new Client();
  for (const message of ['parse', 'bind', 'describe', 'execute', 'close', 'sync'] as const)
    expect(connection[message]).toBeTypeOf('function');
});
