import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from 'pg';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

import { connect, type DatabaseAddress } from '../src/store/connect.ts';
import type { Database } from '../src/store/db.ts';
import { migrate } from '../src/store/migrate.ts';

/** Somewhere a test can have as many databases as it likes; all are gone when the test file ends. */
export interface Place {
  readonly kind: 'SQLite' | 'PostgreSQL';
  /** A new database with the current schema. */
  readonly fresh: () => Promise<Database>;
  /** A new database with nothing in it. */
  readonly blank: () => Promise<Database>;
  /** As fresh, but slower and sharing nothing with anyone, for what concerns the database as a whole. */
  readonly apart: () => Promise<Database>;
  /** The same database, opened once more as another process would. */
  readonly again: (database: Database) => Promise<Database>;
  /** A new database brought back from what `backup` wrote. */
  readonly restored: (file: string) => Promise<Database>;
  readonly addressOf: (database: Database) => DatabaseAddress;
}

/** Tells the same story on SQLite and on PostgreSQL. */
export function eachDatabase(story: (place: Place) => void): void {
  describe('on SQLite', () => {
    story(placeWith('SQLite', new SqliteGround()));
  });
  if (postgres.url === undefined) return tellWithoutPostgres();
  const { url } = postgres;
  describe('on PostgreSQL', () => {
    story(placeWith('PostgreSQL', new PostgresGround(url)));
  });
}

/** Where one kind of database is made and cleared away. */
interface Ground {
  makeBlank(): Promise<DatabaseAddress>;
  makeApart(): Promise<DatabaseAddress>;
  makeRestored(file: string): Promise<DatabaseAddress>;
  clear(): Promise<void>;
}

function placeWith(kind: Place['kind'], ground: Ground): Place {
  const addresses = new Map<Database, DatabaseAddress>();
  const opened = async (address: DatabaseAddress) => {
    const database = await connect(address);
    addresses.set(database, address);
    closeAfterTest(database);
    return database;
  };
  const addressOf = (database: Database) => {
    const address = addresses.get(database);
    if (!address) throw new Error('this database was not opened here');
    return address;
  };
  afterAll(async () => {
    await Promise.all([...addresses.keys()].map((database) => database.close()));
    await ground.clear();
  });
  return {
    kind,
    fresh: async () => broughtUp(await opened(await ground.makeBlank())),
    blank: async () => opened(await ground.makeBlank()),
    apart: async () => broughtUp(await opened(await ground.makeApart())),
    again: async (database) => opened(addressOf(database)),
    restored: async (file) => opened(await ground.makeRestored(file)),
    addressOf,
  };
}

// A server has only so many connections, and several tests may run at once.
function closeAfterTest(database: Database): void {
  try {
    onTestFinished(() => database.close());
  } catch {
    // Opened for the whole file, outside any test.
  }
}

class SqliteGround implements Ground {
  readonly #folders: string[] = [];

  async makeBlank(): Promise<DatabaseAddress> {
    const dataDir = await mkdtemp(join(tmpdir(), 'arkhouse-test-'));
    this.#folders.push(dataDir);
    return { dataDir };
  }

  makeApart(): Promise<DatabaseAddress> {
    return this.makeBlank();
  }

  async makeRestored(file: string): Promise<DatabaseAddress> {
    const address = await this.makeBlank();
    await copyFile(file, join(address.dataDir, 'arkhouse.db'));
    return address;
  }

  async clear(): Promise<void> {
    await Promise.all(this.#folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

/** A schema is made and dropped in milliseconds, a database in half a second. */
class PostgresGround implements Ground {
  readonly #server: string;
  readonly #clearing: string[] = [];

  constructor(server: string) {
    this.#server = server;
  }

  async makeBlank(): Promise<DatabaseAddress> {
    const name = newName();
    this.#clearing.push(`drop schema if exists ${name} cascade`);
    await onServer(this.#server, `create schema ${name}`);
    const url = new URL(this.#server);
    url.searchParams.set('options', `-csearch_path=${name}`);
    return { databaseUrl: url.href, dataDir: '' };
  }

  async makeApart(): Promise<DatabaseAddress> {
    const name = newName();
    this.#clearing.push(`drop database if exists ${name} with (force)`);
    await onServer(this.#server, `create database ${name}`);
    const url = new URL(this.#server);
    url.pathname = `/${name}`;
    return { databaseUrl: url.href, dataDir: '' };
  }

  async makeRestored(file: string): Promise<DatabaseAddress> {
    const address = await this.makeApart();
    await promisify(execFile)('pg_restore', [
      '--exit-on-error',
      '--dbname',
      String(address.databaseUrl),
      file,
    ]);
    return address;
  }

  async clear(): Promise<void> {
    await onServer(this.#server, 'set client_min_messages = warning', ...this.#clearing);
  }
}

function newName(): string {
  return `arkhouse_test_${randomUUID().replaceAll('-', '')}`;
}

async function broughtUp(database: Database): Promise<Database> {
  await migrate(database, 0);
  return database;
}

async function onServer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const LOCAL = ['postgres://root@127.0.0.1:5432/test', 'postgres://postgres@127.0.0.1:5432/test'];

const postgres = await findPostgres();

async function findPostgres(): Promise<{ url?: string; because: string }> {
  const given = process.env['TEST_DATABASE_URL'];
  const reasons: string[] = [];
  for (const url of given ? [given] : LOCAL) {
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
