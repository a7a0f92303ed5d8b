import type { NextStep } from '../contract/common.ts';
import { step } from '../contract/next-step.ts';
import { ROUTES } from '../contract/routes.ts';
import { browseSpecies, visitGraveyard, visitHall } from './creature-steps.ts';
import { joinUs } from './next-steps.ts';

const readStats = (): NextStep =>
  step(
    'view_stats',
    ROUTES.getHouseStats,
    'See the figures everybody can see; these count test accounts too.',
  );

const readAgain = (): NextStep =>
  step('refresh', ROUTES.getAnalytics, 'Read these numbers again later, with the same key.');

/** For whoever has seen how the house is doing. */
export function afterHouseStats(mark: string): NextStep[] {
  return [visitHall('oldest_living'), visitGraveyard(), browseSpecies(), joinUs(mark)];
}

/** For the operator. */
export function afterAnalytics(): NextStep[] {
  return [readStats(), visitHall('most_consistent'), readAgain()];
}
