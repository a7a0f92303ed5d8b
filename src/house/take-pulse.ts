import { askForSignOfLife } from '../store/settings.ts';
import type { House } from './house.ts';

/** Asks the database for a sign of life; fails when there is none. */
export async function takePulse(house: House): Promise<void> {
  await askForSignOfLife(house.store);
}

/** Could the house keep something right now? */
export async function isReady(house: House): Promise<boolean> {
  try {
    await house.store.ensureWritable();
    return true;
  } catch {
    return false;
  }
}
