import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { findAgentByUsername, usernameOf } from '../agents/agents.store.ts';
import type { House } from '../house.ts';
import type { DeedOutcome } from '../moderation/moderate.ts';
import { insertOperatorLogEntry } from '../moderation/moderation.store.ts';
import { findPayment, markPayment, openPayments, paymentsOf, purchasesOf } from './purchases.store.ts';
import { accountOf, latestLedgerLines, ledgerOf } from './ledger.store.ts';
import { mint } from './pay-inline.ts';

export type AccountView = NonNullable<Awaited<ReturnType<typeof lookUpLedger>>>;

const MOST_LINES = 200;
const MOST_PAYMENTS = 100;
const MOST_LATEST = 50;
const MOST_UNRESOLVED = 50;

export type LatestMovements = Awaited<ReturnType<typeof readLatestMovements>>;

export function readLatestMovements({ store }: House) {
  return latestLedgerLines(store, MOST_LATEST);
}

export type UnresolvedPayment = Awaited<ReturnType<typeof readUnresolvedPayments>>[number];

export async function readUnresolvedPayments({ store }: House) {
  const open = await openPayments(store, MOST_UNRESOLVED);
  return Promise.all(
    open.map(async (payment) => ({ ...payment, username: (await usernameOf(store, payment.agentId)) ?? '' })),
  );
}

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
  house: House,
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
