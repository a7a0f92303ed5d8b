import { createRequire } from 'node:module';
import { DatabaseError, type ClientBase, Client, Query } from 'pg';
import { expect, test } from 'vitest';

import { buildIndexes } from './indexes.ts';

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

test('an index that another node has just completed is kept', async () => {
  const { client, done } = aServer(['growing', 'broken', 'whole']);
  await buildIndexes(client, SQL);
  expect(done).toEqual([]);
});

test.each([
  ['42P07', 'relation "lamps" already exists'],
  ['XX000', 'tuple concurrently updated'],
])('a node that lost the race to another starter checks again (%s %s)', async (code, message) => {
  const { client, done } = aServer([undefined, 'whole'], saying(code, message));
  await buildIndexes(client, SQL);
  expect(done).toHaveLength(1);
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
