import { SECOND, type Instant } from '../../rules/base/clock.ts';
import { systemClock } from '../clock.ts';

/** What a human is asked to pay for. */
export interface CheckoutOrder {
  readonly id: string;
  readonly agentId: string;
  readonly pack: string;
  readonly credits: number;
  readonly cents: number;
}

/** Where it can be paid. */
export interface CheckoutPage {
  /** What the provider calls it. */
  readonly ref: string;
  readonly url: string;
  /** Set when the address is a secret of our own, by which the page is found; then only this is kept. */
  readonly tokenHash?: string;
}

/** How a payment stands at the provider's. */
export interface CheckoutSession {
  readonly ref: string;
  /** Which purchase of ours it says it is for. */
  readonly purchaseId: string | undefined;
  /** `waiting` is paid in a way that takes days to arrive. */
  readonly standing: 'open' | 'waiting' | 'paid' | 'expired' | 'failed';
  readonly cents: number | undefined;
  readonly currency: string | undefined;
  /** What the provider calls the money itself. */
  readonly paymentRef: string | undefined;
  readonly live: boolean;
}

/** Money that went back, or came back after all. */
export interface Reversal {
  readonly kind: 'refund' | 'refund_failed' | 'dispute' | 'dispute_won';
  /** The refund or the dispute. */
  readonly ref: string;
  readonly paymentRef: string;
  readonly cents: number;
  readonly currency: string;
}

/** A purchase of ours, or what an agent paid by itself. */
interface PaymentSubject {
  readonly purchaseId: string | undefined;
  readonly inlineKey: string | undefined;
}

/** What a callback tells. */
export interface CheckoutEvent {
  readonly id: string;
  readonly type: string;
  /** True when it is about real money. */
  readonly live: boolean;
  readonly session?: CheckoutSession;
  /** In the order they must be entered. */
  readonly reversals?: readonly Reversal[];
}

/** Whoever takes a human's money for us. */
export interface CheckoutProvider {
  readonly name: 'stripe' | 'sandbox';
  /** True when real money moves. */
  readonly live: boolean;
  /** How long a page can be paid at. */
  readonly lastsMs: number;
  /** Makes the page; asked twice for the same, it gives the same one. */
  open(asked: CheckoutOrder): Promise<CheckoutPage>;
  /** How a page stands now; undefined when there is none of that name. */
  lookUp(ref: string): Promise<CheckoutSession | undefined>;
  /** Every page that was completed in the last three days. */
  listRecentlyCompleted(): Promise<readonly CheckoutSession[]>;
  /** What a callback says, if the provider has really signed these bytes. */
  readWebhook(raw: Buffer, signature: string | undefined): Promise<CheckoutEvent | undefined>;
  /** What some money was paid for, when we were never told. */
  findSubject(paymentRef: string): Promise<PaymentSubject | undefined>;
  /** Only where no money moves: what a provider would tell us, had this been paid. */
  simulatePayment?(asked: CheckoutOrder & { readonly ref: string }, now: Instant): SignedWebhook;
}

export interface SignedWebhook {
  readonly raw: string;
  readonly signature: string;
}

/** The provider did not do what it was asked; the message says no more than may be logged. */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError';
  /** True when it answered and asking the same again is in vain. */
  readonly final: boolean;

  constructor(message: string, options: { readonly final: boolean }) {
    super(message);
    this.final = options.final;
  }
}

const TOLERANCE_SECONDS = 300;

/** True when something was signed about now; what comes from the future was not, whoever signed it. */
export function isSignedLately(signedAtSeconds: number): boolean {
  return Math.abs(systemClock().now() / SECOND - signedAtSeconds) <= TOLERANCE_SECONDS;
}
