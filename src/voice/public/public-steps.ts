import { ROUTES } from '../../contract/routes.ts';
import type { NextStep } from '../../contract/server/fields.ts';
import { step } from '../../contract/server/next-step.ts';
import { browseSpeciesStep, visitGraveyardStep, viewHallStep, registerStep } from '../server/next-steps.ts';

const viewStatsStep = (): NextStep =>
  step(
    'view_stats',
    ROUTES.getHouseStats,
    'See the figures everybody can see; these count test accounts too.',
  );

const refreshStep = (): NextStep =>
  step('refresh', ROUTES.getAnalytics, 'Read these numbers again later, with the same key.');

/** For whoever has seen how the house is doing. */
export function stepsAfterStats(mark: string): NextStep[] {
  return [viewHallStep('oldest_living'), visitGraveyardStep(), browseSpeciesStep(), registerStep(mark)];
}

/** For the operator. */
export function stepsAfterAnalytics(): NextStep[] {
  return [viewStatsStep(), viewHallStep('most_consistent'), refreshStep()];
}
