import type { Instant } from '../../core/engine/clock.ts';
import type { PackId } from '../../core/vocabulary.ts';
import type { Db } from '../engine/db.ts';
import {
  command,
  flag,
  instant,
  named,
  number,
  optional,
  table,
  text,
  word,
  type RowOf,
} from '../engine/table.ts';

/** A purchase begins with the first two and comes to rest in one of the others. */
type PurchaseState = 'creating' | 'open' | 'paid' | 'expired' | 'failed' | 'refused';

/** One of the packs, or several at once for a shortfall that no single one covers. */
export type PackOrBundle = PackId | 'bundle';

const PURCHASES = table('purchases', {
  id: text,
  agentId: text,
  pack: word<PackOrBundle>(),
  credits: number,
  cents: number,
  provider: text,
  /** True when real money moves. */
  live: flag,
  /** What the provider calls it, as soon as it does. */
  ref: named('provider_ref', optional(text)),
  tokenHash: optional(text),
  url: named('checkout_url', optional(text)),
  state: word<PurchaseState>(),
  createdAt: instant,
  expiresAt: instant,
});

/** What a human was asked to pay for. */
export type Purchase = RowOf<typeof PURCHASES.columns>;

export async function insertPurchase(db: Db, purchase: Purchase): Promise<void> {
  await db.run(INSERT, INSERT.values(purchase));
}

interface PurchaseRequest extends Pick<
  Purchase,
  'agentId' | 'pack' | 'credits' | 'cents' | 'provider' | 'live'
> {
  readonly now: Instant;
}

/** One that was begun for the same and has more than half of its time left. */
export function findUnfinishedPurchase(db: Db, wanted: PurchaseRequest): Promise<Purchase | undefined> {
  const { agentId, pack, credits, cents, provider, live, now } = wanted;
  return db.one(UNFINISHED, [agentId, pack, credits, cents, provider, now, live ? 1 : 0]);
}

export function findPurchase(db: Db, id: string): Promise<Purchase | undefined> {
  return db.one(BY_ID, [id]);
}

export function findPurchaseByToken(db: Db, tokenHash: string): Promise<Purchase | undefined> {
  return db.one(BY_TOKEN, [tokenHash]);
}

/** The purchase some money was paid for, by what the provider calls the money. */
export function findPurchaseByPayment(db: Db, paymentRef: string): Promise<Purchase | undefined> {
  return db.one(BY_PAYMENT, [paymentRef]);
}

type CheckoutReference = Pick<Purchase, 'url' | 'tokenHash'> & { readonly ref: string };

/** The provider has a page for it now. */
export async function openPurchase(
  db: Db,
  id: string,
  { ref, url, tokenHash }: CheckoutReference,
): Promise<void> {
  await db.run(OPEN, [id, ref, url ?? null, tokenHash ?? null]);
}

interface PurchasePayment {
  readonly ref: string;
  readonly paymentRef: string | undefined;
  readonly now: Instant;
}

/** It was paid, whatever was thought of it before. */
export async function payPurchase(
  db: Db,
  id: string,
  { ref, paymentRef, now }: PurchasePayment,
): Promise<void> {
  await db.run(PAY, [id, ref, paymentRef ?? null, now]);
}

/** It will not be paid; one that was stays paid. */
export async function closePurchase(
  db: Db,
  id: string,
  state: Exclude<PurchaseState, 'creating' | 'open' | 'paid'>,
  now: Instant,
): Promise<void> {
  await db.run(CLOSE, [id, state, now]);
}

interface OverduePurchaseQuery {
  readonly provider: string;
  readonly now: Instant;
  /** The last one seen, to go on after it. */
  readonly after: Pick<Purchase, 'expiresAt' | 'id'> | undefined;
}

/** Up to a hundred purchases that nobody heard of until their time was over, the oldest first. */
export function overduePurchases(
  db: Db,
  { provider, now, after }: OverduePurchaseQuery,
): Promise<Purchase[]> {
  return db.all(OVERDUE, [provider, now, after?.expiresAt ?? 0, after?.id ?? '']);
}

/** What was bought for an agent, the newest first. */
export function purchasesOf(db: Db, agentId: string, most: number): Promise<Purchase[]> {
  return db.all(OF_AGENT, [agentId, most]);
}

/** The same from the first one: so many after this one. */
export function purchasesAfter(
  db: Db,
  agentId: string,
  after: Pick<Purchase, 'createdAt' | 'id'> | undefined,
  most: number,
): Promise<Purchase[]> {
  return db.all(OF_AGENT_AFTER, [agentId, after?.createdAt ?? -1, after?.id ?? '', most]);
}

const INSERT = PURCHASES.insert();

const UNFINISHED = PURCHASES.select(`
  where agent_id = $1 and pack = $2 and credits = $3 and cents = $4 and provider = $5 and live = $7
    and state in ('creating', 'open') and expires_at - $6 > $6 - created_at
  order by expires_at desc, id limit 1`);

const BY_ID = PURCHASES.select('where id = $1');
const BY_TOKEN = PURCHASES.select('where token_hash = $1');
const BY_PAYMENT = PURCHASES.select('where payment_ref = $1');

const OPEN = command(`
  update purchases set state = 'open', provider_ref = $2, checkout_url = $3, token_hash = $4
  where id = $1 and state = 'creating'`);

const PAY = command(`
  update purchases
  set state = 'paid', provider_ref = $2, payment_ref = coalesce(payment_ref, $3),
    settled_at = coalesce(settled_at, $4)
  where id = $1`);

const CLOSE = command(`
  update purchases set state = $2, settled_at = $3
  where id = $1 and state in ('creating', 'open')`);

const OVERDUE = PURCHASES.select(`
  where provider = $1 and state in ('creating', 'open') and expires_at <= $2
    and (expires_at, id) > ($3, $4)
  order by expires_at, id limit 100`);

const OF_AGENT = PURCHASES.select('where agent_id = $1 order by created_at desc, id desc limit $2');
const OF_AGENT_AFTER = PURCHASES.select(
  'where agent_id = $1 and (created_at, id) > ($2, $3) order by created_at, id limit $4',
);
