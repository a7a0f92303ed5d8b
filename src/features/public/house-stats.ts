import type { Instant } from '../../rules/base/clock.ts';
import { CAUSES } from '../../rules/vocabulary.ts';
import type { Db } from '../../db/db.ts';
import { totals, type TallySums } from '../stats/tallies.store.ts';
import { CAUSE, OUT, REGISTERED, STATUS, TEST } from '../stats/tally-names.store.ts';
import type { KnownAgent } from '../agents/agents.store.ts';
import type { House } from '../house.ts';
import { preparePublicReading } from './public-reading.ts';

/** How the whole house is doing, with everything brought about that was due. */
export async function readHouseStats(house: House, now: Instant, visitor?: KnownAgent) {
  const { store, asOf } = await preparePublicReading(house, now, visitor);
  return { asOf, totals: await readHouseTotals(store), activity: await house.activity.at(now) };
}

/** How many there are in the house, of everything. */
export type HouseTotals = Awaited<ReturnType<typeof readHouseTotals>>;

export async function readHouseTotals(db: Db) {
  const sums = await totals(db, 'house');
  return {
    /** Hatched and alive. */
    alive: sumOf(sums, STATUS, ['alive']),
    eggs: sumOf(sums, STATUS, ['egg']),
    /** Dead now: who was brought back is not. */
    dead: sumOf(sums, STATUS, ['dead']),
    /** Every death has one, and keeps it. */
    gravestones: sumOf(sums, CAUSE, CAUSES),
    agents: sumOf(sums, REGISTERED, ['']),
  };
}

/** A sum of counts without what blocked agents add to them; known for causes of death, the living and species of a family. */
export async function countVisible(db: Db, names: readonly string[]): Promise<number> {
  const sums = await totals(db, 'house');
  return names.reduce((sum, what) => sum + (sums.get(what) ?? 0) - (sums.get(OUT + what) ?? 0), 0);
}

/** The same without what accounts made for testing add; one that is blocked as well is taken off twice, and they are few. */
export async function countShown(db: Db, names: readonly string[]): Promise<number> {
  const sums = await totals(db, 'house');
  const shown = (what: string) =>
    (sums.get(what) ?? 0) - (sums.get(OUT + what) ?? 0) - (sums.get(TEST + what) ?? 0);
  return Math.max(
    0,
    names.reduce((sum, what) => sum + shown(what), 0),
  );
}

function sumOf(sums: TallySums, prefix: string, words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (sums.get(prefix + word) ?? 0), 0);
}
