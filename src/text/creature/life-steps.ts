import type { NextStep } from '../../api/fields.ts';
import type { HouseholdUnread } from '../../rules/heart/unread.ts';
import { resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import type { DeadCreatureFacts, OwnCreature } from '../../rules/problem.ts';
import type { Species } from '../../rules/species/species.ts';
import { livesWellWith } from '../../rules/species/visit-rhythm.ts';
import { wayBackSteps } from '../server/public-steps.ts';
import {
  adoptAnotherStep,
  adoptStep,
  browseEasyStep,
  browsePatientStep,
  browseSpeciesStep,
  checkAllStatusStep,
  checkStatusStep,
  hatchStep,
  readLettersStep,
  readNewLettersStep,
  seeKeepsakesStep,
  viewHistoryStep,
  viewPreferencesStep,
  visitGraveyardStep,
  type StepTarget,
} from '../server/next-steps.ts';

export function stepsAfterAdoption({ creature, species, everyHours }: AdoptionFacts): readonly NextStep[] {
  const tooSeldom = everyHours !== undefined && !livesWellWith(species, everyHours);
  return [
    hatchStep(creature),
    viewPreferencesStep(creature),
    ...(tooSeldom ? [browsePatientStep(everyHours)] : []),
  ];
}

interface AdoptionFacts {
  readonly creature: StepTarget;
  readonly species: Pick<Species, 'feedingWindowHours'>;
  readonly everyHours?: number | undefined;
}

/** `others` is how many living creatures are left. */
export function stepsAfterRelease({ others }: { readonly others: number }): readonly NextStep[] {
  return others > 0 ? [checkAllStatusStep(), adoptStep()] : stepsForEmptyHouse();
}

export function stepsForEmptyHouse(): readonly NextStep[] {
  return [adoptStep(), browseEasyStep(), browseSpeciesStep()];
}

const SHOWN_AT_MOST = 5;

/** To each of one's own, one by one: `stepTo` leads to one that has hatched. */
export function stepsToEach(
  yours: readonly OwnCreature[],
  stepTo: (mine: StepTarget) => NextStep = (mine) => checkStatusStep(mine),
): NextStep[] {
  return yours.slice(0, SHOWN_AT_MOST).map((mine) => (mine.stage === 'egg' ? hatchStep(mine) : stepTo(mine)));
}

export type WayBackFacts = Pick<DeadCreatureFacts, 'creature' | 'missing' | 'payable' | 'now'>;

/** The way back to one that died, as long as it is open. */
export function stepsBack({ creature, now, ...price }: WayBackFacts): readonly NextStep[] {
  if (!creature.died || now > resurrectionClosesAt(creature.died.at)) return [];
  return wayBackSteps({ creature, ...price });
}

/** To what a keeper has not read yet, letters first. */
export function* unreadSteps({ lettersOf, keepsakesOf }: HouseholdUnread): Iterable<NextStep> {
  if (lettersOf) yield readNewLettersStep(lettersOf.creature, lettersOf.unread.letters);
  if (keepsakesOf) yield seeKeepsakesStep(keepsakesOf.creature);
}

export function stepsAfterHistory({
  alive,
  ...target
}: StepTarget & { readonly alive: boolean }): readonly NextStep[] {
  return alive
    ? [checkStatusStep(target), viewPreferencesStep(target), readLettersStep(target)]
    : [visitGraveyardStep(), adoptAnotherStep(), readLettersStep(target)];
}

export function stepsAfterLetters({
  alive,
  ...target
}: StepTarget & { readonly alive: boolean }): readonly NextStep[] {
  return alive
    ? [checkStatusStep(target), viewHistoryStep(target)]
    : [viewHistoryStep(target), adoptAnotherStep()];
}
