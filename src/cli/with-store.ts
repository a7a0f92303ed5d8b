import { readConfig } from '../config/config.ts';
import { connect } from '../store/connect.ts';
import type { Database } from '../store/db.ts';

/** Opens the database the settings name, and closes it whatever happens. */
export async function withStore<T>(work: (store: Database) => Promise<T>): Promise<T> {
  const store = await connect(readConfig(process.env));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
