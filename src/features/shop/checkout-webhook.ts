import type { Transaction } from '../../../packages/database/db.ts';
import { type Instant, MINUTE } from '../../rules/base/clock.ts';
import { CURRENCY } from '../../rules/credits.ts';
import { ProblemError } from '../../rules/problem.ts';
import type {
  CheckoutEvent,
  CheckoutProvider,
  CheckoutSession,
  Reversal,
} from '../../outside/money/checkout.ts';
import type { BaseHouse } from '../house.ts';
import { findGiftTarget, type GiftTarget, lockGiftTarget, useGift } from '../lives/gifts.ts';
import { callCheckout } from '../money/checkout.ts';
import { creditsMoved, isClawback, LedgerKeyReusedError, moveCredits } from '../money/ledger.store.ts';
import { ASK_AGAIN_FOR, recordSettlement } from '../money/pay-inline.ts';
import {
  closePurchase,
  findEventOutcome,
  findPayment,
  findPurchase,
  findPurchaseByPayment,
  insertProviderEvent,
  overduePurchases,
  payPurchase,
  type Purchase,
  stopOffering,
  unclearPayments,
} from '../money/purchases.store.ts';
import type { PublicHouse } from '../public/replica.ts';
import type { SpeciesHouse } from '../species/species-registry.ts';
import { countSale } from '../tallies/counting.ts';

/** Outcomes of a payment webhook. Those with a question mark are logged as errors; they only give back what was taken. */
export type ReceiptOutcome =
  | 'credited'
  | 'credited_before'
  | 'waiting'
  | 'closed'
  | 'taken_back'
  | 'not_ours'
  | 'nothing'
  | 'mismatch?'
  | 'wrong_mode?';

export interface ReceivedWebhook {
  readonly outcome: ReceiptOutcome;
  /** The event's id. */
  readonly webhook: string;
  readonly type: string;
  readonly purchase: string | undefined;
}

/** Applies each webhook event of the payment provider once, in any order. */
export async function receiveWebhook(
  house: PublicHouse,
  webhook: { readonly raw: Buffer; readonly signature: string | undefined },
  now: Instant,
): Promise<ReceivedWebhook> {
  const { checkout } = house.cashier;
  // Throws, so that the provider retries the webhook until checkout is configured again.
  if (!checkout) throw new ProblemError('payments_off', { lacksToken: false });
  const event = await callCheckout(() => checkout.readWebhook(webhook.raw, webhook.signature));
  if (!event) throw new ProblemError('invalid_callback');
  const reversed = await findReversedPurchase(house, checkout, event);
  const gift = await findGiftTarget(house, event.session?.purchaseId);
  const { id, type } = event;
  return house.store.transaction(async (db) => {
    const known = await findEventOutcome(db, checkout.name, id);
    if (known !== undefined)
      return { outcome: known as ReceiptOutcome, webhook: id, type, purchase: undefined };
    const { outcome, purchase } = await applyEvent(db, house, { checkout, event, reversed, gift }, now);
    await insertProviderEvent(db, { provider: checkout.name, id, type, outcome, now });
    return { outcome, webhook: id, type, purchase };
  });
}

/** Credits a paid checkout session, and brings the creature of a gift back. Idempotent: a session is credited once. */
export async function settleSession(
  db: Transaction,
  house: Pick<BaseHouse, 'random'>,
  { purchase, session, gift }: PaidPurchase,
  now: Instant,
): Promise<ReceiptOutcome> {
  const { id } = purchase;
  if (purchase.ref !== undefined && purchase.ref !== session.ref) return 'mismatch?';
  // A completed session that waits for its payment takes no other, so its link is not given out again.
  if (session.standing === 'waiting') await stopOffering(db, id, now);
  if (session.standing === 'open' || session.standing === 'waiting') return 'waiting';
  if (session.standing !== 'paid') {
    await closePurchase(db, id, session.standing, now);
    return 'closed';
  }
  if (session.cents !== purchase.cents || session.currency !== CURRENCY || session.live !== purchase.live) {
    await closePurchase(db, id, 'refused', now);
    return 'mismatch?';
  }
  const target = gift && (await lockGiftTarget(db, gift, now));
  const { before, balance } = await moveCredits(db, {
    id: house.random.id(),
    agentId: purchase.agentId,
    delta: purchase.credits,
    kind: 'purchase',
    key: [purchase.provider, 'checkout', session.ref].join(':'),
    ref: id,
    now,
  });
  if (!before) {
    await payPurchase(db, id, session, now);
    await countSale(db, purchase, now);
    if (purchase.gift !== undefined) await useGift(db, house, { purchase, target, balance }, now);
  }
  return before ? 'credited_before' : 'credited';
}

