import { readConfig } from '../config/config.ts';
import type { Env } from '../config/settings.ts';
import { connectDatabase } from '../open-house.ts';
import type { Database } from '../store/engine/db.ts';
import { pendingMigrations } from '../store/engine/migrate.ts';

/** Opens the database the settings name, and closes it whatever happens. */
export async function withStore<T>(
  missing: 'create' | 'fail',
  settings: Env,
  work: (store: Database) => Promise<T>,
): Promise<T> {
  const store = await connectDatabase(readConfig(settings), missing);
  try {
    // Refuses what a newer version has made of it: even a copy would keep what only that one knows to leave out.
    await pendingMigrations(store);
    return await work(store);
  } finally {
    await store.close();
  }
}
