import { SECOND, type Instant } from '../../rules/base/clock.ts';
import { systemClock } from '../clock.ts';

export interface CheckoutOrder {
  readonly id: string;
  readonly agentId: string;
  readonly pack: string;
  readonly credits: number;
  readonly cents: number;
  /** The creature whose return is paid for; `isGift`: not by its keeper. */
  readonly creature?: { readonly id: string; readonly name: string; readonly isGift: boolean } | undefined;
  /** Paths that the payer is sent to afterwards, other than the usual ones. */
  readonly returnTo?: Readonly<Record<'thanks' | 'cancelled', string>> | undefined;
}

export interface CheckoutPage {
  readonly ref: string;
  readonly url: string;
  /** Hash of our secret in the page's URL, if it has one; only the hash is stored. */
  readonly tokenHash?: string;
}

export interface CheckoutSession {
  readonly ref: string;
  readonly purchaseId: string | undefined;
  /** State of a checkout session; `waiting`: paid by a method that takes days. */
  readonly standing: 'open' | 'waiting' | 'paid' | 'expired' | 'failed';
  readonly cents: number | undefined;
  readonly currency: string | undefined;
  readonly paymentRef: string | undefined;
  readonly live: boolean;
}

export interface Reversal {
  readonly kind: 'refund' | 'refund_failed' | 'dispute' | 'dispute_won';
  readonly ref: string;
  readonly paymentRef: string;
  readonly cents: number;
  readonly currency: string;
}

export interface CheckoutEvent {
  readonly id: string;
  readonly type: string;
  readonly live: boolean;
  readonly session?: CheckoutSession;
  /** Refunds and disputes, in the order in which they have to be booked. */
  readonly reversals?: readonly Reversal[];
}

export interface CheckoutProvider {
  readonly name: 'stripe' | 'sandbox';
  readonly live: boolean;
  readonly lastsMs: number;
  /** Creates a checkout page; idempotent by purchase. */
  open(asked: CheckoutOrder): Promise<CheckoutPage>;
  lookUp(ref: string): Promise<CheckoutSession | undefined>;
  /** Sessions completed in the last three days. */
  listRecentlyCompleted(): Promise<readonly CheckoutSession[]>;
  /** Parses a webhook; undefined unless the signature is valid. */
  readWebhook(raw: Buffer, signature: string | undefined): Promise<CheckoutEvent | undefined>;
  /** What a payment was for: a checkout purchase, or a payment inside a request. */
  findSubject(
    paymentRef: string,
  ): Promise<Record<'purchaseId' | 'inlineKey', string | undefined> | undefined>;
  /** Makes the webhook of a paid page; sandbox only. */
  simulatePayment?(asked: CheckoutOrder & { readonly ref: string }, now: Instant): SignedWebhook;
}

export type SignedWebhook = Readonly<{ raw: string; signature: string }>;

/** A failed call to a checkout provider; the message may be logged. */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError';
  /** True if a retry of the failed call cannot succeed. */
  readonly final: boolean;

  constructor(message: string, options: { readonly final: boolean }) {
    super(message);
    this.final = options.final;
  }
}

const TOLERANCE_SECONDS = 300;

/** True if a webhook was signed within TOLERANCE_SECONDS, past or future. */
export function isSignedLately(signedAtSeconds: number): boolean {
  return Math.abs(systemClock().now() / SECOND - signedAtSeconds) <= TOLERANCE_SECONDS;
}
