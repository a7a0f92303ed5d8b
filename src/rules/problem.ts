import type { Instant } from './base/clock.ts';
import type { FoundCreature, TendedCreature } from './care/needs.ts';
import type { PaymentRefusal } from './credits.ts';
import type { Creature } from './lives/creature.ts';
import type { NightRest } from './lives/rhythm.ts';
import type { HumanNews } from './owner-news.ts';
import type { Species } from './species/species.ts';
import type { Cause, Family, Guest, Stage } from './vocabulary.ts';

export interface InvalidField {
  readonly field: string;
  readonly expected: string;
  readonly received: string;
  readonly nearest?: unknown;
  /** Another field that was probably meant, and its value. */
  readonly instead?: { readonly field: string; readonly value: string };
  /** The caller's creatures that have the name which was sent as an id. */
  readonly namesakes?: readonly Pick<Creature, 'id' | 'name'>[];
}

export interface OddNumber {
  readonly field: string;
  readonly whole: boolean;
  readonly lowest: number;
  readonly highest: number;
  /** Undefined if the parameter was treated as absent. */
  readonly used: number | undefined;
  readonly nearest: number | undefined;
}

export type UnexpectedInput =
  | { readonly kind: 'renamed'; readonly field: string; readonly to: string }
  /** A value that was read as another one. */
  | { readonly kind: 'reread'; readonly field: string; readonly as: string }
  | { readonly kind: 'unknown'; readonly field: string; readonly nearest?: string | undefined }
  | { readonly kind: 'misplaced'; readonly field: string }
  | { readonly kind: 'key'; readonly field: string }
  /** An API key was removed from stored text. */
  | { readonly kind: 'masked'; readonly field: string }
  | ({ readonly kind: 'number' } & OddNumber)
  | {
      readonly kind: 'value';
      readonly field: string;
      readonly words: readonly string[];
      readonly nearest?: string | undefined;
    };

export interface SuggestedCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly endpoint: string;
  readonly body?: unknown;
  /** The call reads what the wanted operation needs, and does not perform it. */
  readonly isLook?: boolean;
}

export interface OwnCreature {
  readonly id: string;
  readonly name: string;
  readonly species: string;
  readonly community?: boolean;
  readonly stage: Stage;
  readonly alive: boolean;
}

/** Who can pay for credits: a human at a checkout page, the agent with an inline payment. `operator`: only requests with the sandbox token, which the operator has. */
export type CreditPayer = 'human' | 'agent' | 'operator';

export interface DeadCreatureFacts {
  readonly creature: Creature;
  readonly species: Species;
  readonly imageUrl: string | undefined;
  readonly credits: number;
  /** Of a resurrection, in credits. */
  readonly cost: number;
  /** Including a debt. */
  readonly missing: number;
  readonly payers: readonly CreditPayer[];
  readonly now: Instant;
}

export interface ToldDeath {
  readonly id: string;
  readonly name: string;
  readonly stage: Stage;
  readonly cause: Cause;
  readonly at: Instant;
  /** Undefined when the time for a resurrection is over. */
  readonly offer: { readonly cost: number; readonly closesAt: Instant } | undefined;
}

export interface ToldDeaths {
  readonly told: readonly ToldDeath[];
  readonly more: number;
}

export interface Shortfall {
  readonly cost: number;
  readonly credits: number;
  readonly shortfall: number;
}

export interface PaymentOptions {
  readonly checkoutUrl?: string | undefined;
  /** Payments are in play money, and the request lacks the sandbox token. */
  readonly lacksToken?: boolean;
  /** Offers of the Payment scheme (MPP), one per method: the WWW-Authenticate value, and the same as JSON. */
  readonly mpp?: readonly { readonly header: string; readonly challenge: unknown }[] | undefined;
  /** Payment requirements of x402: version 2, and version 1 where it can be served. */
  readonly x402?: { readonly v2: object; readonly v1?: object | undefined } | undefined;
}

interface RefusalFacts {
  readonly id: string;
  readonly name: string;
  readonly family: Family;
  readonly slug?: string | undefined;
  readonly seed: number;
  readonly count: number;
}

/** What a request named that is not among the caller's living creatures; `any`: it named none. */
export type MissingTarget =
  | { readonly kind: 'any' | 'unknown' | 'dead' }
  | { readonly kind: 'released'; readonly name: string; readonly agoMs: number };

export interface MissingCreature {
  readonly target: MissingTarget;
  /** The living, or the dead if none is alive; for a resurrection the dead that can return. */
  readonly yours: readonly OwnCreature[];
  /** The dead creature that was named, or the one that died last if none was. */
  readonly late?: DeadCreatureFacts | undefined;
  /** The caller is a sitter, who hears of living creatures only. */
  readonly isSitter?: boolean;
}

