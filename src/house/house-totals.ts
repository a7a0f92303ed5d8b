import { CAUSES, FAMILIES, type Family } from '../core/vocabulary.ts';
import type { Db } from '../store/db.ts';
import { totals, type Sums } from '../store/tallies.ts';
import { CAUSE, OUT, REGISTERED, SPECIES_OF, STATUS } from '../store/tally-names.ts';

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

/** How many stones anybody can see: those of blocked agents are not among them. */
export async function gravestonesInSight(db: Db): Promise<number> {
  const sums = await totals(db, 'house');
  return CAUSES.reduce<number>((sum, cause) => sum + inSight(sums, CAUSE + cause), 0);
}

/** How many species agents have designed that anybody can see, of one family or of all. */
export async function speciesDesigned(db: Db, family: Family | undefined): Promise<number> {
  const sums = await totals(db, 'house');
  const families: readonly Family[] = family === undefined ? FAMILIES : [family];
  return families.reduce<number>((sum, each) => sum + inSight(sums, SPECIES_OF + each), 0);
}

/** A count without what blocked agents add to it; kept for causes of death, the living and species of a family. */
export function inSight(sums: Sums, what: string): number {
  return (sums.get(what) ?? 0) - (sums.get(OUT + what) ?? 0);
}

function sumOf(sums: Sums, prefix: string, words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (sums.get(prefix + word) ?? 0), 0);
}
