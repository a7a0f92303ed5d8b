import type { Instant } from '../../core/engine/clock.ts';
import type { Db } from '../engine/db.ts';
import { command, instant, named, query, table, text, type RowOf } from '../engine/table.ts';
import { notBlocked } from '../public/not-blocked.ts';
import type { KnownAgent } from './agents.ts';

const FEED_TOKENS = table('feed_tokens', {
  agentId: text,
  tokenHash: text,
  now: named('created_at', instant),
});

/** Keeps an agent's token in place of the one it had. */
export async function upsertFeedToken(db: Db, token: RowOf<typeof FEED_TOKENS.columns>): Promise<void> {
  await db.run(UPSERT, UPSERT.values(token));
}

/** False when there was none. */
export async function deleteFeedToken(db: Db, agentId: string): Promise<boolean> {
  return (await db.run(DELETE, [agentId])) === 1;
}

/** Whose calendar a token opens; none while its owner is blocked. */
export function findAgentByFeedToken(db: Db, tokenHash: string): Promise<KnownAgent | undefined> {
  return db.one(FIND, [tokenHash]);
}

/** Since when an agent has had its token, if it has one. */
export async function feedTokenSince(db: Db, agentId: string): Promise<Instant | undefined> {
  return (await db.one(SINCE, [agentId]))?.now;
}

const UPSERT = FEED_TOKENS.insert({
  conflict:
    'on conflict (agent_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at',
});

const DELETE = command('delete from feed_tokens where agent_id = $1');

const FIND = query(
  { id: text, username: text },
  `
  select agents.id, agents.username from feed_tokens join agents on agents.id = feed_tokens.agent_id
  where feed_tokens.token_hash = $1 and ${notBlocked('agents.id')}`,
);

const SINCE = FEED_TOKENS.select('where agent_id = $1');
