import type { NextStep } from '../../contract/server/fields.ts';
import {
  buyPackStep,
  checkCreditsStep,
  payStep,
  viewHallStep,
  visitGraveyardStep,
} from '../server/next-steps.ts';

const WHOM_FOR = 'See who of yours could be called back for credits.';

/** After a look at the balance. */
export function stepsAfterBalance(canBuy: boolean): NextStep[] {
  return [
    ...(canBuy ? [buyPackStep('500')] : []),
    visitGraveyardStep(WHOM_FOR),
    viewHallStep('oldest_living'),
  ];
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
export function stepsAfterPayment(): NextStep[] {
  return [visitGraveyardStep(WHOM_FOR), checkCreditsStep()];
}
