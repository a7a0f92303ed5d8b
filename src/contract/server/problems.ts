import type { ProblemCode } from '../../core/problem.ts';
import type { Route } from './route.ts';

/** The status each problem is answered with. */
export const PROBLEM_STATUS = {
  invalid_request: 400,
  body_too_large: 413,
  malformed_http: 400,
  unreadable_address: 400,
  headers_too_large: 431,
  too_slow: 408,
  unknown_expectation: 417,
  foreign_address: 403,
  unknown_key: 401,
  damaged_key: 401,
  two_keys: 401,
  key_in_address: 401,
  misplaced_key: 401,
  unknown_admin_key: 401,
  blocked: 403,
  too_many_requests: 429,
  no_such_route: 404,
  wrong_method: 405,
  idempotency_mismatch: 409,
  invalid_idempotency_key: 400,
  house_unreachable: 503,
  press_busy: 503,
  unexpected: 500,
  username_taken: 409,
  key_changed_meanwhile: 409,
  no_such_feed: 404,
  nobody_home: 404,
  no_living_creature: 404,
  no_creature: 404,
  nobody_to_release: 404,
  which_creature: 400,
  egg_not_hatched: 400,
  creature_asleep: 409,
  died_before_release: 410,
  released_meanwhile: 409,
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

const ALWAYS: readonly ProblemCode[] = ['too_many_requests', 'unexpected', 'house_unreachable'];
const BY_AUTH: Record<Route['auth'], readonly ProblemCode[]> = {
  none: [],
  optional: ['unknown_key', 'misplaced_key', 'blocked'],
  required: ['unknown_key', 'misplaced_key', 'blocked'],
  admin: ['unknown_admin_key'],
};

/** Everything a route may refuse: its own problems, and those that come with its method, its input and its auth. */
export function problemsOf(row: Route): readonly ProblemCode[] {
  const takesInput = row.body !== undefined || row.query !== undefined || row.params !== undefined;
  return [
    ...row.problems,
    ...(takesInput ? (['invalid_request'] as const) : []),
    ...(row.body ? (['body_too_large'] as const) : []),
    ...(row.method === 'GET' ? [] : (['idempotency_mismatch'] as const)),
    ...BY_AUTH[row.auth],
    ...ALWAYS,
  ];
}
