import type { Family, ItemAction } from '../vocabulary.ts';
import { MECHANICS, type MechanicName } from './mechanics.ts';
import type { RANGES, Species } from './species.ts';
import { splitList, tastesOf } from './tastes.ts';

/**
 * A built-in species as its family's table tells it: lists are one line with commas, and what is left out is usual.
 * A new species is a copy of a row under its own slug.
 */
interface SpeciesRow extends Pick<Species, 'name' | 'tier' | 'trustSpeed' | 'traits' | 'personality'> {
  /** The numbers that a species of an agent's own may choose, too. */
  readonly needs: Pick<Species, keyof typeof RANGES>;
  readonly look: string;
  /** Where it differs from its family. */
  readonly tastes: Readonly<Partial<Record<ItemAction, string>>>;
  readonly mechanics?: readonly MechanicName[];
  readonly curious?: true;
}

/** A family's table, by slug. */
export type SpeciesTable = Readonly<Record<string, SpeciesRow>>;

export function speciesFromTable(rows: SpeciesTable, family: Family): Species[] {
  return Object.entries(rows).map(([slug, { needs, ...row }]) => ({
    curious: false,
    ...row,
    ...needs,
    slug,
    family,
    look: splitList(row.look),
    tastes: tastesOf(family, ownTastes(row.tastes)),
    mechanics: (row.mechanics ?? []).map((name) => MECHANICS[name]),
  }));
}

function ownTastes(tastes: SpeciesRow['tastes']): Partial<Species['tastes']> {
  return Object.fromEntries(Object.entries(tastes).map(([action, words]) => [action, splitList(words)]));
}
