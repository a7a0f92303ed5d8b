import type { Db, Transaction } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';
import { isTestAccount } from '../../rules/agents.ts';
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { auditChecks } from '../../db/audit-check.ts';
import { incrementTotal, usernameOf } from '../tallies/tallies.store.ts';
import { MOVED, TEST } from '../tallies/tally-names.store.ts';

export type LedgerKind =
  | 'purchase'
  | 'inline_payment'
  | 'resurrection'
  | 'refund'
  | 'refund_failed'
  | 'dispute'
  | 'dispute_won';

export interface Account {
  readonly balance: number;
  readonly debt: number;
}

interface Movement {
  readonly id: string;
  readonly agentId: string;
  /** Change of the balance in credits; negative when spent. */
  readonly delta: number;
  readonly kind: LedgerKind;
  /** Idempotency key, made of the cause of the movement: the same key never moves credits twice. */
  readonly key: string;
  readonly ref?: string | undefined;
  readonly now: Instant;
}

export class InsufficientCreditsError extends Error {
  override readonly name = 'InsufficientCreditsError';
  readonly balance: number;

  constructor(balance: number) {
    super('insufficient credits');
    this.balance = balance;
  }
}

export class LedgerKeyReusedError extends Error {
  override readonly name = 'LedgerKeyReusedError';
}

export async function accountOf(db: Db, agentId: string): Promise<Account> {
  return (await db.one(FIND, [agentId])) ?? EMPTY_ACCOUNT;
}

/** The account after a movement. */
export interface MovedCredits extends Account {
  /** True if an earlier movement had the same key, so that nothing was moved now. */
  readonly before: boolean;
}

/**
 * The only function that moves credits. Income pays off debt first, spending needs the balance, and a clawback turns what
 * the balance lacks into debt. `before` is true when the key was used before and no credits moved now.
 */
export async function moveCredits(db: Transaction, movement: Movement): Promise<MovedCredits> {
  const { agentId, delta, kind } = movement;
  await db.run(OPEN, [agentId]);
  const account = (await db.one(FIND_FOR_UPDATE, [agentId])) ?? EMPTY_ACCOUNT;
  const earlier = await db.one(BY_KEY, [movement.key]);
  if (earlier) {
    if (earlier.agentId !== agentId || earlier.delta - earlier.debtDelta !== delta)
      throw new LedgerKeyReusedError();
    return { ...account, before: true };
  }
  const after = delta >= 0 ? paidIn(account, delta) : paidOut(account, -delta, isClawback(kind));
  await db.run(WRITE, [
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
  ]);
  await db.run(SAVE, [agentId, after.balance, after.debt]);
  // Sales are counted by `countSale` and `countInlineSale`, all other movements of credits here.
  if (kind !== 'purchase' && kind !== 'inline_payment') await countMovement(db, movement);
  return { ...after, before: false };
}

/** The credits that the movement with this key gave; negative if it took them, 0 if there is none. */
export async function creditsMoved(db: Db, key: string): Promise<number> {
  const moved = await db.one(BY_KEY, [key]);
  return moved ? moved.delta - moved.debtDelta : 0;
}

const EMPTY_ACCOUNT: Account = { balance: 0, debt: 0 };

async function countMovement(db: Transaction, { agentId, kind, delta }: Movement): Promise<void> {
  const username = (await usernameOf(db, agentId)) ?? '';
  const credits = Math.abs(delta);
  db.count(incrementTotal('money', MOVED + kind, credits));
  if (isTestAccount(username)) db.count(incrementTotal('money', TEST + MOVED + kind, credits));
}

