import type { NextStep } from '../../contract/server/fields.ts';
import type { Stage } from '../../core/vocabulary.ts';
import { wayBackSteps, type WayBack } from '../money/credit-steps.ts';
import {
  adoptStep,
  browseSpeciesStep,
  checkAllStatusStep,
  checkCreditsStep,
  exportDataStep,
  hatchStep,
  openHouseStep,
  rotateKeyStep,
  whoAmIStep,
  type StepTarget,
} from '../server/next-steps.ts';

interface ProfileChangeFacts {
  readonly unchanged: boolean;
  /** The one that was sent. */
  readonly zone: string | undefined;
}

export function profileChanged({ unchanged, zone }: ProfileChangeFacts): string {
  if (unchanged) return 'Nothing was changed: all of it was so before.';
  const words = ['That is how others see you from now on.'];
  if (zone !== undefined)
    words.push(`Those who live with you keep the hours of ${zone} from this moment on.`);
  return words.join(' ');
}

/** After a look at oneself: to whoever is there, an egg before all; then to `waiting`, which can be had back. */
export function stepsAfterProfile(
  creatures: readonly (StepTarget & { readonly stage: Stage })[],
  waiting?: WayBack,
): NextStep[] {
  const back = waiting ? wayBackSteps(waiting) : [];
  const egg = creatures.find(({ stage }) => stage === 'egg');
  if (egg) return [hatchStep(egg), ...back, checkCreditsStep(), rotateKeyStep()];
  if (creatures.length === 0) return [...back, adoptStep(), browseSpeciesStep(), checkCreditsStep()];
  return [checkAllStatusStep(), ...back, checkCreditsStep(), rotateKeyStep(), exportDataStep()];
}

export function stepsAfterProfileChange(): NextStep[] {
  return [whoAmIStep(), openHouseStep()];
}
