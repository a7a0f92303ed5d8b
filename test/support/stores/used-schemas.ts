import { Client } from 'pg';

import type { Database } from '../../../src/db/db.ts';
import { type IncrementListener, notifyAll } from '../../../src/db/session.ts';
import { DatabaseUnavailableError } from '../../../src/db/portable.ts';
import { storeWith } from '../store-with.ts';

/** A migrated schema, its open database and its table definitions. */
interface UsedSchema {
  readonly name: string;
  readonly kept: KeptDatabase;
  readonly tables: readonly string[];
  readonly print: string;
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
  const client = await housekeeper(server);
  const { rows } = await client.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = $1 and tablename not in ('migrations', 'schema_compatibility')`,
    [name],
  );
  const tables = rows.map(({ tablename }) => tablename);
  const print = await printOf(client, name);
  return lent({ name, kept: new KeptDatabase(database), tables, print }).database;
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
async function wipe(client: Client, { name, tables, print }: UsedSchema): Promise<boolean> {
  if ((await printOf(client, name)) !== print) return false;
  const wipes = tables.map((table, nth) => `w${nth} as (delete from ${name}.${table})`);
  await client.query({ name, text: `with ${wipes.join(', ')} select` });
  return true;
}

/** Changes when a test changes the schema. */
async function printOf(client: Client, name: string): Promise<string> {
  const { rows } = await client.query<{ part: string }>(
    `select number::text as part from ${name}.migrations
     union all select tablename::text from pg_tables where schemaname = $1 order by part`,
    [name],
  );
  return rows.map(({ part }) => part).join();
}

const housekeepers = new Map<string, Promise<Client>>();

/** The only connection of this process with all rights: bypasses triggers and foreign keys. */
function housekeeper(server: string): Promise<Client> {
  const known = housekeepers.get(server);
  if (known) return known;
  const opening = openHousekeeper(server, () => housekeepers.delete(server));
  housekeepers.set(server, opening);
  return opening;
}

async function openHousekeeper(server: string, onLost: () => void): Promise<Client> {
  const client = new Client(server);
  client.on('error', onLost).on('end', onLost);
  await client.connect();
  await client.query('set session_replication_role = replica');
  return client;
}

/** A database that tests use one after the other: connecting and planning statements takes longer than most tests. */
class KeptDatabase {
  readonly #database: Database;
  #listeners: IncrementListener[] = [];

  constructor(database: Database) {
    this.#database = database;
    database.onIncrements((counted) => notifyAll(this.#listeners, counted));
  }

  /** Looks like a new database. Its user closes it; the connections stay open. */
  lend(): Database {
    const kept = this.#database;
    const listeners: IncrementListener[] = (this.#listeners = []);
    const { during, close } = oneUse();
    return storeWith(kept, {
      one: (query, values) => during(() => kept.one(query, values)),
      all: (query, values) => during(() => kept.all(query, values)),
      run: (command, values) => during(() => kept.run(command, values)),
      runEach: (command, rows) => during(() => kept.runEach(command, rows)),
      together: (work) => during(() => kept.together(work)),
      snapshot: (work) => during(() => kept.snapshot(work)),
      transaction: (work) => during(() => kept.transaction(work)),
      exclusive: (work) => during(() => kept.exclusive(work)),
      buildIndexes: (sql) => during(() => kept.buildIndexes(sql)),
      onIncrements: (listener) => void listeners.push(listener),
      foldIncrements: () => during(() => kept.foldIncrements()),
      ensureWritable: () => during(() => kept.ensureWritable()),
      backup: (to, jobs) => during(() => kept.backup(to, jobs)),
      close,
    });
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/** One loan: work in progress at its end is awaited, later work is refused. */
function oneUse() {
  const inFlight = new Set<Promise<unknown>>();
  let closed = false;
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new DatabaseUnavailableError('the database is closed');
    const doing = work();
    inFlight.add(doing);
    try {
      return await doing;
    } finally {
      inFlight.delete(doing);
    }
  };
  const close = async (): Promise<void> => {
    closed = true;
    await Promise.allSettled(inFlight);
  };
  return { during, close };
}
