import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { WALK, walkOn, type LedgerWalk } from '../house/watch-ledger.ts';
import { inRounds, type Rounds } from './rounds.ts';
import { telling } from './telling.ts';

const EVERY_MS = 10_000;
const NAME = 'ledger';

/** Walks through all accounts, again and again: money that does not add up is seen without anybody asking for an audit. */
export function watchLedger(house: House, log: Logger): Rounds {
  house.jobs.open(NAME);
  let walk: LedgerWalk = WALK;
  const goOn = async (): Promise<Error | undefined> => {
    walk = await walkOn(house, walk);
    if (!walk.whole) return undefined;
    house.jobs.ledgerImbalance = walk.credits;
    const { accounts, credits } = walk;
    walk = WALK;
    if (accounts === 0) return undefined;
    log.error({ accounts, credits }, 'accounts are not the sums of their ledgers; arkhouse audit names them');
    return new Error(`${accounts} accounts are not the sums of their ledgers`);
  };
  const rounds = inRounds(EVERY_MS, () =>
    telling(house, NAME, goOn, (error) => {
      log.warn({ err: error }, 'watching the ledger failed and will be tried again');
    }),
  );
  rounds.begin();
  return rounds;
}
