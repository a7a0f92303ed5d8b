import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Database } from './db.ts';

export interface DatabaseAddress {
  /** A postgres:// address; without it the house keeps everything in a SQLite file. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** How many connections to PostgreSQL this process may have at once. */
  readonly mostConnections?: number;
}

/** Opens the one database the house lives in. Nothing else knows that there are two kinds. */
export async function connect(
  { databaseUrl, dataDir, mostConnections }: DatabaseAddress,
  missing: 'create' | 'fail' = 'create',
): Promise<Database> {
  // Imported when needed: a house on SQLite starts without loading a PostgreSQL client.
  if (!databaseUrl) {
    const { openSqlite } = await import('./sqlite.ts');
    const file = join(dataDir, 'arkhouse.db');
    if (missing === 'fail' && !existsSync(file)) throw new DatabaseMissingError(file);
    return openSqlite(file);
  }
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl, mostConnections);
}

/** Whoever wants to read a database must not be given an empty one. */
class DatabaseMissingError extends Error {
  override readonly name = 'DatabaseMissingError';

  constructor(file: string) {
    super(`There is no database at ${file}. Is ARKHOUSE_DATA_DIR right?`);
  }
}
