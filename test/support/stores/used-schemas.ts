import { Client } from 'pg';

import type { Database } from '../../../packages/database/db.ts';
import { DatabaseUnavailableError } from '../../../packages/database/portable.ts';
import { type IncrementListener, notifyAll } from '../../../packages/database/session.ts';

/** A migrated schema, its open database, and its migrations and tables. */
interface UsedSchema {
  readonly name: string;
  readonly kept: ReturnType<typeof keepOpen>;
  readonly shape: readonly string[];
}

// Each holds one or two connections, and the server limits connections.
const MOST_IDLE = 3;

const idle: UsedSchema[] = [];
const inUse = new Map<string, UsedSchema>();

/** Returns a schema of a finished test, emptied; undefined if there is none. */
export async function takeUsed(server: string): Promise<{ name: string; database: Database } | undefined> {
  for (let schema = idle.pop(); schema; schema = idle.pop()) {
    if (await wipe(await housekeeper(server), schema)) return lent(schema);
    await schema.kept.close();
  }
  return undefined;
}

/** Registers a migrated schema for reuse after its first test. */
export async function lendNew(server: string, name: string, database: Database): Promise<Database> {
  const shape = await shapeOf(await housekeeper(server), name);
  return lent({ name, kept: keepOpen(database), shape }).database;
}

/** No longer in use. A schema that was never migrated stays until the end of the run. */
export async function giveBack(name: string): Promise<void> {
  const schema = inUse.get(name);
  if (!schema) return;
  inUse.delete(name);
  if (idle.length < MOST_IDLE) idle.push(schema);
  else await schema.kept.close();
}

function lent(schema: UsedSchema): { name: string; database: Database } {
  inUse.set(schema.name, schema);
  return { name: schema.name, database: schema.kept.lend() };
}

/** Empties every table, unless a test has changed the schema. This takes a tenth of the time of creating a schema. */
async function wipe(client: Client, { name, shape }: UsedSchema): Promise<boolean> {
  if (String(await shapeOf(client, name)) !== String(shape)) return false;
  const tables = shape.filter((part) => !/^(?:\d+|migrations|schema_compatibility)$/.test(part));
  const wipes = tables.map((table, nth) => `w${nth} as (delete from ${name}.${table})`);
  await client.query({ name, text: `with ${wipes.join(', ')} select` });
  return true;
}

async function shapeOf(client: Client, name: string): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(
    `select number::text as part from ${name}.migrations
     union all select tablename::text from pg_tables where schemaname = $1 order by part`,
    [name],
  );
  return rows.map(({ part }) => part);
}

let opening: Promise<Client> | undefined;

/** The only connection of this process with all rights: bypasses triggers and foreign keys. */
function housekeeper(server: string): Promise<Client> {
  return (opening ??= openHousekeeper(server));
}

async function openHousekeeper(server: string): Promise<Client> {
  const client = new Client(server);
  const forget = () => (opening = undefined);
  client.on('error', forget).on('end', forget);
  await client.connect();
  await client.query('set session_replication_role = replica');
  return client;
}

/** A database that tests use one after the other: connecting and planning statements takes longer than most tests. */
function keepOpen(kept: Database) {
  let listeners: IncrementListener[] = [];
  kept.onIncrements((counted) => notifyAll(listeners, counted));
  /** Looks like a new database. Its user closes it, which awaits work in progress; the connections stay open. */
  const lend = (): Database => {
    const heard: IncrementListener[] = (listeners = []);
    const inFlight = new Set<Promise<unknown>>();
    let closed = false;
    const during = async (work: () => Promise<unknown>): Promise<unknown> => {
      if (closed) throw new DatabaseUnavailableError('the database is closed');
      const doing = work();
      inFlight.add(doing);
      return doing.finally(() => inFlight.delete(doing));
    };
    const own: Partial<Database> = {
      onIncrements: (listener) => void heard.push(listener),
      async close() {
        closed = true;
        await Promise.allSettled(inFlight);
      },
    };
    return new Proxy(kept, {
      get(_, name) {
        const found: unknown = Reflect.get(name in own ? own : kept, name);
        if (typeof found !== 'function' || name in own) return found;
        const call = found.bind(kept) as (...given: readonly unknown[]) => Promise<unknown>;
        // The only method besides `own` that is not asynchronous.
        if (name === 'poolUse') return call;
        return (...given: readonly unknown[]) => during(() => call(...given));
      },
    });
  };
  return { lend, close: () => kept.close() };
}
