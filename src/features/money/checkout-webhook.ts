import type { Instant } from '../../rules/base/clock.ts';
import { CURRENCY, type Price } from '../../rules/credits.ts';
import { ProblemError } from '../../rules/problem.ts';
import type {
  CheckoutProvider,
  CheckoutEvent,
  CheckoutSession,
  Reversal,
} from '../../outside/money/checkout.ts';
import type { Transaction } from '../../db/db.ts';
import { findPayment } from './inline-payments.store.ts';
import { moveCredits } from './ledger.store.ts';
import {
  closePurchase,
  findEventOutcome,
  findPurchase,
  findPurchaseByPayment,
  insertProviderEvent,
  payPurchase,
  type Purchase,
} from './purchases.store.ts';
import { countSale } from '../stats/counting.ts';
import type { House } from '../house.ts';
import { callCheckout } from './checkout.ts';

/** What came of a webhook. Those that end in a question are for the operator to look at; nothing moved. */
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

interface WebhookReceipt {
  readonly outcome: ReceiptOutcome;
  readonly event: string;
  readonly type: string;
  readonly purchase?: string | undefined;
}

interface CheckoutWebhook {
  readonly raw: Buffer;
  readonly signature: string | undefined;
}

/** Takes what the provider says, however often and in whatever order it says it. */
export async function receiveWebhook(
  house: House,
  webhook: CheckoutWebhook,
  now: Instant,
): Promise<WebhookReceipt> {
  const { checkout } = house.cashier;
  // Whoever was paid keeps telling us, and somebody may open the till again.
  if (!checkout) throw new ProblemError('payments_off');
  const event = await callCheckout(() => checkout.readWebhook(webhook.raw, webhook.signature));
  if (!event) throw new ProblemError('invalid_callback');
  const reversed = await findReversedPurchase(house, checkout, event);
  return house.store.transaction(async (db) => {
    const known = await findEventOutcome(db, checkout.name, event.id);
    const applied =
      known === undefined ? await applyEvent(db, house, { checkout, event, reversed }, now) : undefined;
    const outcome = applied?.outcome ?? (known as ReceiptOutcome);
    if (applied)
      await insertProviderEvent(db, {
        provider: checkout.name,
        id: event.id,
        type: event.type,
        outcome,
        now,
      });
    return { outcome, event: event.id, type: event.type, purchase: applied?.purchase };
  });
}

/** A payment as it stands, entered once however often it is looked at. */
export async function settleSession(
  db: Transaction,
  house: House,
  purchase: Purchase,
  session: CheckoutSession,
  now: Instant,
): Promise<ReceiptOutcome> {
  const { id } = purchase;
  if (purchase.ref !== undefined && purchase.ref !== session.ref) return 'mismatch?';
  if (session.standing === 'open' || session.standing === 'waiting') return 'waiting';
  if (session.standing !== 'paid') {
    await closePurchase(db, id, session.standing, now);
    return 'closed';
  }
  if (session.cents !== purchase.cents || session.currency !== CURRENCY || session.live !== purchase.live) {
    await closePurchase(db, id, 'refused', now);
    return 'mismatch?';
  }
  const { before } = await moveCredits(db, {
    id: house.random.id(),
    agentId: purchase.agentId,
    delta: purchase.credits,
    kind: 'purchase',
    key: [purchase.provider, 'checkout', session.ref].join(':'),
    ref: id,
    now,
  });
  if (!before) {
    await payPurchase(db, id, { ref: session.ref, paymentRef: session.paymentRef, now });
    await countSale(db, purchase, now);
  }
  return before ? 'credited_before' : 'credited';
}

interface WebhookEvent {
  readonly checkout: CheckoutProvider;
  readonly event: CheckoutEvent;
  readonly reversed: ReversedPurchase | undefined;
}

type AppliedEvent = Pick<WebhookReceipt, 'outcome' | 'purchase'>;

async function applyEvent(
  db: Transaction,
  house: House,
  { checkout, event, reversed }: WebhookEvent,
  now: Instant,
): Promise<AppliedEvent> {
  const { session, reversals } = event;
  if (!session && !reversals) return { outcome: 'nothing' };
  if (event.live !== checkout.live) return { outcome: 'wrong_mode?' };
  if (!session) {
    if (reversed?.provider !== checkout.name) return { outcome: 'not_ours' };
    return {
      outcome: await applyReversals(db, house, reversed, reversals ?? [], now),
      purchase: reversed.id,
    };
  }
  const id = session.purchaseId;
  const purchase = id === undefined ? undefined : await findPurchase(db, id);
  if (purchase?.provider !== checkout.name) return { outcome: 'not_ours' };
  return { outcome: await settleSession(db, house, purchase, session, now), purchase: purchase.id };
}

/** What some money has bought, by a human's hand or by the agent's own. */
interface ReversedPurchase extends Price {
  readonly id: string;
  readonly agentId: string;
  readonly provider: string;
  /** What was refused has given nothing, so that nothing can be taken back. */
  readonly state: string;
}

/** What a refund or a dispute is about; the provider is asked when it comes before the payment, or was no page's. */
async function findReversedPurchase(
  { store }: House,
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

/** Enters money that went back, or came back after all. */
async function applyReversals(
  db: Transaction,
  { random }: Pick<House, 'random'>,
  purchase: ReversedPurchase,
  reversals: readonly Reversal[],
  now: Instant,
): Promise<'taken_back' | 'nothing' | 'mismatch?'> {
  if (purchase.state === 'refused') return 'nothing';
  if (!reversals.every((reversal) => fits(reversal, purchase))) return 'mismatch?';
  for (const { kind, ref, cents } of reversals) {
    // Parts of a credit stay with the agent.
    const credits = Math.floor((purchase.credits * cents) / purchase.cents);
    if (credits === 0) continue;
    await moveCredits(db, {
      id: random.id(),
      agentId: purchase.agentId,
      delta: kind === 'refund' || kind === 'dispute' ? -credits : credits,
      kind,
      key: [purchase.provider, kind, ref].join(':'),
      ref: purchase.id,
      now,
    });
  }
  return 'taken_back';
}

/** A whole amount of what was paid: less than nothing would give credits away. */
function fits({ currency, cents }: Reversal, purchase: ReversedPurchase): boolean {
  return currency === CURRENCY && Number.isSafeInteger(cents) && cents >= 0 && cents <= purchase.cents;
}
