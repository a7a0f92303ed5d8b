import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

const GIVEN = process.env['TEST_DATABASE_URL'];

/** PostgreSQL URL: as configured, or local. */
export const SERVERS = GIVEN
  ? [GIVEN]
  : ['postgres://root@127.0.0.1:5432/test', 'postgres://postgres@127.0.0.1:5432/test'];

/** Every schema of one run of the tests begins like this, so that the end of the run finds them all. */
const RUN = `arkhouse_test_${process.env['ARKHOUSE_TEST_RUN'] ?? 'alone'}_`;

export function newName(): string {
  return `${RUN}${randomUUID().replaceAll('-', '')}`;
}

/** Drops every schema that begins like this, on any server the tests may have found. */
export async function dropSchemas(prefix: string): Promise<void> {
  for (const url of SERVERS) {
    await withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'select nspname as name from pg_namespace where starts_with(nspname, $1)',
        [prefix],
      );
      await client.query('set client_min_messages = warning');
      // One at a time: together they would need more locks than a server has.
      for (const { name } of rows) await client.query(`drop schema if exists ${name} cascade`);
    }).catch(() => undefined);
  }
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
