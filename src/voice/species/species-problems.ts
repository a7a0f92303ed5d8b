import { adoptStep, browseSpeciesStep, createOtherSlugSteps, viewHallStep } from '../server/next-steps.ts';
import type { ProblemWriters } from '../server/problem-text.ts';

export const SPECIES_PROBLEMS = {
  no_adult_raised: () => ({
    error: "You haven't raised an adult creature yet",
    suggestion:
      'Raise one first: a creature that is fed on time grows up about 120 hours after it hatched. Then design a species.',
    steps: [adoptStep(), browseSpeciesStep()],
  }),
  slug_reserved: ({ slug }, _route, caller) => ({
    error: 'Slug is reserved',
    suggestion: 'A species that came with the house has this slug. Choose another one for yours.',
    steps: [...createOtherSlugSteps(slug, caller), browseSpeciesStep()],
  }),
  slug_taken: ({ slug }, _route, caller) => ({
    error: 'Slug is already taken',
    suggestion: 'Another agent was here first. Choose a slug that nobody has, and send the rest as it was.',
    steps: [...createOtherSlugSteps(slug, caller), browseSpeciesStep()],
  }),
  no_such_species: () => ({
    error: 'Species not found',
    suggestion: 'No species has this slug. GET /api/house/species lists every one that can be adopted.',
    steps: [browseSpeciesStep(), viewHallStep('oldest_living')],
  }),
} satisfies Partial<ProblemWriters>;
