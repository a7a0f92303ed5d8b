import type { NextStep } from '../../contract/server/fields.ts';
import { PACKS, smallestPackFor } from '../../core/money/credits.ts';
import {
  buyPackStep,
  checkCreditsStep,
  payStep,
  resurrectPaidStep,
  resurrectStep,
  viewHallStep,
  visitGraveyardStep,
  type StepTarget,
} from '../server/next-steps.ts';

const WHOM_FOR = 'See who of yours could be called back for credits.';

/** A dead creature that can be had back, and how many credits are missing for it. */
interface Waiting {
  readonly creature: StepTarget;
  readonly missing: number;
}

/** After a look at the balance: to whoever waits for it, or to more. */
export function stepsAfterBalance({
  canBuy,
  waiting,
}: {
  readonly canBuy: boolean;
  readonly waiting: Waiting | undefined;
}): NextStep[] {
  const back = waiting
    ? wayBackSteps({ ...waiting, payable: canBuy })
    : canBuy
      ? [buyPackStep(PACKS[0].id)]
      : [];
  return [...back, visitGraveyardStep(WHOM_FOR), viewHallStep('oldest_living')];
}

/** The same, and whether they can be bought. */
export interface WayBack extends Waiting {
  readonly payable: boolean;
}

/** To have one back that is dead: for what there is, or after paying what is missing. None where nobody can pay. */
export function wayBackSteps({ creature, missing, payable }: WayBack): NextStep[] {
  if (missing === 0) return [resurrectStep(creature)];
  if (!payable) return [];
  const pack = smallestPackFor(missing);
  // More than a pack is offered by the refusal itself, all of it at once.
  return pack ? [buyPackStep(pack.id), resurrectPaidStep(creature)] : [resurrectPaidStep(creature)];
}

/** After a checkout link was made. */
export function stepsAfterCheckout(url: string): NextStep[] {
  return [
    payStep(url),
    checkCreditsStep('See whether the credits have arrived.'),
    visitGraveyardStep(WHOM_FOR),
  ];
}

/** After an inline payment. */
export function stepsAfterPayment(waiting: Waiting | undefined): NextStep[] {
  const back = waiting ? wayBackSteps({ ...waiting, payable: true }) : [];
  return [...back, visitGraveyardStep(WHOM_FOR), checkCreditsStep()];
}
