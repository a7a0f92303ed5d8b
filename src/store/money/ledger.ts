import type { Instant } from '../../core/engine/clock.ts';
import { isTestAccount } from '../../core/keepers/agent.ts';
import type { Command, Db, Query, Transaction } from '../engine/db.ts';
import { incrementTotal } from '../figures/tallies.ts';
import { MOVED, TEST } from '../figures/tally-names.ts';
import { usernameOf } from '../keepers/agents.ts';

/** Why credits moved. */
export const LEDGER_KINDS = [
  'purchase',
  'inline_payment',
  'resurrection',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export interface Account {
  readonly balance: number;
  readonly debt: number;
}

/** A movement of credits and its cause. */
export interface Movement {
  readonly id: string;
  readonly agentId: string;
  /** Credits gained, or spent when negative. */
  readonly delta: number;
  readonly kind: LedgerKind;
  /** Names the cause: the same key never moves credits twice. */
  readonly key: string;
  readonly ref?: string | undefined;
  readonly now: Instant;
}

export interface MovementResult extends Account {
  /** True when this cause had moved credits before, and nothing moved now. */
  readonly before: boolean;
}

/** There is less on the account than was to be spent; nothing moved. */
export class InsufficientCreditsError extends Error {
  override readonly name = 'InsufficientCreditsError';
  readonly balance: number;

  constructor(balance: number) {
    super('there is less on the account than was to be spent');
    this.balance = balance;
  }
}

/** The key has moved other credits, or another agent's. Two causes must never share one. */
export class LedgerKeyReusedError extends Error {
  override readonly name = 'LedgerKeyReusedError';
}

export async function accountOf(db: Db, agentId: string): Promise<Account> {
  return (await db.one(FIND, [agentId])) ?? EMPTY_ACCOUNT;
}

/**
 * The only way credits move, inside the caller's transaction. What comes in pays off a debt first; what is spent must be
 * there. A clawback takes what there is and owes the rest.
 */
export async function moveCredits(db: Transaction, movement: Movement): Promise<MovementResult> {
  const { agentId, delta, kind } = movement;
  await db.run(OPEN, [agentId]);
  const account = (await db.one(HOLD, [agentId])) ?? EMPTY_ACCOUNT;
  const earlier = await db.one(BY_KEY, [movement.key]);
  if (earlier) {
    if (earlier.agent_id !== agentId || earlier.delta - earlier.debt_delta !== delta) throw new LedgerKeyReusedError();
    return { ...account, before: true };
  }
  const after = delta >= 0 ? paidIn(account, delta) : paidOut(account, -delta, isClawback(kind));
  const written = [
    movement.id,
    agentId,
    after.balance - account.balance,
    after.debt - account.debt,
    after.balance,
    after.debt,
    kind,
    movement.key,
    movement.ref ?? null,
    movement.now,
  ];
  await db.run(WRITE, written);
  await db.run(SAVE, [agentId, after.balance, after.debt]);
  if (!isSale(kind)) await countMovement(db, movement);
  return { ...after, before: false };
}

const EMPTY_ACCOUNT: Account = { balance: 0, debt: 0 };

/** Sales are counted with the money that made them. */
function isSale(kind: LedgerKind): boolean {
  return kind === 'purchase' || kind === 'inline_payment';
}

async function countMovement(db: Transaction, { agentId, kind, delta }: Movement): Promise<void> {
  const username = (await usernameOf(db, agentId)) ?? '';
  const credits = Math.abs(delta);
  db.count(incrementTotal('money', MOVED + kind, credits));
  if (isTestAccount(username)) db.count(incrementTotal('money', TEST + MOVED + kind, credits));
}

function isClawback(kind: LedgerKind): boolean {
  return kind === 'refund' || kind === 'dispute';
}

function paidIn({ balance, debt }: Account, credits: number): Account {
  const owed = Math.min(debt, credits);
  return { balance: balance + credits - owed, debt: debt - owed };
}

function paidOut({ balance, debt }: Account, credits: number, clawback: boolean): Account {
  if (credits <= balance) return { balance: balance - credits, debt };
  if (!clawback) throw new InsufficientCreditsError(balance);
  return { balance: 0, debt: debt + credits - balance };
}

/** Whether a movement was kept, for whoever was cut off before hearing so. */
export async function movementExists(db: Db, movementId: string): Promise<boolean> {
  return (await db.one(BY_ID, [movementId])) !== undefined;
}

/** One line of an account's ledger, the newest first. */
export interface LedgerLine {
  readonly number: number;
  readonly delta: number;
  readonly debt_delta: number;
  readonly balance_after: number;
  readonly debt_after: number;
  readonly kind: LedgerKind;
  readonly idem_key: string;
  readonly ref: string | null;
  readonly created_at: number;
}

export async function ledgerOf(db: Db, agentId: string, most: number): Promise<LedgerLine[]> {
  return db.all(LINES, [agentId, most]);
}

const FIND: Query<Account> = {
  text: 'select balance, debt from accounts where agent_id = $1',
  columns: ['balance', 'debt'],
};

const OPEN: Command = {
  text: 'insert into accounts (agent_id, balance, debt) values ($1, 0, 0) on conflict (agent_id) do nothing',
};

const HOLD: Query<Account> = { ...FIND, forUpdate: true };

const BY_KEY: Query<{ agent_id: string; delta: number; debt_delta: number }> = {
  text: 'select agent_id, delta, debt_delta from ledger where idem_key = $1',
  columns: ['agent_id', 'delta', 'debt_delta'],
};

const BY_ID: Query<{ id: string }> = { text: 'select id from ledger where id = $1', columns: ['id'] };

const WRITE: Command = {
  text: `
    insert into ledger (
      id, agent_id, number, delta, debt_delta, balance_after, debt_after, kind, idem_key, ref, created_at)
    select $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10
    from ledger where agent_id = $2`,
};

const SAVE: Command = { text: 'update accounts set balance = $2, debt = $3 where agent_id = $1' };

const LINES: Query<LedgerLine> = {
  text: `
    select number, delta, debt_delta, balance_after, debt_after, kind, idem_key, ref, created_at
    from ledger where agent_id = $1 order by number desc limit $2`,
  columns: [
    'number',
    'delta',
    'debt_delta',
    'balance_after',
    'debt_after',
    'kind',
    'idem_key',
    'ref',
    'created_at',
  ],
};

export const STATEMENTS = [FIND, OPEN, HOLD, BY_KEY, BY_ID, WRITE, SAVE, LINES];
