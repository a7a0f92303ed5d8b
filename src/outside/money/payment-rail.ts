import type { Instant } from '../../rules/base/clock.ts';
import type { PaymentRefusal } from '../../rules/credits.ts';
import type { PaymentMethod } from '../../rules/vocabulary.ts';

/** `unclear`: money may have moved. */
export type Settlement =
  | { readonly outcome: 'settled'; readonly reference: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unclear'; readonly reason: string };

/** `credits` is undefined where only the stored offer can tell. */
export interface PaymentTerms {
  readonly cents: number;
  readonly credits: number | undefined;
}

/** A parsed payment, not verified yet. */
export interface IncomingPayment {
  /** Unique per payment: credits are granted once per key. */
  readonly key: string;
  /** Input of `settle` and `settleAgain`. */
  readonly evidence: string;
  /** Local check, without a request. */
  check(agentId: string, now: Instant): PaymentTerms | PaymentRefusal;
  /** Remote check, without moving money. */
  verify(): Promise<'good' | 'refused' | 'unclear'>;
  /** Response headers after settlement. */
  receipt(reference: string, at: Instant): Readonly<Record<string, string>>;
}

export interface PaymentRail {
  readonly method: PaymentMethod;
  /** Real money. */
  readonly live: boolean;
  /** Accepts payments now. */
  readonly open: boolean;
  /** Undefined when it cannot be parsed; `resource` is the request's path. */
  read(text: string, resource: string): IncomingPayment | undefined;
  settle(evidence: string): Promise<Settlement>;
  /** Completes or looks up an earlier attempt; money never moves twice. */
  settleAgain(evidence: string): Promise<Settlement>;
}

export interface PaymentOffer {
  readonly agentId: string;
  readonly credits: number;
  readonly cents: number;
  /** The path to repeat with the payment. */
  readonly resource: string;
}
