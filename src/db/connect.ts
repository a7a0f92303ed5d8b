import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Database } from './db.ts';
import type { ConnectionLimits } from './postgres/postgres.ts';

export interface DatabaseAddress extends Partial<ConnectionLimits> {
  /** A postgres:// address; if absent, the database is a SQLite file in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}

export async function connect(
  { databaseUrl, dataDir, ...given }: DatabaseAddress,
  missing: 'create' | 'fail' = 'create',
): Promise<Database> {
  // Imported on demand: with SQLite the PostgreSQL client is never loaded.
  if (!databaseUrl) {
    const { openSqlite } = await import('./sqlite.ts');
    const file = join(dataDir, 'arkhouse.db');
    if (missing === 'fail' && !existsSync(file))
      throw new DatabaseMissingError(`There is no database at ${file}. Is ARKHOUSE_DATA_DIR right?`);
    return openSqlite(file);
  }
  const { openPostgres } = await import('./postgres/postgres.ts');
  // The server needs a writable host; read-only commands accept a standby.
  return openPostgres(databaseUrl, missing === 'create' ? 'read-write' : 'any', limitsOf(given));
}

function limitsOf({
  mostConnections = 20,
  waitTimeoutMs = 5000,
  connectTimeoutMs = 3000,
  statementTimeoutMs = 10_000,
}: Partial<ConnectionLimits>): ConnectionLimits {
  return { mostConnections, waitTimeoutMs, connectTimeoutMs, statementTimeoutMs };
}

// Short connection timeout for the standby: after it the read goes to the primary.
const STANDBY_PATIENCE_MS = 1000;

/** Opens a standby without connecting yet: an unreachable one shows on the first query. */
export async function connectStandby(url: string, given: Partial<ConnectionLimits> = {}): Promise<Database> {
  const { PostgresDatabase } = await import('./postgres/postgres.ts');
  const limits = limitsOf(given);
  return new PostgresDatabase(url, 'standby', {
    ...limits,
    waitTimeoutMs: Math.min(limits.waitTimeoutMs, STANDBY_PATIENCE_MS),
    connectTimeoutMs: Math.min(limits.connectTimeoutMs, STANDBY_PATIENCE_MS),
  });
}

class DatabaseMissingError extends Error {
  override readonly name = 'DatabaseMissingError';
}
