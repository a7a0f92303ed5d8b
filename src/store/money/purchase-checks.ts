import { AUDIT_CHECK_COLUMNS, type AuditCheck } from '../engine/audit-check.ts';

/** What always holds of payments that humans made. */
export const PURCHASE_CHECKS: readonly AuditCheck[] = [
  {
    name: 'what a human paid for was minted, once and in full',
    query: {
      text: `
        select purchases.id as subject,
          'paid for ' || credits || ', minted ' || coalesce(delta - debt_delta, 0) as found
        from purchases left join ledger on idem_key = provider || ':checkout:' || provider_ref
        where state = 'paid' and (ledger.id is null or delta - debt_delta <> credits
          or ledger.agent_id <> purchases.agent_id)`,
      columns: AUDIT_CHECK_COLUMNS,
    },
  },
  {
    name: 'nothing was minted for a purchase that was not paid',
    query: {
      text: `
        select idem_key as subject, coalesce(state, 'no purchase') as found
        from ledger left join purchases on purchases.id = ledger.ref
        where kind = 'purchase' and coalesce(state, '') <> 'paid'`,
      columns: AUDIT_CHECK_COLUMNS,
    },
  },
];

export const STATEMENTS = PURCHASE_CHECKS.map(({ query }) => query);
