import { SECOND, type Instant } from '../../rules/base/clock.ts';
import { systemClock } from '../clock.ts';

export interface CheckoutOrder {
  readonly id: string;
  readonly agentId: string;
  readonly pack: string;
  readonly credits: number;
  readonly cents: number;
}

export interface CheckoutPage {
  /** The provider's id. */
  readonly ref: string;
  readonly url: string;
  /** Set when the URL contains a secret of ours; only the hash is stored. */
  readonly tokenHash?: string;
}

export interface CheckoutSession {
  readonly ref: string;
  /** From its metadata. */
  readonly purchaseId: string | undefined;
  /** `waiting`: paid by a method that takes days. */
  readonly standing: 'open' | 'waiting' | 'paid' | 'expired' | 'failed';
  readonly cents: number | undefined;
  readonly currency: string | undefined;
  /** The provider's id of the payment. */
  readonly paymentRef: string | undefined;
  readonly live: boolean;
}

export interface Reversal {
  readonly kind: 'refund' | 'refund_failed' | 'dispute' | 'dispute_won';
  /** Id of the refund or dispute. */
  readonly ref: string;
  readonly paymentRef: string;
  readonly cents: number;
  readonly currency: string;
}

/** A purchase, or a payment inside a request. */
interface PaymentSubject {
  readonly purchaseId: string | undefined;
  readonly inlineKey: string | undefined;
}

/** A webhook. */
export interface CheckoutEvent {
  readonly id: string;
  readonly type: string;
  /** Real money. */
  readonly live: boolean;
  readonly session?: CheckoutSession;
  /** In the order to be booked. */
  readonly reversals?: readonly Reversal[];
}

export interface CheckoutProvider {
  readonly name: 'stripe' | 'sandbox';
  /** Real money. */
  readonly live: boolean;
  /** How long a page is open. */
  readonly lastsMs: number;
  /** Idempotent by purchase. */
  open(asked: CheckoutOrder): Promise<CheckoutPage>;
  /** Undefined for an unknown ref. */
  lookUp(ref: string): Promise<CheckoutSession | undefined>;
  /** In the last three days. */
  listRecentlyCompleted(): Promise<readonly CheckoutSession[]>;
  /** Undefined unless the signature is valid. */
  readWebhook(raw: Buffer, signature: string | undefined): Promise<CheckoutEvent | undefined>;
  /** What an unknown payment was for. */
  findSubject(paymentRef: string): Promise<PaymentSubject | undefined>;
  /** Sandbox only: the webhook of a paid page. */
  simulatePayment?(asked: CheckoutOrder & { readonly ref: string }, now: Instant): SignedWebhook;
}

export interface SignedWebhook {
  readonly raw: string;
  readonly signature: string;
}

/** The message may be logged. */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError';
  /** A retry is useless. */
  readonly final: boolean;

  constructor(message: string, options: { readonly final: boolean }) {
    super(message);
    this.final = options.final;
  }
}

const TOLERANCE_SECONDS = 300;

/** Signed within TOLERANCE_SECONDS, past or future. */
export function isSignedLately(signedAtSeconds: number): boolean {
  return Math.abs(systemClock().now() / SECOND - signedAtSeconds) <= TOLERANCE_SECONDS;
}
