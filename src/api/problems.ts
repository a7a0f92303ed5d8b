import { z } from 'zod';

import type { ProblemCode } from '../rules/problem.ts';
import type { Guest } from '../rules/vocabulary.ts';
import { component, NextSteps, UntrustedFields, Warnings } from './fields.ts';
import type { Route } from './route.ts';
import {
  DEATHS,
  FOR_YOUR_HUMAN,
  IDENTITY,
  LateCreature,
  MoreCreatures,
  RecommendedCheckin,
  ResurrectionOffer,
  SleepInfo,
} from './subjects/creature.ts';

export const PROBLEM_STATUS = {
  invalid_request: 400,
  body_too_large: 413,
  malformed_http: 400,
  unreadable_address: 400,
  headers_too_large: 431,
  too_slow: 408,
  unknown_expectation: 417,
  foreign_address: 403,
  missing_key: 401,
  unknown_key: 401,
  damaged_key: 401,
  placeholder_key: 401,
  two_keys: 400,
  key_in_address: 401,
  misplaced_key: 401,
  limited_key: 403,
  unknown_admin_key: 401,
  blocked: 403,
  too_many_requests: 429,
  no_such_route: 404,
  wrong_method: 405,
  too_many_words: 429,
  idempotency_mismatch: 409,
  invalid_idempotency_key: 400,
  house_unreachable: 503,
  press_busy: 503,
  no_press: 501,
  damaged_record: 500,
  unexpected: 500,
  username_taken: 409,
  key_changed_meanwhile: 409,
  no_such_feed: 404,
  no_such_link: 401,
  sitter_ended: 401,
  moved_recently: 429,
  nobody_home: 404,
  no_living_creature: 404,
  no_creature: 404,
  nobody_to_release: 404,
  which_creature: 400,
  egg_not_hatched: 400,
  creature_asleep: 409,
  died_before_release: 410,
  released_meanwhile: 409,
  too_many_creatures: 409,
  too_many_sitters: 409,
  no_such_sitter: 404,
  no_adult_raised: 403,
  slug_reserved: 409,
  slug_taken: 409,
  no_such_species: 404,
  creature_not_found: 404,
  still_alive: 400,
  window_closed: 410,
  insufficient_credits: 402,
  payment_required: 402,
  payment_refused: 402,
  payment_unclear: 503,
  payments_off: 503,
  checkout_unreachable: 503,
  invalid_callback: 400,
  clock_runs_forward: 400,
} as const satisfies Record<ProblemCode, number>;

export const PROBLEMS = Object.keys(PROBLEM_STATUS) as ProblemCode[];

const COMMON_PROBLEMS: readonly ProblemCode[] = [
  'malformed_http',
  'too_many_requests',
  'unexpected',
  'damaged_record',
  'house_unreachable',
];
const KEY_PROBLEMS = [
  'unknown_key',
  'damaged_key',
  'placeholder_key',
  'misplaced_key',
  'two_keys',
  'limited_key',
  'blocked',
] as const;
const BY_AUTH: Record<Route['auth'], readonly ProblemCode[]> = {
  none: [],
  optional: KEY_PROBLEMS,
  required: ['missing_key', ...KEY_PROBLEMS],
  admin: ['unknown_admin_key', 'two_keys', 'limited_key'],
};

/** The problem of a guest's credential that has ended. */
const BY_GUEST: Readonly<Record<Guest, ProblemCode>> = { owner: 'no_such_link', sitter: 'sitter_ended' };

/** True for problems that any route may answer with; documents list them once. */
export function isCommonProblem(code: ProblemCode): boolean {
  return [...COMMON_PROBLEMS, ...BY_AUTH.required, ...CHANGE_PROBLEMS].includes(code);
}

/** Problems of every route whose method is not GET, with or without a body schema. */
const CHANGE_PROBLEMS: readonly ProblemCode[] = [
  'invalid_request',
  'invalid_idempotency_key',
  'body_too_large',
  'idempotency_mismatch',
];

export function problemsOf(row: Route): readonly ProblemCode[] {
  const inputProblems: readonly ProblemCode[] = row.query || row.params ? ['invalid_request'] : [];
  return [
    ...row.problems,
    ...(row.method === 'GET' ? inputProblems : CHANGE_PROBLEMS),
    ...BY_AUTH[row.auth],
    ...(row.admits ?? []).map((guest) => BY_GUEST[guest]),
    ...COMMON_PROBLEMS,
  ];
}

export const ProblemBody = component('Problem', {
  error: z.string().describe('What went wrong.'),
  code: z.string().describe('The same in one stable word, for programs.'),
  message: z.string().optional().describe('What you find instead of what you asked for.'),
  details: z.string().optional().describe('Which field, what was expected, what came; in words.'),
  fields: z
    .array(
      z.object({
        field: z.string(),
        expected: z.string(),
        received: z.string(),
        did_you_mean: z.string().optional(),
      }),
    )
    .optional()
    .describe('The same for programs.'),
  suggestion: z.string().optional().describe('What to do about it.'),
  did_you_mean: z.string().optional().describe('The operation, or the word, that was probably meant.'),
  retry_after_seconds: z.int().optional().describe('How long to wait before the next try.'),
  your_creatures: z
    .array(component('YourCreature', { ...IDENTITY, alive: z.boolean() }))
    .optional()
    .describe(
      'Your creatures to name one of: the living, or the dead if none lives; for a resurrection the dead that can return.',
    ),
  more_creatures: MoreCreatures,
  ...DEATHS,
  ...FOR_YOUR_HUMAN,
  creature: LateCreature.optional().describe('The one this is about, which has died.'),
  resurrection: ResurrectionOffer.optional().describe('What it takes to have it back.'),
  sleep_info: SleepInfo.optional(),
  recommended_checkin: RecommendedCheckin.optional(),
  cost: z.int().optional().describe('What it costs, in credits.'),
  credits: z.int().optional().describe('What you have.'),
  shortfall: z.int().optional().describe('How many are missing; every way to pay below covers all of them.'),
  checkout_url: z.string().optional().describe('For a human to open, to pay what is missing.'),
  mpp: z
    .object({ challenges: z.array(z.looseObject({})) })
    .optional()
    .describe('The challenges of WWW-Authenticate once more, for agents that pay with MPP.'),
  x402: z
    .looseObject({})
    .optional()
    .describe('What PAYMENT-REQUIRED says in base64, for agents that pay with x402.'),
  x402Version: z.literal(1).optional().describe('For x402 clients of version 1, with `accepts`.'),
  accepts: z.array(z.looseObject({})).optional(),
  schema: z.looseObject({}).optional().describe('What the operation takes that was meant, as JSON Schema.'),
  example: z
    .object({ method: z.string(), endpoint: z.string(), body: z.looseObject({}) })
    .optional()
    .describe('A call of that operation that is valid, for you to change.'),
  untrusted_fields: UntrustedFields.optional(),
  request_id: z.string().describe('Quote this when asking the operator.'),
  next_steps: NextSteps.optional(),
  warnings: Warnings.optional(),
});
export type ProblemBody = z.output<typeof ProblemBody>;
