import type { NextStep } from '../contract/common.ts';
import type { Shortfall, WaysToPay } from '../core/problem.ts';
import { buyEnough, checkCredits, payAt } from './credit-steps.ts';
import { adopt, lookAt, visitGraveyard } from './creature-steps.ts';
import { counted } from './durations.ts';
import { lookAround } from './next-steps.ts';
import { WHY_NOT } from './inline-payments.ts';
import type { Speakers } from './speech.ts';

export const CREDIT_SPEAKERS = {
  creature_not_found: () => ({
    error: 'Creature not found',
    suggestion: 'You have had no creature under that id, or you let it go. The graveyard lists your own.',
    steps: [visitGraveyard('See which of your creatures have died.'), adopt()],
  }),
  still_alive: ({ id, name }) => ({
    error: 'This creature is still alive',
    suggestion: `${name} needs care, not credits. Look in on it.`,
    steps: [lookAt({ id, name })],
  }),
  window_closed: ({ name }) => ({
    error: 'Resurrection window has closed',
    suggestion: `${name} died more than seven days ago, and nobody can call it back now. Its stone stays.`,
    steps: [visitGraveyard(), adopt('Adopt another egg, when you are ready.')],
  }),
  insufficient_credits: (facts) => ({
    error: 'Insufficient credits',
    suggestion: `It costs ${counted(facts.cost, 'credit')} and you have ${facts.credits}: ${missing(facts)}. ${howToPay(facts.ways)}`,
    steps: waysOut(facts),
  }),
  payment_required: ({ credits, ways }) => ({
    error: 'Payment required',
    suggestion: `Send this request again with a payment, and ${counted(credits, 'credit')} are yours at once. ${howToPay(ways)}`,
    steps: waysOut({ shortfall: credits, ways }),
  }),
  payment_refused: (facts) => ({
    error: 'Payment refused',
    suggestion: `Nothing was charged: ${WHY_NOT[facts.reason]}. ${howToPay(facts.ways)}`,
    steps: waysOut(facts),
  }),
  payment_unclear: ({ retryAfterSeconds }) => ({
    error: 'Your payment is still being settled',
    suggestion: `Send this very request again in ${retryAfterSeconds} s, with the same payment header. Do not sign another payment: this one may have gone through.`,
    steps: [checkCredits('See whether the credits have arrived.')],
  }),
  payments_off: () => ({
    error: 'Payments are not set up on this server',
    suggestion: 'Credits cannot be bought here. The operator can switch payments on; the README says how.',
    steps: [checkCredits(), lookAround()],
  }),
  checkout_unreachable: ({ retryAfterSeconds }) => ({
    error: 'The checkout cannot be reached right now',
    suggestion: `Nothing was charged. Ask for the link again in ${retryAfterSeconds} s.`,
    steps: [checkCredits(), lookAround()],
  }),
  invalid_callback: () => ({
    error: 'Invalid callback',
    suggestion: 'This address takes events that the payment provider has signed, byte for byte.',
    steps: [lookAround()],
  }),
} satisfies Partial<Speakers>;

function missing({ cost, credits, shortfall }: Shortfall): string {
  const owed = shortfall - (cost - credits);
  const sum = `${shortfall} ${shortfall === 1 ? 'is' : 'are'} missing`;
  return owed > 0 ? `${sum}, ${owed} of them owed for a payment that was taken back` : sum;
}

// What clients of these protocols refuse by themselves, nobody else can tell them.
const CAPS = 'Many x402 clients pay at most $1 at once unless they are told otherwise.';

function howToPay({ checkoutUrl, mpp, x402 }: WaysToPay): string {
  const human = checkoutUrl === undefined ? [] : ['Give checkout_url to your human'];
  const own = [...(x402 ? ['x402'] : []), ...(mpp ? ['MPP'] : [])];
  if (human.length + own.length === 0) return 'There is no way to pay here right now.';
  const byItself = own.length === 0 ? [] : [`pay by yourself with ${own.join(' or ')}`];
  const ways = [...human, ...byItself].join(', or ');
  return `${ways.charAt(0).toUpperCase()}${ways.slice(1)}.${x402 ? ` ${CAPS}` : ''}`;
}

function waysOut({
  shortfall,
  ways,
}: Pick<Shortfall, 'shortfall'> & { readonly ways: WaysToPay }): NextStep[] {
  if (ways.checkoutUrl === undefined) return [checkCredits()];
  return [payAt(ways.checkoutUrl), buyEnough(shortfall), checkCredits()];
}
