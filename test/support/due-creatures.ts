import type { Database, Db } from '../../packages/database/db.ts';
import { HOUR } from '../../src/rules/base/clock.ts';
import { creatureIdsAfter } from '../../src/features/creatures/due-creatures.store.ts';
import { withNextChange } from '../../src/features/creatures/save-change.ts';
import { settleRound } from '../../src/features/creatures/settle.ts';
import { examineCreatures, insertCreature, JUST_LAID } from '../../src/features/records/creatures.store.ts';
import type { House } from '../../src/app/house.ts';
import { builtIn } from './creature.ts';
import { aBaby, aKeeper } from './stored-residents.ts';

const START = Date.UTC(2026, 0, 15);

export const settleDue = async (house: House, now: number) =>
  (await settleRound(house, { now, until: Infinity })).failures;

export async function everyone(db: Db, ids?: readonly string[]) {
  const found = await examineCreatures(db, ids ?? (await creatureIdsAfter(db, {}, '', 1000)));
  return found.filter((stored) => 'creature' in stored);
}

/** Creatures that have all missed a meal by `now`, each a second after the one before, and are not settled; the longest due first. */
export async function addDueCreatures(
  db: Database,
  { creatures, keepers }: { readonly creatures: number; readonly keepers: number },
) {
  const kept: string[] = [];
  for (let nth = 0; nth < keepers; nth += 1) kept.push((await aKeeper(db)).id);
  const species = builtIn('housecat');
  const ids = Array.from({ length: creatures }, (_, nth) => {
    // Ids are not in the order of the queue, so that a query ordered by id fails the test.
    const name = String((nth * 7919) % 1_000_000).padStart(12, '0');
    return `00000000-0000-4000-8000-${name}`;
  });
  await db.transaction(async (transaction) => {
    await Promise.all(
      ids.map((id, nth) => {
        const hatchedAt = START + nth * 1000;
        const keeperId = kept[nth % keepers] ?? '';
        const egg = { id, keeperId, name: 'Bo', species: species.slug, seed: nth };
        const { baby: creature } = aBaby(egg, hatchedAt);
        const stored = { ...JUST_LAID, family: 'cat', creature } as const;
        return insertCreature(transaction, withNextChange(stored, creature, species, hatchedAt));
      }),
    );
  });
  return { now: START + 23 * HOUR, ids, keepers: kept };
}
