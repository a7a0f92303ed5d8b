import type { NextStep } from '../../contract/server/fields.ts';
import type { HatchedCreature } from '../../core/lives/creature.ts';
import type { Observation } from '../../core/lives/observe.ts';
import type { CareRefusal } from '../../core/vocabulary.ts';
import { checkBackStep } from '../lives/check-back-step.ts';
import { adoptStep, checkStatusStep, visitGraveyardStep } from '../server/next-steps.ts';
import { needsOf, type TendedCreature } from './needs.ts';
import { careStepWithItem, optionalSteps, uniqueSteps } from './optional-steps.ts';

export interface CareAftermath extends Omit<TendedCreature, 'observed'> {
  /** How it looks afterwards; nothing is left to look at when the care ended its life. */
  readonly observed: Observation | undefined;
  /** How many living creatures its keeper has. */
  readonly living: number;
}

const MAX_CARE_STEPS = 3;

/** What to do after an act of care, best first. */
export function stepsAfterCare(cared: CareAftermath): readonly NextStep[] {
  const { creature, species, observed } = cared;
  if (!observed) return stepsAfterLethalCare(creature);
  const tended = { creature, species, observed };
  const needs = needsOf(tended).map(({ action, why }) => careStepWithItem(tended, action, why));
  return uniqueSteps([...needs, checkBackOrAllStep(tended, cared.living), ...optionalSteps(tended)]).slice(
    0,
    MAX_CARE_STEPS,
  );
}

/** What to do when care was refused, best first. */
export function stepsAfterRefusal(refusal: CareRefusal, cared: CareAftermath): readonly NextStep[] {
  const { creature, species, observed } = cared;
  if (!observed) return stepsAfterLethalCare(creature);
  const tended = { creature, species, observed };
  const { action, why } = INSTEAD[refusal];
  return [careStepWithItem(tended, action, why), checkBackOrAllStep(tended, cared.living)];
}

const INSTEAD = {
  wants_play_first: { action: 'play', why: 'Play with {name} first, then feed it.' },
  too_shy: { action: 'reflect', why: 'Reflect, which it always lets through, until it knows you.' },
} as const satisfies Record<CareRefusal, unknown>;

/** With one creature there is only the way back to it; with several somebody else may be waiting. */
function checkBackOrAllStep(tended: TendedCreature, living: number): NextStep {
  return living > 1
    ? checkStatusStep(tended.creature, 'Look round: the answer tells who else needs you, and when.')
    : checkBackStep(tended);
}

function stepsAfterLethalCare({ id, name }: HatchedCreature): readonly NextStep[] {
  return [checkStatusStep({ id, name }, `See what became of ${name}.`), visitGraveyardStep(), adoptStep()];
}
