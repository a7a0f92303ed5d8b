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
  table,
  text,
} from '../../db/table.ts';
import type { Agent, SocialLink } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { StoredCreature } from '../lives/creatures.store.ts';
import { notBlocked } from '../moderation/moderation.store.ts';
import { all, changes, one, oneValue, run, write } from '../statement.store.ts';

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

export async function saveProfile(db: Db, agent: Agent): Promise<void> {
  // The cast holds: absent profile fields are stored as NULL.
  await db.run(SAVE_PROFILE, SAVE_PROFILE.values(agent as Required<Agent>));
}

const AGENT_NAME = { id: text, username: text, displayName: text };

export const namesOfMany = all(
  query(AGENT_NAME, `select ${listOf(AGENT_NAME)} from ${CHOSEN} cross join agents where id = chosen.key`),
  (ids: readonly string[]) => [idList(ids)],
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

export const findAgentByUsername = one(AGENTS.select('where username = $1'), (name: string) => [name]);
const FIND = AGENTS.select('where id = $1');

export const findAgent = one(FIND, (id: string) => [id]);
export const selectAgentForUpdate = one(forUpdate(FIND), (id: string) => [id]);

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

export const setAvatarIfMissing = run(
  command('update agents set avatar_url = $2 where id = $1 and avatar_url is null'),
  (id: string, url: string) => [id, url],
);

export const usernameOf = oneValue(
  query({ username: text }, 'select username from agents where id = $1'),
  'username',
  (id: string) => [id],
);
export const timezoneOf = oneValue(
  query({ timezone: optional(text) }, 'select timezone from agents where id = $1'),
  'timezone',
  (id: string) => [id],
);

/** Compare-and-set of an agent's key hash; false when it is no longer `from`. */
export const replaceKeyHash = changes(
  command('update agents set key_hash = $3, key_issued_at = $4 where id = $1 and key_hash = $2'),
  ({ agentId, from, to, now }: { agentId: string; from: string; to: string; now: Instant }) => [
    agentId,
    from,
    to,
    now,
  ],
);

const FEED_TOKENS = table('feed_tokens', {
  agentId: text,
  tokenHash: text,
  now: named('created_at', instant),
});

/** Stores an agent's calendar feed token in place of the previous one. */
export const upsertFeedToken = write(
  FEED_TOKENS.insert({
    conflict:
      'on conflict (agent_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at',
  }),
);

/** Deletes an agent's calendar feed token; false when there was none. */
export const deleteFeedToken = changes(
  command('delete from feed_tokens where agent_id = $1'),
  (agentId: string) => [agentId],
);

/** Finds the owner of a calendar feed token; undefined while the owner is blocked. */
export const findAgentByFeedToken = one(
  query(
    { id: text, username: text },
    `
  select agents.id, agents.username from feed_tokens join agents on agents.id = feed_tokens.agent_id
  where feed_tokens.token_hash = $1 and ${notBlocked('agents.id')}`,
  ),
  (tokenHash: string) => [tokenHash],
);
export const feedTokenSince = oneValue(
  FEED_TOKENS.select('where agent_id = $1'),
  'now',
  (agentId: string) => [agentId],
);
