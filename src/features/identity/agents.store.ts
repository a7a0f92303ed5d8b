import type { Db, Value } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';
import type { Agent, KeeperRecord, CallingAgent, SocialLink, UnlockableTier } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { notBlocked } from '../hidden/moderation.store.ts';
import type { StoredCreature } from '../records/creatures.store.ts';

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

export interface KnownAgent extends CallingAgent {
  /** Rows that were read in the round trip of the key lookup; they show the state before the request. */
  readonly ahead?:
    | { readonly living: readonly StoredCreature[]; readonly lastDeathAt: Instant | undefined }
    | undefined;
  /** Ids and versions of its living creatures and what it was told, on routes that ask for it: a reply made under the same mark is current. */
  readonly mark?: string | undefined;
  /** Until when the agent was told news for its human; undefined before it was told any, in accounts older than the news. */
  readonly toldAt?: Instant | undefined;
  /** Stored news it was not told. */
  readonly untold?: number;
  /** The last care before the absence that it was told of last. */
  readonly awayToldAt?: Instant | undefined;
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

export interface KeyHolder extends Pick<
  KnownAgent,
  'id' | 'username' | 'mark' | 'toldAt' | 'untold' | 'awayToldAt' | 'sitter'
> {
  readonly blocked: boolean;
}

export async function findAgentByKeyHash(db: Db, keyHash: string): Promise<KeyHolder | undefined> {
  const row = await db.one(FIND_BY_KEY_HASH, [keyHash]);
  return row && keyHolderFrom(row);
}

export async function findMarkedByKeyHash(db: Db, keyHash: string): Promise<KeyHolder | undefined> {
  return markedHolderFrom(await db.one(FIND_MARKED_BY_KEY_HASH, [keyHash]));
}

function keyHolderFrom(row: sql.RowOf<typeof KEY_HOLDER>): KeyHolder {
  const { id, username, blockedAt, toldAt, untold, awayToldAt } = row;
  return { id, username, blocked: blockedAt !== undefined, toldAt, untold, awayToldAt };
}

function markedHolderFrom(row: sql.RowOf<typeof MARKED_HOLDER> | undefined): KeyHolder | undefined {
  if (!row) return undefined;
  const { mark = '', toldAt = 0, untold } = row;
  return { ...keyHolderFrom(row), mark: `${mark} ${toldAt} ${untold}` };
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

const KEY_HOLDER = {
  id: sql.text,
  username: sql.text,
  blockedAt: sql.optional(sql.instant),
  toldAt: sql.optional(sql.instant),
  untold: sql.number,
  awayToldAt: sql.optional(sql.instant),
};
const FIND_BY_KEY_HASH = sql.query(
  KEY_HOLDER,
  `
    select id, username, blocked_at, told_at, untold, away_told_at from agents left join blocked_agents on agent_id = id
    where key_hash = $1`,
);

const MARKED_HOLDER = { ...KEY_HOLDER, mark: sql.optional(sql.text) };
const MARK = `(
  select string_agg(creatures.id || ' ' || creatures.version, ' ') from creatures
  where keeper_id = agents.id and living = 1) as mark`;
const FIND_MARKED_BY_KEY_HASH = sql.query(
  MARKED_HOLDER,
  `
    select id, username, blocked_at, told_at, untold, away_told_at, ${MARK} from agents left join blocked_agents on agent_id = id
    where key_hash = $1`,
);
const FIND_BY_OWNER_TOKEN = sql.query(
  MARKED_HOLDER,
  `
    select id, username, blocked_at, told_at, untold, away_told_at, ${MARK}
    from owner_links join agents on agents.id = owner_links.agent_id
      left join blocked_agents on blocked_agents.agent_id = agents.id
    where owner_links.token_hash = $1`,
);
const FIND_BY_SITTER_KEY = sql.query(
  { ...MARKED_HOLDER, sitterId: sql.text, sitterName: sql.text },
  `
    select agents.id, username, blocked_at, told_at, untold, away_told_at, ${MARK},
      sitters.id as sitter_id, sitters.name as sitter_name
    from sitters join agents on agents.id = sitters.agent_id
      left join blocked_agents on blocked_agents.agent_id = agents.id
    where sitters.key_hash = $1 and sitters.expires_at > $2`,
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

/** False once another key has replaced it. */
export const isKeyOf = sql.exists(
  sql.query({ id: sql.text }, 'select id from agents where id = $1 and key_hash = $2'),
  (agentId: string, keyHash: string) => [agentId, keyHash],
);

/** Marks an absence as told; one reply of concurrent ones changes a row. */
export const markAwayTold = sql.changes(
  'update agents set away_told_at = $2 where id = $1 and (away_told_at is null or away_told_at < $2)',
  (agentId: string, since: Instant) => [agentId, since],
);

const FEED_TOKENS = sql.table('feed_tokens', {
  agentId: sql.text,
  tokenHash: sql.text,
  now: sql.named('created_at', sql.instant),
});

const REPLACE_TOKEN =
  'on conflict (agent_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at';

export const upsertFeedToken = sql.write(FEED_TOKENS.insert({ conflict: REPLACE_TOKEN }));

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

const OWNER_LINKS = sql.table('owner_links', FEED_TOKENS.columns);

export const upsertOwnerLink = sql.write(OWNER_LINKS.insert({ conflict: REPLACE_TOKEN }));
export const deleteOwnerLink = sql.changes('delete from owner_links where agent_id = $1', sql.byKey);
export const ownerLinkSince = sql.oneValue(OWNER_LINKS.select('where agent_id = $1'), 'now', sql.byKey);

export async function findAgentByOwnerToken(db: Db, tokenHash: string): Promise<KeyHolder | undefined> {
  return markedHolderFrom(await db.one(FIND_BY_OWNER_TOKEN, [tokenHash]));
}

export async function findAgentBySitterKey(
  db: Db,
  keyHash: string,
  now: Instant,
): Promise<KeyHolder | undefined> {
  const row = await db.one(FIND_BY_SITTER_KEY, [keyHash, now]);
  const agent = markedHolderFrom(row);
  return agent && row && { ...agent, sitter: { id: row.sitterId, name: row.sitterName } };
}

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
