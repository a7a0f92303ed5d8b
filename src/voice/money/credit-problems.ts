import type { NextStep } from '../../contract/server/fields.ts';
import type { PaymentOptions, Shortfall } from '../../core/problem.ts';
import { pluralize } from '../engine/durations.ts';
import { capitalize } from '../engine/nouns.ts';
import {
  adoptAnotherStep,
  adoptStep,
  buyEnoughStep,
  checkCreditsStep,
  checkStatusStep,
  lookAroundStep,
  payStep,
  visitGraveyardStep,
} from '../server/next-steps.ts';
import type { ProblemWriters } from '../server/problem-text.ts';
import { PAYMENT_REFUSAL_WORDS } from './checkout.ts';

export const CREDIT_PROBLEMS = {
  creature_not_found: () => ({
    error: 'Creature not found',
    suggestion: 'You have had no creature under that id, or you let it go. The graveyard lists your own.',
    steps: [visitGraveyardStep('See which of your creatures have died.'), adoptStep()],
  }),
  still_alive: ({ id, name }) => ({
    error: 'This creature is still alive',
    suggestion: `${name} needs care, not credits. Look in on it.`,
    steps: [checkStatusStep({ id, name })],
  }),
  window_closed: ({ name }) => ({
    error: 'Resurrection window has closed',
    suggestion: `${name} died more than seven days ago, and nobody can call it back now. Its stone stays.`,
    steps: [visitGraveyardStep(), adoptAnotherStep()],
  }),
  insufficient_credits: (facts) => ({
    error: 'Insufficient credits',
    suggestion: `It costs ${pluralize(facts.cost, 'credit')} and you have ${facts.credits}: ${describeShortfall(facts)}. ${howToPay(facts.ways)}`,
    steps: paymentSteps(facts),
  }),
  payment_required: ({ credits, ways }) => ({
    error: 'Payment required',
    suggestion: `Send this request again with a payment, and ${pluralize(credits, 'credit')} are yours at once. ${howToPay(ways)}`,
    steps: paymentSteps({ shortfall: credits, ways }),
  }),
  payment_refused: (facts) => ({
    error: 'Payment refused',
    suggestion: `Nothing was charged: ${PAYMENT_REFUSAL_WORDS[facts.reason]}. ${howToPay(facts.ways)}`,
    steps: paymentSteps(facts),
  }),
  payment_unclear: ({ retryAfterSeconds }) => ({
    error: 'Your payment is still being settled',
    suggestion: `Send this very request again in ${retryAfterSeconds} s, with the same payment header. Do not sign another payment: this one may have gone through.`,
    steps: [checkCreditsStep('See whether the credits have arrived.')],
  }),
  payments_off: () => ({
    error: 'Payments are not set up on this server',
    suggestion:
      'Credits cannot be bought here. The operator can switch payments on; docs/settings.md says how. Play money needs the header X-Sandbox-Token.',
    steps: [checkCreditsStep(), lookAroundStep()],
  }),
  checkout_unreachable: ({ retryAfterSeconds }) => ({
    error: 'The checkout cannot be reached right now',
    suggestion: `Nothing was charged. Ask for the link again in ${retryAfterSeconds} s.`,
    steps: [checkCreditsStep(), lookAroundStep()],
  }),
  invalid_callback: () => ({
    error: 'Invalid callback',
    suggestion: 'This address takes events that the payment provider has signed, byte for byte.',
    steps: [lookAroundStep()],
  }),
} satisfies Partial<ProblemWriters>;

function describeShortfall({ cost, credits, shortfall }: Shortfall): string {
  const owed = shortfall - (cost - credits);
  const sum = `${shortfall} ${shortfall === 1 ? 'is' : 'are'} missing`;
  return owed > 0 ? `${sum}, ${owed} of them owed for a payment that was taken back` : sum;
}

// A client with a spending cap refuses by itself, and the house never hears of it.
const CAPS = 'Many x402 clients pay at most $1 at once unless they are told otherwise.';

function howToPay({ checkoutUrl, mpp, x402 }: PaymentOptions): string {
  const human = checkoutUrl === undefined ? [] : ['Give checkout_url to your human'];
  const own = [...(x402 ? ['x402'] : []), ...(mpp ? ['MPP'] : [])];
  if (human.length + own.length === 0) return 'There is no way to pay here right now.';
  const byItself = own.length === 0 ? [] : [`pay by yourself with ${own.join(' or ')}`];
  const ways = [...human, ...byItself].join(', or ');
  return `${capitalize(ways)}.${x402 ? ` ${CAPS}` : ''}`;
}

function paymentSteps({
  shortfall,
  ways,
}: Pick<Shortfall, 'shortfall'> & { readonly ways: PaymentOptions }): NextStep[] {
  if (ways.checkoutUrl === undefined) return [checkCreditsStep()];
  return [payStep(ways.checkoutUrl), buyEnoughStep(shortfall), checkCreditsStep()];
}
