import type { Family, Tier } from '../vocabulary.ts';
import { AI_NATIVES } from './ai-natives.ts';
import { CATS } from './cats.ts';
import { DOGS } from './dogs.ts';
import { EXOTICS } from './exotics.ts';
import { speciesFromTable } from './species-row.ts';
import type { Species } from './species.ts';

/** Every built-in species, family by family. */
export const CATALOG: readonly Species[] = [
  ...speciesFromTable(CATS, 'cat'),
  ...speciesFromTable(DOGS, 'dog'),
  ...speciesFromTable(EXOTICS, 'exotic'),
  ...speciesFromTable(AI_NATIVES, 'ai-native'),
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
