import { accountSumsAfter } from '../../store/money/account-sums.ts';
import type { House } from '../house.ts';

const AT_ONCE = 200;

/** What a walk through the accounts has found so far. */
export interface LedgerWalk {
  /** The last account it came past; empty before the first. */
  readonly after: string;
  /** Credits by which accounts differ from their ledgers, and how many do. */
  readonly credits: number;
  readonly accounts: number;
  /** True when it has come to the end. */
  readonly whole: boolean;
}

export const LEDGER_WALK_START: LedgerWalk = { after: '', credits: 0, accounts: 0, whole: false };

/** Goes on with a walk, a few hundred accounts at a time: never so many that anybody would have to wait. */
export async function checkLedgerPage(
  { store }: House,
  { after, credits, accounts }: LedgerWalk,
): Promise<LedgerWalk> {
  const page = await accountSumsAfter(store, after, AT_ONCE);
  const off = page.map(({ balance, debt, moved, owed }) => Math.abs(balance - moved) + Math.abs(debt - owed));
  return {
    after: page.at(-1)?.agentId ?? after,
    credits: credits + off.reduce((sum, each) => sum + each, 0),
    accounts: accounts + off.filter((each) => each > 0).length,
    whole: page.length < AT_ONCE,
  };
}
