import type { PaymentRefusal } from '../core/payment.ts';
import { counted } from './durations.ts';

/** Why a payment was not taken, as the second half of a sentence. */
export const WHY_NOT: Readonly<Record<PaymentRefusal, string>> = {
  not_taken_here: 'this house does not take payments of this kind',
  unreadable: 'the payment header could not be read',
  other_terms: 'the payment is not on the terms that were offered',
  not_offered: 'this amount was not offered to you lately, so pay one of the offers in this answer',
  too_little: 'the payment would not cover what is missing',
  expired: 'the challenge has expired, so answer the one in this answer',
  not_yours: 'the payment belongs to another account',
  declined: 'the payment was declined',
};

/** What an agent is told that has paid by itself. */
export function paidMessage(credits: number, balance: number): string {
  return `Paid, thank you. That was ${counted(credits, 'credit')}; you now have ${balance}.`;
}
