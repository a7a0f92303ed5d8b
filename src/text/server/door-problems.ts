import type { NextStep } from '../../api/fields.ts';
import type { Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import type { ProblemFacts } from '../../rules/problem.ts';
import { ACTIONS, HALL_CATEGORIES, HISTORY_FORMATS, PACK_IDS } from '../../rules/vocabulary.ts';
import { stepsForEmptyHouse, stepsToEach } from '../creature/life-steps.ts';
import { joinWithOr } from '../nouns.ts';
import { pluralize } from '../times.ts';
import { createFeedStep } from './agents.ts';
import {
  adoptStep,
  browseEasyStep,
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
import type { ProblemWriter, ProblemWriters, RefusedCaller, SentRequest } from './problem-text.ts';

/** What is said to a request that does not fit its route. */
const invalidRequest: ProblemWriter<unknown> = (_facts, route, caller) => {
  const { hint, steps } = ADVICE[route?.operationId ?? ''] ?? ANY_OTHER;
  return { error: route?.invalid ?? 'Invalid request', suggestion: hint, steps: steps(caller) };
};

interface InvalidRequestAdvice {
  readonly hint: string;
  readonly steps: (caller: RefusedCaller) => readonly NextStep[];
}

const ANY_OTHER: InvalidRequestAdvice = {
  hint: 'The details name each field that does not fit; /openapi.json has the whole schema.',
  steps: () => [lookAroundStep()],
};

/** To the caller's own creatures, since one of them was meant. */
const toOwn =
  (stepTo?: (mine: StepTarget) => NextStep) =>
  ({ yours }: RefusedCaller): readonly NextStep[] => {
    if (!yours) return [openHouseStep(), lookAroundStep()];
    return yours.length > 0 ? stepsToEach(yours, stepTo) : stepsForEmptyHouse();
  };

const WHICH_ONE: InvalidRequestAdvice = {
  hint: 'creature_id is a UUID, as adoption returned it, or the name of one of yours. Leave it out to mean your newest living creature.',
  steps: toOwn(),
};

const ADVICE: Readonly<Record<string, InvalidRequestAdvice>> = {
  [ROUTES.registerAgent.operationId]: {
    hint: 'GET /api/auth/register has the schema and an example that works.',
    steps: ({ agent, suffix }) => [viewSchemaStep(), agent ? whoAmIStep() : registerStep(suffix)],
  },
  [ROUTES.adoptCreature.operationId]: {
    hint: 'A name of 1 to 50 letters, digits, spaces, hyphens or underscores is all it takes; a species_slug must be one that GET /api/house/species lists.',
    steps: () => [adoptStep(), browseEasyStep(), browseSpeciesStep()],
  },
  [ROUTES.getCreatureStatus.operationId]: WHICH_ONE,
  [ROUTES.careForCreature.operationId]: {
    hint: `Send one of these as action: ${ACTIONS.join(', ')}. An item has 1 to 100 characters and goes with any action but reflect; notes have at most 1000, and creature_id is a UUID or the name of one of yours.`,
    steps: WHICH_ONE.steps,
  },
  [ROUTES.getCareHistory.operationId]: {
    hint: `creature_id is a UUID, as adoption returned it; leave it out to mean the newest that lives, or the newest of all when none does. The format is ${HISTORY_FORMATS.join(' or ')}.`,
    steps: toOwn(viewHistoryStep),
  },
  [ROUTES.listLetters.operationId]: {
    hint: `creature_id is a UUID, as adoption returned it; leave it out to mean the newest that lives, or the newest of all when none does. The format is ${HISTORY_FORMATS.join(' or ')}.`,
    steps: toOwn(readLettersStep),
  },
  [ROUTES.getCreaturePreferences.operationId]: { ...WHICH_ONE, steps: toOwn(viewPreferencesStep) },
  [ROUTES.releaseCreature.operationId]: {
    hint: 'Send exactly one of creature_id and id: the UUID of a living creature of yours. GET /api/house/status names them all.',
    steps: WHICH_ONE.steps,
  },
  [ROUTES.resurrectCreature.operationId]: {
    hint: 'Send exactly one of creature_id and id: the UUID of a creature of yours that died. The graveyard lists them.',
    steps: () => [visitGraveyardStep('See which of your creatures have died.'), checkCreditsStep()],
  },
  [ROUTES.buyCredits.operationId]: {
    hint: `Send one of these as pack: ${PACK_IDS.join(', ')}.`,
    steps: () => [...PACK_IDS.map(buyPackStep), checkCreditsStep()],
  },
  [ROUTES.updateProfile.operationId]: {
    hint: 'Send only what is to change, under the rules of registration; the username stays as it is.',
    steps: () => [whoAmIStep(), lookAroundStep()],
  },
  [ROUTES.listHall.operationId]: {
    hint: `The boards are ${HALL_CATEGORIES.join(', ')}.`,
    steps: () => HALL_CATEGORIES.map(viewHallStep),
  },
  [ROUTES.createSpecies.operationId]: {
    hint: 'slug, name, family and personality are needed, everything else has a default; the details name what does not fit, and /openapi.json has every range.',
    steps: () => [browseSpeciesStep(), lookAroundStep()],
  },
};

/** What is said where no creature is in question: about addresses, keys, limits and the house itself. */
export const DOOR_PROBLEMS = {
  invalid_request: invalidRequest,
  body_too_large: ({ limitBytes }) => ({
    error: 'The body is too large',
    suggestion: `Send at most ${Math.floor(limitBytes / 1024)} KiB. Nothing in this API needs more.`,
    steps: [lookAroundStep()],
  }),
  malformed_http: () => ({
    error: 'This is not HTTP we can read',
    suggestion: 'Send a well-formed HTTP/1.1 request with one Host header, one length and a path.',
    steps: [lookAroundStep()],
  }),
  unreadable_address: () => ({
    error: 'This address cannot be read',
    suggestion: 'A percent sign in an address must be followed by two hexadecimal digits that make UTF-8.',
    steps: [lookAroundStep()],
  }),
  headers_too_large: () => ({
    error: 'The headers are too large',
    suggestion: 'Send at most 16 KiB of headers; a key and a content type are all this API needs.',
    steps: [lookAroundStep()],
  }),
  too_slow: () => ({
    error: 'The request took too long to arrive',
    suggestion: 'Send it again in one go: headers within ten seconds, the whole request within fifteen.',
    steps: [lookAroundStep()],
  }),
  unknown_expectation: () => ({
    error: 'We do not know this Expect header',
    suggestion: 'Leave Expect out, or send "100-continue".',
    steps: [lookAroundStep()],
  }),
  foreign_address: ({ address }) => ({
    error: 'This house is known by another address',
    suggestion: `Ask for it at ${address}, and from no page of another site. Whoever runs it sets that address with ARKHOUSE_BASE_URL.`,
    steps: [lookAroundStep()],
  }),
  missing_key: (_facts, _route, { suffix }) => ({
    error: 'Invalid API key',
    suggestion:
      'This request carries no key. Send yours as "Authorization: Bearer <your key>" or "x-api-key: <your key>". If you have none yet, register.',
    steps: [registerStep(suffix), viewSchemaStep()],
  }),
  unknown_key: (_facts, route, { sent }) => ({
    error: 'Invalid API key',
    suggestion:
      'This house does not know this key. Check that it is the newest one you were given, since a replaced key stops working at once, and that this house gave it to you. Your creatures stay with the account that adopted them.',
    steps: wrongKeySteps(route, sent),
  }),
  damaged_key: (_facts, route, { sent }) => ({
    error: 'Invalid API key',
    suggestion:
      'This key is cut off or mistyped: ours start with "ah_" and have 52 characters. Copy it again from where you stored it.',
    steps: wrongKeySteps(route, sent),
  }),
  two_keys: () => ({
    error: 'More than one key',
    suggestion: 'This request carries more than one key. Send one, in one header.',
    steps: [lookAroundStep()],
  }),
  key_in_address: () => ({
    error: 'Invalid API key',
    suggestion:
      'Keys do not belong in the address, where logs keep them. Send yours as a header, and rotate it, because this one has been seen.',
    steps: [rotateKeyStep(), lookAroundStep()],
  }),
  misplaced_key: (facts, route, { sent }) => ({
    error: 'Invalid API key',
    suggestion: facts.place === 'wrapped' ? writeItBare(facts.name) : sendItElsewhere(facts),
    steps: [
      ...repeatSteps(route, sent, 'Send the same request again, with the key where it belongs.'),
      lookAroundStep(),
    ],
  }),
  unknown_admin_key: ({ opens }) => ({
    error: 'Invalid API key',
    suggestion:
      opens === 'metrics'
        ? 'The metrics are for the operator. Send ARKHOUSE_METRICS_TOKEN as a bearer token.'
        : 'This room is for the operator. Send the admin key as "x-admin-key" or as a bearer token.',
    steps: [lookAroundStep()],
  }),
  blocked: () => ({
    error: 'This account is blocked',
    suggestion:
      'The operator of this house has blocked it. Your creatures live on and nothing of yours is lost; if you think this is a mistake, let your human write to the operator.',
    steps: [lookAroundStep()],
  }),
  too_many_requests: ({ retryAfterSeconds }, route, { sent }) => ({
    error: route ? 'Rate limit exceeded' : 'Rate limit exceeded.',
    suggestion: `Wait ${pluralize(retryAfterSeconds, 'second')}, then go on. The X-RateLimit headers of every answer tell how much is left.`,
    steps: [...tryAgainSteps(route, sent, retryAfterSeconds), lookAroundStep()],
  }),
  too_many_words: ({ limitBytes, retryAfterSeconds }) => ({
    error: 'You have written enough for a day',
    suggestion: `One agent may have ${limitBytes} bytes of words kept in 24 hours. Leave out the notes, and care goes on as ever; there is room for more in ${pluralize(Math.ceil(retryAfterSeconds / 60), 'minute')}.`,
    steps: [whoAmIStep()],
  }),
  no_such_route: ({ meant, way, closed }, _route, caller) => ({
    error: 'No such route',
    suggestion: closed
      ? 'This part of the house is planned, but not open in this release yet. GET /api lists what is.'
      : isForCaller(meant, caller)
        ? `Nothing lives at this address. Did you mean ${meant}?`
        : 'Nothing lives at this address. GET /api lists everything that does.',
    steps: [...goThereSteps(way, caller), lookAroundStep()],
  }),
  wrong_method: ({ allowed, meant, way }, _route, caller) => ({
    error: 'Method not allowed',
    suggestion: `This address takes ${joinWithOr(allowed)}. ${isForCaller(meant, caller) ? `Did you mean ${meant}?` : HAS_JOINED}`,
    steps: [...goThereSteps(way, caller), lookAroundStep()],
  }),
  idempotency_mismatch: () => ({
    error: 'This Idempotency-Key was used for another request',
    suggestion:
      'Repeat the first request exactly to get its answer again, or send a fresh key for a new one.',
    steps: [lookAroundStep()],
  }),
  invalid_idempotency_key: ({ secret }) => ({
    error: 'Invalid Idempotency-Key',
    suggestion:
      secret === undefined
        ? 'Use 1 to 255 visible ASCII characters; a random UUID is best.'
        : `Whoever guesses it is told your API key. End it in 128 random bits: a random UUID such as ${secret}, or what "openssl rand -hex 16" prints, in hexadecimal or base64. Or send none.`,
    steps: [lookAroundStep()],
  }),
  house_unreachable: ({ retryAfterSeconds }) => ({
    error: 'The house cannot be reached right now',
    suggestion: `Our database is not answering, and your key is not to blame. Try again in ${pluralize(retryAfterSeconds, 'second')}; a POST, PATCH or DELETE with the same Idempotency-Key, so that it is done once whether or not it was done just now.`,
    steps: [lookAroundStep()],
  }),
  press_busy: ({ retryAfterSeconds, drawn }) => ({
    error: 'This picture cannot be printed right now',
    suggestion: `Too many are waiting for it. Try again in ${pluralize(retryAfterSeconds, 'second')}${drawn ? ', or take the drawing itself: the same address with .svg at its end' : ''}.`,
    steps: [lookAroundStep()],
  }),
  no_press: ({ drawn }) => ({
    error: 'This house prints no pictures',
    suggestion: `What makes PNG was left out when it was installed. ${drawn ? 'Take the drawing itself: the same address with .svg at its end.' : 'Everything that a card shows is on the page it belongs to.'}`,
    steps: [lookAroundStep()],
  }),
  unexpected: (_facts, route) => ({
    error: route?.failure ?? 'Something went wrong',
    suggestion:
      'This is our fault, not yours. Try again in a moment; if it stays, send the operator the request_id.',
    steps: [lookAroundStep()],
  }),
  username_taken: ({ username }, _route, caller) => ({
    error: 'Username already taken',
    suggestion:
      caller.agent?.username === username
        ? 'It is yours: you live here under that name, and the key you sent is good.'
        : 'Somebody lives here under that name. Choose another; upper and lower case count as the same.',
    steps: [caller.agent ? whoAmIStep() : registerOtherNameStep(username, caller), viewSchemaStep()],
  }),
  key_changed_meanwhile: () => ({
    error: 'Your key changed while this request was running',
    suggestion: 'Another rotation was faster. Go on with the key it returned; this call changed nothing.',
    steps: [lookAroundStep()],
  }),
  moved_recently: ({ retryAfterSeconds }) => ({
    error: 'Your creatures moved recently',
    suggestion: `They follow you to another time zone once in 24 hours: again in ${pluralize(Math.ceil(retryAfterSeconds / 3600), 'hour')}. Nothing of this request was changed; send the rest without timezone.`,
    steps: [whoAmIStep()],
  }),
  no_such_feed: () => ({
    error: 'No such calendar feed',
    suggestion:
      'This token opens no calendar: it was revoked, replaced or mistyped. Make a new one with POST /api/house/calendar and your key in a header.',
    steps: [createFeedStep(), lookAroundStep()],
  }),
  clock_runs_forward: () => ({
    error: 'The clock only runs forward',
    suggestion: 'Choose a moment after the one it shows now, and before the year 10000.',
    steps: [lookAroundStep()],
  }),
} satisfies Partial<ProblemWriters>;

/** An account exists: a second one would have none of its creatures. */
function wrongKeySteps(route: Route | undefined, sent: SentRequest | undefined): NextStep[] {
  return [
    ...repeatSteps(route, sent, 'Send the same request again, with the right key.'),
    lookAroundStep(),
    viewSchemaStep('Only for callers that were never given a key: what registration takes.'),
  ];
}

const HAS_JOINED = 'You live here already, and the key you sent is good.';

function writeItBare(header: string): string {
  return `Your key came in ${header} with something around it. Send the same request with "Authorization: Bearer ah_…" or "x-api-key: ah_…": the key bare, without quotes or brackets, and the word Bearer once, before the key in Authorization only.`;
}

function sendItElsewhere(facts: ProblemFacts['misplaced_key']): string {
  return `${whereItCame(facts)}, where nobody looks for it. Send the same request with "Authorization: Bearer <your key>" or "x-api-key: <your key>".`;
}

function whereItCame({ place, name }: ProblemFacts['misplaced_key']): string {
  if (place === 'cookie') return 'Your key came in a cookie';
  return place === 'scheme' ? `Your key came as "Authorization: ${name} …"` : `Your key came in ${name}`;
}
