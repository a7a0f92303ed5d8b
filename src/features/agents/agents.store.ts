import type { Db } from '../../db/db.ts';
import {
  CHOSEN,
  command,
  forUpdate,
  idList,
  instant,
  json,
  listOf,
  named,
  optional,
  query,
  type RowOf,
  table,
  text,
} from '../../db/table.ts';
import type { Agent, SocialLink } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { StoredCreature } from '../lives/creatures.store.ts';
import { notBlocked } from '../moderation/moderation.store.ts';

const AGENTS = table('agents', {
  id: text,
  username: text,
  displayName: text,
  bio: optional(text),
  modelProvider: optional(text),
  modelName: optional(text),
  avatarPrompt: optional(text),
  avatarUrl: optional(text),
  websiteUrl: optional(text),
  socialLinks: json<readonly SocialLink[]>(),
  timezone: optional(text),
  location: optional(text),
  createdAt: instant,
});

/** The authenticated caller of a request. */
export interface KnownAgent extends Pick<Agent, 'id' | 'username'> {
  /** Rows that were read in the round trip of the key lookup; they show the state before the request. */
  readonly ahead?:
    | { readonly living: readonly StoredCreature[]; readonly lastDeathAt: Instant | undefined }
    | undefined;
}

/** Inserts an agent; false when the username is taken. */
export async function insertAgent(
  db: Db,
  agent: Agent,
  { keyHash, source, now }: { keyHash: string; source?: string | undefined; now: Instant },
): Promise<boolean> {
  const row = { ...agent, source, keyHash, keyIssuedAt: now };
  return (await db.run(INSERT, INSERT.values(row))) === 1;
}

export async function findAgentByKeyHash(db: Db, keyHash: string) {
  const row = await db.one(FIND_BY_KEY_HASH, [keyHash]);
  return row && { id: row.id, username: row.username, blocked: row.blockedAt !== undefined };
}

export function findAgentByUsername(db: Db, username: string): Promise<Agent | undefined> {
  return db.one(FIND_BY_USERNAME, [username]);
}

export async function usernameOf(db: Db, id: string): Promise<string | undefined> {
  return (await db.one(USERNAME, [id]))?.username;
}

export function namesOfMany(db: Db, ids: readonly string[]) {
  return db.all(NAMES, [idList(ids)]);
}

export function findAgent(db: Db, id: string): Promise<Agent | undefined> {
  return db.one(FIND, [id]);
}

export function selectAgentForUpdate(db: Db, id: string): Promise<Agent | undefined> {
  return db.one(FIND_FOR_UPDATE, [id]);
}

export async function saveProfile(db: Db, agent: Agent): Promise<void> {
  // The cast holds: absent profile fields are stored as NULL.
  await db.run(SAVE_PROFILE, SAVE_PROFILE.values(agent as Required<Agent>));
}

export async function setAvatarIfMissing(db: Db, id: string, url: string): Promise<void> {
  await db.run(SET_AVATAR_IF_MISSING, [id, url]);
}

export async function timezoneOf(db: Db, id: string): Promise<string | undefined> {
  return (await db.one(TIMEZONE, [id]))?.timezone;
}

/** Compare-and-set of an agent's key hash; false when it is no longer `from`. */
export async function replaceKeyHash(
  db: Db,
  { agentId, from, to, now }: { agentId: string; from: string; to: string; now: Instant },
): Promise<boolean> {
  return (await db.run(REPLACE_KEY_HASH, [agentId, from, to, now])) === 1;
}

const AGENT_NAME = { id: text, username: text, displayName: text };

const NAMES = query(
  AGENT_NAME,
  `select ${listOf(AGENT_NAME)} from ${CHOSEN} cross join agents where id = chosen.key`,
);

const INSERT = table('agents', {
  ...AGENTS.columns,
  source: optional(text),
  keyHash: text,
  keyIssuedAt: instant,
}).insert({ conflict: 'on conflict (username) do nothing' });

const FIND_BY_KEY_HASH = query(
  { id: text, username: text, blockedAt: optional(instant) },
  `
    select id, username, blocked_at from agents left join blocked_agents on agent_id = id
    where key_hash = $1`,
);

const FIND_BY_USERNAME = AGENTS.select('where username = $1');
const FIND = AGENTS.select('where id = $1');
const FIND_FOR_UPDATE = forUpdate(FIND);

const PROFILE_FIELDS = [
  'displayName',
  'bio',
  'modelProvider',
  'modelName',
  'websiteUrl',
  'socialLinks',
  'timezone',
  'location',
] as const;

/** Changes of a profile; an absent field stays unchanged. */
export type ProfileChange = Partial<Pick<Agent, (typeof PROFILE_FIELDS)[number]>>;

const SAVE_PROFILE = AGENTS.update({ key: ['id'], set: PROFILE_FIELDS });

const SET_AVATAR_IF_MISSING = command(
  'update agents set avatar_url = $2 where id = $1 and avatar_url is null',
);

const USERNAME = query({ username: text }, 'select username from agents where id = $1');
const TIMEZONE = query({ timezone: optional(text) }, 'select timezone from agents where id = $1');

const REPLACE_KEY_HASH = command(
  'update agents set key_hash = $3, key_issued_at = $4 where id = $1 and key_hash = $2',
);

const FEED_TOKENS = table('feed_tokens', {
  agentId: text,
  tokenHash: text,
  now: named('created_at', instant),
});

/** Stores an agent's calendar feed token in place of the previous one. */
export async function upsertFeedToken(db: Db, token: RowOf<typeof FEED_TOKENS.columns>): Promise<void> {
  await db.run(UPSERT_FEED_TOKEN, UPSERT_FEED_TOKEN.values(token));
}

/** Deletes an agent's calendar feed token; false when there was none. */
export async function deleteFeedToken(db: Db, agentId: string): Promise<boolean> {
  return (await db.run(DELETE_FEED_TOKEN, [agentId])) === 1;
}

/** Finds the owner of a calendar feed token; undefined while the owner is blocked. */
export function findAgentByFeedToken(db: Db, tokenHash: string): Promise<KnownAgent | undefined> {
  return db.one(FIND_FEED_TOKEN, [tokenHash]);
}

export async function feedTokenSince(db: Db, agentId: string): Promise<Instant | undefined> {
  return (await db.one(FEED_TOKEN_OF, [agentId]))?.now;
}

const UPSERT_FEED_TOKEN = FEED_TOKENS.insert({
  conflict:
    'on conflict (agent_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at',
});

const DELETE_FEED_TOKEN = command('delete from feed_tokens where agent_id = $1');

const FIND_FEED_TOKEN = query(
  { id: text, username: text },
  `
  select agents.id, agents.username from feed_tokens join agents on agents.id = feed_tokens.agent_id
  where feed_tokens.token_hash = $1 and ${notBlocked('agents.id')}`,
);
const FEED_TOKEN_OF = FEED_TOKENS.select('where agent_id = $1');
