import type { Instant } from '../../core/engine/clock.ts';
import { liveUntil } from '../../core/lives/live-until.ts';
import {
  creaturesDue,
  findOwnCreature,
  VersionConflictError,
  type StoredCreature,
} from '../../store/lives/creatures.ts';
import { isDatabaseUnavailable } from '../engine/database-errors.ts';
import { isDue } from '../engine/optimistic-lock.ts';
import type { House } from '../house.ts';
import { speciesOf } from '../species/species-registry.ts';
import { saveChange } from './save-change.ts';

/** The creature with everything that is due by now brought about, whoever gets to it first. */
export async function settle(house: House, stored: StoredCreature, now: Instant): Promise<StoredCreature> {
  let current = stored;
  while (isDue(current, now)) {
    try {
      current = await settleOnce(house, current, now);
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
      current = (await findOwnCreature(house.store, stored.creature.keeperId, stored.creature.id)) ?? current;
    }
  }
  return current;
}

async function settleOnce(house: House, stored: StoredCreature, now: Instant): Promise<StoredCreature> {
  const species = await speciesOf(house, stored.creature.species);
  const { creature, happened } = liveUntil(stored.creature, species, now);
  return house.store.transaction((db) =>
    saveChange(db, house.random, { stored, creature, species, happened, now }),
  );
}

const AT_ONCE = 100;

/** Brings about what is due in the whole house, a hundred at a time: growth, deaths, missed meals. */
async function settleBatch(house: House, now: Instant) {
  const due = await creaturesDue(house.store, now, AT_ONCE);
  const ends = await Promise.allSettled(due.map((stored) => settle(house, stored, now)));
  const failures = ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []));
  const outage = failures.find(isDatabaseUnavailable);
  if (outage !== undefined) throw outage;
  return { due: due.length, failures };
}

/** The settling that is under way: a house has one at a time, and everybody who comes meanwhile waits for it. */
const running = new WeakMap<House, Promise<readonly unknown[]>>();

/**
 * Settles everything that is due, before anything public is read: it is told as it is, not as it was last written. Returns
 * what went wrong with those that could not be settled; they keep nobody else from it.
 */
export async function settleDue(house: House, now: Instant): Promise<readonly unknown[]> {
  // Whoever waits for another's settling asks again: it may have begun at an earlier moment.
  for (let other = running.get(house); other; other = running.get(house)) await other;
  if ((await creaturesDue(house.store, now, 1)).length === 0) return [];
  const work = settleUntilStable(house, now).finally(() => running.delete(house));
  running.set(house, work);
  return work;
}

async function settleUntilStable(house: House, now: Instant): Promise<readonly unknown[]> {
  for (;;) {
    const { due, failures } = await settleBatch(house, now);
    if (due === failures.length) return failures;
  }
}
