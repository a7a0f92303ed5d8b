import type { Mechanic } from '../mechanic.ts';
import type { Family, ItemAction } from '../vocabulary.ts';
import type { Species } from './species.ts';
import { listed, tastesOf } from './tastes.ts';

/**
 * A built-in species as its family's table tells it: lists are one line with commas, and what is left out is usual.
 * A new species is a copy of a row under its own slug.
 */
export interface Row extends Omit<Species, 'slug' | 'family' | 'look' | 'tastes' | 'mechanics' | 'curious'> {
  readonly look: string;
  /** Where it differs from its family. */
  readonly tastes: Readonly<Partial<Record<ItemAction, string>>>;
  readonly mechanics?: readonly Mechanic[];
  readonly curious?: true;
}

/** A family's table, by slug. */
export type Rows = Readonly<Record<string, Row>>;

export function speciesFrom(rows: Rows, family: Family): Species[] {
  return Object.entries(rows).map(([slug, row]) => ({
    mechanics: [],
    curious: false,
    ...row,
    slug,
    family,
    look: listed(row.look),
    tastes: tastesOf(family, ownTastes(row)),
  }));
}

function ownTastes({ tastes }: Row): Partial<Species['tastes']> {
  return Object.fromEntries(Object.entries(tastes).map(([action, words]) => [action, listed(words)]));
}
