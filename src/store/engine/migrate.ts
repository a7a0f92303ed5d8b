import { readdirSync, readFileSync } from 'node:fs';

import type { Instant } from '../../core/engine/clock.ts';
import type { Database, Db, SchemaDb } from './db.ts';
import { isMissingTable } from './portable.ts';
import { command, number as numberColumn, query } from './table.ts';

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/** The database was last used by a newer Arkhouse; this one would not understand what it finds. */
export class DatabaseTooNewError extends Error {
  override readonly name = 'DatabaseTooNewError';

  constructor(found: number, known: number) {
    super(
      `The database has schema ${found} and this Arkhouse knows only up to ${known}. ` +
        'Start the newer Arkhouse again, or restore a backup that was made before the upgrade.',
    );
  }
}

/** Brings the schema up to what the code knows: all of it or nothing, and by one starter at a time. */
export async function migrate(
  database: Database,
  now: Instant,
  known: readonly Migration[] = knownMigrations(),
): Promise<{ applied: string[]; version: number }> {
  return database.exclusive(async (db) => {
    await db.script(CREATE_TABLE);
    const pending = stillPending(await db.all(SELECT_APPLIED, []), known);
    // In order: each may need the one before.
    for (const migration of pending) await apply(db, migration, now);
    return { applied: pending.map(({ name }) => name), version: newestOf(known) };
  });
}

/** What `migrate` would do now. */
export async function pendingMigrations(
  database: Database,
  known: readonly Migration[] = knownMigrations(),
): Promise<Migration[]> {
  return stillPending(await appliedMigrations(database), known);
}

/** The numbered files beside this one, in order. */
export function knownMigrations(): Migration[] {
  const folder = new URL('../migrations/', import.meta.url);
  return readdirSync(folder)
    .filter((file) => /^\d+-.+\.sql$/.test(file))
    .map((file) => ({
      number: Number.parseInt(file, 10),
      name: file.slice(0, -'.sql'.length),
      sql: readFileSync(new URL(file, folder), 'utf8'),
    }))
    .toSorted((a, b) => a.number - b.number);
}

type AppliedMigration = Pick<Migration, 'number'>;

async function appliedMigrations(db: Db): Promise<AppliedMigration[]> {
  try {
    return await db.all(SELECT_APPLIED, []);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

function stillPending(applied: readonly AppliedMigration[], known: readonly Migration[]): Migration[] {
  const numbers = new Set(applied.map(({ number }) => number));
  const newest = Math.max(0, ...numbers);
  if (newest > newestOf(known)) throw new DatabaseTooNewError(newest, newestOf(known));
  return known.filter(({ number }) => !numbers.has(number));
}

async function apply(db: SchemaDb, { number, name, sql }: Migration, now: Instant): Promise<void> {
  try {
    await db.script(sql);
    await db.run(RECORD, [number, name, now]);
  } catch (error) {
    throw new Error(`migration ${name} failed, and nothing was changed`, { cause: error });
  }
}

function newestOf(known: readonly Migration[]): number {
  return known.at(-1)?.number ?? 0;
}

const CREATE_TABLE = `
  create table if not exists migrations (
    number integer primary key,
    name text not null,
    applied_at bigint not null
  );`;

const SELECT_APPLIED = query({ number: numberColumn }, 'select number from migrations order by number');

const RECORD = command('insert into migrations (number, name, applied_at) values ($1, $2, $3)');
