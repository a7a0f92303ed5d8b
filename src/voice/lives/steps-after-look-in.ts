import type { NextStep } from '../../contract/server/fields.ts';
import { needsInHouse, type TendedCreature } from '../../core/care/needs.ts';
import type { Creature } from '../../core/lives/creature.ts';
import { resurrectionClosesAt, resurrectionCost } from '../../core/lives/resurrection.ts';
import type { DeadCreatureFacts } from '../../core/problem.ts';
import type { Species } from '../../core/species/species.ts';
import type { Stage } from '../../core/vocabulary.ts';
import { needStep, optionalSteps, uniqueSteps } from '../care/optional-steps.ts';
import {
  adoptAnotherStep,
  adoptStep,
  checkCreditsStep,
  checkStatusStep,
  createSpeciesStep,
  hatchStep,
  resurrectStep,
  viewHistoryStep,
  visitGraveyardStep,
} from '../server/next-steps.ts';
import { checkBackStep } from './check-back-step.ts';

/** A living sibling; an egg has nothing to look at yet. */
export type Sibling =
  TendedCreature | { readonly creature: Creature; readonly species: Species; readonly observed: undefined };

export interface LookInFacts extends TendedCreature {
  readonly others: readonly Sibling[];
  /** The stages it reached that its keeper is told of now. */
  readonly grown: readonly Stage[];
}

const MAX_LOOK_IN_STEPS = 4;

/** What to do after a look, best first: what is needed by any of them, then to come back, then pastimes. */
export function stepsAfterLookIn(looked: LookInFacts): readonly NextStep[] {
  const others = looked.others.filter(isTended);
  const needs = needsInHouse([looked, ...others]).slice(0, MAX_LOOK_IN_STEPS - 1);
  const steps = [
    ...needs.map(({ tended, need }) => needStep(tended, need)),
    ...hatchSteps(looked),
    ...(needs.length === 0 ? [checkBackStep(looked, others)] : []),
    ...(looked.grown.includes('adult') ? stepsForAdult(looked.creature) : []),
    ...optionalSteps(looked),
  ];
  return uniqueSteps(steps).slice(0, MAX_LOOK_IN_STEPS);
}

/** What is left to do for one that died: to resurrect it while that can be done and paid, and otherwise to go on. */
export function stepsAfterDeath(dead: PaidReturnFacts): readonly NextStep[] {
  const { creature } = dead;
  return [...resurrectionSteps(dead), visitGraveyardStep(), adoptAnotherStep(), viewHistoryStep(creature)];
}

type PaidReturnFacts = Pick<DeadCreatureFacts, 'creature' | 'credits' | 'now'>;

/** A resurrection that cannot be paid for yet begins with the credits. */
function resurrectionSteps({ creature, credits, now }: PaidReturnFacts): readonly NextStep[] {
  if (!creature.died || now > resurrectionClosesAt(creature.died.at)) return [];
  return resurrectionCost(creature, now) <= credits ? [resurrectStep(creature)] : [checkCreditsStep()];
}

/** For whoever has just brought one back. */
export function stepsAfterResurrection(creature: Creature): readonly NextStep[] {
  return [checkStatusStep(creature), checkCreditsStep(), viewHistoryStep(creature)];
}

export function isTended(sibling: Sibling): sibling is TendedCreature {
  return sibling.observed !== undefined;
}

function hatchSteps({ others }: LookInFacts): NextStep[] {
  const egg = others.find(({ observed }) => observed === undefined);
  return egg ? [hatchStep(egg.creature)] : [];
}

// Its own id makes the slug one that nobody has; the front of an id tells only when it was made.
function stepsForAdult({ id }: Creature): NextStep[] {
  return [
    adoptStep('You have raised an adult: rarer eggs may be waiting for you now.'),
    createSpeciesStep(id.replaceAll('-', '').slice(-12)),
  ];
}
