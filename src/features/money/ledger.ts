import type { Agent } from '../../rules/agents.ts';
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import type { DeedOutcome } from '../hidden/hidden-content.ts';
import { insertOperatorLogEntry } from '../hidden/moderation.store.ts';
import type { BaseHouse } from '../house.ts';
import { findAgentByUsername } from '../identity/agents.store.ts';
import { usernameOf } from '../tallies/tallies.store.ts';
import { accountOf, latestLedgerLines, ledgerOf, type LedgerLine, type Account } from './ledger.store.ts';
import { mint } from './pay-inline.ts';
import {
  findPayment,
  markPayment,
  openPayments,
  paymentsOf,
  purchasesOf,
  type Purchase,
  type InlinePayment,
} from './purchases.store.ts';

export interface AccountView {
  readonly agent: Pick<Agent, 'id' | 'username'>;
  readonly account: Account;
  readonly lines: readonly LedgerLine[];
  readonly purchases: readonly Purchase[];
  readonly payments: readonly InlinePayment[];
}

const MOST_LINES = 200;
const MOST_PAYMENTS = 100;
const MOST_LATEST = 50;
const MOST_UNRESOLVED = 50;

export type LatestMovements = Awaited<ReturnType<typeof latestLedgerLines>>;

export function readLatestMovements({ store }: Pick<BaseHouse, 'store'>): Promise<LatestMovements> {
  return latestLedgerLines(store, MOST_LATEST);
}

export type UnresolvedPayment = InlinePayment & { readonly username: string };

export async function readUnresolvedPayments({
  store,
}: Pick<BaseHouse, 'store'>): Promise<UnresolvedPayment[]> {
  const open = await openPayments(store, MOST_UNRESOLVED);
  return Promise.all(
    open.map(async (payment) => ({ ...payment, username: (await usernameOf(store, payment.agentId)) ?? '' })),
  );
}

export async function lookUpLedger(
  { store }: Pick<BaseHouse, 'store'>,
  username: string,
): Promise<AccountView | undefined> {
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

// Least age of an unclear payment that the operator may close: a younger one may still be resolved by the payment service.
const MIN_AGE_TO_CLOSE = HOUR;
const BY_HAND = 'closed by the operator';

interface PaymentClosing {
  readonly key: string;
  readonly end: 'settled' | 'refused';
  readonly reference: string;
  readonly reason: string;
}

/** `settled` mints what was bought, `refused` nothing. A refused payment is still minted when it settles later. */
export async function closePayment(
  house: Pick<BaseHouse, 'random' | 'store'>,
  { key, end, reference, reason }: PaymentClosing,
  now: Instant,
): Promise<DeedOutcome | 'too early'> {
  return house.store.transaction(async (db) => {
    const payment = await findPayment(db, key);
    if (!payment) return 'not found';
    if (payment.state === 'settled' || payment.state === 'refused') return 'was so already';
    if (now - payment.createdAt < MIN_AGE_TO_CLOSE) return 'too early';
    const isEnded =
      end === 'settled'
        ? await mint(db, house, payment, reference || BY_HAND, now)
        : await markPayment(db, key, { state: 'refused', reason: `${BY_HAND}: ${reason}` }, now);
    if (!isEnded) return 'was so already';
    const deed = end === 'settled' ? 'payment_settled' : 'payment_refused';
    await insertOperatorLogEntry(db, house.random.id(), { at: now, deed, subject: key, reason });
    return 'done';
  });
}
