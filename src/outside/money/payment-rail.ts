import type { Instant } from '../../rules/base/clock.ts';
import type { PaymentRefusal } from '../../rules/credits.ts';
import type { PaymentMethod } from '../../rules/vocabulary.ts';

/** How an attempt to be paid ended. When it is unclear, money may have moved. */
export type Settlement =
  | { readonly outcome: 'settled'; readonly reference: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unclear'; readonly reason: string };

/** What a payment is for. The credits are undefined where only our own memory of the offer can tell. */
export interface PaymentTerms {
  readonly cents: number;
  readonly credits: number | undefined;
}

/** A payment that could be read; nothing about it is believed yet. */
export interface IncomingPayment {
  /** Names the payment: one name, one mint. */
  readonly key: string;
  /** What is needed to take the money, and to ask again how that ended. */
  readonly evidence: string;
  /** Looks at it without asking anybody. */
  check(agentId: string, now: Instant): PaymentTerms | PaymentRefusal;
  /** Asks whether it would be good, without moving money. */
  verify(): Promise<'good' | 'refused' | 'unclear'>;
  /** What the payer is told in headers once it is settled. */
  receipt(reference: string, at: Instant): Readonly<Record<string, string>>;
}

/** A way agents pay by themselves. */
export interface PaymentRail {
  readonly method: PaymentMethod;
  /** True when real money moves. */
  readonly live: boolean;
  /** True while payments can be taken. */
  readonly open: boolean;
  /** Reads what came, on its way to this path. */
  read(text: string, resource: string): IncomingPayment | undefined;
  /** Moves the money. */
  settle(evidence: string): Promise<Settlement>;
  /** Finds out how an earlier attempt ended, or ends it; money never moves twice. */
  settleAgain(evidence: string): Promise<Settlement>;
}

/** An offer to one agent. */
export interface PaymentOffer {
  readonly agentId: string;
  readonly credits: number;
  readonly cents: number;
  /** The path that is to be asked again with the payment. */
  readonly resource: string;
}
