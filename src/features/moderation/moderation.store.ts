import type { Db, OffsetLimit } from '../../db/db.ts';
import {
  command,
  deleteOldest,
  instant,
  number,
  query,
  type RowOf,
  table,
  text,
  word,
} from '../../db/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { OperatorDeed, Writing } from '../../rules/vocabulary.ts';
import * as NAME from '../stats/tally-names.store.ts';

const HIDDEN_TEXT = { writing: word<Writing>(), subject: text, agentId: text };

/** A hidden text; `subject` is the id of what it belongs to, `agentId` its author. */
export type HiddenText = RowOf<typeof HIDDEN_TEXT>;

/** Inserts a hidden text; false when it was hidden before. */
export async function insertHiddenText(db: Db, hidden: HiddenText, now: Instant): Promise<boolean> {
  return (await db.run(HIDE, HIDE.values({ ...hidden, hiddenAt: now }))) === 1;
}

export async function deleteHiddenText(db: Db, { writing, subject }: HiddenText): Promise<void> {
  await db.run(UNHIDE, [writing, subject]);
}

export function allHidden(db: Db) {
  return db.all(ALL_HIDDEN, []);
}

export function latestHidden(db: Db, limit: number) {
  return db.all(LATEST_HIDDEN, [limit]);
}

export function findHidden(db: Db, writing: Writing, subject: string) {
  return db.one(FIND_HIDDEN, [writing, subject]);
}

/** Blocks an agent; false when it was blocked before. */
export async function insertBlock(db: Db, agentId: string, now: Instant): Promise<boolean> {
  const blocked = (await db.run(BLOCK, [agentId, now])) === 1;
  if (blocked) await db.run(MARK_KEEPER, [agentId, 1]);
  return blocked;
}

/** Unblocks an agent; false when it was not blocked. */
export async function deleteBlock(db: Db, agentId: string): Promise<boolean> {
  const unblocked = (await db.run(UNBLOCK, [agentId])) === 1;
  if (unblocked) await db.run(MARK_KEEPER, [agentId, 0]);
  return unblocked;
}

export async function isBlocked(db: Db, agentId: string): Promise<boolean> {
  return (await db.one(FIND_BLOCK, [agentId])) !== undefined;
}

/** Ids of blocked agents and deleted accounts. */
export async function allBlocked(db: Db): Promise<readonly string[]> {
  return (await db.all(ALL_BLOCKED, [])).map(({ agentId }) => agentId);
}

/** Agents that the operator blocked, newest first, without deleted accounts. */
export function latestBlocked(db: Db, limit: number) {
  return db.all(LATEST_BLOCKED, [limit]);
}

/** Slugs of species that blocked agents designed. */
export async function speciesOfBlocked(db: Db): Promise<readonly string[]> {
  return (await db.all(SPECIES_OF_BLOCKED, [])).map(({ slug }) => slug);
}

/** What an agent adds to the counters of public lists. */
export function publicFiguresOf(db: Db, agentId: string) {
  return db.all(FIGURES, [agentId]);
}

const HIDE = table('hidden_texts', { ...HIDDEN_TEXT, hiddenAt: instant }).insert({
  conflict: 'on conflict (writing, subject) do nothing',
});

const UNHIDE = command('delete from hidden_texts where writing = $1 and subject = $2');

const ALL_HIDDEN = query(
  { writing: word<Writing>(), subject: text },
  'select writing, subject from hidden_texts',
);

const HIDDEN_TEXT_ENTRY = { ...HIDDEN_TEXT, username: text, hiddenAt: instant };

const SELECT_HIDDEN = `
  select writing, subject, agent_id, username, hidden_at from hidden_texts join agents on agents.id = agent_id`;

const LATEST_HIDDEN = query(
  HIDDEN_TEXT_ENTRY,
  `${SELECT_HIDDEN} order by hidden_at desc, subject desc limit $1`,
);
const FIND_HIDDEN = query(HIDDEN_TEXT_ENTRY, `${SELECT_HIDDEN} where writing = $1 and subject = $2`);

const BLOCK = command(`
    insert into blocked_agents (agent_id, blocked_at) values ($1, $2) on conflict (agent_id) do nothing`);

