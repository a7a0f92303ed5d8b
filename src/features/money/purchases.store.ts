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

/** State of a checkout purchase: `creating` and `open` are unfinished, the others final. */
type PurchaseState = 'creating' | 'open' | 'paid' | 'expired' | 'failed' | 'refused';

/** `bundle`: several packs at once, for a shortfall that no single pack covers. */
type PackOrBundle = PackId | 'bundle';

const PURCHASES = table('purchases', {
  id: text,
  agentId: text,
  pack: word<PackOrBundle>(),
  credits: number,
  cents: number,
  provider: text,
  /** True if the purchase moves real money. */
  live: flag,
  /** The provider's id of the checkout session. */
  ref: named('provider_ref', optional(text)),
  tokenHash: optional(text),
  url: named('checkout_url', optional(text)),
  state: word<PurchaseState>(),
  createdAt: instant,
  expiresAt: instant,
});

export type Purchase = RowOf<typeof PURCHASES.columns>;

export async function insertPurchase(db: Db, purchase: Purchase): Promise<void> {
  await db.run(INSERT_PURCHASE, INSERT_PURCHASE.values(purchase));
}

/** An unfinished purchase of the same pack with more than half of its lifetime left. */
export function findUnfinishedPurchase(
  db: Db,
  wanted: Pick<Purchase, 'agentId' | 'pack' | 'credits' | 'cents' | 'provider' | 'live'>,
  now: Instant,
): Promise<Purchase | undefined> {
  const { agentId, pack, credits, cents, provider, live } = wanted;
  return db.one(UNFINISHED, [agentId, pack, credits, cents, provider, now, live ? 1 : 0]);
}

export function findPurchase(db: Db, id: string): Promise<Purchase | undefined> {
  return db.one(BY_ID, [id]);
}

export function findPurchaseByToken(db: Db, tokenHash: string): Promise<Purchase | undefined> {
  return db.one(BY_TOKEN, [tokenHash]);
}

/** Finds a purchase by the provider's id of its payment. */
export function findPurchaseByPayment(db: Db, paymentRef: string): Promise<Purchase | undefined> {
  return db.one(BY_PAYMENT, [paymentRef]);
}

export async function openPurchase(
  db: Db,
  id: string,
  { ref, url, tokenHash }: Pick<Purchase, 'url' | 'tokenHash'> & { readonly ref: string },
): Promise<void> {
  await db.run(OPEN, [id, ref, url ?? null, tokenHash ?? null]);
}

/** Marks a purchase as paid, whatever its state. */
export async function payPurchase(
  db: Db,
  id: string,
  { ref, paymentRef }: { readonly ref: string; readonly paymentRef: string | undefined },
  now: Instant,
): Promise<void> {
  await db.run(PAY, [id, ref, paymentRef ?? null, now]);
}

/** Closes a purchase; leaves a finished one unchanged. */
export async function closePurchase(
  db: Db,
  id: string,
  state: Exclude<PurchaseState, 'creating' | 'open' | 'paid'>,
  now: Instant,
): Promise<void> {
  await db.run(CLOSE, [id, state, now]);
}

/** Up to 100 unfinished purchases past their expiry, oldest first, after the given one. */
export function overduePurchases(
  db: Db,
  provider: string,
  after: Pick<Purchase, 'expiresAt' | 'id'> | undefined,
  now: Instant,
): Promise<Purchase[]> {
  return db.all(OVERDUE, [provider, now, after?.expiresAt ?? 0, after?.id ?? '']);
}

/** Purchases of an agent, newest first. */
export function purchasesOf(db: Db, agentId: string, most: number): Promise<Purchase[]> {
  return db.all(OF_AGENT, [agentId, most]);
}

/** Purchases of an agent after the given one, oldest first. */
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

type Quote = RowOf<typeof QUOTES.columns>;

export async function insertQuote(db: Db, quote: Quote): Promise<void> {
  await db.run(INSERT_QUOTE, INSERT_QUOTE.values(quote));
}

/** The credits of the agent's valid price offer for this amount. */
export async function findQuotedCredits(
  db: Db,
  { agentId, cents }: Pick<Quote, 'agentId' | 'cents'>,
  now: Instant,
): Promise<number | undefined> {
  return (await db.one(FIND_QUOTE, [agentId, cents, now]))?.credits;
}

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

/** The outcome of a webhook event that was received before. */
export async function findEventOutcome(db: Db, provider: string, id: string): Promise<string | undefined> {
  return (await db.one(FIND_EVENT, [provider, id]))?.outcome;
}

/** Stores a webhook event; of two outcomes the first stays. */
export async function insertProviderEvent(db: Db, event: RowOf<typeof EVENTS.columns>): Promise<void> {
  await db.run(INSERT_EVENT, INSERT_EVENT.values(event));
}

export async function deleteOldEvents(db: Db, now: Instant): Promise<number> {
  return db.run(DELETE_OLD, [now - KEPT_FOR]);
}

// Webhook events are kept ten times as long as Stripe retries them.
const KEPT_FOR = 30 * DAY;

const FIND_EVENT = query(
  { outcome: text },
  'select outcome from provider_events where provider = $1 and event_id = $2',
);

const INSERT_EVENT = EVENTS.insert({ conflict: 'on conflict (provider, event_id) do nothing' });

const DELETE_OLD = deleteOldest('provider_events', 'provider, event_id', 'received_at');
