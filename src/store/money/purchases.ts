import type { Instant } from '../../core/engine/clock.ts';
import type { PackId } from '../../core/vocabulary.ts';
import type { Command, Db, Query } from '../engine/db.ts';

/** A purchase begins with the first two and comes to rest in one of the others. */
export const PURCHASE_STATES = ['creating', 'open', 'paid', 'expired', 'failed', 'refused'] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

/** One of the packs, or several at once for a shortfall that no single one covers. */
export type PackOrBundle = PackId | 'bundle';

/** What a human was asked to pay for. */
export interface Purchase {
  readonly id: string;
  readonly agentId: string;
  readonly pack: PackOrBundle;
  readonly credits: number;
  readonly cents: number;
  readonly provider: string;
  /** True when real money moves. */
  readonly live: boolean;
  /** What the provider calls it, as soon as it does. */
  readonly ref: string | undefined;
  readonly tokenHash: string | undefined;
  readonly url: string | undefined;
  readonly state: PurchaseState;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export async function insertPurchase(db: Db, purchase: Purchase): Promise<void> {
  await db.run(INSERT, [
    purchase.id,
    purchase.agentId,
    purchase.pack,
    purchase.credits,
    purchase.cents,
    purchase.provider,
    purchase.live ? 1 : 0,
    purchase.state,
    purchase.createdAt,
    purchase.expiresAt,
  ]);
}

export interface PurchaseRequest {
  readonly agentId: string;
  readonly pack: PackOrBundle;
  readonly credits: number;
  readonly cents: number;
  readonly provider: string;
  readonly now: Instant;
}

/** One that was begun for the same and has more than half of its time left. */
export async function findUnfinishedPurchase(db: Db, wanted: PurchaseRequest): Promise<Purchase | undefined> {
  const { agentId, pack, credits, cents, provider, now } = wanted;
  const row = await db.one(BEGUN, [agentId, pack, credits, cents, provider, now]);
  return row && purchaseFrom(row);
}

export async function findPurchase(db: Db, id: string): Promise<Purchase | undefined> {
  const row = await db.one(BY_ID, [id]);
  return row && purchaseFrom(row);
}

export async function findPurchaseByToken(db: Db, tokenHash: string): Promise<Purchase | undefined> {
  const row = await db.one(BY_TOKEN, [tokenHash]);
  return row && purchaseFrom(row);
}

/** The purchase some money was paid for, by what the provider calls the money. */
export async function findPurchaseByPayment(db: Db, paymentRef: string): Promise<Purchase | undefined> {
  const row = await db.one(BY_PAYMENT, [paymentRef]);
  return row && purchaseFrom(row);
}

export interface CheckoutReference {
  readonly ref: string;
  readonly url: string | undefined;
  readonly tokenHash: string | undefined;
}

/** The provider has a page for it now. */
export async function openPurchase(db: Db, id: string, { ref, url, tokenHash }: CheckoutReference): Promise<void> {
  await db.run(OPEN, [id, ref, url ?? null, tokenHash ?? null]);
}

export interface PurchasePayment {
  readonly ref: string;
  readonly paymentRef: string | undefined;
  readonly now: Instant;
}

/** It was paid, whatever was thought of it before. */
export async function payPurchase(db: Db, id: string, { ref, paymentRef, now }: PurchasePayment): Promise<void> {
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

export interface OverduePurchaseQuery {
  readonly provider: string;
  readonly now: Instant;
  /** The last one seen, to go on after it. */
  readonly after: Pick<Purchase, 'expiresAt' | 'id'> | undefined;
}

/** Up to a hundred purchases that nobody heard of until their time was over, the oldest first. */
export async function overduePurchases(db: Db, { provider, now, after }: OverduePurchaseQuery): Promise<Purchase[]> {
  const rows = await db.all(OVERDUE, [provider, now, after?.expiresAt ?? 0, after?.id ?? '']);
  return rows.map(purchaseFrom);
}

/** What was bought for an agent, the newest first. */
export async function purchasesOf(db: Db, agentId: string, most: number): Promise<Purchase[]> {
  return (await db.all(OF_AGENT, [agentId, most])).map(purchaseFrom);
}

interface PurchaseRow {
  readonly id: string;
  readonly agent_id: string;
  readonly pack: PackOrBundle;
  readonly credits: number;
  readonly cents: number;
  readonly provider: string;
  readonly live: number;
  readonly provider_ref: string | null;
  readonly token_hash: string | null;
  readonly checkout_url: string | null;
  readonly state: PurchaseState;
  readonly created_at: number;
  readonly expires_at: number;
}

function purchaseFrom(row: PurchaseRow): Purchase {
  return {
    id: row.id,
    agentId: row.agent_id,
    pack: row.pack,
    credits: row.credits,
    cents: row.cents,
    provider: row.provider,
    live: row.live === 1,
    ref: row.provider_ref ?? undefined,
    tokenHash: row.token_hash ?? undefined,
    url: row.checkout_url ?? undefined,
    state: row.state,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

const COLUMNS = [
  'id',
  'agent_id',
  'pack',
  'credits',
  'cents',
  'provider',
  'live',
  'provider_ref',
  'token_hash',
  'checkout_url',
  'state',
  'created_at',
  'expires_at',
] as const;

const SELECT = `select ${COLUMNS.join(', ')} from purchases`;

const INSERT: Command = {
  text: `
    insert into purchases (
      id, agent_id, pack, credits, cents, provider, live, state, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

const BEGUN: Query<PurchaseRow> = {
  text: `${SELECT}
    where agent_id = $1 and pack = $2 and credits = $3 and cents = $4 and provider = $5
      and state in ('creating', 'open') and expires_at - $6 > $6 - created_at
    order by expires_at desc, id limit 1`,
  columns: COLUMNS,
};

const BY_ID: Query<PurchaseRow> = { text: `${SELECT} where id = $1`, columns: COLUMNS };
const BY_TOKEN: Query<PurchaseRow> = { text: `${SELECT} where token_hash = $1`, columns: COLUMNS };
const BY_PAYMENT: Query<PurchaseRow> = { text: `${SELECT} where payment_ref = $1`, columns: COLUMNS };

const OPEN: Command = {
  text: `
    update purchases set state = 'open', provider_ref = $2, checkout_url = $3, token_hash = $4
    where id = $1 and state = 'creating'`,
};

const PAY: Command = {
  text: `
    update purchases
    set state = 'paid', provider_ref = $2, payment_ref = coalesce(payment_ref, $3),
      settled_at = coalesce(settled_at, $4)
    where id = $1`,
};

const CLOSE: Command = {
  text: `
    update purchases set state = $2, settled_at = $3
    where id = $1 and state in ('creating', 'open')`,
};

const OVERDUE: Query<PurchaseRow> = {
  text: `${SELECT}
    where provider = $1 and state in ('creating', 'open') and expires_at <= $2
      and (expires_at, id) > ($3, $4)
    order by expires_at, id limit 100`,
  columns: COLUMNS,
};

const OF_AGENT: Query<PurchaseRow> = {
  text: `${SELECT} where agent_id = $1 order by created_at desc, id desc limit $2`,
  columns: COLUMNS,
};

export const STATEMENTS = [OF_AGENT, INSERT, BEGUN, BY_ID, BY_TOKEN, BY_PAYMENT, OPEN, PAY, CLOSE, OVERDUE];
