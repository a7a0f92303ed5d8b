import type { Db } from '../../db/db.ts';
import {
  command,
  deleteOldest,
  flag,
  instant,
  named,
  number,
  optional,
  query,
  type RowOf,
  table,
  text,
  word,
} from '../../db/table.ts';
import { DAY, type Instant } from '../../rules/base/clock.ts';
import type { PackId } from '../../rules/vocabulary.ts';

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
  await db.run(INSERT_PURCHASE, INSERT_PURCHASE.values(purchase));
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

const INSERT_PURCHASE = PURCHASES.insert();

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

const QUOTES = table('quotes', {
  id: text,
  agentId: text,
  credits: number,
  cents: number,
  createdAt: instant,
  expiresAt: instant,
});

/** What an agent was offered, until when. */
type Quote = RowOf<typeof QUOTES.columns>;

export async function insertQuote(db: Db, quote: Quote): Promise<void> {
  await db.run(INSERT_QUOTE, INSERT_QUOTE.values(quote));
}

/** How many credits this agent was lately offered for so much money: undefined when it was not. */
export async function findQuotedCredits(
  db: Db,
  { agentId, cents }: Pick<Quote, 'agentId' | 'cents'>,
  now: Instant,
): Promise<number | undefined> {
  return (await db.one(FIND_QUOTE, [agentId, cents, now]))?.credits;
}

/** Forgets up to a thousand quotes whose time is over. */
export async function deleteExpiredQuotes(db: Db, now: Instant): Promise<number> {
  return db.run(DELETE_EXPIRED, [now]);
}

const INSERT_QUOTE = QUOTES.insert();

const FIND_QUOTE = QUOTES.select(`
  where agent_id = $1 and cents = $2 and expires_at > $3 order by expires_at desc, credits desc limit 1`);

const DELETE_EXPIRED = deleteOldest('quotes', 'id', 'expires_at');

const EVENTS = table('provider_events', {
  provider: text,
  id: named('event_id', text),
  type: text,
  outcome: text,
  now: named('received_at', instant),
});

/** What a provider told us, and what came of it. */
type ProviderEvent = RowOf<typeof EVENTS.columns>;

/** What came of an event when it was told before; undefined when it is news. */
export async function findEventOutcome(db: Db, provider: string, id: string): Promise<string | undefined> {
  return (await db.one(FIND_EVENT, [provider, id]))?.outcome;
}

/** Remembers it; the first outcome stands. */
export async function insertProviderEvent(db: Db, event: ProviderEvent): Promise<void> {
  await db.run(INSERT_EVENT, INSERT_EVENT.values(event));
}

/** Forgets up to a thousand events that nobody repeats any more; what they moved stays in the ledger, under its key. */
export async function deleteOldEvents(db: Db, now: Instant): Promise<number> {
  return db.run(DELETE_OLD, [now - KEPT_FOR]);
}

// Ten times as long as Stripe keeps trying.
const KEPT_FOR = 30 * DAY;

const FIND_EVENT = query(
  { outcome: text },
  'select outcome from provider_events where provider = $1 and event_id = $2',
);

const INSERT_EVENT = EVENTS.insert({ conflict: 'on conflict (provider, event_id) do nothing' });

const DELETE_OLD = deleteOldest('provider_events', 'provider, event_id', 'received_at');
