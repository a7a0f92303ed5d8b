import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';

const GIVEN = process.env['TEST_DATABASE_URL'];

export const SERVERS = GIVEN
  ? [GIVEN]
  : ['postgres://root@127.0.0.1:5432/test', 'postgres://postgres@127.0.0.1:5432/test'];

/** Prefix of all schemas of one test run, by which the end of the run drops them. */
const RUN = `arkhouse_test_${process.env['ARKHOUSE_TEST_RUN'] ?? 'alone'}_`;

export function newName(): string {
  return `${RUN}${randomUUID().replaceAll('-', '')}`;
}

/** Drops all schemas with this prefix, on every server the tests may have used. */
export async function dropSchemas(prefix: string): Promise<void> {
  for (const url of SERVERS) {
    await withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'select nspname as name from pg_namespace where starts_with(nspname, $1)',
        [prefix],
      );
      await client.query('set client_min_messages = warning');
      // One at a time: all together exceed the lock limit of the server.
      for (const { name } of rows) await client.query(`drop schema if exists ${name} cascade`);
    }).catch(() => undefined);
  }
}

export async function withClient<T>(
  server: string | ClientConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(server);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
