import type { NextStep } from '../contract/common.ts';
import { link, step } from '../contract/next-step.ts';
import { ROUTES } from '../contract/routes.ts';
import { PACKS } from '../core/credits.ts';
import type { PackId } from '../core/vocabulary.ts';
import type { Whom } from './creature-steps.ts';
import { filled } from './pick.ts';

export const checkCredits = (why = 'See your credits, and what more would cost.'): NextStep =>
  step('check_credits', ROUTES.getCreditBalance, why);

export const buyPack = (pack: PackId): NextStep =>
  step('buy_credits', ROUTES.buyCredits, 'Get a checkout link for your human.', { body: { pack } });

/** The smallest pack that covers what is missing, or the largest there is. */
export function buyEnough(shortfall: number): NextStep {
  return buyPack((PACKS.find(({ credits }) => credits >= shortfall) ?? PACKS[2]).id);
}

export const payAt = (url: string): NextStep =>
  link('pay', url, 'Hand this link to your human; the credits arrive once it is paid.');

export const bringBack = (whom: Whom): NextStep =>
  step('resurrect', ROUTES.resurrectCreature, filled('Bring {name} back for credits.', { name: whom.name }), {
    body: { creature_id: whom.id },
  });
