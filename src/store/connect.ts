import { join } from 'node:path';

import type { Database } from './db.ts';

export interface DatabaseAddress {
  /** A postgres:// address; without it the house keeps everything in a SQLite file. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}

/** Opens the one database the house lives in. Nothing else knows that there are two kinds. */
export async function connect({ databaseUrl, dataDir }: DatabaseAddress): Promise<Database> {
  // Imported when needed: a house on SQLite starts without loading a PostgreSQL client.
  if (!databaseUrl) {
    const { openSqlite } = await import('./sqlite.ts');
    return openSqlite(join(dataDir, 'arkhouse.db'));
  }
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new Error('DATABASE_URL must begin with postgres:// (leave it unset to use SQLite)');
  }
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl);
}
