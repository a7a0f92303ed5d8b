import type { Instant } from '../../core/engine/clock.ts';
import type { ReachedMilestone } from '../../core/lives/milestones.ts';
import type { Milestone, Stage } from '../../core/vocabulary.ts';
import type { Db } from '../engine/db.ts';
import {
  CHOSEN,
  idList,
  command,
  flag,
  instant,
  listOf,
  query,
  table,
  text,
  word,
  type RowOf,
} from '../engine/table.ts';

/** Something a creature has reached, once in its life. */
export interface MilestoneRecord {
  readonly type: Milestone;
  readonly threshold: number | Stage;
  readonly at: Instant;
  /** False while it is about a stat the creature hides. */
  readonly shown: boolean;
}

/** The same, and who reached it. */
export interface CreatureMilestone extends MilestoneRecord {
  readonly creatureId: string;
}

export async function insertMilestone(db: Db, creatureId: string, reached: MilestoneRecord): Promise<void> {
  await db.run(INSERT, INSERT.values(rowFrom({ ...reached, creatureId })));
}

export async function insertMilestones(db: Db, reached: readonly CreatureMilestone[]): Promise<void> {
  const rows = reached.map((one) => INSERT.values(rowFrom(one)));
  await db.runEach(INSERT, rows);
}

function rowFrom({ creatureId, type, threshold, at, shown }: CreatureMilestone) {
  return { creatureId, type, threshold: String(threshold), reachedAt: at, shown };
}

/** All a creature has reached, in the order it did. */
export async function milestonesOf(db: Db, creatureId: string): Promise<MilestoneRecord[]> {
  const rows = await db.all(ALL, [creatureId]);
  return rows.map(({ type, threshold, reachedAt: at, shown }) => ({
    type,
    // What was kept for a stage is its name, for everything else a number.
    threshold: type === 'stage_transition' ? (threshold as Stage) : Number(threshold),
    at,
    shown,
  }));
}

/** All that these creatures have reached, as it is kept. */
export function milestonesOfMany(
  db: Db,
  creatureIds: readonly string[],
): Promise<RowOf<typeof KEPT_MILESTONE>[]> {
  return db.all(OF_MANY, [idList(creatureIds)]);
}

/** What a creature has reached and nobody could see yet. */
export async function unseenMilestonesOf(db: Db, creatureId: string): Promise<ReachedMilestone[]> {
  const rows = await db.all(UNSEEN, [creatureId]);
  return rows.map(({ type, threshold }) => ({ type, threshold: Number(threshold) }));
}

/** From now on it may be seen; false when somebody else was told so first. */
export async function markMilestoneSeen(
  db: Db,
  creatureId: string,
  { type, threshold }: ReachedMilestone,
): Promise<boolean> {
  return (await db.run(MARK_SEEN, [creatureId, type, String(threshold)])) === 1;
}

const MILESTONE = { type: word<Milestone>(), threshold: text, reachedAt: instant, shown: flag };

const INSERT = table('milestones', { creatureId: text, ...MILESTONE }).insert();

const ALL = table('milestones', MILESTONE).select(
  'where creature_id = $1 order by reached_at, type, threshold',
);

const KEPT_MILESTONE = { creatureId: text, type: word<Milestone>(), threshold: text, reachedAt: instant };

const OF_MANY = query(
  KEPT_MILESTONE,
  `select ${listOf(KEPT_MILESTONE)} from ${CHOSEN} cross join milestones where creature_id = chosen.key`,
);

const UNSEEN = table('milestones', MILESTONE).select(
  'where creature_id = $1 and shown = 0 order by reached_at, type, threshold',
);

const MARK_SEEN = command(
  'update milestones set shown = 1 where creature_id = $1 and type = $2 and threshold = $3 and shown = 0',
);
