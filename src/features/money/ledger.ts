import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { findAgentByUsername, usernameOf } from '../agents/agents.store.ts';
import type { House } from '../house.ts';
import type { DeedOutcome } from '../moderation/moderate.ts';
import { insertOperatorLogEntry } from '../moderation/moderation.store.ts';
import { findPayment, markPayment, openPayments, paymentsOf } from './inline-payments.store.ts';
import { accountOf, latestLedgerLines, ledgerOf } from './ledger.store.ts';
import { mint } from './pay-inline.ts';
import { purchasesOf } from './purchases.store.ts';

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

/** A payment nobody gives us an answer about is left to those who may still answer for so long. */
const LEFT_OPEN_FOR = HOUR;

interface PaymentClosing {
  readonly key: string;
  readonly end: 'settled' | 'refused';
  /** What whoever moved the money calls it: a transaction, a charge. */
  readonly reference: string;
  readonly reason: string;
}

/**
 * Ends by hand a payment that stays unclear, once the operator has looked where the money is: settled, and what it bought
 * is minted; or refused, and nothing is. Should it turn out settled after all, the one who paid still gets it.
 */
export async function closePayment(
  house: House,
  closing: PaymentClosing,
  now: Instant,
): Promise<DeedOutcome | 'too early'> {
  const { key, end, reason } = closing;
  return house.store.transaction(async (db) => {
    const payment = await findPayment(db, key);
    if (!payment) return 'not found';
    if (payment.state === 'settled' || payment.state === 'refused') return 'was so already';
    if (now - payment.createdAt < LEFT_OPEN_FOR) return 'too early';
    const isEnded =
      end === 'settled'
        ? await mint(db, house, payment, closing.reference || BY_HAND, now)
        : await markPayment(db, key, { state: 'refused', reason: `${BY_HAND}: ${reason}` }, now);
    if (!isEnded) return 'was so already';
    const deed = end === 'settled' ? 'payment_settled' : 'payment_refused';
    await insertOperatorLogEntry(db, house.random.id(), { at: now, deed, subject: key, reason });
    return 'done';
  });
}

const BY_HAND = 'closed by the operator';
