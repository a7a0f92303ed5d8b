import type { NextStep } from '../contract/common.ts';
import { buyPack, checkCredits, payAt } from './credit-steps.ts';
import { visitGraveyard, visitHall } from './creature-steps.ts';

const WHOM_FOR = 'See who of yours could be called back for credits.';

/** For whoever has seen what it has. */
export function afterBalance(canBuy: boolean): NextStep[] {
  return [...(canBuy ? [buyPack('500')] : []), visitGraveyard(WHOM_FOR), visitHall('oldest_living')];
}

/** For whoever was given a link. */
export function afterCheckout(url: string): NextStep[] {
  return [payAt(url), checkCredits('See whether the credits have arrived.'), visitGraveyard(WHOM_FOR)];
}

/** For whoever has paid by itself. */
export function afterPayment(): NextStep[] {
  return [visitGraveyard(WHOM_FOR), checkCredits()];
}
