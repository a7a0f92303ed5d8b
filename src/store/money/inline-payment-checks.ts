import { HOUR } from '../../core/engine/clock.ts';
import { AUDIT_CHECK_COLUMNS, type AuditCheck } from '../engine/audit-check.ts';

/** What always holds of payments that agents made by themselves. */
export const INLINE_CHECKS: readonly AuditCheck[] = [
  {
    name: 'it is known how every payment of an agent ended, an hour later',
    query: {
      text: `
        select key as subject, state || coalesce(': ' || reason, '') as found from inline_payments
        where state in ('claimed', 'unknown') and created_at < $1`,
      columns: AUDIT_CHECK_COLUMNS,
    },
    since: (now) => now - HOUR,
  },
  {
    name: 'what an agent paid for by itself was minted, once and in full',
    query: {
      text: `
        select inline_payments.key as subject,
          'paid for ' || credits || ', minted ' || coalesce(delta - debt_delta, 0) as found
        from inline_payments left join ledger on idem_key = key
        where state = 'settled' and (ledger.id is null or delta - debt_delta <> credits
          or ledger.agent_id <> inline_payments.agent_id)`,
      columns: AUDIT_CHECK_COLUMNS,
    },
  },
  {
    name: 'nothing was minted for a payment that was not made',
    query: {
      text: `
        select idem_key as subject, coalesce(state, 'no payment') as found
        from ledger left join inline_payments on key = idem_key
        where kind = 'inline_payment' and coalesce(state, '') <> 'settled'`,
      columns: AUDIT_CHECK_COLUMNS,
    },
  },
];

export const STATEMENTS = INLINE_CHECKS.map(({ query }) => query);
