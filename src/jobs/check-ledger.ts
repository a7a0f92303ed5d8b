import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { accountSumsAfter } from '../store/money/ledger.ts';
import { job, type Job } from './job.ts';

// Never so many accounts at once that anybody would have to wait.
const AT_ONCE = 200;

/** Walks through all accounts, again and again: money that does not add up is seen without anybody asking for an audit. */
export function startCheckingLedger(house: House, log: Logger): Job {
  let walk = { after: '', accounts: 0, credits: 0 };
  const checkNextPage = async (): Promise<Error | undefined> => {
    const page = await accountSumsAfter(house.store, walk.after, AT_ONCE);
    for (const { agentId, balance, debt, moved, owed } of page) {
      const off = Math.abs(balance - moved) + Math.abs(debt - owed);
      walk.after = agentId;
      walk.credits += off;
      if (off > 0) walk.accounts += 1;
    }
    if (page.length === AT_ONCE) return undefined;
    const { accounts, credits } = walk;
    walk = { after: '', accounts: 0, credits: 0 };
    house.jobs.ledgerImbalance = credits;
    if (accounts === 0) return undefined;
    log.error({ accounts, credits }, 'accounts are not the sums of their ledgers; arkhouse audit names them');
    return new Error(`${accounts} accounts are not the sums of their ledgers`);
  };
  return job(house, log, {
    name: 'ledger',
    everyMs: 10_000,
    atOnce: true,
    work: checkNextPage,
    failure: 'watching the ledger failed and will be tried again',
  });
}
