import type { NextStep } from '../../contract/server/fields.ts';
import {
  buyPackStep,
  checkCreditsStep,
  payStep,
  viewHallStep,
  visitGraveyardStep,
} from '../server/next-steps.ts';

const WHOM_FOR = 'See who of yours could be called back for credits.';

/** For whoever has seen what it has. */
export function stepsAfterBalance(canBuy: boolean): NextStep[] {
  return [
    ...(canBuy ? [buyPackStep('500')] : []),
    visitGraveyardStep(WHOM_FOR),
    viewHallStep('oldest_living'),
  ];
}

/** For whoever was given a link. */
export function stepsAfterCheckout(url: string): NextStep[] {
  return [
    payStep(url),
    checkCreditsStep('See whether the credits have arrived.'),
    visitGraveyardStep(WHOM_FOR),
  ];
}

/** For whoever has paid by itself. */
export function stepsAfterPayment(): NextStep[] {
  return [visitGraveyardStep(WHOM_FOR), checkCreditsStep()];
}
