import aiNatives from '#content/species/ai-natives.json' with { type: 'json' };
import cats from '#content/species/cats.json' with { type: 'json' };
import dogs from '#content/species/dogs.json' with { type: 'json' };
import exotics from '#content/species/exotics.json' with { type: 'json' };
import { skeletonsOf } from '../names.ts';
import { type Family, ITEM_ACTIONS, type ItemAction, type Tier } from '../vocabulary.ts';
import { type MechanicName, MECHANICS } from './mechanics.ts';
import { FAMILY_TASTES, type RANGES, type Species, splitList, tastesOf } from './species.ts';

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
type SpeciesTable = Readonly<Record<string, SpeciesRow>>;

function speciesFromTable(rows: SpeciesTable, family: Family): Species[] {
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

/** Every built-in species, family by family. */
export const CATALOG: readonly Species[] = [
  ...speciesFromTable(cats as SpeciesTable, 'cat'),
  ...speciesFromTable(dogs as SpeciesTable, 'dog'),
  ...speciesFromTable(exotics as SpeciesTable, 'exotic'),
  ...speciesFromTable(aiNatives as SpeciesTable, 'ai-native'),
];

const BY_SLUG: ReadonlyMap<string, Species> = new Map(CATALOG.map((species) => [species.slug, species]));

export function findBuiltIn(slug: string): Species | undefined {
  return BY_SLUG.get(slug);
}

const BY_NAME: ReadonlyMap<string, Species> = new Map(
  CATALOG.flatMap((species) => [species.slug, species.name].map((word) => [slugOf(word), species] as const)),
);

/** The built-in species of this name or slug, however it is spaced and spelled: `Border Collie`, `maine-coon`. */
export function findByName(name: string): Species | undefined {
  return BY_NAME.get(slugOf(name));
}

/** A name as a slug would be written. */
function slugOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');
}

const SKELETONS: ReadonlySet<string> = new Set(CATALOG.flatMap(({ name }) => skeletonsOf(name)));

/** True for the name of a built-in species, also spaced, numbered or in look-alikes. */
export function looksBuiltIn(name: string): boolean {
  return skeletonsOf(name).some((skeleton) => SKELETONS.has(skeleton.replace(/^the/, '')));
}

/** Which built-ins to look among; what is left out does not matter. */
interface SpeciesFilter {
  readonly tier?: Tier | undefined;
  readonly family?: Family | undefined;
}

export function findBuiltIns({ tier, family }: SpeciesFilter): readonly Species[] {
  return CATALOG.filter(
    (species) => (!tier || species.tier === tier) && (!family || species.family === family),
  );
}

/** Every item some species likes, by the name the house has for it. */
export const APPROVED_ITEMS: ReadonlySet<string> = new Set(
  [...CATALOG.map(({ tastes }) => tastes), ...Object.values(FAMILY_TASTES)].flatMap((tastes) =>
    ITEM_ACTIONS.flatMap((action) => tastes[action]),
  ),
);

/** The item as the house itself calls it, when it does; anything else is a stranger's word. */
export function approvedItem(name: string): string | undefined {
  if (APPROVED_ITEMS.has(name)) return name;
  // Plain letters only: on others databases and languages disagree about upper and lower case.
  const word = name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return APPROVED_ITEMS.has(word) ? word : undefined;
}
