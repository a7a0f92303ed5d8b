import type { Db, OffsetLimit } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { OperatorDeed, Writing } from '../../rules/vocabulary.ts';
import { LIFE, TOLD_TO_OTHERS } from '../records/care-log.store.ts';
import { CAUSE, LIVING, SPECIES_OF } from '../tallies/tally-names.store.ts';

const HIDDEN_TEXT = { writing: sql.word<Writing>(), subject: sql.text, agentId: sql.text };

/** A hidden text; `subject` is the id of what it belongs to, `agentId` its author. */
export type HiddenText = sql.RowOf<typeof HIDDEN_TEXT>;

const HIDE = sql.table('hidden_texts', { ...HIDDEN_TEXT, hiddenAt: sql.instant }).insert({
  conflict: 'on conflict (writing, subject) do nothing',
});

/** False when it was hidden before. */
export const insertHiddenText = sql.changes(HIDE, (hidden: HiddenText, now: Instant) =>
  HIDE.values({ ...hidden, hiddenAt: now }),
);

/** False when the agent was blocked before, or was not when `now` is undefined. */
export async function changeBlocked(db: Db, agentId: string, now: Instant | undefined): Promise<boolean> {
  const isChanged = await (now === undefined ? unblock(db, agentId) : block(db, agentId, now));
  if (isChanged) await db.run(MARK_KEEPER, [agentId, now === undefined ? 0 : 1]);
  return isChanged;
}

export const deleteHiddenText = sql.run(
  'delete from hidden_texts where writing = $1 and subject = $2',
  ({ writing, subject }: HiddenText) => [writing, subject],
);

export const allHidden = sql.all(
  sql.query({ writing: sql.word<Writing>(), subject: sql.text }, 'select writing, subject from hidden_texts'),
  () => [],
);

const REVIEWED = { writing: sql.word<Writing>(), subject: sql.text, agentId: sql.text, hash: sql.text };

const REVIEW = sql.table('reviewed_texts', { ...REVIEWED, reviewedAt: sql.instant }).insert({
  conflict: `on conflict (subject, writing) do update set hash = excluded.hash, reviewed_at = excluded.reviewed_at
    where reviewed_texts.hash <> excluded.hash`,
});

/** False when the same text was reviewed before. */
export const insertReview = sql.changes(REVIEW, (review: sql.RowOf<typeof REVIEWED>, now: Instant) =>
  REVIEW.values({ ...review, reviewedAt: now }),
);

/** The reviews of texts with these subjects. */
export const reviewsOf = sql.all(
  sql.query(
    { writing: sql.word<Writing>(), subject: sql.text, hash: sql.text },
    `select writing, subject, hash from ${sql.CHOSEN} cross join reviewed_texts where subject = chosen.key`,
  ),
  (subjects: readonly string[]) => [sql.idList(subjects)],
);

const HIDDEN_TEXT_ENTRY = { ...HIDDEN_TEXT, username: sql.text, hiddenAt: sql.instant };

export type HiddenTextEntry = sql.RowOf<typeof HIDDEN_TEXT_ENTRY>;

const SELECT_HIDDEN = `
  select writing, subject, agent_id, username, hidden_at from hidden_texts join agents on agents.id = agent_id`;

export const latestHidden = sql.all(
  sql.query(HIDDEN_TEXT_ENTRY, `${SELECT_HIDDEN} order by hidden_at desc, subject desc limit $1`),
  (limit: number) => [limit],
);
export const findHidden = sql.one(
  sql.query(HIDDEN_TEXT_ENTRY, `${SELECT_HIDDEN} where writing = $1 and subject = $2`),
  (writing: Writing, subject: string) => [writing, subject],
);

const block = sql.changes(
  `
    insert into blocked_agents (agent_id, blocked_at) values ($1, $2) on conflict (agent_id) do nothing`,
  (agentId: string, now: Instant) => [agentId, now],
);
const unblock = sql.changes('delete from blocked_agents where agent_id = $1', sql.byKey);

const MARK_KEEPER = sql.command('update keepers set blocked = $2 where agent_id = $1');

export const isBlocked = sql.exists(
  sql.query({ blockedAt: sql.instant }, 'select blocked_at from blocked_agents where agent_id = $1'),
  sql.byKey,
);

/** Ids of blocked agents and deleted accounts. */
export const allBlocked = sql.selectValues(
  { agentId: sql.text },
  'select agent_id from blocked_agents',
  () => [],
);

/** Agents that the operator blocked, newest first, without deleted accounts. */
export const latestBlocked = sql.selectRows(
  { agentId: sql.text, username: sql.text, blockedAt: sql.instant },
  `
  select agent_id, username, blocked_at from blocked_agents join agents on agents.id = agent_id
  where not exists (select 1 from departures where departures.agent_id = agents.id)
  order by blocked_at desc, username limit $1`,
  (limit: number) => [limit],
);

export const speciesOfBlocked = sql.selectValues(
  { slug: sql.text },
  // SQLite never reorders a cross join; joined otherwise it scans all species.
  'select slug from blocked_agents cross join community_species where creator_id = agent_id',
  () => [],
);

