import { pendingMigrations } from '../store/migrate.ts';
import type { House } from './house.ts';

/** Asks the database for a sign of life; fails when there is none. */
export async function takePulse(house: House): Promise<void> {
  await house.store.one(PULSE, []);
}

/** Fails unless the house could keep something right now, in the schema this program knows. */
export async function ensureReady(house: House): Promise<void> {
  await house.store.ensureWritable();
  const pending = await pendingMigrations(house.store);
  if (pending.length > 0)
    throw new Error(`migrations are pending: ${pending.map(({ name }) => name).join(', ')}`);
}

const PULSE = { text: 'select 1 as alive', columns: ['alive'] } as const;
