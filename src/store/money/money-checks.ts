import { HOUR } from '../../core/engine/clock.ts';
import { auditChecks } from '../engine/audit-check.ts';

/** What always holds of accounts and of payments, whatever was bought, spent or taken back. */
export const MONEY_CHECKS = auditChecks({
  'an account is the sum of its ledger': `
    select accounts.agent_id as subject, cast(balance as text) as found
    from accounts left join (
      select agent_id, sum(delta) as moved, sum(debt_delta) as owed from ledger group by agent_id) sums
      on sums.agent_id = accounts.agent_id
    where balance <> coalesce(moved, 0) or debt <> coalesce(owed, 0)`,
  'every line of a ledger goes on from the one before': `
    select line.id as subject, cast(line.number as text) as found
    from ledger line left join ledger before
      on before.agent_id = line.agent_id and before.number = line.number - 1
    where line.balance_after <> coalesce(before.balance_after, 0) + line.delta
      or line.debt_after <> coalesce(before.debt_after, 0) + line.debt_delta
      or (before.id is null and line.number <> 1)`,
  'every return was paid for': `
    select gravestones.creature_id as subject, cast(death_number as text) as found
    from gravestones left join ledger
      on idem_key = 'resurrect:' || gravestones.creature_id || ':' || cast(death_number as text)
    where resurrected_at is not null and ledger.id is null`,
  'every payment for a return brought one back': `
    select ledger.id as subject, idem_key as found
    from ledger left join gravestones
      on idem_key = 'resurrect:' || gravestones.creature_id || ':' || cast(death_number as text)
    where kind = 'resurrection' and resurrected_at is null`,
  'what a human paid for was minted, once and in full': `
    select purchases.id as subject,
      'paid for ' || credits || ', minted ' || coalesce(delta - debt_delta, 0) as found
    from purchases left join ledger on idem_key = provider || ':checkout:' || provider_ref
    where state = 'paid' and (ledger.id is null or delta - debt_delta <> credits
      or ledger.agent_id <> purchases.agent_id)`,
  'nothing was minted for a purchase that was not paid': `
    select idem_key as subject, coalesce(state, 'no purchase') as found
    from ledger left join purchases on purchases.id = ledger.ref
    where kind = 'purchase' and coalesce(state, '') <> 'paid'`,
  'it is known how every payment of an agent ended, an hour later': {
    since: (now) => now - HOUR,
    sql: `
    select key as subject, state || coalesce(': ' || reason, '') as found from inline_payments
    where state in ('claimed', 'unknown') and created_at < $1`,
  },
  'what an agent paid for by itself was minted, once and in full': `
    select inline_payments.key as subject,
      'paid for ' || credits || ', minted ' || coalesce(delta - debt_delta, 0) as found
    from inline_payments left join ledger on idem_key = key
    where state = 'settled' and (ledger.id is null or delta - debt_delta <> credits
      or ledger.agent_id <> inline_payments.agent_id)`,
  'nothing was minted for a payment that was not made': `
    select idem_key as subject, coalesce(state, 'no payment') as found
    from ledger left join inline_payments on key = idem_key
    where kind = 'inline_payment' and coalesce(state, '') <> 'settled'`,
});
