import type { NextStep } from '../../contract/server/fields.ts';
import { CATALOG } from '../../core/species/catalog.ts';
import type { Species } from '../../core/species/species.ts';
import { longestGapFor } from '../../core/species/visit-rhythm.ts';
import {
  adoptPatientStep,
  adoptSpeciesStep,
  adoptStep,
  browsePatientStep,
  browseSpeciesStep,
  viewSpeciesStep,
} from '../server/next-steps.ts';

export const SPECIES_PUBLISHED =
  'Your species is published. Anyone can adopt it by its slug from now on, and you could be the first.';

interface SpeciesListFacts {
  /** A species on the page. */
  readonly first?: Pick<Species, 'slug'> | undefined;
  /** How often the reader comes, if it said so. */
  readonly everyHours?: number | undefined;
}

export function stepsAfterSpeciesList({ first, everyHours }: SpeciesListFacts): readonly NextStep[] {
  if (!first && everyHours !== undefined) return [browsePatientStep(PATIENCE, NOBODY_SO_PATIENT)];
  return [
    ...(first ? [viewSpeciesStep(first.slug), adoptSpeciesStep(first.slug)] : []),
    everyHours === undefined
      ? adoptStep('Adopt an egg of a species that chance chooses for you.')
      : adoptPatientStep(everyHours),
  ];
}

/** The longest that anybody in the house can be left alone. */
const PATIENCE = Math.max(...CATALOG.map(longestGapFor));

const NOBODY_SO_PATIENT = `Nobody here lives well with so few visits. Browse who would with one every ${PATIENCE} hours.`;

export function stepsAfterSpecies(slug: string): readonly NextStep[] {
  return [adoptSpeciesStep(slug), browseSpeciesStep()];
}

export function stepsAfterSpeciesCreated(slug: string): readonly NextStep[] {
  return [adoptSpeciesStep(slug), viewSpeciesStep(slug), browseSpeciesStep()];
}
