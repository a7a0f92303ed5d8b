import problemTexts from '#content/voice/public/problems.json' with { type: 'json' };

import { HOUR } from '../../rules/base/clock.ts';
import { isTended } from '../../rules/care/needs.ts';
import { resurrectionClosesAt, resurrectionCost } from '../../rules/lives/resurrection.ts';
import type {
  DeadCreatureFacts,
  InvalidField,
  MissingCreature,
  MissingTarget,
  OwnCreature,
  PaymentOptions,
  ProblemCode,
  ProblemError,
  ProblemFacts,
  Shortfall,
} from '../../rules/problem.ts';
import { ACTIONS, HALL_CATEGORIES, HISTORY_FORMATS, PACK_IDS } from '../../rules/vocabulary.ts';
import type { NextStep } from '../../api/fields.ts';
import type { Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { REFUSAL_LINES, refusalWords } from '../creature/care-message.ts';
import { deathNotice } from '../creature/life-messages.ts';
import { bestSteps, checkBackStep, householdSteps, stepsAfterDeath, stepsBack } from '../creature/steps.ts';
import { capitalize, joinWithOr } from '../nouns.ts';
import { PAYMENT_REFUSAL_WORDS } from '../pages/checkout.ts';
import { fillTemplate, type TemplateWords } from '../pick-line.ts';
import { formatAgo, formatTimeUntil, isoMinute, pluralize } from '../times.ts';
import {
  adopt,
  adoptAnother,
  askDue,
  browseSpecies,
  buyEnough,
  buyPack,
  checkAllStatus,
  checkCredits,
  checkStatus,
  createFeed,
  createLink,
  createOtherSlugSteps,
  goThereSteps,
  hatch,
  isForCaller,
  listSitters,
  lookAround,
  lookAtDead,
  openHouse,
  pay,
  readLetters,
  reflect,
  type RefusedCaller,
  register,
  registerAnew,
  registerOtherName,
  repeatSteps,
  rotateKey,
  sendKeyAsHeader,
  stepsForEmptyHouse,
  stepsToEach,
  type StepTarget,
  tryAgainSteps,
  viewHall,
  viewHistory,
  viewPreferences,
  viewSchema,
  visitGraveyard,
  whoAmI,
} from './next-steps.ts';

/** Texts of problems by code; codes without texts get theirs from `refusalWords`. */
const PROBLEM_TEXTS: Readonly<Partial<Record<ProblemCode, Pick<ProblemText, 'error' | 'suggestion'>>>> =
  problemTexts.problems;

const INVALID_REQUESTS: Readonly<Record<string, string>> = problemTexts.invalidRequests;
/** Texts that replace the usual one in special cases. */
const INSTEAD = problemTexts.instead;

/** For requests without the sandbox token: where the token is kept, and what works without it. */
export const PLAY_MONEY = INSTEAD.playMoney;

export interface ProblemText {
  readonly error: string;
  readonly message?: string;
  readonly suggestion: string;
  readonly steps: readonly NextStep[];
}

/** Overrides texts of content/ and fills their placeholders. Without steps, the reply leads to the API index. */
type ProblemParts = { readonly [Part in keyof ProblemText]?: ProblemText[Part] | undefined } & {
  readonly words?: TemplateWords;
};

type ProblemWriter<Known> = (facts: Known, route: Route | undefined, caller: RefusedCaller) => ProblemParts;

export type ProblemWriters = {
  readonly [Code in ProblemCode]?: ProblemWriter<ProblemFacts[Code]>;
};

function toOwn(stepTo?: (mine: StepTarget) => NextStep) {
  return ({ yours }: RefusedCaller) => (yours ? stepsToEachOrAdopt(yours, stepTo) : [openHouse, lookAround]);
}

const AFTER_INVALID: Readonly<Record<string, (caller: RefusedCaller) => readonly NextStep[]>> = {
  [ROUTES.registerAgent.operationId]: ({ agent, suffix }) => [
    viewSchema(),
    agent ? whoAmI : register(suffix),
  ],
  [ROUTES.adoptCreature.operationId]: stepsForEmptyHouse,
  [ROUTES.getCreatureStatus.operationId]: toOwn(),
  [ROUTES.careForCreature.operationId]: toOwn(),
  [ROUTES.getCareHistory.operationId]: toOwn(viewHistory),
  [ROUTES.listLetters.operationId]: toOwn(readLetters),
  [ROUTES.getCreaturePreferences.operationId]: toOwn(viewPreferences),
  [ROUTES.releaseCreature.operationId]: toOwn(),
  [ROUTES.resurrectCreature.operationId]: () => [
    visitGraveyard('See which of your creatures have died.'),
    checkCredits(),
  ],
  [ROUTES.buyCredits.operationId]: () => [...PACK_IDS.map((pack) => buyPack(pack)), checkCredits()],
  [ROUTES.updateProfile.operationId]: () => [whoAmI, lookAround],
  [ROUTES.listHall.operationId]: () => HALL_CATEGORIES.map(viewHall),
  [ROUTES.createSpecies.operationId]: () => [browseSpecies, lookAround],
};

/** Where a name was sent as an id and the request has no correction, the creatures of that name come first. */
function withNamesakes(usual: readonly NextStep[], misfits: readonly InvalidField[]) {
  const looks = misfits
    .filter(({ nearest }) => nearest === undefined)
    .flatMap(({ namesakes = [] }) => namesakes.map((each) => checkStatus(each)));
  return [...looks, ...usual.filter(({ endpoint }) => looks.every((look) => look.endpoint !== endpoint))];
}

function isUnknownSpecies({ field, nearest, instead }: InvalidField): boolean {
  return field === 'species_slug' && nearest === undefined && instead === undefined;
}

const FIND_SPECIES: NextStep = {
  ...browseSpecies,
  description: 'Find the slug of a species that lives here, and adopt with that.',
};

const HINT_WORDS = {
  actions: ACTIONS.join(', '),
  formats: HISTORY_FORMATS.join(' or '),
  packs: PACK_IDS.join(', '),
  boards: HALL_CATEGORIES.join(', '),
};

/** The caller probably has an account, and a second one would have none of its creatures. */
function wrongKey(_facts: unknown, route: Route | undefined, caller: RefusedCaller): ProblemParts {
  const again = repeatSteps(route, caller, 'Send the same request again, with the right key.');
  const schema = viewSchema('Only for callers that were never given a key: what registration takes.');
  return { steps: [...again, lookAround, schema] };
}

function missingKey(_facts: unknown, _route: Route | undefined, { suffix }: RefusedCaller): ProblemParts {
  return { steps: [viewSchema(), registerAnew(suffix)] };
}

function whereItCame({ place, name }: ProblemFacts['misplaced_key']): string {
  if (place === 'cookie') return 'Your key came in a cookie';
  if (place === 'body') return `Your key came in the body (${name})`;
  return place === 'scheme' ? `Your key came as "Authorization: ${name} …"` : `Your key came in ${name}`;
}

export const CREATURE_PROBLEMS = {
  nobody_home: (facts) => ({
    ...missingCreature(facts),
    ...(facts.late && { suggestion: INSTEAD.emptyHouse, words: { notice: deathNotice(facts.late) } }),
  }),
  no_living_creature: missingCreature,
  no_creature: missingCreature,
  nobody_to_release: missingCreature,
  creature_not_found: ({ target, yours }) => ({
    message: describeTarget(target, yours),
    suggestion: yours.length > 0 ? INSTEAD.notDead : undefined,
    steps: [...stepsToEach(yours), visitGraveyard('See which of your creatures have died.')],
  }),
  which_creature: ({ yours }) => ({
    words: { creatures: pluralize(yours.length, 'living creature') },
    steps: stepsToEach(yours),
  }),
  egg_not_hatched: (facts) => ({ ...refusalWords('egg', facts), steps: [hatch(facts)] }),
  creature_asleep: (facts) => ({
    ...refusalWords('asleep', facts),
    suggestion: whenItWakes(facts),
    steps: stepsBesideSleeper(facts),
  }),
  died_before_release: ({ late }) => ({
    words: { name: late.creature.name, notice: deathNotice(late) },
    steps: [...stepsBack(late), visitGraveyard('See its gravestone.'), lookAtDead(late.creature), adopt()],
  }),
  too_many_creatures: ({ most }) => ({
    words: { creatures: pluralize(most, 'living creature') },
    steps: [checkAllStatus],
  }),
  released_meanwhile: ({ name, yours }) => ({ words: { name }, steps: stepsToEachOrAdopt(yours) }),
} satisfies ProblemWriters;

function describeTarget(target: MissingTarget, yours: readonly OwnCreature[]): string {
  const { any, none, released, notToSit: _, noneToSit: __, ...others } = problemTexts.missing;
  if (target.kind === 'any') return yours.length > 0 ? none : any;
  if (target.kind !== 'released') return others[target.kind];
  return fillTemplate(released, { name: target.name, ago: formatAgo(target.agoMs) });
}

/** A house is called empty only if no creature was named: an id that is not found may belong to another account. */
function missingCreature({ target, yours, late, isSitter = false }: MissingCreature): ProblemParts {
  if (isSitter) return missingForSitter(yours);
  const living = yours.filter(({ alive }) => alive);
  const message = describeTarget(target, yours);
  if (late)
    return {
      message: fillTemplate(message, { name: late.creature.name }),
      suggestion: '{notice}{price}',
      words: { notice: deathNotice(late), price: whatItTakes(late) },
      // Resurrection comes first, then the living creatures.
      steps:
        living.length > 0
          ? [...stepsBack(late), ...stepsToEach(living), lookAtDead(late.creature)]
          : stepsFromEmptyHouse(late),
    };
  if (living.length > 0) return { message, suggestion: INSTEAD.notYours, steps: stepsToEach(living) };
  if (target.kind === 'any') return { message, steps: stepsForEmptyHouse() };
  return {
    message,
    suggestion: yours.length > 0 ? INSTEAD.onlyDead : INSTEAD.noneYet,
    steps: [whoAmI, ...stepsToEach(yours), adopt()],
  };
}

function missingForSitter(living: readonly OwnCreature[]): ProblemParts {
  const { notToSit, noneToSit } = problemTexts.missing;
  const [message, steps] = living.length > 0 ? [notToSit, stepsToEach(living)] : [noneToSit, [askDue]];
  return { message, suggestion: INSTEAD.sitterFindsNone, steps };
}

function whatItTakes({ creature, credits, now }: DeadCreatureFacts): string {
  if (!creature.died || now > resurrectionClosesAt(creature.died.at)) return '';
  return ` That costs ${pluralize(resurrectionCost(creature, now), 'credit')}, and you have ${credits}.`;
}

function stepsFromEmptyHouse(last: DeadCreatureFacts | undefined): readonly NextStep[] {
  return last ? [...stepsAfterDeath(last), lookAtDead(last.creature)] : stepsForEmptyHouse();
}

function stepsToEachOrAdopt(
  yours: readonly OwnCreature[],
  stepTo?: (mine: StepTarget) => NextStep,
): readonly NextStep[] {
  return yours.length > 0 ? stepsToEach(yours, stepTo) : stepsForEmptyHouse();
}

function whenItWakes({ rest: { wakesAt }, household }: ProblemFacts['creature_asleep']): string {
  const soon = formatTimeUntil((wakesAt - household[0].observed.at) / HOUR);
  return `It wakes ${soon}, at ${isoMinute(wakesAt)}, and takes nothing before that. Only reflect reaches it now.`;
}

/** Next steps beside a sleeping creature: the best one for all creatures, `reflect` for the sleeper, or the next visit. */
function stepsBesideSleeper({ household }: ProblemFacts['creature_asleep']): NextStep[] {
  const [sleeper, ...others] = household;
  const later = checkBackStep(sleeper, others.filter(isTended));
  return bestSteps([...bestSteps(householdSteps(household), 1), reflect(sleeper.creature), later], 2);
}

function describeShortfall({ cost, credits, shortfall }: Shortfall): string {
  const owed = shortfall - (cost - credits);
  const sum = `${shortfall} ${shortfall === 1 ? 'is' : 'are'} missing`;
  return owed > 0 ? `${sum}, ${owed} of them owed for a payment that was taken back` : sum;
}

// A note about spending caps: a client with one refuses locally, and the service never receives a request.
const CAPS = 'Many x402 clients pay at most $1 at once unless they are told otherwise.';

function howToPay({ checkoutUrl, mpp, x402, lacksToken }: PaymentOptions): string {
  const own = [...(x402 ? ['x402'] : []), ...(mpp ? ['MPP'] : [])];
  const ways = [
    ...(checkoutUrl === undefined ? [] : ['Give checkout_url to your human']),
    ...(own.length === 0 ? [] : [`pay by yourself with ${own.join(' or ')}`]),
  ];
  if (ways.length === 0) return lacksToken ? INSTEAD.playMoney : 'There is no way to pay here right now.';
  return `${capitalize(ways.join(', or '))}.${x402 ? ` ${CAPS}` : ''}`;
}

function paymentSteps(shortfall: number, { checkoutUrl }: PaymentOptions): NextStep[] {
  if (checkoutUrl === undefined) return [checkCredits()];
  return [pay(checkoutUrl), buyEnough(shortfall), checkCredits()];
}

const otherSlug: ProblemWriter<{ readonly slug: string }> = ({ slug }, _route, caller) => ({
  steps: [...createOtherSlugSteps(slug, caller), browseSpecies],
});

const WRITERS: ProblemWriters = {
  invalid_request: ({ misfits }, route, caller) => {
    const operation = route?.operationId ?? '';
    const usual = AFTER_INVALID[operation]?.(caller);
    return {
      error: route?.invalid,
      suggestion: INVALID_REQUESTS[operation],
      words: HINT_WORDS,
      steps:
        usual && withNamesakes(misfits.some(isUnknownSpecies) ? [FIND_SPECIES, ...usual] : usual, misfits),
    };
  },
  body_too_large: ({ limitBytes }) => ({ words: { kib: `${Math.floor(limitBytes / 1024)}` } }),
  foreign_address: ({ address }) => ({ words: { address } }),
  missing_key: missingKey,
  unknown_key: wrongKey,
  damaged_key: wrongKey,
  placeholder_key: missingKey,
  key_in_address: (_facts, route, caller) => ({
    steps: [...(route === ROUTES.rotateApiKey ? [] : sendKeyAsHeader(route, caller)), rotateKey, lookAround],
  }),
  misplaced_key: ({ place, name }, route, caller) => ({
    suggestion: place === 'wrapped' ? INSTEAD.wrappedKey : undefined,
    words: { name, where: whereItCame({ place, name }) },
    steps: [...sendKeyAsHeader(route, caller), lookAround],
  }),
  unknown_admin_key: ({ opens }) => ({ suggestion: opens === 'metrics' ? INSTEAD.metrics : undefined }),
  too_many_requests: ({ retryAfterSeconds }, route, caller) => ({
    error: route ? undefined : 'Rate limit exceeded.',
    words: { wait: pluralize(retryAfterSeconds, 'second') },
    steps: [...tryAgainSteps(route, caller, retryAfterSeconds), lookAround],
  }),
  too_many_words: ({ limitBytes, retryAfterSeconds }) => ({
    words: { limit: `${limitBytes}`, wait: pluralize(Math.ceil(retryAfterSeconds / 60), 'minute') },
    steps: [whoAmI],
  }),
  no_such_route: ({ meant, way, closed, missing }, _route, caller) => ({
    suggestion:
      missing === 'payments'
        ? INSTEAD.noPayments
        : missing === 'description'
          ? INSTEAD.descriptions
          : closed
            ? INSTEAD.planned
            : isForCaller(meant, caller)
              ? INSTEAD.elsewhere
              : undefined,
    words: { meant: meant ?? '' },
    steps: [...goThereSteps(way, caller), lookAround],
  }),
  wrong_method: ({ allowed, meant, way }, _route, caller) => ({
    words: {
      allowed: joinWithOr(allowed),
      hint: isForCaller(meant, caller) ? `Did you mean ${meant}?` : INSTEAD.hasJoined,
    },
    steps: [...goThereSteps(way, caller), lookAround],
  }),
  invalid_idempotency_key: ({ secret }) => ({
    suggestion: secret === undefined ? undefined : INSTEAD.guessableKey,
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
    words: { instead: drawn ? INSTEAD.takeDrawing : INSTEAD.readPage },
  }),
  unexpected: (_facts, route) => ({ error: route?.failure }),
  username_taken: ({ username }, _route, caller) => ({
    suggestion: caller.agent?.username === username ? INSTEAD.ownName : undefined,
    steps: [caller.agent ? whoAmI : registerOtherName(username, caller), viewSchema()],
  }),
  moved_recently: ({ retryAfterSeconds }) => ({
    words: { wait: pluralize(Math.ceil(retryAfterSeconds / 3600), 'hour') },
    steps: [whoAmI],
  }),
  no_such_feed: () => ({ steps: [createFeed, lookAround] }),
  no_such_link: () => ({ steps: [createLink, lookAround] }),
  limited_key: ({ guest }) =>
    guest === 'sitter' ? { suggestion: INSTEAD.sitterKey, steps: [checkAllStatus, askDue] } : {},
  no_such_sitter: () => ({ steps: [listSitters] }),
  too_many_sitters: ({ most }) => ({
    words: { sitters: pluralize(most, 'sitter') },
    steps: [listSitters],
  }),
  ...CREATURE_PROBLEMS,
  still_alive: ({ id, name }) => ({ words: { name }, steps: [checkStatus({ id, name })] }),
  window_closed: ({ name }) => ({ words: { name }, steps: [visitGraveyard(), adoptAnother] }),
  insufficient_credits: (facts) => ({
    words: {
      cost: pluralize(facts.cost, 'credit'),
      credits: `${facts.credits}`,
      missing: describeShortfall(facts),
      how: howToPay(facts.ways),
    },
    steps: paymentSteps(facts.shortfall, facts.ways),
  }),
  payment_required: ({ credits, ways }) => ({
    words: { credits: pluralize(credits, 'credit'), how: howToPay(ways) },
    steps: paymentSteps(credits, ways),
  }),
  payment_refused: ({ reason, shortfall, ways }) => ({
    words: { why: PAYMENT_REFUSAL_WORDS[reason], how: howToPay(ways) },
    steps: paymentSteps(shortfall, ways),
  }),
  payment_unclear: ({ retryAfterSeconds }) => ({
    words: { seconds: `${retryAfterSeconds}` },
    steps: [checkCredits('See whether the credits have arrived.')],
  }),
  payments_off: ({ lacksToken }) => ({
    suggestion: lacksToken ? INSTEAD.playMoney : undefined,
    steps: [checkCredits(), lookAround],
  }),
  checkout_unreachable: ({ retryAfterSeconds }) => ({
    words: { seconds: `${retryAfterSeconds}` },
    steps: [checkCredits(), lookAround],
  }),
  no_adult_raised: () => ({ steps: [adopt(), browseSpecies] }),
  slug_reserved: otherSlug,
  slug_taken: otherSlug,
  no_such_species: () => ({ steps: [browseSpecies, viewHall('oldest_living')] }),
};

export function describeProblem(
  { code, facts }: Pick<ProblemError, 'code' | 'facts'>,
  route: Route | undefined,
  caller: RefusedCaller,
): ProblemText {
  // The cast holds: a problem has the facts of its own code; the compiler cannot infer that from the lookup.
  const write = WRITERS[code] as ProblemWriter<unknown> | undefined;
  const { words = {}, message, steps: next, ...own } = write?.(facts, route, caller) ?? {};
  const { error = '', suggestion = '' } = PROBLEM_TEXTS[code] ?? {};
  return {
    error: fillTemplate(own.error ?? error, words),
    ...(message !== undefined && { message }),
    suggestion: fillTemplate(own.suggestion ?? suggestion, words),
    steps: next ?? [lookAround],
  };
}

/** The `error` of a problem at a route, for documents; it says `<name>` for that of a creature. */
export function errorTextFor(code: ProblemCode, route: Route): string {
  const texts: Partial<Record<ProblemCode, string>> = {
    invalid_request: route.invalid,
    unexpected: route.failure,
    egg_not_hatched: REFUSAL_LINES.egg.error,
    creature_asleep: REFUSAL_LINES.asleep.error,
  };
  return fillTemplate(texts[code] ?? PROBLEM_TEXTS[code]?.error ?? '', { name: '<name>' });
}

export function describeMisfits(misfits: readonly InvalidField[]): string {
  return misfits
    .map(({ field, expected, received }) => `${field}: expected ${expected}, received ${received}`)
    .join('; ');
}
