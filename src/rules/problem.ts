import type { FoundCreature, TendedCreature } from './care/needs.ts';
import type { Instant } from './base/clock.ts';
import type { Creature } from './lives/creature.ts';
import type { NightRest } from './lives/sleep.ts';
import type { PaymentRefusal } from './credits.ts';
import type { Species } from './species/species.ts';
import type { Cause, Family, Stage } from './vocabulary.ts';

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
  'foreign_address',
  'missing_key',
  'unknown_key',
  'damaged_key',
  'two_keys',
  'key_in_address',
  'misplaced_key',
  'unknown_admin_key',
  'blocked',
  'too_many_requests',
  'no_such_route',
  'wrong_method',
  'too_many_words',
  'idempotency_mismatch',
  'invalid_idempotency_key',
  'house_unreachable',
  'press_busy',
  'no_press',
  'unexpected',
  // registration and keys
  'username_taken',
  'key_changed_meanwhile',
  'no_such_feed',
  'moved_recently',
  // creatures
  'nobody_home',
  'no_living_creature',
  'no_creature',
  'nobody_to_release',
  'which_creature',
  'egg_not_hatched',
  'creature_asleep',
  'died_before_release',
  'released_meanwhile',
  'too_many_creatures',
  // species
  'no_adult_raised',
  'slug_reserved',
  'slug_taken',
  'no_such_species',
  // credits and coming back
  'creature_not_found',
  'still_alive',
  'window_closed',
  'insufficient_credits',
  'payment_required',
  'payment_refused',
  'payment_unclear',
  'payments_off',
  'checkout_unreachable',
  'invalid_callback',
  // the sandbox clock
  'clock_runs_forward',
] as const;
export type ProblemCode = (typeof PROBLEMS)[number];

/** One field that does not fit: where, what was expected, what came. */
export interface InvalidField {
  readonly field: string;
  readonly expected: string;
  readonly received: string;
  /** What would fit and was probably meant, worked out from what came. */
  readonly nearest?: unknown;
}

/** A number in a query that is none, or out of range. */
export interface OddNumber {
  readonly field: string;
  readonly whole: boolean;
  readonly lowest: number;
  readonly highest: number;
  /** What was taken instead; nothing where it was taken as not sent. */
  readonly used: number | undefined;
  /** What was probably meant. */
  readonly nearest: number | undefined;
}

/** Something in a request that has another name here, or none: it was read so, or not at all. */
export type UnexpectedInput =
  | { readonly kind: 'renamed'; readonly field: string; readonly to: string }
  /** A value that stands for another one, which was used. */
  | { readonly kind: 'reread'; readonly field: string; readonly as: string }
  | { readonly kind: 'unknown'; readonly field: string; readonly nearest?: string | undefined }
  | { readonly kind: 'misplaced'; readonly field: string }
  | { readonly kind: 'key'; readonly field: string }
  /** A key stood in words that are kept, and was taken out of them. */
  | { readonly kind: 'masked'; readonly field: string }
  | ({ readonly kind: 'number' } & OddNumber)
  | {
      readonly kind: 'value';
      readonly field: string;
      readonly words: readonly string[];
      readonly nearest?: string | undefined;
    };

/** A call that leads somewhere. */
export interface SuggestedCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly endpoint: string;
  readonly body?: unknown;
}

/** One of the caller's living creatures, so that it can be named next time. */
export interface OwnCreature {
  readonly id: string;
  readonly name: string;
  /** What its species is called. */
  readonly species: string;
  /** True when another agent gave the species its name. */
  readonly community?: boolean;
  readonly stage: Stage;
}

/** One that died, and what it would take to have it back. */
export interface DeadCreatureFacts {
  readonly creature: Creature;
  readonly species: Species;
  readonly imageUrl: string | undefined;
  /** What its keeper has. */
  readonly credits: number;
  /** How many credits are missing to have it back, a debt among them. */
  readonly missing: number;
  /** True where credits can be bought. */
  readonly payable: boolean;
  readonly now: Instant;
}

/** A death, as listed in the keeper's replies. */
export interface ToldDeath {
  readonly id: string;
  readonly name: string;
  readonly cause: Cause;
  readonly at: Instant;
  readonly cost: number;
  readonly closesAt: Instant;
}

/** Deaths, the last first, and how many more there are. */
export interface ToldDeaths {
  readonly told: readonly ToldDeath[];
  readonly more: number;
}

/** What something costs, and what is missing for it. */
export interface Shortfall {
  readonly cost: number;
  readonly credits: number;
  readonly shortfall: number;
}

/** How a shortfall can be paid: by a human at a link, or by the agent itself. */
export interface PaymentOptions {
  readonly checkoutUrl?: string | undefined;
  /** One for each method of the Payment scheme, ready for WWW-Authenticate, and the same as JSON. */
  readonly mpp?: readonly { readonly header: string; readonly challenge: unknown }[] | undefined;
  /** The requirements of x402: version 2 whole, and the item for clients of version 1 where they can be served. */
  readonly x402?: { readonly v2: object; readonly v1?: object | undefined } | undefined;
}

