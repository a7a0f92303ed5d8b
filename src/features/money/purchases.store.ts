import type { Db } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';
import { DAY, type Instant } from '../../rules/base/clock.ts';
import type { PackId, PaymentMethod } from '../../rules/vocabulary.ts';

/** State of a checkout purchase: `creating` and `open` are unfinished, the others final. */
type PurchaseState = 'creating' | 'open' | 'paid' | 'expired' | 'failed' | 'refused';

/** `bundle`: several packs at once, for a shortfall that no single pack covers. */
type PackOrBundle = PackId | 'bundle';

/** A purchase that is not paid by the keeper: once paid, the creature was brought back, or the keeper kept the credits. */
type GiftState = 'offered' | 'returned' | 'kept';

const PURCHASES = sql.table('purchases', {
  id: sql.text,
  agentId: sql.text,
  pack: sql.word<PackOrBundle>(),
  credits: sql.number,
  cents: sql.number,
  provider: sql.text,
  live: sql.flag,
  ref: sql.named('provider_ref', sql.optional(sql.text)),
  tokenHash: sql.optional(sql.text),
  url: sql.named('checkout_url', sql.optional(sql.text)),
  state: sql.word<PurchaseState>(),
  createdAt: sql.instant,
  expiresAt: sql.instant,
  /** The creature whose return it is for. */
  creatureId: sql.optional(sql.text),
  gift: sql.optional(sql.word<GiftState>()),
});

export type Purchase = sql.RowOf<typeof PURCHASES.columns>;

/** An unfinished purchase of the same pack for the same purpose with more than half of its lifetime left. */
export function findUnfinishedPurchase(
  db: Db,
  wanted: Omit<Purchase, 'id' | 'ref' | 'tokenHash' | 'url' | 'state' | 'createdAt' | 'expiresAt'>,
  now: Instant,
): Promise<Purchase | undefined> {
  const { agentId, pack, credits, cents, provider, live, creatureId = '', gift = '' } = wanted;
  const purpose = [creatureId, gift];
  return db.one(UNFINISHED, [agentId, pack, credits, cents, provider, now, live ? 1 : 0, ...purpose]);
}

export const insertPurchase = sql.write(PURCHASES.insert());

const UNFINISHED = PURCHASES.select(`
  where agent_id = $1 and pack = $2 and credits = $3 and cents = $4 and provider = $5 and live = $7
    and coalesce(creature_id, '') = $8 and coalesce(gift, '') = $9
    and state in ('creating', 'open') and expires_at - $6 > $6 - created_at
  order by expires_at desc, id limit 1`);

export const findPurchase = sql.one(PURCHASES.select('where id = $1'), sql.byKey);
export const findPurchaseByToken = sql.one(PURCHASES.select('where token_hash = $1'), sql.byKey);
/** `ref` is the provider's id of the payment. */
export const findPurchaseByPayment = sql.one(PURCHASES.select('where payment_ref = $1'), sql.byKey);

export const openPurchase = sql.run(
  `
  update purchases set state = 'open', provider_ref = $2, checkout_url = $3, token_hash = $4
  where id = $1 and state = 'creating'`,
  (id: string, { ref, url, tokenHash }: Pick<Purchase, 'url' | 'tokenHash'> & { readonly ref: string }) => [
    id,
    ref,
    url ?? null,
    tokenHash ?? null,
  ],
);

export const payPurchase = sql.run(
  `
  update purchases
  set state = 'paid', provider_ref = $2, payment_ref = coalesce(payment_ref, $3),
    settled_at = coalesce(settled_at, $4)
  where id = $1`,
  (
    id: string,
    { ref, paymentRef }: { readonly ref: string; readonly paymentRef: string | undefined },
    now: Instant,
  ) => [id, ref, paymentRef ?? null, now],
);

export const closePurchase = sql.run(
  `
  update purchases set state = $2, settled_at = $3
  where id = $1 and state in ('creating', 'open')`,
  (id: string, state: Exclude<PurchaseState, 'creating' | 'open' | 'paid'>, now: Instant) => [id, state, now],
);

export const creatureNameOf = sql.selectValue(
  { name: sql.text },
  'select name from creatures where id = $1',
  sql.byKey,
);

export const markGift = sql.run(
  'update purchases set gift = $2 where id = $1',
  (id: string, gift: Exclude<GiftState, 'offered'>) => [id, gift],
);

