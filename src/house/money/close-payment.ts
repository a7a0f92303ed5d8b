import { HOUR, type Instant } from '../../core/engine/clock.ts';
import { insertOperatorLogEntry } from '../../store/moderation/operator-log.ts';
import { findPayment, markPayment } from '../../store/money/inline-payments.ts';
import type { House } from '../house.ts';
import type { DeedOutcome } from '../moderation/moderate.ts';
import { mint } from './pay-inline.ts';

/** A payment nobody gives us an answer about is left to those who may still answer for so long. */
const LEFT_OPEN_FOR = HOUR;

interface PaymentClosing {
  readonly key: string;
  readonly end: 'settled' | 'refused';
  /** What whoever moved the money calls it: a transaction, a charge. */
  readonly reference: string;
  readonly reason: string;
}

/**
 * Ends by hand a payment that stays unclear, once the operator has looked where the money is: settled, and what it bought
 * is minted; or refused, and nothing is. Should it turn out settled after all, the one who paid still gets it.
 */
export async function closePayment(
  house: House,
  closing: PaymentClosing,
  now: Instant,
): Promise<DeedOutcome | 'too early'> {
  const { key, end, reason } = closing;
  return house.store.transaction(async (db) => {
    const payment = await findPayment(db, key);
    if (!payment) return 'not found';
    if (payment.state === 'settled' || payment.state === 'refused') return 'was so already';
    if (now - payment.createdAt < LEFT_OPEN_FOR) return 'too early';
    const isEnded =
      end === 'settled'
        ? await mint(db, house, payment, closing.reference || BY_HAND, now)
        : await markPayment(db, key, { state: 'refused', reason: `${BY_HAND}: ${reason}` }, now);
    if (!isEnded) return 'was so already';
    const deed = end === 'settled' ? 'payment_settled' : 'payment_refused';
    await insertOperatorLogEntry(db, house.random.id(), { at: now, deed, subject: key, reason });
    return 'done';
  });
}

const BY_HAND = 'closed by the operator';
