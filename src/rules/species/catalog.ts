import aiNatives from '#content/species/ai-natives.json' with { type: 'json' };
import cats from '#content/species/cats.json' with { type: 'json' };
import dogs from '#content/species/dogs.json' with { type: 'json' };
import exotics from '#content/species/exotics.json' with { type: 'json' };

import { nearestWord } from '../../../packages/base/nearest-word.ts';
import { skeletonsOf } from '../names.ts';
import { type Family, ITEM_ACTIONS, type ItemAction, type Tier } from '../vocabulary.ts';
import { type MechanicName, MECHANICS } from './mechanics.ts';
import { FAMILY_TASTES, type RANGES, type Species, splitList, type Tastes, tastesOf } from './species.ts';

/** A row of a family's JSON table of species; lists are comma-separated. */
interface SpeciesRow extends Pick<Species, 'name' | 'tier' | 'trustSpeed' | 'traits' | 'personality'> {
  readonly needs: Pick<Species, keyof typeof RANGES>;
  readonly look: string;
  readonly tastes: Readonly<Partial<Record<ItemAction, string>>>;
  readonly mechanics?: readonly MechanicName[];
  readonly curious?: true;
}

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

export const CATALOG: readonly Species[] = [
  ...speciesFromTable(cats as SpeciesTable, 'cat'),
  ...speciesFromTable(dogs as SpeciesTable, 'dog'),
  ...speciesFromTable(exotics as SpeciesTable, 'exotic'),
  ...speciesFromTable(aiNatives as SpeciesTable, 'ai-native'),
];

export const BUILT_IN: ReadonlyMap<string, Species> = new Map(
  CATALOG.map((species) => [species.slug, species]),
);

export function findBuiltIn(slug: string): Species | undefined {
  return BUILT_IN.get(slug);
}

const BY_NAME: ReadonlyMap<string, Species> = new Map(
  CATALOG.flatMap((species) => [species.slug, species.name].map((word) => [slugOf(word), species] as const)),
);

/** Finds a built-in species by name or slug, ignoring case and spacing: `Border Collie`, `maine-coon`. */
export function findByName(name: string): Species | undefined {
  return BY_NAME.get(slugOf(name));
}

/** Finds a built-in species by name, similar spelling or part of the name: `cat` → `housecat`. */
export function nearestSpecies(name: string): Species | undefined {
  const slug = slugOf(name);
  const words = slug.split('_');
  const near = nearestWord(slug, [...BUILT_IN.keys()]);
  const alike = (each: Species) =>
    (slug.length >= 3 && each.slug.includes(slug)) || words.includes(each.slug);
  return findByName(slug) ?? (near === undefined ? CATALOG.find(alike) : BUILT_IN.get(near));
}

export function slugOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');
}

const SKELETONS: ReadonlySet<string> = new Set(CATALOG.flatMap(({ name }) => skeletonsOf(name)));

/** True for the name of a built-in species, also spaced, numbered or with look-alikes. */
export function looksBuiltIn(name: string): boolean {
  return skeletonsOf(name).some((skeleton) => SKELETONS.has(skeleton.replace(/^the/, '')));
}

export function findBuiltIns({
  tier,
  family,
}: {
  tier?: Tier | undefined;
  family?: Family | undefined;
}): Species[] {
  return CATALOG.filter((each) => (!tier || each.tier === tier) && (!family || each.family === family));
}

export const ALL_TASTES: readonly Tastes[] = [
  ...CATALOG.map(({ tastes }) => tastes),
  ...Object.values(FAMILY_TASTES),
];

export const APPROVED_ITEMS: ReadonlySet<string> = new Set(
  ALL_TASTES.flatMap((tastes) => ITEM_ACTIONS.flatMap((action) => tastes[action])),
);

/** An approved item as our lists spell it; undefined for any other text. */
export function approvedItem(name: string): string | undefined {
  if (APPROVED_ITEMS.has(name)) return name;
  // Only ASCII is lower-cased: databases and languages disagree about the case of other letters.
  const word = name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return APPROVED_ITEMS.has(word) ? word : undefined;
}
