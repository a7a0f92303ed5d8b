import type { Instant } from '../../core/engine/clock.ts';
import { liveUntil } from '../../core/lives/live-until.ts';
import type { Transaction } from '../../store/engine/db.ts';
import { saveKeepers, type Keeper } from '../../store/keepers/keepers.ts';
import { saveSettled, type StoredCreature } from '../../store/lives/creatures.ts';
import {
  MOST_TAKEN,
  takeDueCreatures,
  type DueCreature,
  type DuePlace,
} from '../../store/lives/due-creatures.ts';
import { isDatabaseUnavailable } from '../engine/database-errors.ts';
import type { House } from '../house.ts';
import { noLifeRecords, recordHappenings, writeLifeRecords, type LifeChange } from './record-happenings.ts';
import { isSameBeing, withConsistency, withNextChange } from './save-change.ts';

/** What came of settling some of those that are due, all at once. */
export interface SettledBatch {
  readonly settled: number;
  /** Those that could not be settled together with the others. */
  readonly apart: readonly StoredCreature[];
  /** The last place in the queue that was looked at; undefined at its end. */
  readonly reached: DuePlace | undefined;
}

/**
 * Settles the longest due behind a place in the queue, in one transaction and with one statement for each table. It waits for
 * nobody: what another settler or somebody's care holds is left to them, so that any number of nodes share the work.
 */
export async function settleBatch(house: House, now: Instant, after: DuePlace): Promise<SettledBatch> {
  let taken: readonly DueCreature[] = [];
  try {
    return await house.store.transaction(async (db) => {
      taken = await takeDueCreatures(db, now, after);
      const { changes, apart } = liveAll(house, taken, now);
      await saveChanges(db, house, changes);
      return { settled: changes.length, apart, reached: lastOf(taken) };
    });
  } catch (error) {
    if (isDatabaseUnavailable(error) || taken.length === 0) throw error;
    // One of them cannot be kept; which, shows when each is by itself.
    return { settled: 0, apart: taken.map(({ stored }) => stored), reached: lastOf(taken) };
  }
}

function lastOf(taken: readonly DueCreature[]): DuePlace | undefined {
  const last = taken.length === MOST_TAKEN ? taken.at(-1)?.stored : undefined;
  return last?.nextEventAt === undefined
    ? undefined
    : { nextEventAt: last.nextEventAt, id: last.creature.id };
}

interface SettledLife extends LifeChange {
  readonly next: StoredCreature;
  readonly keeper: Keeper;
}

/** All of them as they are now. A species nobody has asked for yet cannot be waited for while others wait for the rows. */
function liveAll(house: House, taken: readonly DueCreature[], now: Instant) {
  const changes: SettledLife[] = [];
  const apart: StoredCreature[] = [];
  for (const { stored, keeper } of taken) {
    try {
      const species = house.species.find(stored.creature.species);
      if (species instanceof Promise) {
        apart.push(stored);
        continue;
      }
      const { creature, happened } = liveUntil(stored.creature, species, now);
      const next = withNextChange(stored, creature, species, now);
      changes.push({ stored, creature, species, happened, now, next, keeper });
    } catch {
      // What is wrong with it is told when it is by itself.
      apart.push(stored);
    }
  }
  return { changes, apart };
}

/** The same as saving each by itself, one after the other. */
async function saveChanges(
  db: Transaction,
  { random }: House,
  changes: readonly SettledLife[],
): Promise<void> {
  const records = noLifeRecords();
  const keepers = new Map<string, { readonly before: Keeper; after: Keeper }>();
  for (const change of changes) {
    const { stored, next, keeper } = change;
    const held = keepers.get(keeper.id) ?? { before: keeper, after: keeper };
    const counted = withConsistency(held.after, next.consistencyTenths - stored.consistencyTenths);
    held.after = recordHappenings({ db, random, records }, change, counted);
    keepers.set(keeper.id, held);
  }
  const settled = changes.map(({ stored, creature, next }) => ({
    next,
    sameBeing: isSameBeing(stored.creature, creature),
  }));
  await Promise.all([
    saveSettled(db, settled),
    writeLifeRecords(db, records),
    saveKeepers(db, keepers.values()),
  ]);
}