/** What an agent adds to the counters of public lists. */
export const publicFiguresOf = sql.selectRows(
  { what: sql.text, n: sql.number },
  `
  select '${CAUSE}' || cause as what, count(*) as n from gravestones where keeper_id = $1 group by cause
  union all
  select '${LIVING}' || family || '/' || stage, count(*) from creatures
  where keeper_id = $1 and living = 1 group by family, stage
  union all
  select '${SPECIES_OF}' || family, count(*) from community_species where creator_id = $1 group by family`,
  sql.byKey,
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

const ENTRY = { at: sql.instant, deed: sql.word<OperatorDeed>(), subject: sql.text, reason: sql.text };

export type OperatorLogEntry = sql.RowOf<typeof ENTRY>;

const INSERT_LOG_ENTRY = sql.table('operator_log', { id: sql.text, ...ENTRY }).insert();

/** Called in the transaction of the operator's action. Entries are never deleted. */
export const insertOperatorLogEntry = sql.run(INSERT_LOG_ENTRY, (id: string, entry: OperatorLogEntry) =>
  INSERT_LOG_ENTRY.values({ id, ...entry }),
);

export const latestOperatorLog = sql.all(
  sql.table('operator_log', ENTRY).select('order by at desc, id desc limit $1 offset $2'),
  ({ offset, limit }: OffsetLimit) => [limit, offset],
);

const SESSIONS = sql.table('operator_sessions', { tokenHash: sql.text, expiresAt: sql.instant });

export const insertSession = sql.write(SESSIONS.insert());

export const hasSession = sql.exists(
  SESSIONS.select('where token_hash = $1 and expires_at > $2'),
  (tokenHash: string, now: Instant) => [tokenHash, now],
);

export const deleteSession = sql.run('delete from operator_sessions where token_hash = $1', sql.byKey);

export const deleteExpiredSessions = sql.run(
  sql.deleteOldest('operator_sessions', 'token_hash', 'expires_at'),
  (now: Instant) => [now],
);

// Queries of texts as they were written, hidden ones included, for the operator.

const NAMING = {
  id: sql.text,
  agentId: sql.named('keeper_id', sql.text),
  name: sql.text,
  species: sql.text,
  state: sql.text,
};
export type NamedCreature = sql.RowOf<typeof NAMING>;

const NAMED = sql.table('creatures', NAMING);

const AUTHOR = { agentId: sql.text, username: sql.text };
const TRAITS = { name: sql.text, personality: sql.text, specialMechanic: sql.optional(sql.text) };
const TEXTS = { slug: sql.text, ...AUTHOR, createdAt: sql.instant, ...TRAITS };

export type SpeciesTexts = sql.RowOf<typeof TEXTS>;

const PROFILE = {
  id: sql.text,
  username: sql.text,
  displayName: sql.text,
  bio: sql.optional(sql.text),
  createdAt: sql.instant,
};
export type NewcomerTexts = sql.RowOf<typeof PROFILE>;

const NEWCOMER = sql.table('agents', PROFILE);

export const findNamedCreature = sql.one(NAMED.select('where id = $1'), sql.byKey);
export const creaturesNamedBy = sql.all(
  NAMED.select('where keeper_id = $1 order by adopted_at desc, id desc limit $2'),
  (agentId: string, limit: number) => [agentId, limit],
);

const SELECT_TEXTS = `
  select slug, agent_id, username, created_at, name, personality, special_mechanic
  from community_species join keepers on agent_id = creator_id`;

export const findSpeciesTexts = sql.one(sql.query(TEXTS, `${SELECT_TEXTS} where slug = $1`), sql.byKey);
export const speciesTextsBy = sql.all(
  sql.query(TEXTS, `${SELECT_TEXTS} where creator_id = $1 order by created_at desc, slug desc limit $2`),
  (agentId: string, limit: number) => [agentId, limit],
);
export const latestSpeciesTexts = sql.all(
  sql.query(TEXTS, `${SELECT_TEXTS} order by created_at desc, slug desc limit $1`),
  (limit: number) => [limit],
);

export const latestNewcomers = sql.all(
  NEWCOMER.select('order by created_at desc, id desc limit $1'),
  (limit: number) => [limit],
);

const CONTENT = {
  at: sql.instant,
  action: sql.text,
  item: sql.optional(sql.text),
  notes: sql.optional(sql.text),
};
const NOTE = { id: sql.text, creatureId: sql.text, version: sql.number, ...AUTHOR, ...CONTENT };

export type CareNote = sql.RowOf<typeof NOTE>;

const notesBy = (statement: string) => sql.query(NOTE, statement);

const ENTRIES_READ = 300;

const selectNotes = (entries: string) => `
    select entry.id, entry.creature_id, entry.version, entry.keeper_id as agent_id, keepers.username, entry.at,
      entry.action, entry.item, entry.notes
    from ${entries} entry join keepers on keepers.agent_id = entry.keeper_id`;

export const findCareNote = sql.one(
  notesBy(`${LIFE} ${selectNotes('life')} where entry.version = $3`),
  (creatureId: string, version: number) => [creatureId, Number.MAX_SAFE_INTEGER, version],
);

/** Notes on a creature within the last entries of its log, newest first. */
export const careNotesOn = sql.all(
  notesBy(`${LIFE} ${selectNotes('life')}
    where entry.notes is not null or entry.item is not null
    order by entry.depth limit $3`),
  (creatureId: string, limit: number) => [creatureId, ENTRIES_READ, limit],
);

export const latestReflections = sql.all(
  notesBy(`${selectNotes(`(select * from care_log where ${TOLD_TO_OTHERS} order by at desc, id desc limit $1)`)}
    order by entry.at desc, entry.id desc`),
  (limit: number) => [limit],
);
