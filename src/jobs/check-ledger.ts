import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { LEDGER_WALK_START, checkLedgerPage, type LedgerWalk } from '../house/money/ledger-walk.ts';
import { every, type RepeatingJob, runAndRecord } from './job.ts';

const EVERY_MS = 10_000;
const NAME = 'ledger';

/** Walks through all accounts, again and again: money that does not add up is seen without anybody asking for an audit. */
export function startCheckingLedger(house: House, log: Logger): RepeatingJob {
  house.jobs.register(NAME);
  let walk: LedgerWalk = LEDGER_WALK_START;
  const goOn = async (): Promise<Error | undefined> => {
    walk = await checkLedgerPage(house, walk);
    if (!walk.whole) return undefined;
    house.jobs.ledgerImbalance = walk.credits;
    const { accounts, credits } = walk;
    walk = LEDGER_WALK_START;
    if (accounts === 0) return undefined;
    log.error({ accounts, credits }, 'accounts are not the sums of their ledgers; arkhouse audit names them');
    return new Error(`${accounts} accounts are not the sums of their ledgers`);
  };
  const rounds = every(EVERY_MS, () =>
    runAndRecord(house, NAME, goOn, (error) => {
      log.warn({ err: error }, 'watching the ledger failed and will be tried again');
    }),
  );
  rounds.begin();
  return rounds;
}
