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

/** Words that were taken out of others' sight: of which thing, by its id, and whose they are. */
export type HiddenText = RowOf<typeof HIDDEN_TEXT>;

const HIDDEN_TEXT_ENTRY = { ...HIDDEN_TEXT, username: text, hiddenAt: instant };
export type HiddenTextEntry = RowOf<typeof HIDDEN_TEXT_ENTRY>;

/** False when it was hidden before. */
export async function insertHiddenText(db: Db, hidden: HiddenText, now: Instant): Promise<boolean> {
  return (await db.run(HIDE, HIDE.values({ ...hidden, hiddenAt: now }))) === 1;
}

/** False when it was not hidden. */
export async function deleteHiddenText(
  db: Db,
  { writing, subject }: Pick<HiddenText, 'writing' | 'subject'>,
): Promise<boolean> {
  return (await db.run(UNHIDE, [writing, subject])) === 1;
}

/** Everything that is hidden, in as few words as it takes. */
export function allHidden(db: Db): Promise<readonly Pick<HiddenText, 'writing' | 'subject'>[]> {
  return db.all(ALL_HIDDEN, []);
}

/** What was hidden last, the newest first. */
export function latestHidden(db: Db, most: number): Promise<readonly HiddenTextEntry[]> {
  return db.all(LATEST_HIDDEN, [most]);
}

export function findHidden(db: Db, writing: Writing, subject: string): Promise<HiddenTextEntry | undefined> {
  return db.one(FIND_HIDDEN, [writing, subject]);
}

/** False when the agent was blocked before. */
export async function insertBlock(db: Db, agentId: string, now: Instant): Promise<boolean> {
  const blocked = (await db.run(BLOCK, [agentId, now])) === 1;
  if (blocked) await db.run(MARK_KEEPER, [agentId, 1]);
  return blocked;
}

/** False when the agent was not blocked. */
export async function deleteBlock(db: Db, agentId: string): Promise<boolean> {
  const unblocked = (await db.run(UNBLOCK, [agentId])) === 1;
  if (unblocked) await db.run(MARK_KEEPER, [agentId, 0]);
  return unblocked;
}

export async function isBlocked(db: Db, agentId: string): Promise<boolean> {
  return (await db.one(FIND_BLOCK, [agentId])) !== undefined;
}

const BLOCKED_AGENT = { agentId: text, username: text, blockedAt: instant };
export type BlockedAgent = RowOf<typeof BLOCKED_AGENT>;

/** Every agent that is blocked, by its id. */
export async function allBlocked(db: Db): Promise<readonly string[]> {
  return (await db.all(ALL_BLOCKED, [])).map(({ agentId }) => agentId);
}

/** Whom the operator blocked, the newest first: who has left is out of sight alike, and is nobody's business any more. */
export function latestBlocked(db: Db, most: number): Promise<readonly BlockedAgent[]> {
  return db.all(LATEST_BLOCKED, [most]);
}

/** The species that blocked agents have designed, by slug. */
export async function speciesOfBlocked(db: Db): Promise<readonly string[]> {
  return (await db.all(SPECIES_OF_BLOCKED, [])).map(({ slug }) => slug);
}

/** What an agent adds to the figures of public lists, under the names the house counts them by. */
export function publicFiguresOf(db: Db, agentId: string): Promise<readonly RowOf<typeof FIGURE>[]> {
  return db.all(FIGURES, [agentId]);
}

const FIGURE = { what: text, n: number };

const HIDE = table('hidden_texts', { ...HIDDEN_TEXT, hiddenAt: instant }).insert({
  conflict: 'on conflict (writing, subject) do nothing',
});

const UNHIDE = command('delete from hidden_texts where writing = $1 and subject = $2');

const ALL_HIDDEN = query(
  { writing: word<Writing>(), subject: text },
  'select writing, subject from hidden_texts',
);

const HIDDEN = `
  select writing, subject, agent_id, username, hidden_at from hidden_texts join agents on agents.id = agent_id`;

