import type { Instant } from '../../core/engine/clock.ts';
import type { Command, Db, Query } from '../engine/db.ts';
import type { KnownAgent } from './agents.ts';

export interface FeedToken {
  readonly agentId: string;
  readonly tokenHash: string;
  readonly now: Instant;
}

/** Keeps an agent's token in place of the one it had. */
export async function upsertFeedToken(db: Db, { agentId, tokenHash, now }: FeedToken): Promise<void> {
  await db.run(KEEP, [agentId, tokenHash, now]);
}

/** False when there was none. */
export async function deleteFeedToken(db: Db, agentId: string): Promise<boolean> {
  return (await db.run(DROP, [agentId])) === 1;
}

/** Whose calendar a token opens. */
export function findAgentByFeedToken(db: Db, tokenHash: string): Promise<KnownAgent | undefined> {
  return db.one(FIND, [tokenHash]);
}

const KEEP: Command = {
  text: `
    insert into feed_tokens (agent_id, token_hash, created_at) values ($1, $2, $3)
    on conflict (agent_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`,
};

const DROP: Command = { text: 'delete from feed_tokens where agent_id = $1' };

const FIND: Query<KnownAgent> = {
  text: `
    select agents.id, agents.username from feed_tokens join agents on agents.id = feed_tokens.agent_id
    where feed_tokens.token_hash = $1`,
  columns: ['id', 'username'],
};

export const STATEMENTS = [KEEP, DROP, FIND];
