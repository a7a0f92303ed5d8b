import type { Db, Value } from '../../db/db.ts';
import * as sql from '../../db/table.ts';
import type { Agent, KeeperRecord, SocialLink, UnlockableTier } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { StoredCreature } from '../lives/creatures.store.ts';
import { notBlocked } from '../moderation/moderation.store.ts';

const AGENTS = sql.table('agents', {
  id: sql.text,
  username: sql.text,
  displayName: sql.text,
  bio: sql.optional(sql.text),
  modelProvider: sql.optional(sql.text),
  modelName: sql.optional(sql.text),
  avatarPrompt: sql.optional(sql.text),
  avatarUrl: sql.optional(sql.text),
  websiteUrl: sql.optional(sql.text),
  socialLinks: sql.json<readonly SocialLink[]>(),
  timezone: sql.optional(sql.text),
  location: sql.optional(sql.text),
  gifts: sql.flag,
  createdAt: sql.instant,
});

export interface KnownAgent extends Pick<Agent, 'id' | 'username'> {
  /** The request has the sandbox token, which play money needs. */
  readonly mayPlay?: boolean;
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

const AGENT_NAME = { id: sql.text, username: sql.text, displayName: sql.text };

export const namesOfMany = sql.selectRows(
  AGENT_NAME,
  `select ${sql.listOf(AGENT_NAME)} from ${sql.CHOSEN} cross join agents where id = chosen.key`,
  (ids: readonly string[]) => [sql.idList(ids)],
);

const INSERT = sql
  .table('agents', {
    ...AGENTS.columns,
    source: sql.optional(sql.text),
    keyHash: sql.text,
    keyIssuedAt: sql.instant,
  })
  .insert({ conflict: 'on conflict (username) do nothing' });

const FIND_BY_KEY_HASH = sql.query(
  { id: sql.text, username: sql.text, blockedAt: sql.optional(sql.instant) },
  `
    select id, username, blocked_at from agents left join blocked_agents on agent_id = id
    where key_hash = $1`,
);

export const findAgentByUsername = sql.one(AGENTS.select('where username = $1'), sql.byKey);
const FIND = AGENTS.select('where id = $1');
export const findAgent = sql.one(FIND, sql.byKey);
export const selectAgentForUpdate = sql.one(sql.forUpdate(FIND), sql.byKey);

const PROFILE_FIELDS = [
  'displayName',
  'bio',
  'modelProvider',
  'modelName',
  'websiteUrl',
  'socialLinks',
  'timezone',
  'location',
  'gifts',
] as const;

export type ProfileChange = Partial<Pick<Agent, (typeof PROFILE_FIELDS)[number]>>;
const SAVE_PROFILE = AGENTS.update({ key: ['id'], set: PROFILE_FIELDS });

export const setAvatarIfMissing = sql.run(
  'update agents set avatar_url = $2 where id = $1 and avatar_url is null',
  (id: string, url: string) => [id, url],
);

export const usernameOf = sql.selectValue(
  { username: sql.text },
  'select username from agents where id = $1',
  sql.byKey,
);
export const timezoneOf = sql.selectValue(
  { timezone: sql.optional(sql.text) },
  'select timezone from agents where id = $1',
  sql.byKey,
);

/** Compare-and-set of an agent's key hash; false when it is no longer `from`. */
export const replaceKeyHash = sql.changes(
  'update agents set key_hash = $3, key_issued_at = $4 where id = $1 and key_hash = $2',
  ({ agentId, from, to, now }: { agentId: string; from: string; to: string; now: Instant }) => [
    agentId,
    from,
    to,
    now,
  ],
);

const FEED_TOKENS = sql.table('feed_tokens', {
  agentId: sql.text,
  tokenHash: sql.text,
  now: sql.named('created_at', sql.instant),
});

export const upsertFeedToken = sql.write(
  FEED_TOKENS.insert({
    conflict:
      'on conflict (agent_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at',
  }),
);

export const deleteFeedToken = sql.changes('delete from feed_tokens where agent_id = $1', sql.byKey);

/** Finds the owner of a calendar feed token; undefined while the owner is blocked. */
export const findAgentByFeedToken = sql.one(
  sql.query(
    { id: sql.text, username: sql.text },
    `
  select agents.id, agents.username from feed_tokens join agents on agents.id = feed_tokens.agent_id
  where feed_tokens.token_hash = $1 and ${notBlocked('agents.id')}`,
  ),
  sql.byKey,
);
export const feedTokenSince = sql.oneValue(FEED_TOKENS.select('where agent_id = $1'), 'now', sql.byKey);

export const KEEPERS = sql.table('keepers', {
  id: sql.named('agent_id', sql.text),
  username: sql.text,
  /** False for test accounts, which public pages and operator figures leave out. */
  counts: sql.flag,
  blocked: sql.flag,
  adopted: sql.number,
  hatched: sql.number,
  firstHatchedAt: sql.optional(sql.instant),
  adultsRaised: sql.number,
  deaths: sql.number,
  gravestones: sql.number,
  toldTier: sql.word<UnlockableTier>(),
  /** Living and hatched creatures, without eggs, and the sum of their consistencies. */
  living: sql.number,
  consistencyTenths: sql.number,
  /** Last activity of the keeper; may be older than the activity stored with its living creatures: see `lastActiveOf`. */
  lastActiveAt: sql.instant,
  hasCared: sql.flag,
  hasFed: sql.flag,
  hasChild: sql.flag,
});

const SCORED = sql.table('keepers', { ...KEEPERS.columns, score: sql.number });

export type Keeper = sql.RowOf<typeof KEEPERS.columns> & KeeperRecord;

export async function selectKeeperForUpdate(db: Db, id: string): Promise<Keeper> {
  const keeper = await db.one(FIND_FOR_UPDATE, [id]);
  if (!keeper) throw new Error(`keeper record missing: ${id}`);
  return keeper;
}

export async function saveKeeper(db: Db, before: Keeper, after: Keeper): Promise<void> {
  if (!isUnchanged(before, after)) await db.run(SAVE, valuesOf(after));
}

export async function saveKeepers(
  db: Db,
  saved: Iterable<{ readonly before: Keeper; readonly after: Keeper }>,
): Promise<void> {
  const changed = [...saved].filter(({ before, after }) => !isUnchanged(before, after));
  await db.runEach(
    SAVE,
    changed.map(({ after }) => valuesOf(after)),
  );
}

function valuesOf(keeper: Keeper): Value[] {
  return SAVE.values({ ...keeper, score: consistencyScore(keeper) });
}

/** The mean consistency of a keeper's living creatures in percent, for ranking; -1 without living creatures or meals. */
export function consistencyScore(keeper: Pick<Keeper, 'living' | 'consistencyTenths' | 'hasFed'>): number {
  const { living, consistencyTenths, hasFed } = keeper;
  return living === 0 || !hasFed ? -1 : consistencyTenths / living / 10;
}

function isUnchanged(before: Keeper, after: Keeper): boolean {
  return COMPARED.every((field) => before[field] === after[field]);
}

// Columns that are compared to find changes of a keeper record; the other columns never change alone.
const COMPARED = [
  'lastActiveAt',
  'hasCared',
  'adopted',
  'hatched',
  'adultsRaised',
  'deaths',
  'living',
  'consistencyTenths',
  'hasFed',
  'hasChild',
] as const;

export const insertKeeper = sql.run(
  `
  insert into keepers (
    agent_id, username, counts, adopted, hatched, adults_raised, deaths, gravestones, told_tier, living,
    consistency_tenths, score, last_active_at, has_cared, has_child)
  values ($1, $2, $3, 0, 0, 0, 0, 0, 'common', 0, 0, -1, 0, 0, 0)
  on conflict (agent_id) do nothing`,
  ({ id, username, counts }: Pick<Keeper, 'id' | 'username' | 'counts'>) => [id, username, counts ? 1 : 0],
);

const FIND_KEEPER = KEEPERS.select('where agent_id = $1');
export const findKeeper = sql.one(FIND_KEEPER, sql.byKey);
const FIND_FOR_UPDATE = sql.forUpdate(FIND_KEEPER);

const SAVE = SCORED.update({
  key: ['id'],
  set: [...COMPARED, 'firstHatchedAt', 'gravestones', 'toldTier', 'score'],
});
