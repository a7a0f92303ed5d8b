import type { NextStep } from '../../contract/server/fields.ts';
import type { FoundCreature, TendedCreature } from '../../core/care/needs.ts';
import { unreadIn, type Unread } from '../../core/heart/unread.ts';
import type { Creature } from '../../core/lives/creature.ts';
import type { Stage } from '../../core/vocabulary.ts';
import { bestSteps, optionalSteps } from '../care/optional-steps.ts';
import { wayBackSteps, type WayBack } from '../money/credit-steps.ts';
import {
  adoptAnotherStep,
  adoptStep,
  checkCreditsStep,
  checkStatusStep,
  designSpeciesStep,
  viewHistoryStep,
  visitGraveyardStep,
} from '../server/next-steps.ts';
import { householdSteps } from './household-steps.ts';
import { stepsBack, unreadSteps, type WayBackFacts } from './life-steps.ts';

export interface LookInFacts extends TendedCreature {
  readonly others: readonly FoundCreature[];
  /** The stages it reached that its keeper is told of now. */
  readonly grown: readonly Stage[];
  /** `wayBack`: a dead creature that can be had back. */
  readonly deaths?: { readonly wayBack: WayBack | undefined };
}

const MAX_LOOK_IN_STEPS = 4;

/** What to do after a look, best first: for any of them, then to come back, then pastimes. */
export function stepsAfterLookIn(looked: LookInFacts, most = MAX_LOOK_IN_STEPS): readonly NextStep[] {
  return bestSteps(stepsInOrder(looked), most);
}

function* stepsInOrder(looked: LookInFacts): Iterable<NextStep> {
  yield* householdSteps([looked, ...looked.others]);
  if (looked.grown.includes('adult')) yield* stepsForAdult();
  if (looked.deaths?.wayBack) yield* wayBackSteps(looked.deaths.wayBack);
  yield* optionalSteps(looked);
}

/** What is left to do for one that died: to resurrect it while that can be done and paid, and otherwise to go on. */
export function stepsAfterDeath(
  dead: WayBackFacts & { readonly unread?: Unread | undefined },
): readonly NextStep[] {
  const { creature } = dead;
  return [
    ...stepsBack(dead),
    ...unreadSteps(unreadIn([dead])),
    visitGraveyardStep(),
    adoptAnotherStep(),
    viewHistoryStep(creature),
  ];
}

/** For whoever has just brought one back. */
export function stepsAfterResurrection(creature: Creature): readonly NextStep[] {
  return [checkStatusStep(creature), checkCreditsStep(), viewHistoryStep(creature)];
}

function stepsForAdult(): NextStep[] {
  return [adoptStep('You have raised an adult: rarer eggs may be waiting for you now.'), designSpeciesStep()];
}
