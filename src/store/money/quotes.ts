import type { Instant } from '../../core/engine/clock.ts';
import type { Db } from '../engine/db.ts';
import { deleteOldest, instant, number, table, text, type RowOf } from '../engine/table.ts';

const QUOTES = table('quotes', {
  id: text,
  agentId: text,
  credits: number,
  cents: number,
  createdAt: instant,
  expiresAt: instant,
});

/** What an agent was offered, until when. */
type Quote = RowOf<typeof QUOTES.columns>;

export async function insertQuote(db: Db, quote: Quote): Promise<void> {
  await db.run(INSERT, INSERT.values(quote));
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
  return db.run(DELETE_EXPIRED, [now]);
}

const INSERT = QUOTES.insert();

const FIND = QUOTES.select(`
  where agent_id = $1 and cents = $2 and expires_at > $3 order by expires_at desc, credits desc limit 1`);

const DELETE_EXPIRED = deleteOldest('quotes', 'id', 'expires_at');
