import { type KnownAgent, findAgentByUsername } from '../../store/keepers/agents.ts';
import { paymentsOf, type InlinePayment } from '../../store/money/inline-payments.ts';
import { accountOf, ledgerOf, type Account, type LedgerLine } from '../../store/money/ledger.ts';
import { purchasesOf, type Purchase } from '../../store/money/purchases.ts';
import type { House } from '../house.ts';

/** All the house knows of an agent's credits. */
export interface AccountView {
  readonly agent: KnownAgent;
  readonly account: Account;
  /** The newest first, all of these. */
  readonly lines: readonly LedgerLine[];
  readonly purchases: readonly Purchase[];
  readonly payments: readonly InlinePayment[];
}

const MOST_LINES = 200;
const MOST_PAYMENTS = 100;

/** An agent's account, for the operator. */
export async function lookUpLedger({ store }: House, username: string): Promise<AccountView | undefined> {
  const found = await findAgentByUsername(store, username);
  if (!found) return undefined;
  const agent = { id: found.id, username: found.username };
  const [account, lines, purchases, payments] = await Promise.all([
    accountOf(store, agent.id),
    ledgerOf(store, agent.id, MOST_LINES),
    purchasesOf(store, agent.id, MOST_PAYMENTS),
    paymentsOf(store, agent.id, MOST_PAYMENTS),
  ]);
  return { agent, account, lines, purchases, payments };
}
