import type { Db } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { ReachedMilestone } from '../../rules/lives/growth.ts';
import type { Milestone, Stage } from '../../rules/vocabulary.ts';

export interface MilestoneRecord {
  readonly type: Milestone;
  readonly threshold: number | Stage;
  readonly at: Instant;
  /** False while the milestone is about a hidden stat and must not be shown. */
  readonly shown: boolean;
}

export type CreatureMilestone = MilestoneRecord & { readonly creatureId: string };

export async function insertMilestone(db: Db, creatureId: string, reached: MilestoneRecord): Promise<void> {
  await db.run(INSERT_MILESTONE, INSERT_MILESTONE.values(rowFrom({ ...reached, creatureId })));
}

export async function insertMilestones(db: Db, reached: readonly CreatureMilestone[]): Promise<void> {
  const rows = reached.map((one) => INSERT_MILESTONE.values(rowFrom(one)));
  await db.runEach(INSERT_MILESTONE, rows);
}

function rowFrom({ creatureId, type, threshold, at, shown }: CreatureMilestone) {
  return { creatureId, type, threshold: String(threshold), reachedAt: at, shown };
}

export async function milestonesOf(db: Db, creatureId: string): Promise<MilestoneRecord[]> {
  const rows = await db.all(ALL, [creatureId]);
  return rows.map(({ type, threshold, reachedAt: at, shown }) => ({
    type,
    threshold: type === 'stage_transition' ? (threshold as Stage) : Number(threshold),
    at,
    shown,
  }));
}

export async function unseenMilestonesOf(db: Db, creatureId: string): Promise<ReachedMilestone[]> {
  const rows = await db.all(UNSEEN, [creatureId]);
  return rows.map(({ type, threshold }) => ({ type, threshold: Number(threshold) }));
}

/** For growth that is undone. */
export async function deleteStageMilestones(
  db: Db,
  creatureId: string,
  stages: readonly Stage[],
): Promise<void> {
  for (const stage of stages) await db.run(DELETE_STAGE, [creatureId, stage]);
}

const DELETE_STAGE = sql.command(
  "delete from milestones where creature_id = $1 and type = 'stage_transition' and threshold = $2",
);

const MILESTONE = {
  type: sql.word<Milestone>(),
  threshold: sql.text,
  reachedAt: sql.instant,
  shown: sql.flag,
};
const INSERT_MILESTONE = sql.table('milestones', { creatureId: sql.text, ...MILESTONE }).insert();

const MILESTONES = sql.table('milestones', MILESTONE);
const ALL = MILESTONES.select('where creature_id = $1 order by reached_at, type, threshold');

const { shown: _, ...REACHED } = MILESTONE;
const KEPT_MILESTONE = { creatureId: sql.text, ...REACHED };

export type KeptMilestone = sql.RowOf<typeof KEPT_MILESTONE>;

export const milestonesOfMany = sql.allOfMany('milestones', KEPT_MILESTONE);

const UNSEEN = MILESTONES.select('where creature_id = $1 and shown = 0 order by reached_at, type, threshold');

/** Marks a milestone as announced; false when a concurrent request has marked it first. */
export const markMilestoneSeen = sql.changes(
  'update milestones set shown = 1 where creature_id = $1 and type = $2 and threshold = $3 and shown = 0',
  (creatureId: string, { type, threshold }: ReachedMilestone) => [creatureId, type, String(threshold)],
);

const MOVE = { version: sql.number, at: sql.instant, fromZone: sql.text, toZone: sql.text };
export type MoveRecord = sql.RowOf<typeof MOVE>;
const MOVES = sql.table('moves', { creatureId: sql.text, ...MOVE });
export const insertMove = sql.write(MOVES.insert());
export const movesOfMany = sql.allOfMany('moves', MOVES.columns, ' order by version');

export const lastMovesOf = sql.all(
  MOVES.select('where creature_id = $1 order by version desc limit $2'),
  (creatureId: string, most: number) => [creatureId, most],
);

/** The last time zone change of a keeper's living creatures after a moment: one primary key lookup for each of them. */
export const lastMoveOf = sql.selectValue(
  { at: sql.optional(sql.instant) },
  `
  select max(at) as at from (
    select (select at from moves where creature_id = creatures.id order by version desc limit 1) as at
    from creatures where keeper_id = $1 and living = 1) as lasts
  where at > $2`,
  (keeperId: string, after: Instant) => [keeperId, after],
);

const CHECKS = sql.table('checks', { creatureId: sql.text, version: sql.number, at: sql.instant });

export type NoticedLook = sql.RowOf<typeof CHECKS.columns>;

export const insertNoticedLook = sql.write(CHECKS.insert());
export const noticedLooksOfMany = sql.allOfMany('checks', CHECKS.columns, ' order by version');

export const lastNoticedLooksOf = sql.all(
  CHECKS.select('where creature_id = $1 order by version desc limit $2'),
  (creatureId: string, most: number) => [creatureId, most],
);

const RESURRECTION = { version: sql.number, at: sql.instant, layer: sql.text };
export type ResurrectionRecord = sql.RowOf<typeof RESURRECTION>;
const RETURNS = sql.table('returns', { creatureId: sql.text, ...RESURRECTION });
export const insertResurrection = sql.write(RETURNS.insert());
export const resurrectionsOfMany = sql.allOfMany('returns', RETURNS.columns, ' order by version');
