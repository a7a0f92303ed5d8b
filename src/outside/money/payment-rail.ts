import { DAY, type Instant } from '../../rules/base/clock.ts';
import type { PaymentRefusal } from '../../rules/credits.ts';
import type { PaymentMethod } from '../../rules/vocabulary.ts';

/** The outcome of a payment; `unclear`: money may have moved, by the transaction `reference` if one was named. */
export type Settlement =
  | { readonly outcome: 'settled'; readonly reference: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unclear'; readonly reason: string; readonly reference?: string | undefined };

/** What a payment pays for; `credits` is undefined where only the stored price offer can tell. */
export type PaymentTerms = Readonly<{ cents: number; credits: number | undefined }>;

/** Parsed but not verified. */
export interface IncomingPayment {
  /** Unique key of the payment: credits are granted once per key. */
  readonly key: string;
  readonly evidence: string;
  /** Checks the payment locally, without a request. */
  check(agentId: string, now: Instant): PaymentTerms | PaymentRefusal;
  /** Verifies the payment with the payment service, without moving money. */
  verify(): Promise<'good' | 'refused' | 'unclear'>;
  /** Response headers that prove the payment, after settlement. */
  receipt(reference: string, at: Instant): Readonly<Record<string, string>>;
}

export interface PaymentRail {
  readonly method: PaymentMethod;
  readonly live: boolean;
  /** True for play money: only requests with the sandbox token may pay with it. */
  readonly sandbox: boolean;
  readonly open: boolean;
  /** Parses a payment header; undefined when it is invalid. `resource` is the request's path. */
  read(text: string, resource: string): IncomingPayment | undefined;
  settle(evidence: string): Promise<Settlement>;
  /** Completes or looks up an earlier attempt, which may have named the transaction `reference`; money never moves twice. */
  settleAgain(evidence: string, reference?: string): Promise<Settlement>;
}

export type PaymentOffer = Readonly<{ agentId: string; credits: number; cents: number; resource: string }>;

/** How long sandbox offers can be paid: minutes would pass too soon on a sandbox clock that runs fast. */
export const SANDBOX_OFFER_MS = DAY;
