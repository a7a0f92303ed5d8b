import type { NextStep } from '../../contract/server/fields.ts';
import { adoptSpeciesStep, adoptStep, browseSpeciesStep, viewSpeciesStep } from '../server/next-steps.ts';

export const SPECIES_PUBLISHED =
  'Your species is published. Anyone can adopt it by its slug from now on, and you could be the first.';

/** `first` is the slug of a species on the page. */
export function stepsAfterSpeciesList(first?: string): readonly NextStep[] {
  return [
    ...(first === undefined ? [] : [viewSpeciesStep(first), adoptSpeciesStep(first)]),
    adoptStep('Adopt an egg of a species that chance chooses for you.'),
  ];
}

export function stepsAfterSpecies(slug: string): readonly NextStep[] {
  return [adoptSpeciesStep(slug), browseSpeciesStep()];
}

export function stepsAfterSpeciesCreated(slug: string): readonly NextStep[] {
  return [adoptSpeciesStep(slug), viewSpeciesStep(slug), browseSpeciesStep()];
}
