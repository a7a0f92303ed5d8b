import type { Database, Db } from '../../packages/database/db.ts';
import {
  applyMigrations,
  type Migration,
  type MigrationOutcome,
  migrationsLeft,
  readMigrations,
} from '../../packages/database/migrate.ts';
import type { Instant } from '../rules/base/clock.ts';

export function knownMigrations(): Migration[] {
  return readMigrations(new URL('../db/migrations/', import.meta.url));
}

export function migrate(
  database: Database,
  now: Instant,
  known: readonly Migration[] = knownMigrations(),
  onApplied?: () => void,
): Promise<MigrationOutcome> {
  return applyMigrations(database, now, known, onApplied);
}

export function pendingMigrations(
  db: Db,
  known: readonly Migration[] = knownMigrations(),
): Promise<Migration[]> {
  return migrationsLeft(db, known);
}
