import { AUDIT_CHECK_COLUMNS, type AuditCheck } from '../engine/audit-check.ts';

/** What must hold of every account, whatever was bought, spent or taken back. */
export const LEDGER_CHECKS: readonly AuditCheck[] = [
  {
    name: 'an account is the sum of its ledger',
    query: {
      text: `
        select accounts.agent_id as subject, cast(balance as text) as found
        from accounts left join (
          select agent_id, sum(delta) as moved, sum(debt_delta) as owed from ledger group by agent_id) sums
          on sums.agent_id = accounts.agent_id
        where balance <> coalesce(moved, 0) or debt <> coalesce(owed, 0)`,
      columns: AUDIT_CHECK_COLUMNS,
    },
  },
  {
    name: 'every line of a ledger goes on from the one before',
    query: {
      text: `
        select line.id as subject, cast(line.number as text) as found
        from ledger line left join ledger before
          on before.agent_id = line.agent_id and before.number = line.number - 1
        where line.balance_after <> coalesce(before.balance_after, 0) + line.delta
          or line.debt_after <> coalesce(before.debt_after, 0) + line.debt_delta
          or (before.id is null and line.number <> 1)`,
      columns: AUDIT_CHECK_COLUMNS,
    },
  },
  {
    name: 'every return was paid for',
    query: {
      text: `
        select gravestones.creature_id as subject, cast(death_number as text) as found
        from gravestones left join ledger
          on idem_key = 'resurrect:' || gravestones.creature_id || ':' || cast(death_number as text)
        where resurrected_at is not null and ledger.id is null`,
      columns: AUDIT_CHECK_COLUMNS,
    },
  },
  {
    name: 'every payment for a return brought one back',
    query: {
      text: `
        select ledger.id as subject, idem_key as found
        from ledger left join gravestones
          on idem_key = 'resurrect:' || gravestones.creature_id || ':' || cast(death_number as text)
        where kind = 'resurrection' and resurrected_at is null`,
      columns: AUDIT_CHECK_COLUMNS,
    },
  },
];

export const STATEMENTS = LEDGER_CHECKS.map(({ query }) => query);
