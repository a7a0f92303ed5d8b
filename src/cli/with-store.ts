import { readConfig } from '../config/config.ts';
import { connectDatabase } from '../open-house.ts';
import type { Database } from '../store/engine/db.ts';

/** Opens the database the settings name, and closes it whatever happens. */
export async function withStore<T>(
  missing: 'create' | 'fail',
  work: (store: Database) => Promise<T>,
  settings: NodeJS.ProcessEnv = process.env,
): Promise<T> {
  const store = await connectDatabase(readConfig(settings), missing);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
