import type { NextStep } from '../../contract/server/fields.ts';
import { isTended, type FoundCreature, type TendedCreature } from '../../core/care/needs.ts';
import type { Observation } from '../../core/lives/observe.ts';
import type { CareRefusal } from '../../core/vocabulary.ts';
import { checkBackStep } from '../lives/check-back-step.ts';
import { householdSteps } from '../lives/household-steps.ts';
import type { WayBackFacts } from '../lives/life-steps.ts';
import { wayBackSteps } from '../money/credit-steps.ts';
import { adoptStep, visitGraveyardStep } from '../server/next-steps.ts';
import { bestSteps, careStepWithItem, optionalSteps } from './optional-steps.ts';

export interface CareAftermath extends Omit<TendedCreature, 'observed'> {
  /** How it looks afterwards; nothing is left to look at when the care ended its life. */
  readonly observed: Observation | undefined;
  /** What it takes to have it back then. */
  readonly wayBack?: Pick<WayBackFacts, 'missing' | 'payable'> | undefined;
  /** The others that live with its keeper. */
  readonly siblings: readonly FoundCreature[];
}

const MAX_CARE_STEPS = 3;

/** What to do after an act of care, best first: whoever of them needs it most. */
export function stepsAfterCare(cared: CareAftermath, most = MAX_CARE_STEPS): readonly NextStep[] {
  const { creature, species, observed, heart, tried, unread, siblings } = cared;
  if (!observed) return stepsAfterLethalCare(cared);
  return bestSteps(stepsInOrder({ creature, species, observed, heart, tried, unread }, siblings), most);
}

function* stepsInOrder(tended: TendedCreature, siblings: readonly FoundCreature[]): Iterable<NextStep> {
  yield* householdSteps([tended, ...siblings]);
  yield* optionalSteps(tended);
}

/** What to do when care was refused, best first. */
export function stepsAfterRefusal(refusal: CareRefusal, cared: CareAftermath): readonly NextStep[] {
  const { creature, species, observed } = cared;
  if (!observed) return stepsAfterLethalCare(cared);
  const tended = { creature, species, observed };
  const { action, why } = INSTEAD[refusal];
  return [careStepWithItem(tended, action, why), checkBackStep(tended, cared.siblings.filter(isTended))];
}

const INSTEAD = {
  wants_play_first: { action: 'play', why: 'Play with {name} first, then feed it.' },
  too_shy: { action: 'reflect', why: 'Reflect, which it always lets through, until it knows you.' },
} as const satisfies Record<CareRefusal, unknown>;

/** Those who live come first: the way back costs credits. */
function stepsAfterLethalCare({ creature, wayBack, siblings }: CareAftermath): readonly NextStep[] {
  return [
    ...bestSteps(householdSteps(siblings), 1),
    ...(wayBack ? wayBackSteps({ creature, ...wayBack }) : []),
    visitGraveyardStep(),
    adoptStep(),
  ];
}
