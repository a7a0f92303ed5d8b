import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Database } from './db.ts';
import type { ConnectionLimits } from './postgres/postgres.ts';

export interface DatabaseAddress extends Partial<ConnectionLimits> {
  /** A postgres:// address; if absent, the database is a SQLite file in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}

/** `write` and `read` fail if there is no SQLite file; of several hosts, `read` accepts a standby. */
export type DatabaseUse = 'create' | 'write' | 'read';

export async function connect(
  { databaseUrl, dataDir, ...given }: DatabaseAddress,
  use: DatabaseUse = 'create',
): Promise<Database> {
  // Imported on demand: with SQLite the PostgreSQL client is never loaded.
  if (!databaseUrl) {
    const { openSqlite } = await import('./sqlite.ts');
    const file = join(dataDir, 'arkhouse.db');
    if (use !== 'create' && !existsSync(file))
      throw new DatabaseMissingError(`There is no database at ${file}. Is ARKHOUSE_DATA_DIR right?`);
    return openSqlite(file);
  }
  const { openPostgres } = await import('./postgres/postgres.ts');
  return openPostgres(databaseUrl, use === 'read' ? 'any' : 'read-write', limitsOf(given));
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
