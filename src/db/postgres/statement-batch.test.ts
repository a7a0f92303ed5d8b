import { createRequire } from 'node:module';
import { Client, Query } from 'pg';
import { expect, test } from 'vitest';

const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };

test('statement batching is known to work with pg 8.23', () => {
  // It submits itself and reads the messages of the protocol. After an upgrade: run test/engine and test/cluster, then widen this.
  expect(version).toMatch(/^8\.23\.\d+$/);
  expect(Query.prototype).toMatchObject({
    submit: expect.any(Function),
    handleRowDescription: expect.any(Function),
    handleDataRow: expect.any(Function),
    handleCommandComplete: expect.any(Function),
    handleError: expect.any(Function),
    handleReadyForQuery: expect.any(Function),
  });
  const { connection } = new Client();
  for (const message of ['parse', 'bind', 'describe', 'execute', 'close', 'sync'] as const)
    expect(connection[message]).toBeTypeOf('function');
});
