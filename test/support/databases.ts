import { execFile } from 'node:child_process';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

import { connect, type DatabaseAddress } from '../../packages/database/connect.ts';
import type { Database } from '../../packages/database/db.ts';
import { migrate } from '../../src/db/migrations.ts';
import { newName, SERVERS, withClient } from './postgres-schemas.ts';
import { newFolder, newHouseFolder } from './stores/sqlite-template.ts';
import { giveBack, lendNew, takeUsed } from './stores/used-schemas.ts';

/** Creates any number of databases for a test file and removes them at its end. */
export interface Place {
  readonly kind: 'SQLite' | 'PostgreSQL';
  /** A new database with the current schema. */
  readonly fresh: () => Promise<Database>;
  /** A new database with nothing in it. */
  readonly blank: () => Promise<Database>;
  /** Like `fresh`, but a whole database instead of a schema; slower. */
  readonly apart: () => Promise<Database>;
  /** Like `blank`, but a whole database: its locks are no other test's. */
  readonly blankApart: () => Promise<Database>;
  /** The same database, opened once more as another process would. */
  readonly again: (database: Database) => Promise<Database>;
  readonly restored: (file: string) => Promise<Database>;
  readonly addressOf: (database: Database) => DatabaseAddress;
}

/** `npm run test:quick`: one database, no browser. */
export const QUICK = process.env['TEST_QUICK'] !== undefined;

/** Tests independent of the database run once. */
export function onSqlite(story: (place: Place) => void): void {
  story(placeWith('SQLite', sqliteGround()));
}

export function eachDatabase(story: (place: Place) => void): void {
  describe('on SQLite', () => {
    story(placeWith('SQLite', sqliteGround()));
  });
  if (QUICK) return;
  if (postgres.url === undefined) return tellWithoutPostgres();
  const { url } = postgres;
  describe('on PostgreSQL', () => {
    story(placeWith('PostgreSQL', postgresGround(url)));
  });
}

type Ground = ReturnType<typeof postgresGround>;

interface OpenDatabase {
  readonly database: Database;
  readonly address: DatabaseAddress;
}

function placeWith(kind: Place['kind'], ground: Ground): Place {
  const addresses = new Map<Database, DatabaseAddress>();
  const closeWithTest = ({ database, address }: OpenDatabase) => {
    addresses.set(database, address);
    const leave = async () => {
      await database.close();
      addresses.delete(database);
      // One database may be opened twice, once for the whole file.
      if (![...addresses.values()].some(({ databaseUrl }) => databaseUrl === address.databaseUrl))
        await ground.leave(address);
    };
    try {
      // The server limits connections, and several tests may run at once.
      onTestFinished(leave);
    } catch {
      // Opened for the whole file, outside any test.
    }
    return database;
  };
  const opened = async (address: DatabaseAddress) =>
    closeWithTest({ database: await connect(address), address });
  const addressOf = (database: Database) => {
    const address = addresses.get(database);
    if (!address) throw new Error('this database was not opened here');
    return address;
  };
  afterAll(async () => {
    await Promise.all([...addresses.keys()].map((database) => database.close()));
    await Promise.all([...addresses.values()].map((address) => ground.leave(address)));
    await ground.clear();
  });
  return {
    kind,
    fresh: async () => closeWithTest(await ground.openFresh()),
    blank: async () => opened(await ground.makeBlank()),
    apart: async () => broughtUp(await opened(await ground.makeApart())),
    blankApart: async () => opened(await ground.makeApart()),
    again: async (database) => opened(addressOf(database)),
    restored: async (file) => opened(await ground.makeRestored(file)),
    addressOf,
  };
}

function sqliteGround(): Ground {
  const folders: string[] = [];
  const kept = (dataDir: string): DatabaseAddress => {
    folders.push(dataDir);
    return { dataDir };
  };
  const makeBlank = async () => kept(await newFolder());
  return {
    makeBlank,
    makeApart: makeBlank,
    async openFresh() {
      const address = kept(await newHouseFolder());
      return { database: await connect(address), address };
    },
    async makeRestored(file) {
      const address = await makeBlank();
      await copyFile(file, join(address.dataDir, 'arkhouse.db'));
      return address;
    },
    // Its folder is removed with the others.
    leave: () => Promise.resolve(),
    async clear() {
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

// A stock server has a hundred connections, and several nodes of several tests may be open at once.
const LIMITS = {
  mostConnections: 8,
  waitTimeoutMs: 60_000,
  connectTimeoutMs: 60_000,
  statementTimeoutMs: 60_000,
};

/** Creating a schema takes 0.25 s and a database 0.5 s; a used schema with its connections is available at once. */
function postgresGround(server: string) {
  const clearing: string[] = [];
  const addressOf = (url: URL): DatabaseAddress => ({ databaseUrl: url.href, dataDir: '', ...LIMITS });
  const inSchema = (name: string) => {
    const url = new URL(server);
    url.searchParams.set('options', `${SEARCH_PATH}${name}`);
    return addressOf(url);
  };
  const makeSchema = async () => {
    const name = newName();
    await onServer(server, `create schema ${name}`);
    return name;
  };
  const makeApart = async () => {
    const name = newName();
    clearing.push(`drop database if exists ${name} with (force)`);
    await onServer(server, `create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    return addressOf(url);
  };
  return {
    makeApart,
    makeBlank: async () => inSchema(await makeSchema()),
    /** Empty, with the current schema; faster than migrating a blank one. */
    async openFresh(): Promise<OpenDatabase> {
      const used = await takeUsed(server);
      if (used) return { database: used.database, address: inSchema(used.name) };
      const name = await makeSchema();
      const database = await broughtUp(await connect(inSchema(name)));
      return { database: await lendNew(server, name, database), address: inSchema(name) };
    },
    async makeRestored(file: string) {
      const address = await makeApart();
      const to = ['--exit-on-error', '--dbname', String(address.databaseUrl)];
      await promisify(execFile)('pg_restore', [...to, file]);
      return address;
    },
    async leave(address: DatabaseAddress) {
      const options = new URL(address.databaseUrl ?? '').searchParams.get('options');
      const name = options?.slice(SEARCH_PATH.length);
      if (name !== undefined) await giveBack(name);
    },
    clear: () => onServer(server, 'set client_min_messages = warning', ...clearing),
  };
}

const SEARCH_PATH = '-csearch_path=';

async function broughtUp(database: Database): Promise<Database> {
  await migrate(database, 0);
  return database;
}

async function onServer(url: string, ...statements: readonly string[]): Promise<void> {
  await withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

const postgres = await findPostgres();

async function findPostgres(): Promise<{ url?: string; because: string }> {
  const reasons: string[] = [];
  for (const url of SERVERS) {
    try {
      await onServer(url, 'select 1');
      return { url, because: '' };
    } catch (error) {
      reasons.push(String(error));
    }
  }
  return { because: reasons.join('; ') };
}

let told = false;

function tellWithoutPostgres(): void {
  const mustAnswer = process.env['CI'] === 'true' || process.env['TEST_DATABASE_URL'] !== undefined;
  if (!told) console.warn(`PostgreSQL does not answer, so it is NOT tested here: ${postgres.because}`);
  told = true;
  if (!mustAnswer) return;
  test('PostgreSQL answers', () => {
    expect(postgres.because).toBe('');
  });
}
