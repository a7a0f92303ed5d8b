import type { Instant } from '../core/clock.ts';
import type { Price } from '../core/credits.ts';
import type { PaymentMethod } from '../core/vocabulary.ts';
import type { Command, Db, Query } from './db.ts';

/** Claimed before the money is asked for; unknown when the answer did not come; then settled, or refused. */
export type PaymentState = 'claimed' | 'unknown' | 'settled' | 'refused';

/** A payment an agent made by itself. */
export interface InlinePayment extends Price {
  readonly key: string;
  readonly agentId: string;
  readonly method: PaymentMethod;
  readonly state: PaymentState;
  /** What is needed to ask again how it ended; empty once that is known, for a payer's proof is nobody's to keep. */
  readonly evidence: string;
  readonly reference: string | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export type Claim = Omit<InlinePayment, 'state' | 'reference' | 'updatedAt'>;

/** Claims a payment: false when it has been claimed before, unless it was refused and may be tried again. */
export async function claimPayment(db: Db, claim: Claim): Promise<boolean> {
  const { key, agentId, method, credits, cents, evidence, createdAt } = claim;
  return (await db.run(CLAIM, [key, agentId, method, credits, cents, evidence, createdAt])) === 1;
}

export async function findPayment(db: Db, key: string): Promise<InlinePayment | undefined> {
  const row = await db.one(FIND, [key]);
  return row && paymentFrom(row);
}

/** How an open payment ended, or that nobody knows. One that has ended stays as it is. */
export async function markPayment(
  db: Db,
  key: string,
  mark: { readonly state: PaymentState; readonly reference?: string; readonly reason?: string },
  now: Instant,
): Promise<void> {
  await db.run(MARK, [key, mark.state, mark.reference ?? null, mark.reason ?? null, now]);
}

/** Payments whose end is unknown, touched last before a moment and begun since another. */
export async function unclearPayments(
  db: Db,
  span: { readonly touchedBefore: Instant; readonly begunSince: Instant },
  most: number,
): Promise<InlinePayment[]> {
  return (await db.all(UNCLEAR, [span.touchedBefore, span.begunSince, most])).map(paymentFrom);
}

interface Row {
  readonly key: string;
  readonly agent_id: string;
  readonly method: string;
  readonly credits: number;
  readonly cents: number;
  readonly state: string;
  readonly evidence: string;
  readonly reference: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

function paymentFrom(row: Row): InlinePayment {
  return {
    key: row.key,
    agentId: row.agent_id,
    // Only these are ever written.
    method: row.method as PaymentMethod,
    state: row.state as PaymentState,
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
      key, agent_id, method, credits, cents, state, evidence, created_at, updated_at)
    values ($1, $2, $3, $4, $5, 'claimed', $6, $7, $7)
    on conflict (key) do update
    set credits = excluded.credits, cents = excluded.cents, state = 'claimed', evidence = excluded.evidence,
      reason = null, created_at = excluded.created_at, updated_at = excluded.updated_at
    where inline_payments.state = 'refused' and inline_payments.method = 'x402'
      and inline_payments.agent_id = excluded.agent_id`,
};

const FIND: Query<Row> = {
  text: `select ${COLUMNS.join(', ')} from inline_payments where key = $1`,
  columns: COLUMNS,
};

const MARK: Command = {
  text: `
    update inline_payments
    set state = $2, reference = coalesce($3, reference), reason = $4, updated_at = $5,
      evidence = case when $2 in ('settled', 'refused') then '' else evidence end
    where key = $1 and state in ('claimed', 'unknown')`,
};

const UNCLEAR: Query<Row> = {
  text: `
    select ${COLUMNS.join(', ')} from inline_payments
    where state in ('claimed', 'unknown') and updated_at < $1 and created_at >= $2
    order by updated_at limit $3`,
  columns: COLUMNS,
};

export const STATEMENTS = [CLAIM, FIND, MARK, UNCLEAR];
