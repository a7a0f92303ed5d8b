import type { Route } from '../contract/route.ts';
import type { Misfit, Problem, ProblemCode } from '../core/problem.ts';
import { CREATURE_SPEAKERS } from './creature-problems.ts';
import { CREDIT_SPEAKERS } from './credit-problems.ts';
import { DOOR_SPEAKERS } from './door-problems.ts';
import { SPECIES_SPEAKERS } from './species-problems.ts';
import type { Speaker, Speakers, Speech } from './speech.ts';

// A code that nobody speaks for does not compile.
const SPEAKERS: Speakers = {
  ...DOOR_SPEAKERS,
  ...CREATURE_SPEAKERS,
  ...CREDIT_SPEAKERS,
  ...SPECIES_SPEAKERS,
};

/** The words for a problem, at the route where it happened, if it got that far; `mark` is a word nobody has used. */
export function speak(problem: Problem, route: Route | undefined, mark: string): Speech {
  return speakerFor(problem.code)(problem.facts, route, mark);
}

/** The sentence a problem is answered with at a route, for documents. */
export function explain(code: ProblemCode, route: Route): string {
  return speakerFor(code)(ANY_FACTS, route, '').error;
}

const ANY_ONE = { id: '', name: '<name>', family: 'cat', seed: 0, count: 0, species: '', stage: 'baby' };
const ANY_FACTS = {
  ...ANY_ONE,
  misfits: [],
  limitBytes: 0,
  retryAfterSeconds: 0,
  allowed: [],
  meant: '',
  address: '',
  username: '',
  yours: [],
  late: { creature: ANY_ONE, now: 0 },
  nightEndsAt: 0,
  zone: 'UTC',
  slug: '',
  cost: 0,
  credits: 0,
  shortfall: 0,
  ways: {},
  reason: 'declined',
};

// A problem carries the facts of its own code, which a lookup by code cannot prove to the compiler.
function speakerFor(code: ProblemCode): Speaker<unknown> {
  return SPEAKERS[code] as Speaker<unknown>;
}

/** What does not fit, in one line a reader can act on. */
export function describeMisfits(misfits: readonly Misfit[]): string {
  return misfits
    .map(({ field, expected, received }) => `${field}: expected ${expected}, received ${received}`)
    .join('; ');
}