interface PaidPurchase {
  readonly purchase: Purchase;
  readonly session: CheckoutSession;
  readonly gift: GiftTarget | undefined;
}

interface WebhookEvent {
  readonly checkout: CheckoutProvider;
  readonly event: CheckoutEvent;
  readonly reversed: ReversedPurchase | undefined;
  readonly gift: GiftTarget | undefined;
}

async function applyEvent(
  db: Transaction,
  house: Pick<BaseHouse, 'random'>,
  { checkout, event, reversed, gift }: WebhookEvent,
  now: Instant,
): Promise<{ outcome: ReceiptOutcome; purchase?: string }> {
  const { session, reversals } = event;
  if (!session && !reversals) return { outcome: 'nothing' };
  if (event.live !== checkout.live) return { outcome: 'wrong_mode?' };
  if (!session) {
    if (reversed?.provider !== checkout.name) return { outcome: 'not_ours' };
    const outcome = await applyReversals(db, house, reversed, reversals ?? [], now);
    return { outcome, purchase: reversed.id };
  }
  const id = session.purchaseId;
  const purchase = id === undefined ? undefined : await findPurchase(db, id);
  if (purchase?.provider !== checkout.name) return { outcome: 'not_ours' };
  return { outcome: await settleSession(db, house, { purchase, session, gift }, now), purchase: purchase.id };
}

interface ReversedPurchase extends Pick<Purchase, 'id' | 'agentId' | 'provider' | 'credits' | 'cents'> {
  readonly state: string;
}

/** Asks the provider when the event arrives before the payment's, or when the payment was inline. */
async function findReversedPurchase(
  { store }: Pick<BaseHouse, 'store'>,
  checkout: CheckoutProvider,
  { reversals }: CheckoutEvent,
): Promise<ReversedPurchase | undefined> {
  const [reversal] = reversals ?? [];
  if (!reversal) return undefined;
  const paid = await findPurchaseByPayment(store, reversal.paymentRef);
  if (paid) return paid;
  const { purchaseId, inlineKey } =
    (await callCheckout(() => checkout.findSubject(reversal.paymentRef))) ?? {};
  if (purchaseId !== undefined) return findPurchase(store, purchaseId);
  const payment = inlineKey === undefined ? undefined : await findPayment(store, inlineKey);
  return payment && { ...payment, id: payment.key, provider: checkout.name };
}

async function applyReversals(
  db: Transaction,
  { random }: Pick<PublicHouse, 'random'>,
  purchase: ReversedPurchase,
  reversals: readonly Reversal[],
  now: Instant,
): Promise<ReceiptOutcome> {
  // A refused payment minted no credits to take back.
  if (purchase.state === 'refused') return 'nothing';
  // A negative amount would mint credits.
  const isWithin = (cents: number) => Number.isSafeInteger(cents) && cents >= 0 && cents <= purchase.cents;
  if (!reversals.every(({ currency, cents }) => currency === CURRENCY && isWithin(cents))) return 'mismatch?';
  const { agentId } = purchase;
  let outcome: ReceiptOutcome = 'taken_back';
  for (const { kind, ref, cents } of reversals) {
    // Credits of a partial refund are rounded down: the agent keeps a fraction of a credit.
    const credits = Math.floor((purchase.credits * cents) / purchase.cents);
    // The provider may change the amount after it was booked: what was taken is given back.
    const keyOf = (cause: Reversal['kind']) => [purchase.provider, cause, ref].join(':');
    const taken = keyOf(kind === 'dispute_won' ? 'dispute' : 'refund');
    const delta = isClawback(kind) ? -credits : -(await creditsMoved(db, taken));
    if (delta === 0) continue;
    try {
      const key = keyOf(kind);
      await moveCredits(db, { id: random.id(), agentId, delta, kind, key, ref: purchase.id, now });
    } catch (error) {
      if (!(error instanceof LedgerKeyReusedError)) throw error;
      outcome = 'mismatch?';
    }
  }
  return outcome;
}

// After this many failed lookups the payment provider is considered unavailable.
const MOST_FAILURES = 5;

