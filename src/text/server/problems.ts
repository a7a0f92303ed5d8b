import type { NextStep } from '../../api/fields.ts';
import type { Route } from '../../api/route.ts';
import { HOUR } from '../../rules/base/clock.ts';
import { isTended } from '../../rules/care/needs.ts';
import { resurrectionClosesAt, resurrectionCost } from '../../rules/lives/resurrection.ts';
import type {
  DeadCreatureFacts,
  InvalidField,
  OwnCreature,
  PaymentOptions,
  ProblemCode,
  ProblemError,
  ProblemFacts,
  Shortfall,
} from '../../rules/problem.ts';
import { refusalWords } from '../creature/care-message.ts';
import { deathNotice } from '../creature/death-notice.ts';
import { stepsBack, stepsForEmptyHouse, stepsToEach } from '../creature/life-steps.ts';
import { bestSteps } from '../creature/optional-steps.ts';
import { checkBackStep, householdSteps, isoMinute, stepsAfterDeath } from '../creature/steps.ts';
import { capitalize } from '../nouns.ts';
import { PAYMENT_REFUSAL_WORDS } from '../pages/checkout.ts';
import { formatTimeUntil, pluralize } from '../times.ts';
import { DOOR_PROBLEMS } from './door-problems.ts';
import {
  adoptAnotherStep,
  adoptStep,
  browseSpeciesStep,
  buyEnoughStep,
  checkAllStatusStep,
  checkCreditsStep,
  checkStatusStep,
  createOtherSlugSteps,
  hatchStep,
  lookAroundStep,
  payStep,
  reflectStep,
  viewHallStep,
  visitGraveyardStep,
} from './next-steps.ts';
import type { ProblemText, ProblemWriter, ProblemWriters, RefusedCaller } from './problem-text.ts';

export const CREATURE_PROBLEMS = {
  nobody_home: ({ yours, last }) => ({
    error: 'No living creatures in your house',
    suggestion: yours.length > 0 ? NOT_YOURS : emptyHouseSuggestion(last),
    steps: yours.length > 0 ? stepsToEach(yours) : stepsFromEmptyHouse(last),
  }),
  no_living_creature: ({ yours, late }) => ({
    error: 'No living creature found',
    suggestion: late ? `${deathNotice(late)}${whatItTakes(late)}` : yours.length > 0 ? NOT_YOURS : EMPTY,
    steps: late ? stepsAfterCareForDead(late, yours) : stepsToEachOrAdopt(yours),
  }),
  no_creature: ({ yours }) => ({
    error: 'No creature found',
    suggestion: yours.length > 0 ? NOT_YOURS : NONE_SO_FAR,
    steps: stepsToEachOrAdopt(yours),
  }),
  nobody_to_release: ({ yours, late }) => ({
    error: 'No living creature found with that ID',
    suggestion: late
      ? `${deathNotice(late)}${whatItTakes(late)}`
      : yours.length > 0
        ? NOT_YOURS
        : NOBODY_LEFT,
    steps: late ? stepsAfterCareForDead(late, yours) : stepsToEachOrAdopt(yours),
  }),
  which_creature: ({ yours }) => ({
    error: 'Which creature do you mean?',
    suggestion: `You have ${pluralize(yours.length, 'living creature')}. Send the same again with the creature_id of one of them.`,
    steps: stepsToEach(yours),
  }),
  egg_not_hatched: (facts) => ({
    ...refusalWords('egg', facts),
    steps: [hatchStep(facts)],
  }),
  creature_asleep: (facts) => ({
    ...refusalWords('asleep', facts),
    suggestion: whenItWakes(facts),
    steps: stepsBesideSleeper(facts),
  }),
  died_before_release: ({ late }) => ({
    error: `${late.creature.name} died before you let it go`,
    suggestion: `It was released too late, and a gravestone stands for it instead. ${deathNotice(late)}`,
    steps: [...stepsBack(late), visitGraveyardStep('See its gravestone.'), ...stepsToDead(late), adoptStep()],
  }),
  too_many_creatures: ({ most }) => ({
    error: 'Your house is full',
    suggestion: `You keep ${pluralize(most, 'living creature')}, and one agent may keep no more here. Look after those you have; who is let go with DELETE /api/house/release makes room for another, and never comes back.`,
    steps: [checkAllStatusStep()],
  }),
  released_meanwhile: ({ name, yours }) => ({
    error: `${name} was let go by another request in the same moment`,
    suggestion: 'It is free, as you wished: there is nothing left to do, and nothing to send again.',
    steps: stepsToEachOrAdopt(yours),
  }),
} satisfies Partial<ProblemWriters>;

const NOT_YOURS = 'None of your living creatures has that id. your_creatures lists them; name one of those.';
const NONE_SO_FAR = 'You have had no creature yet, or none under that id. Adopt an egg first.';
const NOBODY_LEFT = 'There is nobody to release: your house has no living creature.';
const EMPTY = 'Your house is empty. Adopt an egg, and look at it once: it hatches then.';

function emptyHouseSuggestion(last: DeadCreatureFacts | undefined): string {
  return last ? `Your house is empty. ${deathNotice(last)}` : EMPTY;
}

/** What it would take, while there is a way back. */
function whatItTakes({ creature, credits, now }: DeadCreatureFacts): string {
  if (!creature.died || now > resurrectionClosesAt(creature.died.at)) return '';
  return ` That costs ${pluralize(resurrectionCost(creature, now), 'credit')}, and you have ${credits}.`;
}

