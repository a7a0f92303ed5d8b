import type { PaymentMethod } from '../vocabulary.ts';

/** A payment as it came in a request, unread. */
export interface PaymentCredential {
  readonly method: PaymentMethod;
  readonly text: string;
}

/** Where a caller keeps its key: the Payment scheme wants the same header as a bearer token. */
export type KeyPlace = 'bearer' | 'x-api-key';

/** Why a payment was not taken. */
export type PaymentRefusal =
  | 'not_taken_here'
  | 'unreadable'
  | 'other_terms'
  | 'not_offered'
  | 'too_little'
  | 'expired'
  | 'not_yours'
  | 'declined';
