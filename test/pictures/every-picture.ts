import type { PortraitFacts } from '../../packages/artist/creature.ts';
import { drawPortrait } from '../../packages/artist/portrait.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { type Species, communitySpecies } from '../../src/rules/species/species.ts';
import { FAMILIES, PATHS, TRAITS } from '../../src/rules/vocabulary.ts';

export const YOUNG = ['baby', 'child', 'teen'] as const;

/** Species without artwork: one for every family and trait. */
const DESIGNED: readonly Species[] = FAMILIES.flatMap((family) =>
  TRAITS.map((trait) => {
    const texts = { slug: `${trait}_one`, name: 'Somebody', personality: 'Kind.' };
    return communitySpecies({ ...texts, family, traits: [trait] });
  }),
);

export function portrait(facts: Partial<PortraitFacts> & Pick<PortraitFacts, 'species'>): string {
  return drawPortrait({ stage: 'adult', seed: 7, personality: ['patient', 'dreamy'], ...facts });
}

/** Everything a species can look like by age and by the life it had. */
export function life(species: Species): readonly string[] {
  const young = YOUNG.map((stage) => portrait({ species, stage }));
  return [...young, ...PATHS.map((path) => portrait({ species, path }))];
}

export const EVERYBODY: readonly Species[] = [...CATALOG, ...DESIGNED];
