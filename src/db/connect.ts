import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Database } from './db.ts';
import type { ConnectionLimits } from './postgres/postgres.ts';

export interface DatabaseAddress extends Partial<ConnectionLimits> {
  /** A postgres:// address; without it the house keeps everything in a SQLite file. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}

/** Opens the one database the house lives in. Nothing else knows that there are two kinds. */
export async function connect(
  { databaseUrl, dataDir, ...given }: DatabaseAddress,
  missing: 'create' | 'fail' = 'create',
): Promise<Database> {
  // Imported when needed: a house on SQLite starts without loading a PostgreSQL client.
  if (!databaseUrl) {
    const { openSqlite } = await import('./sqlite.ts');
    const file = join(dataDir, 'arkhouse.db');
    if (missing === 'fail' && !existsSync(file))
      throw new DatabaseMissingError(`There is no database at ${file}. Is ARKHOUSE_DATA_DIR right?`);
    return openSqlite(file);
  }
  const { openPostgres } = await import('./postgres/postgres.ts');
  // A house lives where it can write; who wants to read what is there can do so on a standby as well.
  const kind = missing === 'create' ? 'read-write' : 'any';
  return openPostgres(databaseUrl, kind, limitsOf(given));
}

function limitsOf({
  mostConnections = 20,
  waitTimeoutMs = 5000,
  connectTimeoutMs = 3000,
  statementTimeoutMs = 10_000,
}: Partial<ConnectionLimits>): ConnectionLimits {
  return { mostConnections, waitTimeoutMs, connectTimeoutMs, statementTimeoutMs };
}

// Whoever waits for a standby could have asked the primary.
const STANDBY_PATIENCE_MS = 1000;

/** A copy of a PostgreSQL database that follows it. Whether it can be reached shows when it is asked. */
export async function connectStandby(url: string, given: Partial<ConnectionLimits> = {}): Promise<Database> {
  const { PostgresDatabase } = await import('./postgres/postgres.ts');
  const limits = limitsOf(given);
  return new PostgresDatabase(url, 'standby', {
    ...limits,
    waitTimeoutMs: Math.min(limits.waitTimeoutMs, STANDBY_PATIENCE_MS),
    connectTimeoutMs: Math.min(limits.connectTimeoutMs, STANDBY_PATIENCE_MS),
  });
}

/** Whoever wants to read a database must not be given an empty one. */
class DatabaseMissingError extends Error {
  override readonly name = 'DatabaseMissingError';
}
