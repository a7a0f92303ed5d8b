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

export function stepsAfterAdoption({
  creature,
  species,
  everyHours,
}: {
  readonly creature: StepTarget;
  readonly species: Pick<Species, 'feedingWindowHours'>;
  readonly everyHours?: number | undefined;
}): readonly NextStep[] {
  const tooSeldom = everyHours !== undefined && !livesWellWith(species, everyHours);
  return [
    hatchStep(creature),
    viewPreferencesStep(creature),
    ...(tooSeldom ? [browsePatientStep(everyHours)] : []),
  ];
}

/** Next steps after a release; `others`: the number of living creatures left. */
export function stepsAfterRelease({ others }: { readonly others: number }): readonly NextStep[] {
  return others > 0 ? [checkAllStatusStep(), adoptStep()] : stepsForEmptyHouse();
}

export function stepsForEmptyHouse(): readonly NextStep[] {
  return [adoptStep(), browseEasyStep(), browseSpeciesStep()];
}

const SHOWN_AT_MOST = 5;

/** One next step per creature of the caller; `stepTo` is for those that have hatched. */
export function stepsToEach(
  yours: readonly OwnCreature[],
  stepTo: (mine: StepTarget) => NextStep = (mine) => checkStatusStep(mine),
): NextStep[] {
  return yours.slice(0, SHOWN_AT_MOST).map((mine) => (mine.stage === 'egg' ? hatchStep(mine) : stepTo(mine)));
}

export type WayBackFacts = Pick<DeadCreatureFacts, 'creature' | 'missing' | 'payable' | 'now'>;

/** The next step to resurrect a creature, while that is possible. */
export function stepsBack({ creature, now, ...price }: WayBackFacts): readonly NextStep[] {
  if (!creature.died || now > resurrectionClosesAt(creature.died.at)) return [];
  return wayBackSteps({ creature, ...price });
}

/** Next steps to letters and keepsakes that the keeper has not read yet, letters first. */
export function* unreadSteps({ lettersOf, keepsakesOf }: HouseholdUnread): Iterable<NextStep> {
  if (lettersOf) yield readNewLettersStep(lettersOf.creature, lettersOf.unread.letters);
  if (keepsakesOf) yield seeKeepsakesStep(keepsakesOf.creature);
}

interface ReadCreature extends StepTarget {
  readonly alive: boolean;
}

export function stepsAfterHistory({ alive, ...target }: ReadCreature): readonly NextStep[] {
  return alive
    ? [checkStatusStep(target), viewPreferencesStep(target), readLettersStep(target)]
    : [visitGraveyardStep(), adoptAnotherStep(), readLettersStep(target)];
}

export function stepsAfterLetters({ alive, ...target }: ReadCreature): readonly NextStep[] {
  return alive
    ? [checkStatusStep(target), viewHistoryStep(target)]
    : [viewHistoryStep(target), adoptAnotherStep()];
}
