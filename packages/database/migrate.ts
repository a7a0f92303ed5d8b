import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import type { Database, Db } from './db.ts';
import { isLockedOut, isMissingTable } from './portable.ts';
import { command, instant, number as numberColumn, oneValue, optional, query, type RowOf } from './table.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

export class DatabaseTooNewError extends Error {
  override readonly name = 'DatabaseTooNewError';

  constructor({ version, oldest }: Schema, known: number) {
    super(
      `The database has schema ${version}, which needs an Arkhouse that knows ${oldest}, and this one knows only up to ${known}. ` +
        'Start the newer Arkhouse again, or restore a backup that was made before the upgrade.',
    );
  }
}

class MigrationBlockedError extends Error {
  override readonly name = 'MigrationBlockedError';

  constructor(name: string, cause: unknown) {
    super(
      `Migration ${name} has to wait for a long query, a backup or another start, and has tried for many minutes; ` +
        'pg_stat_activity tells for whom. Nothing of it was kept. Start again when that is over.',
      { cause },
    );
  }
}

export interface MigrationOutcome {
  readonly applied: readonly string[];
  readonly version: number;
  readonly known: number;
}

/** One transaction each on PostgreSQL, one for all on SQLite. `version` exceeds `known` after a newer, compatible Arkhouse. */
export async function applyMigrations(
  database: Database,
  now: number,
  known: readonly Migration[],
  onApplied: () => void = () => {},
): Promise<MigrationOutcome> {
  const applied: string[] = [];
  for (;;) {
    const schema = await readSchema(database);
    const [next] = stillPending(schema, known);
    if (!next) return { applied, version: schema.version, known: newestOf(known) };
    applied.push(...(await patiently(next, () => apply(database, next, known, now, onApplied))));
  }
}

export async function migrationsLeft(db: Db, known: readonly Migration[]): Promise<Migration[]> {
  return stillPending(await readSchema(db), known);
}

export async function appliedMigrations(
  db: Db,
  known: readonly Migration[],
): Promise<{ readonly applied: readonly Migration[]; readonly isNewer: boolean }> {
  const { numbers, version } = await readSchema(db);
  return { applied: known.filter(({ number }) => numbers.has(number)), isNewer: version > newestOf(known) };
}

export async function upgradedAt(db: Db): Promise<number | undefined> {
  const { first, last } = (await db.one(FIRST_AND_LAST, [])) ?? {};
  return first === last ? undefined : last;
}

export async function firstMigratedAt(db: Db): Promise<number | undefined> {
  return (await db.one(FIRST_AND_LAST, []))?.first;
}

/** The migrations of a folder: files `012-name.sql`, in the order of their numbers. */
export function readMigrations(folder: URL): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d+-.+\.sql$/.test(file))
    .map((file) => ({
      number: Number.parseInt(file, 10),
      name: file.slice(0, -'.sql'.length),
      sql: readFileSync(new URL(file, folder), 'utf8'),
    }))
    .toSorted((a, b) => a.number - b.number);
}

/** Applies the next migration, or on SQLite all pending ones; returns no names if another process was faster. */
async function apply(
  database: Database,
  next: Migration,
  known: readonly Migration[],
  now: number,
  onApplied: () => void,
): Promise<string[]> {
  // A migration marked `-- concurrently` has only indexes, which PostgreSQL builds without blocking writers.
  const built = database.shared && /^-- concurrently$/m.test(next.sql);
  if (built) await explained(next, () => database.buildIndexes(next.sql));
  return database.exclusive(async (db) => {
    await db.script(CREATE_TABLES);
    const pending = stillPending(schemaOf(await db.all(SELECT_APPLIED, [])), known);
    const turn = database.shared ? pending.filter(({ number }) => number === next.number) : pending;
    for (const migration of turn) {
      if (!built) await explained(migration, () => db.script(migration.sql));
      await db.run(RECORD, [migration.number, migration.name, now]);
      await db.run(RECORD_RUNS_WITH, [migration.number, runsWith(migration)]);
      onApplied();
    }
    return turn.map(({ name }) => name);
  });
}

async function explained(migration: Migration, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(`migration ${migration.name} failed, and nothing of it was kept`, { cause: error });
  }
}

// Each try waits at most two seconds for a lock, because later sessions queue behind it; the pause lets them pass.
const TRIES = 150;
const LONGEST_PAUSE_MS = 5000;

async function patiently<T>(migration: Migration, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isLockedOut(error)) throw error;
      if (tries === TRIES) throw new MigrationBlockedError(migration.name, error);
      await pause(Math.min(LONGEST_PAUSE_MS, 50 * 2 ** tries));
    }
  }
}

/** `-- runs with 014 and later`: programs that know migration 014 can run on it. Default: those that know this one. */
function runsWith({ number, sql }: Migration): number {
  const [, oldest] = /^-- runs with (\d+) and later$/m.exec(sql) ?? [];
  return oldest === undefined ? number : Number.parseInt(oldest, 10);
}

type Schema = Readonly<ReturnType<typeof schemaOf>>;

/** Reads the schema's version without a lock, so that a start with nothing to migrate never waits. */
async function readSchema(db: Db): Promise<Schema> {
  const applied =
    (await unlessMissing(db.all(SELECT_APPLIED, []))) ??
    (await unlessMissing(db.all(SELECT_UNCOMMENTED, [])));
  return schemaOf(applied ?? []);
}

function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (isMissingTable(error)) return undefined;
    throw error;
  });
}

function schemaOf(applied: readonly RowOf<typeof APPLIED>[]) {
  return {
    numbers: new Set(applied.map(({ number }) => number)),
    version: Math.max(0, ...applied.map(({ number }) => number)),
    /** Number of the newest migration that a program must know to run on this schema. */
    oldest: Math.max(0, ...applied.map((migration) => migration.runsWith)),
  };
}

function stillPending(schema: Schema, known: readonly Migration[]): Migration[] {
  if (schema.oldest > newestOf(known)) throw new DatabaseTooNewError(schema, newestOf(known));
  return known.filter(({ number }) => !schema.numbers.has(number));
}

function newestOf(known: readonly Migration[]): number {
  return known.at(-1)?.number ?? 0;
}

// Two migration tables, because older programs read only the first.
export const CREATE_TABLES = `
  create table if not exists migrations (
    number integer primary key,
    name text not null,
    applied_at bigint not null
  );
  create table if not exists schema_compatibility (
    number integer primary key,
    runs_with integer not null
  );`;

const APPLIED = { number: numberColumn, runsWith: numberColumn };

// Migrations without a compatibility row run only with programs that know them.
const SELECT_APPLIED = query(
  APPLIED,
  `select migrations.number, coalesce(runs_with, migrations.number) as runs_with
   from migrations left join schema_compatibility on schema_compatibility.number = migrations.number`,
);

const SELECT_UNCOMMENTED = query(APPLIED, 'select number, number as runs_with from migrations');

const FIRST_AND_LAST = query(
  { first: optional(instant), last: optional(instant) },
  'select min(applied_at) as first, max(applied_at) as last from migrations',
);

export const migratedAt = oneValue(
  query({ at: instant }, 'select applied_at as at from migrations where number = $1'),
  'at',
  (number: number) => [number],
);

const RECORD = command('insert into migrations (number, name, applied_at) values ($1, $2, $3)');
const RECORD_RUNS_WITH = command('insert into schema_compatibility (number, runs_with) values ($1, $2)');
