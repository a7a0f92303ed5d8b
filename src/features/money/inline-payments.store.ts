import type { Instant } from '../../rules/base/clock.ts';
import type { PaymentMethod } from '../../rules/vocabulary.ts';
import type { Db } from '../../db/db.ts';
import { command, flag, instant, number, optional, table, text, word, type RowOf } from '../../db/table.ts';
import { all, changes, one } from '../statement.store.ts';

/**
 * State of an inline payment: `claimed` is written before money is requested, `unknown` when the payment
 * service did not answer; the other two are final.
 */
type InlinePaymentState = 'claimed' | 'unknown' | 'settled' | 'refused';

const PAYMENTS = table('inline_payments', {
  key: text,
  agentId: text,
  method: word<PaymentMethod>(),
  /** True if the payment moves real money. */
  live: flag,
  credits: number,
  cents: number,
  state: word<InlinePaymentState>(),
  /** The signed payment, needed to query the outcome again; emptied once that is known, because it holds the payer's proof. */
  evidence: text,
  reference: optional(text),
  createdAt: instant,
  updatedAt: instant,
});

export type InlinePayment = RowOf<typeof PAYMENTS.columns>;

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
      reason = null, created_at = excluded.created_at, updated_at = excluded.updated_at
    where inline_payments.state = 'refused' and inline_payments.method = 'x402'
      and inline_payments.agent_id = excluded.agent_id`,
});

export const findPayment = one(PAYMENTS.select('where key = $1'), (key: string) => [key]);

/** Stores the state of an inline payment; false when it is settled or refused already, which is final. */
export const markPayment = changes(
  command(`
  update inline_payments
  set state = $2, reason = $3, updated_at = $4,
    evidence = case when $2 = 'refused' then '' else evidence end
  where key = $1 and state in ('claimed', 'unknown')`),
  (
    key: string,
    mark: { readonly state: Exclude<InlinePaymentState, 'claimed' | 'settled'>; readonly reason?: string },
    now: Instant,
  ) => [key, mark.state, mark.reason ?? null, now],
);

/** Marks an inline payment as settled, whatever its state; true only for the first call. */
export const settlePayment = changes(
  command(`
  update inline_payments
  set state = 'settled', reference = $2, reason = null, updated_at = $3, evidence = ''
  where key = $1 and state <> 'settled'`),
  (key: string, reference: string, now: Instant) => [key, reference, now],
);

export const unclearPayments = all(
  PAYMENTS.select(`
  where state in ('claimed', 'unknown') and updated_at < $1 and created_at >= $2
  order by updated_at limit $3`),
  (span: { readonly touchedBefore: Instant; readonly begunSince: Instant }, most: number) => [
    span.touchedBefore,
    span.begunSince,
    most,
  ],
);

export const paymentsOf = all(
  PAYMENTS.select('where agent_id = $1 order by created_at desc, key desc limit $2'),
  (agentId: string, most: number) => [agentId, most],
);

/** Inline payments of an agent after the given one, oldest first. */
export const paymentsAfter = all(
  PAYMENTS.select('where agent_id = $1 and (created_at, key) > ($2, $3) order by created_at, key limit $4'),
  (agentId: string, after: Pick<InlinePayment, 'createdAt' | 'key'> | undefined, most: number) => [
    agentId,
    after?.createdAt ?? -1,
    after?.key ?? '',
    most,
  ],
);

/** All inline payments without a final state, the least recently updated first. */
export const openPayments = all(
  PAYMENTS.select(`where state in ('claimed', 'unknown') order by updated_at limit $1`),
  (most: number) => [most],
);