/** Looks up purchases whose webhook may be lost. A failed lookup does not stop the others. Counts the outcomes. */
export async function reconcilePurchases(
  house: PublicHouse,
  now: Instant,
  closing?: AbortSignal,
): Promise<Partial<Record<ReceiptOutcome, number>>> {
  const { checkout } = house.cashier;
  const counts: Partial<Record<ReceiptOutcome, number>> = {};
  if (!checkout) return counts;
  const failures: unknown[] = [];
  for await (const lookUp of lookups(house, checkout, now)) {
    try {
      const outcome = await lookUp();
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    } catch (error) {
      failures.push(error);
    }
    if (closing?.aborted || failures.length === MOST_FAILURES) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'purchase lookups failed');
  return counts;
}

async function* lookups(
  house: Pick<SpeciesHouse, 'random' | 'species' | 'store'>,
  checkout: CheckoutProvider,
  now: Instant,
) {
  for (const session of await checkout.listRecentlyCompleted()) {
    const purchase = await unpaidFor(house, checkout, session);
    if (purchase) yield () => settleInTransaction(house, purchase, session, now);
  }
  for (let after: Purchase | undefined; ;) {
    const page = await overduePurchases(house.store, checkout.name, after, now);
    for (const purchase of page) yield () => reconcile(house, checkout, purchase, now);
    after = page.at(-1);
    if (!after) return;
  }
}

async function unpaidFor(
  { store }: Pick<BaseHouse, 'store'>,
  checkout: CheckoutProvider,
  session: CheckoutSession,
) {
  const { purchaseId, standing } = session;
  if (purchaseId === undefined || standing !== 'paid') return undefined;
  const purchase = await findPurchase(store, purchaseId);
  const open = purchase && purchase.state !== 'paid' && purchase.state !== 'refused';
  return open && purchase.provider === checkout.name ? purchase : undefined;
}

async function reconcile(
  house: Pick<SpeciesHouse, 'random' | 'species' | 'store'>,
  checkout: CheckoutProvider,
  purchase: Purchase,
  now: Instant,
) {
  const session = purchase.ref === undefined ? undefined : await checkout.lookUp(purchase.ref);
  if (session) return settleInTransaction(house, purchase, session, now);
  // The provider has no session for the purchase, so no link was given out.
  await closePurchase(house.store, purchase.id, 'expired', now);
  return 'closed';
}

async function settleInTransaction(
  house: Pick<SpeciesHouse, 'random' | 'species' | 'store'>,
  purchase: Purchase,
  session: CheckoutSession,
  now: Instant,
): Promise<ReceiptOutcome> {
  const gift = await findGiftTarget(house, purchase.id);
  return house.store.transaction((db) => settleSession(db, house, { purchase, session, gift }, now));
}

const RETRY_AFTER = 2 * MINUTE;
const AT_ONCE = 20;

// Recorded as an attempt: payments are ordered by their last attempt, and this one must not block the others.
const RAIL_REMOVED = { outcome: 'unclear', reason: 'not taken here any more' } as const;
const ATTEMPT_FAILED = { outcome: 'unclear', reason: 'the attempt failed; see the log' } as const;

/** Counts the payments that stay unclear. A payment whose attempt throws does not stop the others; all such errors are thrown at the end. */
export async function reconcileInline(
  house: Pick<BaseHouse, 'cashier' | 'random' | 'store'>,
  now: Instant,
  closing?: AbortSignal,
): Promise<number> {
  const span = { touchedBefore: now - RETRY_AFTER, begunSince: now - ASK_AGAIN_FOR };
  const open = await unclearPayments(house.store, span, AT_ONCE);
  const failures = new Map<string, unknown>();
  for (const payment of open) {
    if (closing?.aborted) break;
    const { key, method, evidence, reference } = payment;
    try {
      const settlement = await house.cashier[method]?.settleAgain(evidence, reference);
      await recordSettlement(house, payment, settlement ?? RAIL_REMOVED, now);
    } catch (error) {
      failures.set(key, error);
      await recordSettlement(house, payment, ATTEMPT_FAILED, now);
    }
  }
  if (failures.size > 0)
    throw new AggregateError(
      failures.values(),
      `payments could not be reconciled: ${[...failures.keys()].join(', ')}`,
    );
  const left = await Promise.all(open.map(async ({ key }) => (await findPayment(house.store, key))?.state));
  return left.filter((state) => state === 'claimed' || state === 'unknown').length;
}