export function isClawback(kind: LedgerKind): boolean {
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

const LINE = {
  number: sql.number,
  delta: sql.number,
  debt_delta: sql.number,
  balance_after: sql.number,
  debt_after: sql.number,
  kind: sql.word<LedgerKind>(),
  idem_key: sql.text,
  ref: sql.nullable(sql.text),
  created_at: sql.instant,
};

export type LedgerLine = sql.RowOf<typeof LINE>;
const LATEST_LINE = { ...LINE, username: sql.text };
const ACCOUNT_SUM = {
  agentId: sql.text,
  balance: sql.number,
  debt: sql.number,
  moved: sql.number,
  owed: sql.number,
};
const ACCOUNTS = sql.table('accounts', { balance: sql.number, debt: sql.number });
const FIND = ACCOUNTS.select('where agent_id = $1');
const FIND_FOR_UPDATE = sql.forUpdate(FIND);

const OPEN = sql.command(
  'insert into accounts (agent_id, balance, debt) values ($1, 0, 0) on conflict (agent_id) do nothing',
);

const BY_KEY = sql.query(
  { agentId: sql.text, delta: sql.number, debtDelta: sql.number },
  'select agent_id, delta, debt_delta from ledger where idem_key = $1',
);

export const movementExists = sql.exists(
  sql.query({ id: sql.text }, 'select id from ledger where id = $1'),
  sql.byKey,
);

const WRITE = sql.command(`
    insert into ledger (
      id, agent_id, number, delta, debt_delta, balance_after, debt_after, kind, idem_key, ref, created_at)
    select $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10
    from ledger where agent_id = $2`);

const SAVE = sql.command('update accounts set balance = $2, debt = $3 where agent_id = $1');
const LEDGER = sql.table('ledger', LINE);
export const ledgerOf = sql.all(
  LEDGER.select('where agent_id = $1 order by number desc limit $2'),
  (agentId: string, most: number) => [agentId, most],
);
export const ledgerAfter = sql.all(
  LEDGER.select('where agent_id = $1 and number > $2 order by number limit $3'),
  (agentId: string, after: number, most: number) => [agentId, after, most],
);

export const latestLedgerLines = sql.selectRows(
  LATEST_LINE,
  `select ${sql.listOf(LINE, 'line')}, agent.username as username
    from (select * from ledger order by created_at desc, id desc limit $1) line
    join agents agent on agent.id = line.agent_id
    order by line.created_at desc, line.id desc`,
  (most: number) => [most],
);

export const accountSumsAfter = sql.selectRows(
  ACCOUNT_SUM,
  `
  select agent_id, balance, debt,
    cast((select coalesce(sum(delta), 0) from ledger where ledger.agent_id = accounts.agent_id) as bigint)
      as moved,
    cast((select coalesce(sum(debt_delta), 0) from ledger where ledger.agent_id = accounts.agent_id) as bigint)
      as owed
  from accounts where agent_id > $1 order by agent_id limit $2`,
  (agentId: string, most: number) => [agentId, most],
);

export const MONEY_CHECKS = auditChecks({
  'an account is the sum of its ledger': `
    select accounts.agent_id as subject, cast(balance as text) as found
    from accounts left join (
      select agent_id, sum(delta) as moved, sum(debt_delta) as owed from ledger group by agent_id) sums
      on sums.agent_id = accounts.agent_id
    where balance <> coalesce(moved, 0) or debt <> coalesce(owed, 0)`,
  'every line of a ledger goes on from the one before': `
    select line.id as subject, cast(line.number as text) as found
    from ledger line left join ledger before
      on before.agent_id = line.agent_id and before.number = line.number - 1
    where line.balance_after <> coalesce(before.balance_after, 0) + line.delta
      or line.debt_after <> coalesce(before.debt_after, 0) + line.debt_delta
      or (before.id is null and line.number <> 1)`,
  'every return was paid for': `
    select gravestones.creature_id as subject, cast(death_number as text) as found
    from gravestones left join ledger
      on idem_key = 'resurrect:' || gravestones.creature_id || ':' || cast(death_number as text)
    where resurrected_at is not null and ledger.id is null`,
  'every payment for a return brought one back': `
    select ledger.id as subject, idem_key as found
    from ledger left join gravestones
      on idem_key = 'resurrect:' || gravestones.creature_id || ':' || cast(death_number as text)
    where kind = 'resurrection' and resurrected_at is null`,
  'what a human paid for was minted, once and in full': `
    select purchases.id as subject,
      'paid for ' || credits || ', minted ' || coalesce(delta - debt_delta, 0) as found
    from purchases left join ledger on idem_key = provider || ':checkout:' || provider_ref
    where state = 'paid' and (ledger.id is null or delta - debt_delta <> credits
      or ledger.agent_id <> purchases.agent_id)`,
  'nothing was minted for a purchase that was not paid': `
    select idem_key as subject, coalesce(state, 'no purchase') as found
    from ledger left join purchases on purchases.id = ledger.ref
    where kind = 'purchase' and coalesce(state, '') <> 'paid'`,
  'every paid gift was used or kept, and one that was used paid for a return': `
    select id as subject, gift as found from purchases
    where gift is not null and ((state = 'paid') <> (gift <> 'offered') or (gift = 'returned' and not exists (
      select 1 from ledger where ledger.agent_id = purchases.agent_id and kind = 'resurrection' and ref = creature_id)))`,
  'it is known how every payment of an agent ended, an hour later': {
    since: (now) => now - HOUR,
    sql: `
    select key as subject, state || coalesce(': ' || reason, '') as found from inline_payments
    where state in ('claimed', 'unknown') and created_at < $1`,
  },
  'what an agent paid for by itself was minted, once and in full': `
    select inline_payments.key as subject,
      'paid for ' || credits || ', minted ' || coalesce(delta - debt_delta, 0) as found
    from inline_payments left join ledger on idem_key = key
    where state = 'settled' and (ledger.id is null or delta - debt_delta <> credits
      or ledger.agent_id <> inline_payments.agent_id)`,
  'nothing was minted for a payment that was not made': `
    select idem_key as subject, coalesce(state, 'no payment') as found
    from ledger left join inline_payments on key = idem_key
    where kind = 'inline_payment' and coalesce(state, '') <> 'settled'`,
});
