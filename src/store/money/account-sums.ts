import type { Db, Query } from '../engine/db.ts';

/** What is on an account, and what its ledger says. */
export interface AccountWithLedgerSum {
  readonly agentId: string;
  readonly balance: number;
  readonly debt: number;
  readonly moved: number;
  readonly owed: number;
}

/** Every account in turn: a page of those after `agentId`. Each is read with its ledger at one moment. */
export async function accountSumsAfter(db: Db, agentId: string, most: number): Promise<AccountWithLedgerSum[]> {
  return db.all(AFTER, [agentId, most]);
}

const AFTER: Query<AccountWithLedgerSum> = {
  text: `
    select agent_id as "agentId", balance, debt,
      cast((select coalesce(sum(delta), 0) from ledger where ledger.agent_id = accounts.agent_id) as bigint)
        as moved,
      cast((select coalesce(sum(debt_delta), 0) from ledger where ledger.agent_id = accounts.agent_id) as bigint)
        as owed
    from accounts where agent_id > $1 order by agent_id limit $2`,
  columns: ['agentId', 'balance', 'debt', 'moved', 'owed'],
};

export const STATEMENTS = [AFTER];
