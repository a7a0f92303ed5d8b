import type { Instant } from '../../core/engine/clock.ts';
import type { Price } from '../../core/money/credits.ts';
import type { Command, Db, Query } from '../engine/db.ts';

/** What an agent was offered, until when. */
export interface Quote extends Price {
  readonly id: string;
  readonly agentId: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export async function insertQuote(db: Db, quote: Quote): Promise<void> {
  const { id, agentId, credits, cents, createdAt, expiresAt } = quote;
  await db.run(INSERT, [id, agentId, credits, cents, createdAt, expiresAt]);
}

/** How many credits this agent was lately offered for so much money: undefined when it was not. */
export async function findQuotedCredits(
  db: Db,
  { agentId, cents }: Pick<Quote, 'agentId' | 'cents'>,
  now: Instant,
): Promise<number | undefined> {
  return (await db.one(FIND, [agentId, cents, now]))?.credits;
}

/** Forgets up to a thousand quotes whose time is over. */
export async function deleteExpiredQuotes(db: Db, now: Instant): Promise<number> {
  return db.run(FORGET, [now]);
}

const INSERT: Command = {
  text: `
    insert into quotes (id, agent_id, credits, cents, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6)`,
};

const FIND: Query<{ credits: number }> = {
  text: `
    select credits from quotes where agent_id = $1 and cents = $2 and expires_at > $3
    order by expires_at desc, credits desc limit 1`,
  columns: ['credits'],
};

const FORGET: Command = {
  text: 'delete from quotes where id in (select id from quotes where expires_at <= $1 limit 1000)',
};

export const STATEMENTS = [INSERT, FIND, FORGET];
