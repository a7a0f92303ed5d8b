import type { Instant } from '../../core/engine/clock.ts';
import type { Price } from '../../core/money/credits.ts';
import type { PaymentMethod } from '../../core/vocabulary.ts';
import type { Command, Db, Query } from '../engine/db.ts';

/** Claimed before the money is asked for; unknown when the answer did not come; then settled, or refused. */
export type InlinePaymentState = 'claimed' | 'unknown' | 'settled' | 'refused';

/** A payment an agent made by itself. */
export interface InlinePayment extends Price {
  readonly key: string;
  readonly agentId: string;
  readonly method: PaymentMethod;
  /** True when real money moves. */
  readonly live: boolean;
  readonly state: InlinePaymentState;
  /** What is needed to ask again how it ended; empty once that is known, for a payer's proof is nobody's to keep. */
  readonly evidence: string;
  readonly reference: string | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export type InlinePaymentClaim = Omit<InlinePayment, 'state' | 'reference' | 'updatedAt'>;

/** Claims a payment: false when it has been claimed before, unless it was refused and may be tried again. */
export async function claimPayment(db: Db, claim: InlinePaymentClaim): Promise<boolean> {
  const { key, agentId, method, live, credits, cents, evidence, createdAt } = claim;
  const values = [key, agentId, method, credits, cents, evidence, createdAt, live ? 1 : 0];
  return (await db.run(CLAIM, values)) === 1;
}

export async function findPayment(db: Db, key: string): Promise<InlinePayment | undefined> {
  const row = await db.one(FIND, [key]);
  return row && paymentFrom(row);
}

/** That an open payment was refused, or that nobody knows. One that has ended stays as it is: false then. */
export async function markPayment(
  db: Db,
  key: string,
  mark: { readonly state: Exclude<InlinePaymentState, 'claimed' | 'settled'>; readonly reason?: string },
  now: Instant,
): Promise<boolean> {
  return (await db.run(MARK, [key, mark.state, mark.reason ?? null, now])) === 1;
}

/** That money moved, whatever was thought of it before; true for the one call that learned it. */
export async function settlePayment(db: Db, key: string, reference: string, now: Instant): Promise<boolean> {
  return (await db.run(SETTLE, [key, reference, now])) === 1;
}

/** Payments whose end is unknown, touched last before a moment and begun since another. */
export async function unclearPayments(
  db: Db,
  span: { readonly touchedBefore: Instant; readonly begunSince: Instant },
  most: number,
): Promise<InlinePayment[]> {
  return (await db.all(UNCLEAR, [span.touchedBefore, span.begunSince, most])).map(paymentFrom);
}

/** What an agent paid by itself, the newest first. */
export async function paymentsOf(db: Db, agentId: string, most: number): Promise<InlinePayment[]> {
  return (await db.all(OF_AGENT, [agentId, most])).map(paymentFrom);
}

/** Every payment whose end is unknown, whoever gave up asking; the longest untouched first. */
export async function openPayments(db: Db, most: number): Promise<InlinePayment[]> {
  return (await db.all(OPEN, [most])).map(paymentFrom);
}

interface InlinePaymentRow {
  readonly key: string;
  readonly agent_id: string;
  readonly method: string;
  readonly live: number;
  readonly credits: number;
  readonly cents: number;
  readonly state: string;
  readonly evidence: string;
  readonly reference: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

function paymentFrom(row: InlinePaymentRow): InlinePayment {
  return {
    key: row.key,
    agentId: row.agent_id,
    // Only these are ever written.
    method: row.method as PaymentMethod,
    live: row.live === 1,
    state: row.state as InlinePaymentState,
    credits: row.credits,
    cents: row.cents,
    evidence: row.evidence,
    reference: row.reference ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const COLUMNS = [
  'key',
  'agent_id',
  'method',
  'live',
  'credits',
  'cents',
  'state',
  'evidence',
  'reference',
  'created_at',
  'updated_at',
] as const;

// A signed transfer that was refused can still be carried out until its time is over; a challenge is answered once.
const CLAIM: Command = {
  text: `
    insert into inline_payments (
      key, agent_id, method, credits, cents, state, evidence, created_at, updated_at, live)
    values ($1, $2, $3, $4, $5, 'claimed', $6, $7, $7, $8)
    on conflict (key) do update
    set live = excluded.live, credits = excluded.credits, cents = excluded.cents, state = 'claimed', evidence = excluded.evidence,
      reason = null, created_at = excluded.created_at, updated_at = excluded.updated_at
    where inline_payments.state = 'refused' and inline_payments.method = 'x402'
      and inline_payments.agent_id = excluded.agent_id`,
};

const FIND: Query<InlinePaymentRow> = {
  text: `select ${COLUMNS.join(', ')} from inline_payments where key = $1`,
  columns: COLUMNS,
};

const MARK: Command = {
  text: `
    update inline_payments
    set state = $2, reason = $3, updated_at = $4,
      evidence = case when $2 = 'refused' then '' else evidence end
    where key = $1 and state in ('claimed', 'unknown')`,
};

const SETTLE: Command = {
  text: `
    update inline_payments
    set state = 'settled', reference = $2, reason = null, updated_at = $3, evidence = ''
    where key = $1 and state <> 'settled'`,
};

const UNCLEAR: Query<InlinePaymentRow> = {
  text: `
    select ${COLUMNS.join(', ')} from inline_payments
    where state in ('claimed', 'unknown') and updated_at < $1 and created_at >= $2
    order by updated_at limit $3`,
  columns: COLUMNS,
};

const OF_AGENT: Query<InlinePaymentRow> = {
  text: `
    select ${COLUMNS.join(', ')} from inline_payments
    where agent_id = $1 order by created_at desc, key desc limit $2`,
  columns: COLUMNS,
};

const OPEN: Query<InlinePaymentRow> = {
  text: `
    select ${COLUMNS.join(', ')} from inline_payments
    where state in ('claimed', 'unknown') order by updated_at limit $1`,
  columns: COLUMNS,
};

export const STATEMENTS = [OF_AGENT, OPEN, CLAIM, FIND, MARK, SETTLE, UNCLEAR];