/** The machine-readable codes of all refusals, with their facts; HTTP statuses are in `api`, texts in `text`. */
export interface ProblemFacts {
  invalid_request: { readonly misfits: readonly InvalidField[] };
  body_too_large: { readonly limitBytes: number };
  /** Facts of `foreign_address`: `address` is this server's public address. */
  foreign_address: { readonly address: string };
  /** `name` is the header, scheme or field, empty for cookies. `wrapped`: the key has other characters around it. */
  misplaced_key: {
    readonly place: 'header' | 'scheme' | 'cookie' | 'wrapped' | 'body';
    readonly name: string;
  };
  too_many_requests: { readonly retryAfterSeconds: number };
  moved_recently: { readonly retryAfterSeconds: number };
  too_many_words: { readonly limitBytes: number; readonly retryAfterSeconds: number };
  no_such_route: {
    /** The operation that was probably meant, as "POST /path". */
    readonly meant?: string | undefined;
    readonly way?: SuggestedCall | undefined;
    /** True if the operation is in the contract but not served by this release. */
    readonly closed?: boolean;
    /** What a well-known address is for that this service has elsewhere, or not at all. */
    readonly missing?: 'description' | 'payments';
  };
  wrong_method: {
    readonly allowed: readonly string[];
    readonly meant: string;
    readonly way?: SuggestedCall | undefined;
  };
  /** The credential of a guest, on a route that it does not open. */
  limited_key: { readonly guest: Guest };
  unknown_admin_key: { readonly opens?: 'metrics' };
  /** Facts of `invalid_idempotency_key`; `secret`: a fresh random value, where the key was guessable. */
  invalid_idempotency_key: { readonly secret?: string };
  /** Facts of `house_unreachable`; without `why` the database does not answer. */
  house_unreachable: { readonly retryAfterSeconds: number; readonly why?: 'clock' | 'settling' | 'writes' };
  /** Facts of `press_busy` (PNG renderer busy); `drawn`: the SVG is available instead. */
  press_busy: { readonly retryAfterSeconds: number; readonly drawn: boolean };
  no_press: { readonly drawn: boolean };
  username_taken: { readonly username: string };
  nobody_home: MissingCreature & {
    readonly deaths?: ToldDeaths | undefined;
    readonly news?: HumanNews | undefined;
  };
  no_living_creature: MissingCreature;
  no_creature: MissingCreature;
  nobody_to_release: MissingCreature;
  creature_not_found: MissingCreature;
  which_creature: { readonly yours: readonly OwnCreature[] };
  egg_not_hatched: RefusalFacts;
  creature_asleep: RefusalFacts & {
    readonly rest: NightRest;
    /** The sleeping creature and its keeper's other creatures, which may need care now. */
    readonly household: readonly [TendedCreature, ...FoundCreature[]];
  };
  died_before_release: { readonly late: DeadCreatureFacts };
  released_meanwhile: { readonly name: string; readonly yours: readonly OwnCreature[] };
  too_many_creatures: { readonly most: number };
  too_many_sitters: { readonly most: number };
  still_alive: { readonly id: string; readonly name: string };
  window_closed: { readonly name: string };
  insufficient_credits: Shortfall & { readonly ways: PaymentOptions };
  payment_required: { readonly credits: number; readonly ways: PaymentOptions };
  /** Facts of `payment_refused`: no money was taken. */
  payment_refused: Shortfall & { readonly ways: PaymentOptions; readonly reason: PaymentRefusal };
  /** Facts of `payment_unclear`: money may have moved, so the client must resend the same payment. */
  payment_unclear: { readonly retryAfterSeconds: number };
  payments_off: { readonly lacksToken: boolean };
  checkout_unreachable: { readonly retryAfterSeconds: number };
  slug_reserved: { readonly slug: string };
  slug_taken: { readonly slug: string };
  malformed_http: undefined;
  unreadable_address: undefined;
  headers_too_large: undefined;
  too_slow: undefined;
  unknown_expectation: undefined;
  missing_key: undefined;
  unknown_key: undefined;
  damaged_key: undefined;
  placeholder_key: undefined;
  two_keys: undefined;
  key_in_address: undefined;
  blocked: undefined;
  idempotency_mismatch: undefined;
  damaged_record: undefined;
  unexpected: undefined;
  key_changed_meanwhile: undefined;
  no_such_feed: undefined;
  no_such_link: undefined;
  sitter_ended: undefined;
  no_such_sitter: undefined;
  no_adult_raised: undefined;
  no_such_species: undefined;
  invalid_callback: undefined;
  clock_runs_forward: undefined;
}

export type ProblemCode = keyof ProblemFacts;
type FactsOf<Code extends ProblemCode> = ProblemFacts[Code] extends undefined
  ? []
  : [facts: ProblemFacts[Code]];

export class ProblemError<Code extends ProblemCode = ProblemCode> extends Error {
  override readonly name = 'ProblemError';
  readonly code: Code;
  readonly facts: FactsOf<Code>[0];

  constructor(code: Code, ...[facts]: FactsOf<Code>) {
    super(code);
    this.code = code;
    this.facts = facts;
  }

  is<Wanted extends ProblemCode>(code: Wanted): this is ProblemError<Wanted> {
    const own: ProblemCode = this.code;
    return own === code;
  }
}