const GIFT = {
  creatureId: sql.text,
  name: sql.text,
  credits: sql.number,
  gift: sql.word<GiftState>(),
  at: sql.named('settled_at', sql.instant),
};

export type Gift = sql.RowOf<typeof GIFT>;

const GIFTS_KEPT_FOR = 30 * DAY;
const MOST_GIFTS = 10;

/** What others paid for an agent's creatures in the last 30 days, newest first. */
export const giftsTo = sql.all(
  sql.query(
    GIFT,
    `
  select creature_id, creatures.name, credits, gift, settled_at
  from purchases join creatures on creatures.id = creature_id
  where agent_id = $1 and purchases.state = 'paid' and gift is not null and settled_at >= $2
  order by settled_at desc, purchases.id desc limit $3`,
  ),
  (agentId: string, now: Instant) => [agentId, now - GIFTS_KEPT_FOR, MOST_GIFTS],
);

/** Ends the time in which the link of an unfinished purchase is given out. */
export const stopOffering = sql.run(
  `update purchases set expires_at = $2 where id = $1 and state in ('creating', 'open') and expires_at > $2`,
  (id: string, now: Instant) => [id, now],
);

/** Up to 100 unfinished purchases past their expiry, oldest first, after the given one. */
export const overduePurchases = sql.all(
  PURCHASES.select(`
  where provider = $1 and state in ('creating', 'open') and expires_at <= $2
    and (expires_at, id) > ($3, $4)
  order by expires_at, id limit 100`),
  (provider: string, after: Pick<Purchase, 'expiresAt' | 'id'> | undefined, now: Instant) => [
    provider,
    now,
    after?.expiresAt ?? 0,
    after?.id ?? '',
  ],
);

export const purchasesOf = sql.all(
  PURCHASES.select('where agent_id = $1 order by created_at desc, id desc limit $2'),
  (agentId: string, most: number) => [agentId, most],
);
export const purchasesAfter = sql.all(
  PURCHASES.select('where agent_id = $1 and (created_at, id) > ($2, $3) order by created_at, id limit $4'),
  (agentId: string, after: Pick<Purchase, 'createdAt' | 'id'> | undefined, most: number) => [
    agentId,
    after?.createdAt ?? -1,
    after?.id ?? '',
    most,
  ],
);

const QUOTES = sql.table('quotes', {
  id: sql.text,
  agentId: sql.text,
  credits: sql.number,
  cents: sql.number,
  createdAt: sql.instant,
  expiresAt: sql.instant,
});

type Quote = sql.RowOf<typeof QUOTES.columns>;
export const insertQuote = sql.write(QUOTES.insert());

export const findQuotedCredits = sql.oneValue(
  QUOTES.select(`
  where agent_id = $1 and cents = $2 and expires_at > $3 order by expires_at desc, credits desc limit 1`),
  'credits',
  ({ agentId, cents }: Pick<Quote, 'agentId' | 'cents'>, now: Instant) => [agentId, cents, now],
);

export const deleteExpiredQuotes = sql.run(sql.deleteOldest('quotes', 'id', 'expires_at'), (now: Instant) => [
  now,
]);

const EVENTS = sql.table('provider_events', {
  provider: sql.text,
  id: sql.named('event_id', sql.text),
  type: sql.text,
  outcome: sql.text,
  now: sql.named('received_at', sql.instant),
});

// Webhook events are kept ten times as long as Stripe retries them.
const KEPT_FOR = 30 * DAY;

export const findEventOutcome = sql.selectValue(
  { outcome: sql.text },
  'select outcome from provider_events where provider = $1 and event_id = $2',
  (provider: string, id: string) => [provider, id],
);

/** Stores a webhook event; of two outcomes the first stays. */
export const insertProviderEvent = sql.write(
  EVENTS.insert({ conflict: 'on conflict (provider, event_id) do nothing' }),
);

export const deleteOldEvents = sql.run(
  sql.deleteOldest('provider_events', 'provider, event_id', 'received_at'),
  (now: Instant) => [now - KEPT_FOR],
);

/** `claimed` is written before money is requested, `unknown` when the service did not answer; the other two are final. */
type InlinePaymentState = 'claimed' | 'unknown' | 'settled' | 'refused';

