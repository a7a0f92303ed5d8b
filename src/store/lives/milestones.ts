import type { Instant } from '../../core/engine/clock.ts';
import type { Milestone, Stage } from '../../core/vocabulary.ts';
import type { Command, Db, Query } from '../engine/db.ts';

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
  await db.run(INSERT, [creatureId, type, String(threshold), at, shown ? 1 : 0]);
}

/** All a creature has reached, in the order it did. */
export async function milestonesOf(db: Db, creatureId: string): Promise<MilestoneRecord[]> {
  const rows = await db.all(ALL, [creatureId]);
  return rows.map(({ type, threshold, reached_at: at, shown }) => ({
    type,
    // What was kept for a stage is its name, for everything else a number.
    threshold: type === 'stage_transition' ? (threshold as Stage) : Number(threshold),
    at,
    shown: shown === 1,
  }));
}

interface MilestoneRow {
  readonly type: Milestone;
  readonly threshold: string;
  readonly reached_at: number;
  readonly shown: number;
}

const INSERT: Command = {
  text: `
    insert into milestones (creature_id, type, threshold, reached_at, shown) values ($1, $2, $3, $4, $5)`,
};

const ALL: Query<MilestoneRow> = {
  text: `
    select type, threshold, reached_at, shown from milestones
    where creature_id = $1 order by reached_at, type, threshold`,
  columns: ['type', 'threshold', 'reached_at', 'shown'],
};

export const STATEMENTS = [INSERT, ALL];
