import type { Instant } from '../../core/engine/clock.ts';
import type { Agent, SocialLink } from '../../core/keepers/agent.ts';
import type { Command, Db, Query } from '../engine/db.ts';
import { fromJson } from '../engine/portable.ts';

/** What a key tells about its owner. */
export type KnownAgent = Pick<Agent, 'id' | 'username'>;

export interface NewAgentDetails {
  readonly keyHash: string;
  /** Where the agent heard of us: for the operator, never shown. */
  readonly source?: string | undefined;
  readonly now: Instant;
}

export interface KeyChange {
  readonly agentId: string;
  readonly from: string;
  readonly to: string;
  readonly now: Instant;
}

/** False when the username is taken. */
export async function insertAgent(
  db: Db,
  agent: Agent,
  { keyHash, source, now }: NewAgentDetails,
): Promise<boolean> {
  const inserted = await db.run(INSERT, [
    agent.id,
    agent.username,
    agent.displayName,
    agent.bio ?? null,
    agent.modelProvider ?? null,
    agent.modelName ?? null,
    agent.avatarPrompt ?? null,
    agent.avatarUrl ?? null,
    agent.websiteUrl ?? null,
    JSON.stringify(agent.socialLinks),
    agent.timezone ?? null,
    agent.location ?? null,
    source ?? null,
    keyHash,
    now,
    agent.createdAt,
  ]);
  return inserted === 1;
}

/** Whose key it is, and whether its owner was shown the door. */
export async function findAgentByKeyHash(
  db: Db,
  keyHash: string,
): Promise<(KnownAgent & { readonly blocked: boolean }) | undefined> {
  const row = await db.one(FIND_BY_KEY_HASH, [keyHash]);
  return row && { id: row.id, username: row.username, blocked: row.blocked_at !== null };
}

export async function findAgentByUsername(db: Db, username: string): Promise<Agent | undefined> {
  const row = await db.one(FIND_BY_USERNAME, [username]);
  return row && agentFrom(row);
}

export async function usernameOf(db: Db, id: string): Promise<string | undefined> {
  return (await db.one(USERNAME, [id]))?.username;
}

/** The agent as it introduced itself. */
export async function findAgent(db: Db, id: string): Promise<Agent | undefined> {
  const row = await db.one(FIND, [id]);
  return row && agentFrom(row);
}

/** Its picture from now on, unless it has one. */
export async function setAvatarIfMissing(db: Db, id: string, url: string): Promise<void> {
  await db.run(HANG_AVATAR, [id, url]);
}

/** Where an agent says it lives, if it does. */
export async function timezoneOf(db: Db, id: string): Promise<string | undefined> {
  return (await db.one(ZONE, [id]))?.timezone ?? undefined;
}

/** False when the key is no longer the one that was to be replaced. */
export async function replaceKeyHash(db: Db, { agentId, from, to, now }: KeyChange): Promise<boolean> {
  return (await db.run(REPLACE_KEY_HASH, [agentId, from, to, now])) === 1;
}

interface AgentRow {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  readonly bio: string | null;
  readonly model_provider: string | null;
  readonly model_name: string | null;
  readonly avatar_prompt: string | null;
  readonly avatar_url: string | null;
  readonly website_url: string | null;
  readonly social_links: string;
  readonly timezone: string | null;
  readonly location: string | null;
  readonly created_at: number;
}

function agentFrom(row: AgentRow): Agent {
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    bio: row.bio ?? undefined,
    modelProvider: row.model_provider ?? undefined,
    modelName: row.model_name ?? undefined,
    avatarPrompt: row.avatar_prompt ?? undefined,
    avatarUrl: row.avatar_url ?? undefined,
    websiteUrl: row.website_url ?? undefined,
    socialLinks: fromJson<SocialLink[]>(row.social_links),
    timezone: row.timezone ?? undefined,
    location: row.location ?? undefined,
    createdAt: row.created_at,
  };
}

const INSERT: Command = {
  text: `
    insert into agents (
      id, username, display_name, bio, model_provider, model_name, avatar_prompt, avatar_url,
      website_url, social_links, timezone, location, source, key_hash, key_issued_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
    on conflict (username) do nothing`,
};

const FIND_BY_KEY_HASH: Query<KnownAgent & { blocked_at: number | null }> = {
  text: `
    select id, username, blocked_at from agents left join blocked_agents on agent_id = id
    where key_hash = $1`,
  columns: ['id', 'username', 'blocked_at'],
};

const AGENT_COLUMNS = [
  'id',
  'username',
  'display_name',
  'bio',
  'model_provider',
  'model_name',
  'avatar_prompt',
  'avatar_url',
  'website_url',
  'social_links',
  'timezone',
  'location',
  'created_at',
] as const;

const FIND_BY_USERNAME: Query<AgentRow> = {
  text: `select ${AGENT_COLUMNS.join(', ')} from agents where username = $1`,
  columns: AGENT_COLUMNS,
};

const FIND: Query<AgentRow> = {
  text: `select ${AGENT_COLUMNS.join(', ')} from agents where id = $1`,
  columns: AGENT_COLUMNS,
};

const HANG_AVATAR: Command = {
  text: 'update agents set avatar_url = $2 where id = $1 and avatar_url is null',
};

const USERNAME: Query<{ username: string }> = {
  text: 'select username from agents where id = $1',
  columns: ['username'],
};

const ZONE: Query<{ timezone: string | null }> = {
  text: 'select timezone from agents where id = $1',
  columns: ['timezone'],
};

const REPLACE_KEY_HASH: Command = {
  text: 'update agents set key_hash = $3, key_issued_at = $4 where id = $1 and key_hash = $2',
};

export const STATEMENTS = [
  INSERT,
  FIND_BY_KEY_HASH,
  FIND_BY_USERNAME,
  FIND,
  HANG_AVATAR,
  USERNAME,
  ZONE,
  REPLACE_KEY_HASH,
];
