import type { Action } from './vocabulary.ts';

/** Everything that can be refused, by a word a program can branch on. No status, no sentence: see contract and voice. */
export const PROBLEMS = [
  // the door
  'invalid_request',
  'body_too_large',
  'malformed_http',
  'unreadable_address',
  'headers_too_large',
  'too_slow',
  'unknown_expectation',
  'unknown_key',
  'damaged_key',
  'two_keys',
  'key_in_address',
  'unknown_admin_key',
  'too_many_requests',
  'no_such_route',
  'wrong_method',
  'idempotency_mismatch',
  'invalid_idempotency_key',
  'house_unreachable',
  'unexpected',
  // registration and keys
  'username_taken',
  'key_changed_meanwhile',
  // the sandbox clock
  'clock_runs_forward',
] as const;
export type ProblemCode = (typeof PROBLEMS)[number];

/** One field that does not fit: where, what was expected, what came. */
export interface Misfit {
  readonly field: string;
  readonly expected: string;
  readonly received: string;
}

/** A call that leads somewhere. */
export interface OpenWay {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly endpoint: string;
  readonly body?: unknown;
}

/** What each problem knows about itself; a code without a line here has no facts. */
export interface ProblemFacts {
  invalid_request: { readonly misfits: readonly Misfit[] };
  body_too_large: { readonly limitBytes: number };
  too_many_requests: { readonly retryAfterSeconds: number };
  no_such_route: {
    /** The operation that was probably meant, as "POST /path". */
    readonly meant?: string | undefined;
    /** The same as a call that can be made as it stands, when it is open. */
    readonly way?: OpenWay | undefined;
    readonly careAction?: Action | undefined;
    /** True for an operation of the contract that this release does not serve yet. */
    readonly closed?: boolean;
  };
  wrong_method: {
    readonly allowed: readonly string[];
    readonly meant: string;
    readonly way?: OpenWay | undefined;
  };
  house_unreachable: { readonly retryAfterSeconds: number };
  username_taken: { readonly username: string };
}

type FactsOf<Code extends ProblemCode> = Code extends keyof ProblemFacts ? [facts: ProblemFacts[Code]] : [];

/** A refusal on its way to the door. */
export class Problem<Code extends ProblemCode = ProblemCode> extends Error {
  override readonly name = 'Problem';
  readonly code: Code;
  readonly facts: FactsOf<Code>[0];

  constructor(code: Code, ...[facts]: FactsOf<Code>) {
    super(code);
    this.code = code;
    this.facts = facts;
  }

  /** Narrows to one code, so that its facts can be read. */
  is<Wanted extends ProblemCode>(code: Wanted): this is Problem<Wanted> {
    const own: ProblemCode = this.code;
    return own === code;
  }
}