const UNBLOCK = command('delete from blocked_agents where agent_id = $1');

const MARK_KEEPER = command('update keepers set blocked = $2 where agent_id = $1');

const FIND_BLOCK = query({ blockedAt: instant }, 'select blocked_at from blocked_agents where agent_id = $1');

const ALL_BLOCKED = query({ agentId: text }, 'select agent_id from blocked_agents');

const LATEST_BLOCKED = query(
  { agentId: text, username: text, blockedAt: instant },
  `
  select agent_id, username, blocked_at from blocked_agents join agents on agents.id = agent_id
  where not exists (select 1 from departures where departures.agent_id = agents.id)
  order by blocked_at desc, username limit $1`,
);

const SPECIES_OF_BLOCKED = query(
  { slug: text },
  'select slug from community_species join blocked_agents on agent_id = creator_id',
);

const FIGURES = query(
  { what: text, n: number },
  `
  select '${NAME.CAUSE}' || cause as what, count(*) as n from gravestones where keeper_id = $1 group by cause
  union all
  select '${NAME.LIVING}' || family || '/' || stage, count(*) from creatures
  where keeper_id = $1 and living = 1 group by family, stage
  union all
  select '${NAME.SPECIES_OF}' || family, count(*) from community_species where creator_id = $1 group by family`,
);

/** SQL condition for public lists; `agentId` is a column. Filtering in SQL instead of code keeps pages full. */
export function notBlocked(agentId: string): string {
  return `not exists (select 1 from blocked_agents where blocked_agents.agent_id = ${agentId})`;
}

/**
 * SQL condition for agents that are neither blocked nor test accounts. A scalar subquery, because a planner
 * may reorder a join and read all keepers for a page. An inequality, because PostgreSQL estimates that most
 * rows match it and keeps to the index order; for an equality it estimates few.
 */
export function shownToOthers(agentId: string): string {
  return `coalesce((select counts from keepers where keepers.agent_id = ${agentId} and blocked = 0), 0) <> 0`;
}

const ENTRY = { at: instant, deed: word<OperatorDeed>(), subject: text, reason: text };

export type OperatorLogEntry = RowOf<typeof ENTRY>;

/** Inserts an audit log entry, in the transaction of the operator's action. Entries are never deleted. */
export async function insertOperatorLogEntry(db: Db, id: string, entry: OperatorLogEntry): Promise<void> {
  await db.run(INSERT_LOG_ENTRY, INSERT_LOG_ENTRY.values({ id, ...entry }));
}

export function latestOperatorLog(
  db: Db,
  { offset, limit }: OffsetLimit,
): Promise<readonly OperatorLogEntry[]> {
  return db.all(LATEST_LOG, [limit, offset]);
}

const INSERT_LOG_ENTRY = table('operator_log', { id: text, ...ENTRY }).insert();

const LATEST_LOG = table('operator_log', ENTRY).select('order by at desc, id desc limit $1 offset $2');

export async function insertSession(db: Db, tokenHash: string, expiresAt: Instant): Promise<void> {
  await db.run(INSERT_SESSION, INSERT_SESSION.values({ tokenHash, expiresAt }));
}

/** Looks up an operator session; false for an expired one. */
export async function hasSession(db: Db, tokenHash: string, now: Instant): Promise<boolean> {
  return (await db.one(FIND_SESSION, [tokenHash, now])) !== undefined;
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.run(DELETE_SESSION, [tokenHash]);
}

/** Deletes a batch of expired operator sessions and returns its size. */
export async function deleteExpiredSessions(db: Db, now: Instant): Promise<number> {
  return db.run(DELETE_EXPIRED_SESSIONS, [now]);
}

const SESSIONS = table('operator_sessions', { tokenHash: text, expiresAt: instant });
const INSERT_SESSION = SESSIONS.insert();

const FIND_SESSION = SESSIONS.select('where token_hash = $1 and expires_at > $2');

const DELETE_SESSION = command('delete from operator_sessions where token_hash = $1');

const DELETE_EXPIRED_SESSIONS = deleteOldest('operator_sessions', 'token_hash', 'expires_at');