function stepsFromEmptyHouse(last: DeadCreatureFacts | undefined): readonly NextStep[] {
  return last ? [...stepsAfterDeath(last), ...stepsToDead(last)] : stepsForEmptyHouse();
}

/** The way back first, and then those who live. */
function stepsAfterCareForDead(late: DeadCreatureFacts, yours: readonly OwnCreature[]): readonly NextStep[] {
  return yours.length > 0
    ? [...stepsBack(late), ...stepsToEach(yours), ...stepsToDead(late)]
    : stepsFromEmptyHouse(late);
}

function stepsToEachOrAdopt(yours: readonly OwnCreature[]): readonly NextStep[] {
  return yours.length > 0 ? stepsToEach(yours) : stepsForEmptyHouse();
}

function stepsToDead(late: DeadCreatureFacts | undefined): NextStep[] {
  return late ? [checkStatusStep(late.creature, 'See how {name} died, and what is left to do.')] : [];
}

/** The true moment, and the one thing that can be done before it. */
function whenItWakes({ rest: { wakesAt }, household }: ProblemFacts['creature_asleep']): string {
  const soon = formatTimeUntil((wakesAt - household[0].observed.at) / HOUR);
  return `It wakes ${soon}, at ${isoMinute(wakesAt)}, and takes nothing before that. Only reflect reaches it now.`;
}

/** What can be done meanwhile, for any of them, or else when to come back: as a look would say it. */
function stepsBesideSleeper({ household }: ProblemFacts['creature_asleep']): NextStep[] {
  const [sleeper, ...others] = household;
  const later = checkBackStep(sleeper, others.filter(isTended));
  return bestSteps([...bestSteps(householdSteps(household), 1), reflectStep(sleeper.creature), later], 2);
}

const CREDIT_PROBLEMS = {
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

const SPECIES_PROBLEMS = {
  no_adult_raised: () => ({
    error: "You haven't raised an adult creature yet",
    suggestion:
      'Raise one first: a creature that is fed on time grows up about 120 hours after it hatched. Then design a species.',
    steps: [adoptStep(), browseSpeciesStep()],
  }),
  slug_reserved: ({ slug }, _route, caller) => ({
    error: 'Slug is reserved',
    suggestion: 'A species that came with the house has this slug. Choose another one for yours.',
    steps: [...createOtherSlugSteps(slug, caller), browseSpeciesStep()],
  }),
  slug_taken: ({ slug }, _route, caller) => ({
    error: 'Slug is already taken',
    suggestion: 'Another agent was here first. Choose a slug that nobody has, and send the rest as it was.',
    steps: [...createOtherSlugSteps(slug, caller), browseSpeciesStep()],
  }),
  no_such_species: () => ({
    error: 'Species not found',
    suggestion: 'No species has this slug. GET /api/house/species lists every one that can be adopted.',
    steps: [browseSpeciesStep(), viewHallStep('oldest_living')],
  }),
} satisfies Partial<ProblemWriters>;

// A code without a writer does not compile.
const PROBLEM_WRITERS: ProblemWriters = {
  ...DOOR_PROBLEMS,
  ...CREATURE_PROBLEMS,
  ...CREDIT_PROBLEMS,
  ...SPECIES_PROBLEMS,
};

/** The words for a problem, at the route where it happened, if it got that far. */
export function describeProblem(
  problem: ProblemError,
  route: Route | undefined,
  caller: RefusedCaller,
): ProblemText {
  return writerFor(problem.code)(problem.facts, route, caller);
}

/** The sentence a problem is answered with at a route, for documents. */
export function errorTextFor(code: ProblemCode, route: Route): string {
  return writerFor(code)(PLACEHOLDER_FACTS, route, { suffix: '' }).error;
}

const PLACEHOLDER_CREATURE = {
  id: '',
  name: '<name>',
  family: 'cat',
  seed: 0,
  count: 0,
  species: '',
  stage: 'baby',
};
const ASLEEP_AND_SAFE = {
  at: 0,
  asleepUntil: {},
  checkin: { at: 0, reason: 'in_time' },
  feeding: { status: 'ok' },
  deathClock: { urgency: 'safe', diesAt: 0 },
};
const PLACEHOLDER_FACTS = {
  ...PLACEHOLDER_CREATURE,
  misfits: [],
  limitBytes: 0,
  most: 0,
  retryAfterSeconds: 0,
  allowed: [],
  meant: '',
  address: '',
  place: 'cookie',
  username: '',
  yours: [],
  late: { creature: PLACEHOLDER_CREATURE, now: 0 },
  rest: { wakesAt: 0, nightEndsAt: 0, zone: 'UTC' },
  household: [{ creature: PLACEHOLDER_CREATURE, observed: ASLEEP_AND_SAFE }],
  slug: '',
  cost: 0,
  credits: 0,
  shortfall: 0,
  ways: {},
  reason: 'declined',
};

// A problem carries the facts of its own code, which a lookup by code cannot prove to the compiler.
function writerFor(code: ProblemCode): ProblemWriter<unknown> {
  return PROBLEM_WRITERS[code] as ProblemWriter<unknown>;
}

/** The fields that do not fit, in one line. */
export function describeMisfits(misfits: readonly InvalidField[]): string {
  return misfits
    .map(({ field, expected, received }) => `${field}: expected ${expected}, received ${received}`)
    .join('; ');
}
