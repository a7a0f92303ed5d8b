import problemTexts from '#content/voice/public/problems.json' with { type: 'json' };

import type { NextStep } from '../../api/fields.ts';
import type { Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { HOUR, TimeZone } from '../../rules/base/clock.ts';
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
import { ACTIONS, HALL_CATEGORIES, HISTORY_FORMATS, PACK_IDS } from '../../rules/vocabulary.ts';
import { refusalWords } from '../creature/care-message.ts';
import { deathNotice } from '../creature/life-messages.ts';
import {
  bestSteps,
  checkBackStep,
  householdSteps,
  isoMinute,
  stepsAfterDeath,
  stepsBack,
  stepsForEmptyHouse,
  stepsToEach,
} from '../creature/steps.ts';
import { capitalize, joinWithOr } from '../nouns.ts';
import { PAYMENT_REFUSAL_WORDS } from '../pages/checkout.ts';
import { fillTemplate, type TemplateWords } from '../pick-line.ts';
import { formatTimeUntil, pluralize } from '../times.ts';
import { createFeedStep } from './agents.ts';
import {
  adoptAnotherStep,
  adoptStep,
  browseSpeciesStep,
  buyEnoughStep,
  buyPackStep,
  checkAllStatusStep,
  checkCreditsStep,
  checkStatusStep,
  createOtherSlugSteps,
  goThereSteps,
  hatchStep,
  isForCaller,
  lookAroundStep,
  openHouseStep,
  payStep,
  readLettersStep,
  reflectStep,
  registerOtherNameStep,
  registerStep,
  repeatSteps,
  rotateKeyStep,
  type StepTarget,
  tryAgainSteps,
  viewHallStep,
  viewHistoryStep,
  viewPreferencesStep,
  viewSchemaStep,
  visitGraveyardStep,
  whoAmIStep,
  type RefusedCaller,
  type SentRequest,
} from './next-steps.ts';

/** Texts of problems by code; codes without texts get theirs from `refusalWords`. */
const PROBLEM_TEXTS: Readonly<Partial<Record<ProblemCode, Pick<ProblemText, 'error' | 'suggestion'>>>> =
  problemTexts.problems;

/** Suggestions after an invalid request, by operationId. */
const INVALID_REQUESTS: Readonly<Record<string, string>> = problemTexts.invalidRequests;

export interface ProblemText {
  readonly error: string;
  /** What the creature is doing, in refusals of care. */
  readonly message?: string;
  readonly suggestion: string;
  readonly steps: readonly NextStep[];
}

type FactsOfCode<Code extends ProblemCode> = Code extends keyof ProblemFacts ? ProblemFacts[Code] : undefined;

/**
 * Parts of a problem's text that override those of content/ and fill their placeholders. Without steps, the
 * reply leads to the API index.
 */
type ProblemParts = { readonly [Part in keyof ProblemText]?: ProblemText[Part] | undefined } & {
  readonly words?: TemplateWords;
};

type ProblemWriter<Known> = (facts: Known, route: Route | undefined, caller: RefusedCaller) => ProblemParts;

/** Functions that write the texts of problems which need more than a fixed text. */
export type ProblemWriters = {
  readonly [Code in ProblemCode]?: ProblemWriter<FactsOfCode<Code>>;
};

/** Next steps to the caller's creatures, one of which was meant. */
const toOwn =
  (stepTo?: (mine: StepTarget) => NextStep) =>
  ({ yours }: RefusedCaller): readonly NextStep[] => {
    if (!yours) return [openHouseStep(), lookAroundStep()];
    return yours.length > 0 ? stepsToEach(yours, stepTo) : stepsForEmptyHouse();
  };

/** Next steps after an invalid request, by operationId. */
const AFTER_INVALID: Readonly<Record<string, (caller: RefusedCaller) => readonly NextStep[]>> = {
  [ROUTES.registerAgent.operationId]: ({ agent, suffix }) => [
    viewSchemaStep(),
    agent ? whoAmIStep() : registerStep(suffix),
  ],
  [ROUTES.adoptCreature.operationId]: stepsForEmptyHouse,
  [ROUTES.getCreatureStatus.operationId]: toOwn(),
  [ROUTES.careForCreature.operationId]: toOwn(),
  [ROUTES.getCareHistory.operationId]: toOwn(viewHistoryStep),
  [ROUTES.listLetters.operationId]: toOwn(readLettersStep),
  [ROUTES.getCreaturePreferences.operationId]: toOwn(viewPreferencesStep),
  [ROUTES.releaseCreature.operationId]: toOwn(),
  [ROUTES.resurrectCreature.operationId]: () => [
    visitGraveyardStep('See which of your creatures have died.'),
    checkCreditsStep(),
  ],
  [ROUTES.buyCredits.operationId]: () => [...PACK_IDS.map(buyPackStep), checkCreditsStep()],
  [ROUTES.updateProfile.operationId]: () => [whoAmIStep(), lookAroundStep()],
  [ROUTES.listHall.operationId]: () => HALL_CATEGORIES.map(viewHallStep),
  [ROUTES.createSpecies.operationId]: () => [browseSpeciesStep(), lookAroundStep()],
};

const HINT_WORDS = {
  actions: ACTIONS.join(', '),
  formats: HISTORY_FORMATS.join(' or '),
  packs: PACK_IDS.join(', '),
  boards: HALL_CATEGORIES.join(', '),
};

/** Texts of problems that concern no creature: addresses, keys, limits, availability. */
const DOOR_PROBLEMS = {
  invalid_request: (_facts, route, caller) => {
    const operation = route?.operationId ?? '';
    return {
      error: route?.invalid,
      suggestion: INVALID_REQUESTS[operation],
      words: HINT_WORDS,
      steps: AFTER_INVALID[operation]?.(caller),
    };
  },
  body_too_large: ({ limitBytes }) => ({ words: { kib: `${Math.floor(limitBytes / 1024)}` } }),
  foreign_address: ({ address }) => ({ words: { address } }),
  missing_key: (_facts, _route, { suffix }) => ({ steps: [registerStep(suffix), viewSchemaStep()] }),
  unknown_key: (_facts, route, { sent }) => ({ steps: wrongKeySteps(route, sent) }),
  damaged_key: (_facts, route, { sent }) => ({ steps: wrongKeySteps(route, sent) }),
  key_in_address: () => ({ steps: [rotateKeyStep(), lookAroundStep()] }),
  misplaced_key: ({ place, name }, route, { sent }) => ({
    suggestion: place === 'wrapped' ? WRITE_IT_BARE : undefined,
    words: { name, where: whereItCame({ place, name }) },
    steps: [
      ...repeatSteps(route, sent, 'Send the same request again, with the key where it belongs.'),
      lookAroundStep(),
    ],
  }),
  unknown_admin_key: ({ opens }) => ({
    suggestion:
      opens === 'metrics'
        ? 'The metrics are for the operator. Send ARKHOUSE_METRICS_TOKEN as a bearer token.'
        : undefined,
  }),
  too_many_requests: ({ retryAfterSeconds }, route, { sent }) => ({
    error: route ? undefined : 'Rate limit exceeded.',
    words: { wait: pluralize(retryAfterSeconds, 'second') },
    steps: [...tryAgainSteps(route, sent, retryAfterSeconds), lookAroundStep()],
  }),
  too_many_words: ({ limitBytes, retryAfterSeconds }) => ({
    words: { limit: `${limitBytes}`, wait: pluralize(Math.ceil(retryAfterSeconds / 60), 'minute') },
    steps: [whoAmIStep()],
  }),
  no_such_route: ({ meant, way, closed }, _route, caller) => ({
    suggestion: closed
      ? 'This part of the house is planned, but not open in this release yet. GET /api lists what is.'
      : isForCaller(meant, caller)
        ? 'Nothing lives at this address. Did you mean {meant}?'
        : undefined,
    words: { meant: meant ?? '' },
    steps: [...goThereSteps(way, caller), lookAroundStep()],
  }),
  wrong_method: ({ allowed, meant, way }, _route, caller) => ({
    words: {
      allowed: joinWithOr(allowed),
      hint: isForCaller(meant, caller) ? `Did you mean ${meant}?` : HAS_JOINED,
    },
    steps: [...goThereSteps(way, caller), lookAroundStep()],
  }),
  invalid_idempotency_key: ({ secret }) => ({
    suggestion:
      secret === undefined
        ? undefined
        : 'Whoever guesses it is told your API key. End it in 128 random bits: a random UUID such as {secret}, or what "openssl rand -hex 16" prints, in hexadecimal or base64. Or send none.',
    words: { secret: secret ?? '' },
  }),
  house_unreachable: ({ retryAfterSeconds, why }) => ({
    ...(why && problemTexts.unreachable[why]),
    words: { wait: pluralize(retryAfterSeconds, 'second') },
  }),
  press_busy: ({ retryAfterSeconds, drawn }) => ({
    words: {
      wait: pluralize(retryAfterSeconds, 'second'),
      instead: drawn ? ', or take the drawing itself: the same address with .svg at its end' : '',
    },
  }),
  no_press: ({ drawn }) => ({
    words: {
      instead: drawn
        ? 'Take the drawing itself: the same address with .svg at its end.'
        : 'Everything that a card shows is on the page it belongs to.',
    },
  }),
  unexpected: (_facts, route) => ({ error: route?.failure }),
  username_taken: ({ username }, _route, caller) => ({
    suggestion:
      caller.agent?.username === username
        ? 'It is yours: you live here under that name, and the key you sent is good.'
        : undefined,
    steps: [caller.agent ? whoAmIStep() : registerOtherNameStep(username, caller), viewSchemaStep()],
  }),
  moved_recently: ({ retryAfterSeconds }) => ({
    words: { wait: pluralize(Math.ceil(retryAfterSeconds / 3600), 'hour') },
    steps: [whoAmIStep()],
  }),
  no_such_feed: () => ({ steps: [createFeedStep(), lookAroundStep()] }),
} satisfies ProblemWriters;

/** Next steps after a wrong key: the caller probably has an account, and a second one would have none of its creatures. */
function wrongKeySteps(route: Route | undefined, sent: SentRequest | undefined): NextStep[] {
  return [
    ...repeatSteps(route, sent, 'Send the same request again, with the right key.'),
    lookAroundStep(),
    viewSchemaStep('Only for callers that were never given a key: what registration takes.'),
  ];
}

const HAS_JOINED = 'You live here already, and the key you sent is good.';

const WRITE_IT_BARE =
  'Your key came in {name} with something around it. Send the same request with "Authorization: Bearer ah_…" or "x-api-key: ah_…": the key bare, without quotes or brackets, and the word Bearer once, before the key in Authorization only.';

function whereItCame({ place, name }: ProblemFacts['misplaced_key']): string {
  if (place === 'cookie') return 'Your key came in a cookie';
  return place === 'scheme' ? `Your key came as "Authorization: ${name} …"` : `Your key came in ${name}`;
}

export const CREATURE_PROBLEMS = {
  nobody_home: ({ yours, last }) => ({
    suggestion: yours.length > 0 ? NOT_YOURS : last && 'Your house is empty. {notice}',
    words: { notice: last ? deathNotice(last) : '' },
    steps: yours.length > 0 ? stepsToEach(yours) : stepsFromEmptyHouse(last),
  }),
  no_living_creature: lateOrNone,
  no_creature: ({ yours }) => ({
    suggestion: yours.length > 0 ? NOT_YOURS : undefined,
    steps: stepsToEachOrAdopt(yours),
  }),
  nobody_to_release: lateOrNone,
  which_creature: ({ yours }) => ({
    words: { creatures: pluralize(yours.length, 'living creature') },
    steps: stepsToEach(yours),
  }),
  egg_not_hatched: (facts) => ({ ...refusalWords('egg', facts), steps: [hatchStep(facts)] }),
  creature_asleep: (facts) => ({
    ...refusalWords('asleep', facts),
    suggestion: whenItWakes(facts),
    steps: stepsBesideSleeper(facts),
  }),
  died_before_release: ({ late }) => ({
    words: { name: late.creature.name, notice: deathNotice(late) },
    steps: [...stepsBack(late), visitGraveyardStep('See its gravestone.'), ...stepsToDead(late), adoptStep()],
  }),
  too_many_creatures: ({ most }) => ({
    words: { creatures: pluralize(most, 'living creature') },
    steps: [checkAllStatusStep()],
  }),
  released_meanwhile: ({ name, yours }) => ({ words: { name }, steps: stepsToEachOrAdopt(yours) }),
} satisfies ProblemWriters;

const NOT_YOURS = 'None of your living creatures has that id. your_creatures lists them; name one of those.';

/** Texts for a living creature that was meant and has died since, or for a caller without any. */
function lateOrNone({ yours, late }: ProblemFacts['no_living_creature']) {
  if (!late)
    return { suggestion: yours.length > 0 ? NOT_YOURS : undefined, steps: stepsToEachOrAdopt(yours) };
  return {
    suggestion: '{notice}{price}',
    words: { notice: deathNotice(late), price: whatItTakes(late) },
    // Resurrection comes first, then the living creatures.
    steps:
      yours.length > 0
        ? [...stepsBack(late), ...stepsToEach(yours), ...stepsToDead(late)]
        : stepsFromEmptyHouse(late),
  };
}

/** The price of a resurrection in words, while it is possible. */
function whatItTakes({ creature, credits, now }: DeadCreatureFacts): string {
  if (!creature.died || now > resurrectionClosesAt(creature.died.at)) return '';
  return ` That costs ${pluralize(resurrectionCost(creature, now), 'credit')}, and you have ${credits}.`;
}

function stepsFromEmptyHouse(last: DeadCreatureFacts | undefined): readonly NextStep[] {
  return last ? [...stepsAfterDeath(last), ...stepsToDead(last)] : stepsForEmptyHouse();
}

function stepsToEachOrAdopt(yours: readonly OwnCreature[]): readonly NextStep[] {
  return yours.length > 0 ? stepsToEach(yours) : stepsForEmptyHouse();
}

function stepsToDead(late: DeadCreatureFacts | undefined): NextStep[] {
  return late ? [checkStatusStep(late.creature, 'See how {name} died, and what is left to do.')] : [];
}

/** The exact time at which a sleeping creature wakes, and the only action possible before it. */
function whenItWakes({ rest: { wakesAt }, household }: ProblemFacts['creature_asleep']): string {
  const soon = formatTimeUntil((wakesAt - household[0].observed.at) / HOUR);
  return `It wakes ${soon}, at ${isoMinute(wakesAt)}, and takes nothing before that. Only reflect reaches it now.`;
}

/** Next steps beside a sleeping creature: the best one for all creatures, `reflect` for the sleeper, or the next visit. */
function stepsBesideSleeper({ household }: ProblemFacts['creature_asleep']): NextStep[] {
  const [sleeper, ...others] = household;
  const later = checkBackStep(sleeper, others.filter(isTended));
  return bestSteps([...bestSteps(householdSteps(household), 1), reflectStep(sleeper.creature), later], 2);
}

const CREDIT_PROBLEMS = {
  creature_not_found: () => ({
    steps: [visitGraveyardStep('See which of your creatures have died.'), adoptStep()],
  }),
  still_alive: ({ id, name }) => ({ words: { name }, steps: [checkStatusStep({ id, name })] }),
  window_closed: ({ name }) => ({ words: { name }, steps: [visitGraveyardStep(), adoptAnotherStep()] }),
  insufficient_credits: (facts) => ({
    words: {
      cost: pluralize(facts.cost, 'credit'),
      credits: `${facts.credits}`,
      missing: describeShortfall(facts),
      how: howToPay(facts.ways),
    },
    steps: paymentSteps(facts),
  }),
  payment_required: ({ credits, ways }) => ({
    words: { credits: pluralize(credits, 'credit'), how: howToPay(ways) },
    steps: paymentSteps({ shortfall: credits, ways }),
  }),
  payment_refused: (facts) => ({
    words: { why: PAYMENT_REFUSAL_WORDS[facts.reason], how: howToPay(facts.ways) },
    steps: paymentSteps(facts),
  }),
  payment_unclear: ({ retryAfterSeconds }) => ({
    words: { seconds: `${retryAfterSeconds}` },
    steps: [checkCreditsStep('See whether the credits have arrived.')],
  }),
  payments_off: () => ({ steps: [checkCreditsStep(), lookAroundStep()] }),
  checkout_unreachable: ({ retryAfterSeconds }) => ({
    words: { seconds: `${retryAfterSeconds}` },
    steps: [checkCreditsStep(), lookAroundStep()],
  }),
} satisfies ProblemWriters;

function describeShortfall({ cost, credits, shortfall }: Shortfall): string {
  const owed = shortfall - (cost - credits);
  const sum = `${shortfall} ${shortfall === 1 ? 'is' : 'are'} missing`;
  return owed > 0 ? `${sum}, ${owed} of them owed for a payment that was taken back` : sum;
}

// A note about spending caps: a client with one refuses locally, and the service never receives a request.
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

const otherSlug: ProblemWriter<{ readonly slug: string }> = ({ slug }, _route, caller) => ({
  steps: [...createOtherSlugSteps(slug, caller), browseSpeciesStep()],
});

const WRITERS: ProblemWriters = {
  ...DOOR_PROBLEMS,
  ...CREATURE_PROBLEMS,
  ...CREDIT_PROBLEMS,
  no_adult_raised: () => ({ steps: [adoptStep(), browseSpeciesStep()] }),
  slug_reserved: otherSlug,
  slug_taken: otherSlug,
  no_such_species: () => ({ steps: [browseSpeciesStep(), viewHallStep('oldest_living')] }),
};

/** The texts of a problem; `route` is undefined where no route matched. */
export function describeProblem(
  { code, facts }: Pick<ProblemError, 'code' | 'facts'>,
  route: Route | undefined,
  caller: RefusedCaller,
): ProblemText {
  // The cast holds: a problem has the facts of its own code; the compiler cannot infer that from the lookup.
  const write = WRITERS[code] as ProblemWriter<unknown> | undefined;
  const { words = {}, message, steps, ...own } = write?.(facts, route, caller) ?? {};
  const { error = '', suggestion = '' } = PROBLEM_TEXTS[code] ?? {};
  return {
    error: fillTemplate(own.error ?? error, words),
    ...(message !== undefined && { message }),
    suggestion: fillTemplate(own.suggestion ?? suggestion, words),
    steps: steps ?? [lookAroundStep()],
  };
}

/** The `error` text of a problem at a route, for documents. */
export function errorTextFor(code: ProblemCode, route: Route): string {
  const facts = PLACEHOLDER_FACTS as unknown as ProblemError['facts'];
  return describeProblem({ code, facts }, route, { suffix: '' }).error;
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
  rest: { wakesAt: 0, nightEndsAt: 0, zone: new TimeZone('UTC') },
  household: [{ creature: PLACEHOLDER_CREATURE, observed: ASLEEP_AND_SAFE }],
  slug: '',
  cost: 0,
  credits: 0,
  shortfall: 0,
  ways: {},
  reason: 'declined',
};

export function describeMisfits(misfits: readonly InvalidField[]): string {
  return misfits
    .map(({ field, expected, received }) => `${field}: expected ${expected}, received ${received}`)
    .join('; ');
}
