import type { Instant } from '../../rules/base/clock.ts';
import { CAUSES } from '../../rules/vocabulary.ts';
import type { Db } from '../../db/db.ts';
import { totals, type TallySums } from '../stats/tallies.store.ts';
import { CAUSE, OUT, REGISTERED, STATUS, TEST } from '../stats/tally-names.store.ts';
import type { KnownAgent } from '../agents/agents.store.ts';
import type { House } from '../house.ts';
import { preparePublicReading } from './public-reading.ts';

export async function readHouseStats(house: House, now: Instant, visitor?: KnownAgent) {
  const { store, asOf } = await preparePublicReading(house, now, visitor);
  return { asOf, totals: await readHouseTotals(store), activity: await house.activity.at(now) };
}

export type HouseTotals = Awaited<ReturnType<typeof readHouseTotals>>;

export async function readHouseTotals(db: Db) {
  const sums = await totals(db, 'house');
  return {
    /** Number of creatures that have hatched and are alive. */
    alive: sumOf(sums, STATUS, ['alive']),
    eggs: sumOf(sums, STATUS, ['egg']),
    /** Number of dead creatures, without resurrected ones. */
    dead: sumOf(sums, STATUS, ['dead']),
    /** Number of gravestones: one per death, also after a resurrection. */
    gravestones: sumOf(sums, CAUSE, CAUSES),
    agents: sumOf(sums, REGISTERED, ['']),
  };
}

/** A sum of counters without blocked agents; available for causes of death, the living and species of a family. */
export async function countVisible(db: Db, names: readonly string[]): Promise<number> {
  const sums = await totals(db, 'house');
  return sumOf(sums, '', names) - sumOf(sums, OUT, names);
}

/** A sum of counters without blocked agents and test accounts. The few that are both are subtracted twice. */
export async function countShown(db: Db, names: readonly string[]): Promise<number> {
  const sums = await totals(db, 'house');
  return Math.max(0, sumOf(sums, '', names) - sumOf(sums, OUT, names) - sumOf(sums, TEST, names));
}

function sumOf(sums: TallySums, prefix: string, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (sums.get(prefix + name) ?? 0), 0);
}
