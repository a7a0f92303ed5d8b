import { ROUTES } from '../../contract/routes.ts';
import type { NextStep } from '../../contract/server/fields.ts';
import { step } from '../../contract/server/next-step.ts';
import { HALL_CATEGORIES, type HallCategory } from '../../core/vocabulary.ts';
import { wayBackSteps, type WayBack } from '../money/credit-steps.ts';
import { firstStep, type Reader } from '../server/first-steps.ts';
import {
  adoptAnotherStep,
  adoptStep,
  browseSpeciesStep,
  checkAllStatusStep,
  checkStatusStep,
  lookAroundStep,
  registerStep,
  viewHallStep,
  visitGraveyardStep,
  type StepTarget,
} from '../server/next-steps.ts';

/** Who reads the graveyard: an agent with its key, or anybody. */
export type GraveyardVisitor =
  | {
      readonly kind: 'agent';
      /** How many living creatures it has. */
      readonly living: number;
      /** The one of its own that died last. */
      readonly last?: StepTarget | undefined;
      /** One that can be had back. */
      readonly waiting?: WayBack | undefined;
    }
  | { readonly kind: 'stranger'; readonly suffix: string };

export function stepsAfterGraveyard(visitor: GraveyardVisitor): readonly NextStep[] {
  if (visitor.kind === 'stranger')
    return [registerStep(visitor.suffix), viewHallStep('oldest_living'), browseSpeciesStep()];
  const { living, last, waiting } = visitor;
  const back = waiting ? wayBackSteps(waiting) : [];
  if (living > 0) return [...back, checkAllStatusStep(), adoptStep(), viewHallStep('gravestone_count')];
  const look = last
    ? checkStatusStep(last, 'Look back at the one that died last, and at what is left to do.')
    : checkAllStatusStep();
  return [...back, adoptAnotherStep(), look, viewHallStep('gravestone_count')];
}

export function stepsAfterHall(category: HallCategory): readonly NextStep[] {
  const others = HALL_CATEGORIES.filter((each) => each !== category);
  return [...others.map(viewHallStep), browseSpeciesStep(), visitGraveyardStep()];
}

const viewStatsStep = (why: string): NextStep => step('view_stats', ROUTES.getHouseStats, why);

const refreshStep = (): NextStep =>
  step('refresh', ROUTES.getAnalytics, 'Read these numbers again later, with the same key.');

export function stepsAfterStats(reader: Reader): NextStep[] {
  return [viewHallStep('oldest_living'), visitGraveyardStep(), browseSpeciesStep(), firstStep(reader)];
}

export function stepsAfterHealth(): NextStep[] {
  return [lookAroundStep(), viewStatsStep('See how many live here, and what went on today.')];
}

export function stepsAfterAnalytics(): NextStep[] {
  return [
    viewStatsStep('See the figures everybody can see; these count test accounts too.'),
    viewHallStep('most_consistent'),
    refreshStep(),
  ];
}
