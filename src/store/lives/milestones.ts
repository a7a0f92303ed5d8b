import type { Instant } from '../../core/engine/clock.ts';
import type { Milestone, Stage } from '../../core/vocabulary.ts';
import type { Db } from '../engine/db.ts';
import { flag, instant, table, text, word } from '../engine/table.ts';

/** Something a creature has reached, once in its life. */
export interface MilestoneRecord {
  readonly type: Milestone;
  readonly threshold: number | Stage;
  readonly at: Instant;
  /** False when it was about a stat the creature hid. */
  readonly shown: boolean;
}

export async function insertMilestone(db: Db, creatureId: string, reached: MilestoneRecord): Promise<void> {
  const { type, threshold, at, shown } = reached;
  const row = { creatureId, type, threshold: String(threshold), reachedAt: at, shown };
  await db.run(INSERT, INSERT.values(row));
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

const MILESTONE = { type: word<Milestone>(), threshold: text, reachedAt: instant, shown: flag };

const INSERT = table('milestones', { creatureId: text, ...MILESTONE }).insert();

const ALL = table('milestones', MILESTONE).select(
  'where creature_id = $1 order by reached_at, type, threshold',
);
