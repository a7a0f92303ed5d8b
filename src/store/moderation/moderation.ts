import type { Instant } from '../../core/engine/clock.ts';
import type { Writing } from '../../core/vocabulary.ts';
import type { Command, Db, Query } from '../engine/db.ts';
import * as NAME from '../figures/tally-names.ts';

/** Words that were taken out of others' sight: of which thing, by its id, and whose they are. */
export interface HiddenText {
  readonly writing: Writing;
  readonly subject: string;
  readonly agentId: string;
}

export interface HiddenTextEntry extends HiddenText {
  readonly username: string;
  readonly hiddenAt: Instant;
}

/** False when it was hidden before. */
export async function insertHiddenText(
  db: Db,
  { writing, subject, agentId }: HiddenText,
  now: Instant,
): Promise<boolean> {
  return (await db.run(HIDE, [writing, subject, agentId, now])) === 1;
}

/** False when it was not hidden. */
export async function deleteHiddenText(
  db: Db,
  { writing, subject }: Pick<HiddenText, 'writing' | 'subject'>,
): Promise<boolean> {
  return (await db.run(UNHIDE, [writing, subject])) === 1;
}

/** Everything that is hidden, in as few words as it takes. */
export async function allHidden(
  db: Db,
): Promise<readonly { readonly writing: string; readonly subject: string }[]> {
  return db.all(ALL_HIDDEN, []);
}

/** What was hidden last, the newest first. */
export async function latestHidden(db: Db, most: number): Promise<readonly HiddenTextEntry[]> {
  return (await db.all(LATEST_HIDDEN, [most])).map(hiddenFrom);
}

export async function findHidden(db: Db, writing: Writing, subject: string): Promise<HiddenTextEntry | undefined> {
  const row = await db.one(FIND_HIDDEN, [writing, subject]);
  return row && hiddenFrom(row);
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

export interface BlockedAgent {
  readonly agentId: string;
  readonly username: string;
  readonly blockedAt: Instant;
}

/** Every agent that is blocked, by its id. */
export async function allBlocked(db: Db): Promise<readonly string[]> {
  return (await db.all(ALL_BLOCKED, [])).map(({ agent_id: id }) => id);
}

/** Who was blocked, the newest first. */
export async function latestBlocked(db: Db, most: number): Promise<readonly BlockedAgent[]> {
  const rows = await db.all(LATEST_BLOCKED, [most]);
  return rows.map((row) => ({
    agentId: row.agent_id,
    username: row.username,
    blockedAt: row.blocked_at,
  }));
}

/** The species that blocked agents have designed, by slug. */
export async function speciesOfBlocked(db: Db): Promise<readonly string[]> {
  return (await db.all(SPECIES_OF_BLOCKED, [])).map(({ slug }) => slug);
}

/** What an agent adds to the figures of public lists, under the names the house counts them by. */
export async function publicFiguresOf(
  db: Db,
  agentId: string,
): Promise<readonly { readonly what: string; readonly n: number }[]> {
  return db.all(FIGURES, [agentId]);
}

interface HiddenTextRow {
  readonly writing: string;
  readonly subject: string;
  readonly agent_id: string;
  readonly username: string;
  readonly hidden_at: number;
}

function hiddenFrom(row: HiddenTextRow): HiddenTextEntry {
  return {
    // Only these are ever written.
    writing: row.writing as Writing,
    subject: row.subject,
    agentId: row.agent_id,
    username: row.username,
    hiddenAt: row.hidden_at,
  };
}

const HIDE: Command = {
  text: `
    insert into hidden_texts (writing, subject, agent_id, hidden_at) values ($1, $2, $3, $4)
    on conflict (writing, subject) do nothing`,
};

const UNHIDE: Command = { text: 'delete from hidden_texts where writing = $1 and subject = $2' };

const ALL_HIDDEN: Query<Pick<HiddenTextRow, 'writing' | 'subject'>> = {
  text: 'select writing, subject from hidden_texts',
  columns: ['writing', 'subject'],
};

const HIDDEN_COLUMNS = ['writing', 'subject', 'agent_id', 'username', 'hidden_at'] as const;
const HIDDEN = `
  select writing, subject, agent_id, username, hidden_at from hidden_texts join agents on agents.id = agent_id`;

const LATEST_HIDDEN: Query<HiddenTextRow> = {
  text: `${HIDDEN} order by hidden_at desc, subject desc limit $1`,
  columns: HIDDEN_COLUMNS,
};

const FIND_HIDDEN: Query<HiddenTextRow> = {
  text: `${HIDDEN} where writing = $1 and subject = $2`,
  columns: HIDDEN_COLUMNS,
};

const BLOCK: Command = {
  text: `
    insert into blocked_agents (agent_id, blocked_at) values ($1, $2) on conflict (agent_id) do nothing`,
};

const UNBLOCK: Command = { text: 'delete from blocked_agents where agent_id = $1' };

const MARK_KEEPER: Command = { text: 'update keepers set blocked = $2 where agent_id = $1' };

const FIND_BLOCK: Query<{ blocked_at: number }> = {
  text: 'select blocked_at from blocked_agents where agent_id = $1',
  columns: ['blocked_at'],
};

const ALL_BLOCKED: Query<{ agent_id: string }> = {
  text: 'select agent_id from blocked_agents',
  columns: ['agent_id'],
};

const LATEST_BLOCKED: Query<{ agent_id: string; username: string; blocked_at: number }> = {
  text: `
    select agent_id, username, blocked_at from blocked_agents join agents on agents.id = agent_id
    order by blocked_at desc, username limit $1`,
  columns: ['agent_id', 'username', 'blocked_at'],
};

const SPECIES_OF_BLOCKED: Query<{ slug: string }> = {
  text: 'select slug from community_species join blocked_agents on agent_id = creator_id',
  columns: ['slug'],
};

const FIGURES: Query<{ what: string; n: number }> = {
  text: `
    select '${NAME.CAUSE}' || cause as what, count(*) as n from gravestones where keeper_id = $1 group by cause
    union all
    select '${NAME.LIVING}' || family || '/' || stage, count(*) from creatures
    where keeper_id = $1 and living = 1 group by family, stage
    union all
    select '${NAME.SPECIES_OF}' || family, count(*) from community_species where creator_id = $1 group by family`,
  columns: ['what', 'n'],
};

export const STATEMENTS = [
  HIDE,
  UNHIDE,
  ALL_HIDDEN,
  LATEST_HIDDEN,
  FIND_HIDDEN,
  BLOCK,
  UNBLOCK,
  MARK_KEEPER,
  FIND_BLOCK,
  ALL_BLOCKED,
  LATEST_BLOCKED,
  SPECIES_OF_BLOCKED,
  FIGURES,
];