const LATEST_HIDDEN = query(HIDDEN_TEXT_ENTRY, `${HIDDEN} order by hidden_at desc, subject desc limit $1`);
const FIND_HIDDEN = query(HIDDEN_TEXT_ENTRY, `${HIDDEN} where writing = $1 and subject = $2`);

const BLOCK = command(`
    insert into blocked_agents (agent_id, blocked_at) values ($1, $2) on conflict (agent_id) do nothing`);

const UNBLOCK = command('delete from blocked_agents where agent_id = $1');

const MARK_KEEPER = command('update keepers set blocked = $2 where agent_id = $1');

const FIND_BLOCK = query({ blockedAt: instant }, 'select blocked_at from blocked_agents where agent_id = $1');

const ALL_BLOCKED = query({ agentId: text }, 'select agent_id from blocked_agents');

const LATEST_BLOCKED = query(
  BLOCKED_AGENT,
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
  FIGURE,
  `
  select '${NAME.CAUSE}' || cause as what, count(*) as n from gravestones where keeper_id = $1 group by cause
  union all
  select '${NAME.LIVING}' || family || '/' || stage, count(*) from creatures
  where keeper_id = $1 and living = 1 group by family, stage
  union all
  select '${NAME.SPECIES_OF}' || family, count(*) from community_species where creator_id = $1 group by family`,
);

/**
 * The condition that an agent is not blocked, for every list that strangers see: left out by the database, so that pages
 * stay full. `agentId` is a column.
 */
export function notBlocked(agentId: string): string {
  return `not exists (select 1 from blocked_agents where blocked_agents.agent_id = ${agentId})`;
}

/**
 * The same, and that the account was not made for testing. Asked row by row: as a join it could be turned around, and all
 * keepers be read for a page of a list. As an inequality, since PostgreSQL takes it for granted that nearly all rows meet one
 * and walks on in the order of an index, where it would expect an equality to leave next to none.
 */
export function shownToOthers(agentId: string): string {
  return `coalesce((select counts from keepers where keepers.agent_id = ${agentId} and blocked = 0), 0) <> 0`;
}

const ENTRY = { at: instant, deed: word<OperatorDeed>(), subject: text, reason: text };

/** Something the operator did: when, to whom or what, and why. */
export type OperatorLogEntry = RowOf<typeof ENTRY>;

/** Writes it down for ever, in the transaction that does it. */
export async function insertOperatorLogEntry(db: Db, id: string, entry: OperatorLogEntry): Promise<void> {
  await db.run(INSERT_OPERATOR_ACT, INSERT_OPERATOR_ACT.values({ id, ...entry }));
}

/** The newest first. */
export function latestOperatorLog(
  db: Db,
  { offset, limit }: OffsetLimit,
): Promise<readonly OperatorLogEntry[]> {
  return db.all(LATEST, [limit, offset]);
}

const INSERT_OPERATOR_ACT = table('operator_log', { id: text, ...ENTRY }).insert();

const LATEST = table('operator_log', ENTRY).select('order by at desc, id desc limit $1 offset $2');

export async function insertSession(db: Db, tokenHash: string, expiresAt: Instant): Promise<void> {
  await db.run(INSERT_SESSION, INSERT_SESSION.values({ tokenHash, expiresAt }));
}

/** Is there one that has not expired? */
export async function hasSession(db: Db, tokenHash: string, now: Instant): Promise<boolean> {
  return (await db.one(FIND, [tokenHash, now])) !== undefined;
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.run(DELETE, [tokenHash]);
}

/** Throws away some of those that have expired, and tells how many. */
export async function deleteExpiredSessions(db: Db, now: Instant): Promise<number> {
  return db.run(DELETE_EXPIRED, [now]);
}

const SESSIONS = table('operator_sessions', { tokenHash: text, expiresAt: instant });
const INSERT_SESSION = SESSIONS.insert();

const FIND = SESSIONS.select('where token_hash = $1 and expires_at > $2');

const DELETE = command('delete from operator_sessions where token_hash = $1');

const DELETE_EXPIRED = deleteOldest('operator_sessions', 'token_hash', 'expires_at');
