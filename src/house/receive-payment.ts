import type { Instant } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import { CURRENCY } from '../core/credits.ts';
import type { CheckoutProvider, News, Session } from '../outside/checkout.ts';
import type { Transaction } from '../store/db.ts';
import { move } from '../store/ledger.ts';
import { noteEvent, outcomeOf } from '../store/provider-events.ts';
import { closePurchase, findPurchase, payPurchase, type Purchase } from '../store/purchases.ts';
import { reaching } from './checkout-trouble.ts';
import { countSale } from './counting-money.ts';
import type { House } from './house.ts';
import { boughtWith, takeBack, type Bought } from './take-back.ts';

/** What came of a callback. Those that end in a question are for the operator to look at; nothing moved. */
export const OUTCOMES = [
  'credited',
  'credited_before',
  'waiting',
  'closed',
  'taken_back',
  'not_ours',
  'nothing',
  'mismatch?',
  'wrong_mode?',
] as const;
export type ReceiptOutcome = (typeof OUTCOMES)[number];

export interface Receipt {
  readonly outcome: ReceiptOutcome;
  readonly event: string;
  readonly type: string;
  readonly purchase?: string | undefined;
}

export interface Callback {
  readonly raw: Buffer;
  readonly signature: string | undefined;
}

/** Takes what the provider says, however often and in whatever order it says it. */
export async function receivePayment(house: House, callback: Callback, now: Instant): Promise<Receipt> {
  const { checkout } = house.cashier;
  // Whoever was paid keeps telling us, and somebody may open the till again.
  if (!checkout) throw new Problem('payments_off');
  const news = await reaching(() => checkout.read(callback.raw, callback.signature));
  if (!news) throw new Problem('invalid_callback');
  const turned = await boughtWith(house, checkout, news);
  return house.store.together(async (db) => {
    const known = await outcomeOf(db, checkout.name, news.id);
    const told = known === undefined ? await act(db, house, { checkout, news, turned }, now) : undefined;
    const outcome = told?.outcome ?? (known as ReceiptOutcome);
    const event = { provider: checkout.name, id: news.id, type: news.type, outcome, now };
    if (told) await noteEvent(db, event);
    return { outcome, event: news.id, type: news.type, purchase: told?.purchase };
  });
}

/** A payment as it stands, entered once however often it is looked at. */
export async function settleSession(
  db: Transaction,
  house: House,
  purchase: Purchase,
  session: Session,
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
  const { before } = await move(db, {
    id: house.chance.id(),
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

interface Heard {
  readonly checkout: CheckoutProvider;
  readonly news: News;
  readonly turned: Bought | undefined;
}

type Told = Pick<Receipt, 'outcome' | 'purchase'>;

async function act(
  db: Transaction,
  house: House,
  { checkout, news, turned }: Heard,
  now: Instant,
): Promise<Told> {
  const { session, turns } = news;
  if (!session && !turns) return { outcome: 'nothing' };
  if (news.live !== checkout.live) return { outcome: 'wrong_mode?' };
  if (!session) {
    if (turned?.provider !== checkout.name) return { outcome: 'not_ours' };
    return { outcome: await takeBack(db, house, turned, turns ?? [], now), purchase: turned.id };
  }
  const id = session.purchaseId;
  const purchase = id === undefined ? undefined : await findPurchase(db, id);
  if (purchase?.provider !== checkout.name) return { outcome: 'not_ours' };
  return { outcome: await settleSession(db, house, purchase, session, now), purchase: purchase.id };
}