/** Who turned the caller away, and what tells one asking from the next. */
interface RefusalFacts {
  readonly id: string;
  readonly name: string;
  readonly family: Family;
  readonly slug?: string | undefined;
  readonly seed: number;
  readonly count: number;
}

/** What each problem knows about itself; a code without a line here has no facts. */
export interface ProblemFacts {
  invalid_request: { readonly misfits: readonly InvalidField[] };
  body_too_large: { readonly limitBytes: number };
  /** `address` is the one this house is known by. */
  foreign_address: { readonly address: string };
  /** `name` is that of the header or of the scheme; a cookie needs none. Wrapped is one with something around it. */
  misplaced_key: { readonly place: 'header' | 'scheme' | 'cookie' | 'wrapped'; readonly name: string };
  too_many_requests: { readonly retryAfterSeconds: number };
  moved_recently: { readonly retryAfterSeconds: number };
  /** `limitBytes` is what one agent may write in a day. */
  too_many_words: { readonly limitBytes: number; readonly retryAfterSeconds: number };
  no_such_route: {
    /** The operation that was probably meant, as "POST /path". */
    readonly meant?: string | undefined;
    /** The same as a call that can be made as it stands, when it is open. */
    readonly way?: SuggestedCall | undefined;
    /** True for an operation of the contract that this release does not serve yet. */
    readonly closed?: boolean;
  };
  wrong_method: {
    readonly allowed: readonly string[];
    readonly meant: string;
    readonly way?: SuggestedCall | undefined;
  };
  unknown_admin_key: { readonly opens?: 'metrics' };
  /** `secret` is one that nobody has seen yet, where the one that came could be guessed and must not be. */
  invalid_idempotency_key: { readonly secret?: string };
  house_unreachable: { readonly retryAfterSeconds: number };
  /** `drawn`: the drawing can be had instead. */
  press_busy: { readonly retryAfterSeconds: number; readonly drawn: boolean };
  no_press: { readonly drawn: boolean };
  username_taken: { readonly username: string };
  /** `last` is the one that died last, when none is left and none was asked for. */
  nobody_home: {
    readonly yours: readonly OwnCreature[];
    readonly last?: DeadCreatureFacts | undefined;
    readonly deaths?: ToldDeaths | undefined;
  };
  /** `late` is the one that was meant, when it has died. */
  no_living_creature: {
    readonly yours: readonly OwnCreature[];
    readonly late?: DeadCreatureFacts | undefined;
  };
  no_creature: { readonly yours: readonly OwnCreature[] };
  /** `late` is the one that was meant, when it has died. */
  nobody_to_release: {
    readonly yours: readonly OwnCreature[];
    readonly late?: DeadCreatureFacts | undefined;
  };
  which_creature: { readonly yours: readonly OwnCreature[] };
  egg_not_hatched: RefusalFacts;
  creature_asleep: RefusalFacts & {
    readonly rest: NightRest;
    /** The sleeper, and the others that live with its keeper: somebody else may need care now. */
    readonly household: readonly [TendedCreature, ...FoundCreature[]];
  };
  died_before_release: { readonly late: DeadCreatureFacts };
  /** `yours` are those that are left. */
  released_meanwhile: { readonly name: string; readonly yours: readonly OwnCreature[] };
  /** `most` is how many one agent may keep. */
  too_many_creatures: { readonly most: number };
  still_alive: { readonly id: string; readonly name: string };
  window_closed: { readonly name: string };
  insufficient_credits: Shortfall & { readonly ways: PaymentOptions };
  /** Credits were asked for by an agent that can pay for them at once. */
  payment_required: { readonly credits: number; readonly ways: PaymentOptions };
  /** A payment came along and was not taken; nothing was charged. */
  payment_refused: Shortfall & { readonly ways: PaymentOptions; readonly reason: PaymentRefusal };
  /** Money may have moved: the same payment must be sent again, and no other. */
  payment_unclear: { readonly retryAfterSeconds: number };
  checkout_unreachable: { readonly retryAfterSeconds: number };
  slug_reserved: { readonly slug: string };
  slug_taken: { readonly slug: string };
}

type FactsOf<Code extends ProblemCode> = Code extends keyof ProblemFacts ? [facts: ProblemFacts[Code]] : [];

/** A refusal: a code and its facts, thrown by a verb and worded where it is answered. */
export class ProblemError<Code extends ProblemCode = ProblemCode> extends Error {
  override readonly name = 'ProblemError';
  readonly code: Code;
  readonly facts: FactsOf<Code>[0];

  constructor(code: Code, ...[facts]: FactsOf<Code>) {
    super(code);
    this.code = code;
    this.facts = facts;
  }

  /** Narrows to one code, so that its facts can be read. */
  is<Wanted extends ProblemCode>(code: Wanted): this is ProblemError<Wanted> {
    const own: ProblemCode = this.code;
    return own === code;
  }
}
