import { CAUSES, FAMILIES, type Family } from '../core/vocabulary.ts';
import type { Db } from '../store/db.ts';
import { totals, type Sums } from '../store/tallies.ts';
import { CAUSE, REGISTERED, SPECIES_OF, STATUS } from '../store/tally-names.ts';

/** How many there are in the house, of everything. */
export interface HouseTotals {
  /** Hatched and alive. */
  readonly alive: number;
  readonly eggs: number;
  /** Dead now: who was brought back is not. */
  readonly dead: number;
  /** Every death has one, and keeps it. */
  readonly gravestones: number;
  readonly agents: number;
}

export async function houseTotals(db: Db): Promise<HouseTotals> {
  const sums = await totals(db, 'house');
  return {
    alive: sumOf(sums, STATUS, ['alive']),
    eggs: sumOf(sums, STATUS, ['egg']),
    dead: sumOf(sums, STATUS, ['dead']),
    gravestones: sumOf(sums, CAUSE, CAUSES),
    agents: sumOf(sums, REGISTERED, ['']),
  };
}

/** How many species agents have designed, of one family or of all. */
export async function speciesDesigned(db: Db, family: Family | undefined): Promise<number> {
  return sumOf(await totals(db, 'house'), SPECIES_OF, family === undefined ? FAMILIES : [family]);
}

function sumOf(sums: Sums, prefix: string, words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (sums.get(prefix + word) ?? 0), 0);
}
