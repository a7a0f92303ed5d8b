import type { NextStep } from '../../contract/server/fields.ts';
import { isTended, needsInHouse, type TendedCreature } from '../../core/care/needs.ts';
import { unreadIn, type Unread } from '../../core/heart/unread.ts';
import type { Creature } from '../../core/lives/creature.ts';
import type { Species } from '../../core/species/species.ts';
import type { Stage } from '../../core/vocabulary.ts';
import { bestSteps, needStep, optionalSteps } from '../care/optional-steps.ts';
import { wayBackSteps, type WayBack } from '../money/credit-steps.ts';
import {
  adoptAnotherStep,
  adoptStep,
  checkCreditsStep,
  checkStatusStep,
  designSpeciesStep,
  hatchStep,
  viewHistoryStep,
  visitGraveyardStep,
} from '../server/next-steps.ts';
import { checkBackStep } from './check-back-step.ts';
import { stepsBack, unreadSteps, type WayBackFacts } from './life-steps.ts';

/** A living sibling; an egg has nothing to look at yet. */
export type Sibling =
  TendedCreature | { readonly creature: Creature; readonly species: Species; readonly observed: undefined };

export interface LookInFacts extends TendedCreature {
  readonly others: readonly Sibling[];
  /** The stages it reached that its keeper is told of now. */
  readonly grown: readonly Stage[];
  /** `wayBack`: a dead creature that can be had back. */
  readonly deaths?: { readonly wayBack: WayBack | undefined };
}

const MAX_LOOK_IN_STEPS = 4;

/** What to do after a look, best first: what is needed by any of them, then to come back, then pastimes. */
export function stepsAfterLookIn(looked: LookInFacts, most = MAX_LOOK_IN_STEPS): readonly NextStep[] {
  return bestSteps(stepsInOrder(looked), most);
}

function* stepsInOrder(looked: LookInFacts): Iterable<NextStep> {
  const others = looked.others.filter(isTended);
  const all = needsInHouse([looked, ...others]);
  const needs = all.slice(0, MAX_LOOK_IN_STEPS - 1);
  for (const { tended, need } of needs) yield needStep(tended, need);
  const egg = looked.others.find(({ observed }) => observed === undefined);
  if (egg) yield hatchStep(egg.creature);
  yield* unreadSteps(unreadIn([looked, ...others]));
  if (needs.length === 0) yield checkBackStep(looked, others);
  if (looked.grown.includes('adult')) yield* stepsForAdult();
  if (looked.deaths?.wayBack) yield* wayBackSteps(looked.deaths.wayBack);
  // A wish comes after everything that is needed, or not at all.
  yield* optionalSteps(needs.length < all.length ? { ...looked, heart: undefined } : looked);
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
