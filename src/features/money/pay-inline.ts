import { HOUR, MINUTE, type Instant } from '../../rules/base/clock.ts';
import type { PaymentCredential, PaymentRefusal } from '../../rules/credits.ts';
import { ProblemError, type Shortfall } from '../../rules/problem.ts';
import type { PaymentMethod } from '../../rules/vocabulary.ts';
import type { IncomingPayment, PaymentRail, Settlement } from '../../outside/money/payment-rail.ts';
import type { Transaction } from '../../db/db.ts';
import {
  claimPayment,
  findPayment,
  markPayment,
  settlePayment,
  type InlinePayment,
} from './inline-payments.store.ts';
import { moveCredits } from './ledger.store.ts';
import { countInlineSale } from '../stats/counting.ts';
import type { House } from '../house.ts';
import { markRealMoney } from './checkout.ts';
import { findOffer, railFor, findWaysToPay, type PaymentNeed } from './ways-to-pay.ts';

export interface InlinePaymentRequest extends Omit<PaymentNeed, 'shortfall'> {
  readonly credential: PaymentCredential;
  /** What the payment is for: one that buys less is not taken. */
  readonly wanted: Shortfall;
}

export interface InlinePaymentResult {
  readonly method: PaymentMethod;
  /** What it bought; nothing is minted twice, however often the same payment comes. */
  readonly credits: number;
  readonly cents: number;
  readonly receiptHeaders: Readonly<Record<string, string>>;
}

// Long enough for an attempt to end that another request is waiting for.
const IN_FLIGHT = MINUTE;
// Stripe forgets after a day that it has made a charge before.
export const ASK_AGAIN_FOR = 20 * HOUR;
const RETRY_SECONDS = 5;

/**
 * Takes a payment that came with a request, and mints what it buys. It is claimed before any money moves, and once it
 * may have moved, the answer is never "pay": the payer would pay twice.
 */
export async function payInline(
  house: House,
  request: InlinePaymentRequest,
  now: Instant,
): Promise<InlinePaymentResult> {
  const { credential, agent, resource } = request;
  const rail = railFor(house, credential);
  if (!rail) throw await refusal(house, request, 'not_taken_here', now);
  const payment = rail.read(credential.text, resource);
  if (!payment) throw await refusal(house, request, 'unreadable', now);
  const earlier = await findPayment(house.store, payment.key);
  if (earlier && earlier.agentId !== agent.id) throw await refusal(house, request, 'not_yours', now);
  const claimed =
    earlier && earlier.state !== 'refused'
      ? { stored: earlier, fresh: false }
      : await claim(house, rail, payment, request, now);
  const settled =
    claimed.stored.state === 'settled' ? claimed.stored : await settleClaimed(house, rail, claimed, now);
  if (!settled) throw await refusal(house, request, 'declined', now);
  return {
    method: rail.method,
    credits: settled.credits,
    cents: settled.cents,
    receiptHeaders: payment.receipt(settled.reference ?? '', settled.updatedAt),
  };
}

async function refusal(
  house: House,
  request: InlinePaymentRequest,
  reason: PaymentRefusal,
  now: Instant,
): Promise<ProblemError> {
  const { wanted } = request;
  const ways = await findWaysToPay(house, { ...request, shortfall: wanted.shortfall }, now);
  return new ProblemError('payment_refused', { ...wanted, ways, reason });
}

function unclear(retryAfterSeconds: number, cause?: unknown): ProblemError {
  return Object.assign(new ProblemError('payment_unclear', { retryAfterSeconds }), { cause });
}

interface ClaimedPayment {
  readonly stored: InlinePayment;
  /** True when this very request has claimed it, and nobody else is at it. */
  readonly fresh: boolean;
}

/** All that can be wrong without money moving is looked at first. */
async function claim(
  house: House,
  rail: PaymentRail,
  payment: IncomingPayment,
  request: InlinePaymentRequest,
  now: Instant,
): Promise<ClaimedPayment> {
  const { agent, wanted } = request;
  if (!rail.open) throw await refusal(house, request, 'not_taken_here', now);
  const offer = await findOffer(house, payment, agent.id, now);
  if (typeof offer === 'string') throw await refusal(house, request, offer, now);
  if (offer.credits < wanted.shortfall) throw await refusal(house, request, 'too_little', now);
  const verdict = await payment.verify();
  if (verdict === 'unclear') throw unclear(RETRY_SECONDS);
  const { key, evidence } = payment;
  // Before it can move: a mistake in this direction costs nothing.
  if (rail.live) await markRealMoney(house.store);
  const { method, live } = rail;
  const claimed = { key, agentId: agent.id, method, live, ...offer, evidence, createdAt: now };
  if (verdict === 'good' && (await claimPayment(house.store, claimed))) {
    return { stored: { ...claimed, state: 'claimed', reference: undefined, updatedAt: now }, fresh: true };
  }
  // A twin of this request may have been faster: what it has paid with is no good any more, and yet it is paid.
  const twin = await findPayment(house.store, key);
  if (!twin || twin.state === 'refused') throw await refusal(house, request, 'declined', now);
  if (twin.agentId !== agent.id) throw await refusal(house, request, 'not_yours', now);
  return { stored: twin, fresh: false };
}

/** The payment once it is settled; undefined when it was refused. Throws while nobody can tell. */
async function settleClaimed(
  house: House,
  rail: PaymentRail,
  { stored, fresh }: ClaimedPayment,
  now: Instant,
): Promise<InlinePayment | undefined> {
  const inFlight = !fresh && stored.state === 'claimed' && now - stored.updatedAt < IN_FLIGHT;
  if (inFlight || now - stored.createdAt > ASK_AGAIN_FOR) throw unclear(RETRY_SECONDS);
  const settlement = fresh ? await rail.settle(stored.evidence) : await rail.settleAgain(stored.evidence);
  try {
    await recordSettlement(house, stored, settlement, now);
  } catch (error) {
    throw unclear(RETRY_SECONDS, error);
  }
  if (settlement.outcome === 'unclear') throw unclear(RETRY_SECONDS, settlement.reason);
  if (settlement.outcome === 'refused') return undefined;
  return { ...stored, state: 'settled', reference: settlement.reference, updatedAt: now };
}

/** Stores how an attempt ended; when it was paid, what it bought is minted in the same transaction. */
export async function recordSettlement(
  house: Pick<House, 'store' | 'random'>,
  payment: InlinePayment,
  settlement: Settlement,
  now: Instant,
): Promise<void> {
  const { outcome } = settlement;
  if (outcome === 'settled') {
    await house.store.transaction((db) => mint(db, house, payment, settlement.reference, now));
    return;
  }
  const mark = { state: outcome === 'refused' ? outcome : 'unknown', reason: settlement.reason } as const;
  await markPayment(house.store, payment.key, mark, now);
}

/** Settles a payment and mints what it bought; false when that was done before. */
export async function mint(
  db: Transaction,
  { random }: Pick<House, 'random'>,
  payment: InlinePayment,
  reference: string,
  now: Instant,
): Promise<boolean> {
  const { key, agentId, credits } = payment;
  if (!(await settlePayment(db, key, reference, now))) return false;
  await moveCredits(db, {
    id: random.id(),
    agentId,
    delta: credits,
    kind: 'inline_payment',
    key,
    ref: reference,
    now,
  });
  await countInlineSale(db, payment, now);
  return true;
}