const PAYMENTS = sql.table('inline_payments', {
  key: sql.text,
  agentId: sql.text,
  method: sql.word<PaymentMethod>(),
  live: sql.flag,
  credits: sql.number,
  cents: sql.number,
  state: sql.word<InlinePaymentState>(),
  /** The signed payment, needed to query the outcome again; emptied once that is known, because it holds the payer's proof. */
  evidence: sql.text,
  /** The transaction or charge: of the settlement, or named by an attempt whose outcome is unknown. */
  reference: sql.optional(sql.text),
  createdAt: sql.instant,
  updatedAt: sql.instant,
});

export type InlinePayment = sql.RowOf<typeof PAYMENTS.columns>;

/** Claims an inline payment; false when it was claimed before, unless it was refused and may be tried again. */
export async function claimPayment(
  db: Db,
  claim: Omit<InlinePayment, 'state' | 'reference' | 'updatedAt'>,
): Promise<boolean> {
  const row = { ...claim, state: 'claimed', updatedAt: claim.createdAt } as const;
  return (await db.run(CLAIM, CLAIM.values(row))) === 1;
}

// A refused x402 transfer stays signed until it expires and may be claimed again; an MPP challenge is answered only once.
const CLAIM = PAYMENTS.insert({
  conflict: `
    on conflict (key) do update
    set live = excluded.live, credits = excluded.credits, cents = excluded.cents, state = 'claimed', evidence = excluded.evidence,
      reason = null, reference = null, created_at = excluded.created_at, updated_at = excluded.updated_at
    where inline_payments.state = 'refused' and inline_payments.method = 'x402'
      and inline_payments.agent_id = excluded.agent_id`,
});

export const findPayment = sql.one(PAYMENTS.select('where key = $1'), sql.byKey);

/** Stores the state of an inline payment; false when it is settled or refused already, which is final. */
export const markPayment = sql.changes(
  `
  update inline_payments
  set state = $2, reason = $3, updated_at = $4, reference = coalesce($5, reference),
    evidence = case when $2 = 'refused' then '' else evidence end
  where key = $1 and state in ('claimed', 'unknown')`,
  (
    key: string,
    mark: {
      readonly state: Exclude<InlinePaymentState, 'claimed' | 'settled'>;
      readonly reason?: string;
      readonly reference?: string | undefined;
    },
    now: Instant,
  ) => [key, mark.state, mark.reason ?? null, now, mark.reference ?? null],
);

/** Marks an inline payment as settled, whatever its state; true only for the first call. */
export const settlePayment = sql.changes(
  `
  update inline_payments
  set state = 'settled', reference = $2, reason = null, updated_at = $3, evidence = ''
  where key = $1 and state <> 'settled'`,
  (key: string, reference: string, now: Instant) => [key, reference, now],
);

export const unclearPayments = sql.all(
  PAYMENTS.select(`
  where state in ('claimed', 'unknown') and updated_at < $1 and created_at >= $2
  order by updated_at limit $3`),
  (span: { readonly touchedBefore: Instant; readonly begunSince: Instant }, most: number) => [
    span.touchedBefore,
    span.begunSince,
    most,
  ],
);

export const paymentsOf = sql.all(
  PAYMENTS.select('where agent_id = $1 order by created_at desc, key desc limit $2'),
  (agentId: string, most: number) => [agentId, most],
);

export const paymentsAfter = sql.all(
  PAYMENTS.select('where agent_id = $1 and (created_at, key) > ($2, $3) order by created_at, key limit $4'),
  (agentId: string, after: Pick<InlinePayment, 'createdAt' | 'key'> | undefined, most: number) => [
    agentId,
    after?.createdAt ?? -1,
    after?.key ?? '',
    most,
  ],
);

/** Payments without a known outcome that began before a moment; counted up to 10,000. */
export const unresolvedSince = sql.one(
  sql.query(
    { n: sql.number, oldest: sql.optional(sql.instant) },
    `
  select count(*) as n, min(created_at) as oldest from (
    select created_at from inline_payments
    where state in ('claimed', 'unknown') and created_at < $1 limit 10000) unresolved`,
  ),
  (before: Instant) => [before],
);

export const openPayments = sql.all(
  PAYMENTS.select(`where state in ('claimed', 'unknown') order by updated_at limit $1`),
  (most: number) => [most],
);
