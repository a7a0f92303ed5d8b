import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

const GIVEN = process.env['TEST_DATABASE_URL'];

/** Where PostgreSQL may be found: where it was said to be, or on this machine. */
export const SERVERS = GIVEN
  ? [GIVEN]
  : ['postgres://root@127.0.0.1:5432/test', 'postgres://postgres@127.0.0.1:5432/test'];

/** Every schema of one run of the tests begins like this, so that the end of the run finds them all. */
const RUN = `arkhouse_test_${process.env['ARKHOUSE_TEST_RUN'] ?? 'alone'}_`;

export function newName(): string {
  return `${RUN}${randomUUID().replaceAll('-', '')}`;
}

/** A schema that was brought up to date, and what it is made of. */
interface Known {
  readonly name: string;
  readonly tables: readonly string[];
  readonly print: string;
}

const idle: Known[] = [];
const known = new Map<string, Known>();

/** One that a test is done with, empty again; undefined when there is none. To wipe costs a tenth of making. */
export async function takeIdle(server: string): Promise<string | undefined> {
  for (let schema = idle.pop(); schema; schema = idle.pop()) {
    const { name, tables, print } = schema;
    const whole = await withClient(server, async (client) => {
      if ((await printOf(client, name)) !== print) return false;
      // Neither triggers that forbid it nor keys that others hold stand in the way.
      const wipes = tables.map((table) => `delete from ${name}.${table}`);
      await client.query(['set session_replication_role = replica', ...wipes].join('; '));
      return true;
    });
    if (whole) return name;
  }
  return undefined;
}

/** Takes note of a schema that has just been brought up to date. */
export async function remember(server: string, name: string): Promise<void> {
  await withClient(server, async (client) => {
    const { rows } = await client.query<{ tablename: string }>(
      `select tablename from pg_tables where schemaname = $1 and tablename not in ('migrations', 'schema_compatibility')`,
      [name],
    );
    const tables = rows.map(({ tablename }) => tablename);
    known.set(name, { name, tables, print: await printOf(client, name) });
  });
}

/** Nobody uses it any more. One that never was brought up is left to the end of the run. */
export function giveBack(name: string): void {
  const schema = known.get(name);
  if (schema && !idle.includes(schema)) idle.push(schema);
}

/** Changes when a test migrated on. */
async function printOf(client: Client, name: string): Promise<string> {
  const { rows } = await client.query<{ number: number }>(
    `select number from ${name}.migrations order by number`,
  );
  return rows.map(({ number }) => number).join();
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
