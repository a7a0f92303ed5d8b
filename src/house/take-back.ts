import type { Instant } from '../core/clock.ts';
import { CURRENCY, type Price } from '../core/credits.ts';
import type { CheckoutProvider, News, Turn } from '../outside/checkout.ts';
import type { Transaction } from '../store/db.ts';
import { findPayment } from '../store/inline-payments.ts';
import { move } from '../store/ledger.ts';
import { findByPayment, findPurchase } from '../store/purchases.ts';
import { reaching } from './checkout-trouble.ts';
import type { House } from './house.ts';

/** What some money has bought, by a human's hand or by the agent's own. */
export interface Bought extends Price {
  readonly id: string;
  readonly agentId: string;
  readonly provider: string;
  /** What was refused has given nothing, so that nothing can be taken back. */
  readonly state: string;
}

/** What a refund or a dispute is about; the provider is asked when it comes before the payment, or was no page's. */
export async function boughtWith(
  { store }: House,
  checkout: CheckoutProvider,
  { turns }: News,
): Promise<Bought | undefined> {
  const [turn] = turns ?? [];
  if (!turn) return undefined;
  const paid = await findByPayment(store, turn.paymentRef);
  if (paid) return paid;
  const { purchaseId, inlineKey } = (await reaching(() => checkout.paidFor(turn.paymentRef))) ?? {};
  if (purchaseId !== undefined) return findPurchase(store, purchaseId);
  const payment = inlineKey === undefined ? undefined : await findPayment(store, inlineKey);
  return payment && { ...payment, id: payment.key, provider: checkout.name };
}

/** Enters money that went back, or came back after all. */
export async function takeBack(
  db: Transaction,
  { chance }: Pick<House, 'chance'>,
  bought: Bought,
  turns: readonly Turn[],
  now: Instant,
): Promise<'taken_back' | 'nothing' | 'mismatch?'> {
  if (bought.state === 'refused') return 'nothing';
  if (turns.some(({ currency, cents }) => currency !== CURRENCY || cents > bought.cents)) return 'mismatch?';
  for (const { kind, ref, cents } of turns) {
    // Parts of a credit stay with the agent.
    const credits = Math.floor((bought.credits * cents) / bought.cents);
    if (credits === 0) continue;
    await move(db, {
      id: chance.id(),
      agentId: bought.agentId,
      delta: kind === 'refund' || kind === 'dispute' ? -credits : credits,
      kind,
      key: [bought.provider, kind, ref].join(':'),
      ref: bought.id,
      now,
    });
  }
  return 'taken_back';
}
