import type { NextStep } from '../../contract/server/fields.ts';
import {
  adoptAnotherStep,
  adoptStep,
  browseSpeciesStep,
  checkAllStatusStep,
  checkStatusStep,
  hatchStep,
  viewPreferencesStep,
  visitGraveyardStep,
  type StepTarget,
} from '../server/next-steps.ts';

export function stepsAfterAdoption({ creature }: { readonly creature: StepTarget }): readonly NextStep[] {
  return [hatchStep(creature), viewPreferencesStep(creature)];
}

/** `others` is how many living creatures are left. */
export function stepsAfterRelease({ others }: { readonly others: number }): readonly NextStep[] {
  return others > 0 ? [checkAllStatusStep(), adoptStep()] : stepsForEmptyHouse();
}

export function stepsForEmptyHouse(): readonly NextStep[] {
  return [adoptStep(), browseSpeciesStep()];
}

export function stepsAfterHistory({
  alive,
  ...target
}: StepTarget & { readonly alive: boolean }): readonly NextStep[] {
  return alive
    ? [checkStatusStep(target), viewPreferencesStep(target)]
    : [visitGraveyardStep(), adoptAnotherStep()];
}
