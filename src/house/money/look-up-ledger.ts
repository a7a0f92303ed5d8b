import { findAgentByUsername, usernameOf } from '../../store/keepers/agents.ts';
import { openPayments, paymentsOf } from '../../store/money/inline-payments.ts';
import { accountOf, latestLedgerLines, ledgerOf } from '../../store/money/ledger.ts';
import { purchasesOf } from '../../store/money/purchases.ts';
import type { House } from '../house.ts';

/** All the house knows of an agent's credits; every list has the newest first. */
export type AccountView = NonNullable<Awaited<ReturnType<typeof lookUpLedger>>>;

const MOST_LINES = 200;
const MOST_PAYMENTS = 100;

const MOST_LATEST = 50;

/** What moved lately, of all accounts, the newest first. */
export type LatestMovements = Awaited<ReturnType<typeof readLatestMovements>>;

export function readLatestMovements({ store }: House) {
  return latestLedgerLines(store, MOST_LATEST);
}

const MOST_UNRESOLVED = 50;

/** A payment whose outcome is unknown, and whose it is. */
export type UnresolvedPayment = Awaited<ReturnType<typeof readUnresolvedPayments>>[number];

export async function readUnresolvedPayments({ store }: House) {
  const open = await openPayments(store, MOST_UNRESOLVED);
  return Promise.all(
    open.map(async (payment) => ({
      ...payment,
      username: (await usernameOf(store, payment.agentId)) ?? '',
    })),
  );
}

/** An agent's account, for the operator. */
export async function lookUpLedger({ store }: House, username: string) {
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
