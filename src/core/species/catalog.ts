import aiNatives from '#content/species/ai-natives.json' with { type: 'json' };
import cats from '#content/species/cats.json' with { type: 'json' };
import dogs from '#content/species/dogs.json' with { type: 'json' };
import exotics from '#content/species/exotics.json' with { type: 'json' };

import type { Family, Tier } from '../vocabulary.ts';
import { skeletonsOf } from '../keepers/reserved-name.ts';
import { speciesFromTable, type SpeciesTable } from './species-row.ts';
import type { Species } from './species.ts';

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
