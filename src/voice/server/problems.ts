import type { Route } from '../../contract/server/route.ts';
import type { InvalidField, ProblemCode, ProblemError } from '../../core/problem.ts';
import { CREATURE_PROBLEMS } from '../lives/creature-problems.ts';
import { CREDIT_PROBLEMS } from '../money/credit-problems.ts';
import { SPECIES_PROBLEMS } from '../species/species-problems.ts';
import { DOOR_PROBLEMS } from './door-problems.ts';
import type { ProblemText, ProblemWriter, ProblemWriters, RefusedCaller } from './problem-text.ts';

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
