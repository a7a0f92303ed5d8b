import type { NextStep } from '../../api/fields.ts';
import type { Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import type { ProblemFacts } from '../../rules/problem.ts';
import { ACTIONS, HALL_CATEGORIES, HISTORY_FORMATS, PACK_IDS } from '../../rules/vocabulary.ts';
import { stepsForEmptyHouse, stepsToEach } from '../creature/steps.ts';
import { joinWithOr } from '../nouns.ts';
import { pluralize } from '../times.ts';
import { createFeedStep } from './agents.ts';
import {
  browseSpeciesStep,
  buyPackStep,
  checkCreditsStep,
  goThereSteps,
  isForCaller,
  lookAroundStep,
  openHouseStep,
  readLettersStep,
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
} from './next-steps.ts';
import {
  INVALID_REQUESTS,
  type ProblemWriters,
  type RefusedCaller,
  type SentRequest,
} from './problem-text.ts';

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
export const DOOR_PROBLEMS = {
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
    ...(why && HELD_BACK[why]),
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

const HELD_BACK = {
  clock: {
    error: 'The house changes nothing right now: its clock is wrong',
    suggestion: 'Reading goes on, and no creature ages by the wrong time. Try again in {wait}.',
  },
  settling: {
    error: 'What became of this creature is not decided yet',
    suggestion:
      'An unusual number of deaths is due, and the operator looks into it before any is written. Try again in {wait}; your other creatures can be cared for by their creature_id.',
  },
  writes: {
    error: 'The house stores nothing right now: its database refuses every write',
    suggestion: 'Reading goes on. Try again in {wait}.',
  },
} as const;

const HAS_JOINED = 'You live here already, and the key you sent is good.';

const WRITE_IT_BARE =
  'Your key came in {name} with something around it. Send the same request with "Authorization: Bearer ah_…" or "x-api-key: ah_…": the key bare, without quotes or brackets, and the word Bearer once, before the key in Authorization only.';

function whereItCame({ place, name }: ProblemFacts['misplaced_key']): string {
  if (place === 'cookie') return 'Your key came in a cookie';
  return place === 'scheme' ? `Your key came as "Authorization: ${name} …"` : `Your key came in ${name}`;
}
