import type { Db } from '../../db/db.ts';
import {
  command,
  flag,
  instant,
  number,
  optional,
  query,
  type RowOf,
  table,
  text,
  word,
  all,
  changes,
  chosen,
  oneValue,
  selectOfMany,
  write,
} from '../../db/table.ts';
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
export async function deleteStageMilestones(db: Db, creatureId: string, stages: readonly Stage[]) {
  for (const stage of stages) await db.run(DELETE_STAGE, [creatureId, stage]);
}

const DELETE_STAGE = command(
  "delete from milestones where creature_id = $1 and type = 'stage_transition' and threshold = $2",
);

const MILESTONE = { type: word<Milestone>(), threshold: text, reachedAt: instant, shown: flag };
const INSERT_MILESTONE = table('milestones', { creatureId: text, ...MILESTONE }).insert();

const ALL = table('milestones', MILESTONE).select(
  'where creature_id = $1 order by reached_at, type, threshold',
);

const KEPT_MILESTONE = { creatureId: text, type: word<Milestone>(), threshold: text, reachedAt: instant };
export const milestonesOfMany = all(selectOfMany('milestones', KEPT_MILESTONE), chosen);

const UNSEEN = table('milestones', MILESTONE).select(
  'where creature_id = $1 and shown = 0 order by reached_at, type, threshold',
);

/** Marks a milestone as announced; false when a concurrent request has marked it first. */
export const markMilestoneSeen = changes(
  'update milestones set shown = 1 where creature_id = $1 and type = $2 and threshold = $3 and shown = 0',
  (creatureId: string, { type, threshold }: ReachedMilestone) => [creatureId, type, String(threshold)],
);

const MOVE = { version: number, at: instant, fromZone: text, toZone: text };
export type MoveRecord = RowOf<typeof MOVE>;
const MOVES = table('moves', { creatureId: text, ...MOVE });
export const insertMove = write(MOVES.insert());
export const movesOfMany = all(selectOfMany('moves', MOVES.columns, ' order by version'), chosen);

/** The last time zone change of a keeper's living creatures after a moment: one primary key lookup for each of them. */
export const lastMoveOf = oneValue(
  query(
    { at: optional(instant) },
    `
  select max(at) as at from (
    select (select at from moves where creature_id = creatures.id order by version desc limit 1) as at
    from creatures where keeper_id = $1 and living = 1) as lasts
  where at > $2`,
  ),
  'at',
  (keeperId: string, after: Instant) => [keeperId, after],
);

const CHECKS = table('checks', { creatureId: text, version: number, at: instant });
export const insertNoticedLook = write(CHECKS.insert());
export const noticedLooksOfMany = all(selectOfMany('checks', CHECKS.columns, ' order by version'), chosen);

const RESURRECTION = { version: number, at: instant, layer: text };
export type ResurrectionRecord = RowOf<typeof RESURRECTION>;
const RETURNS = table('returns', { creatureId: text, ...RESURRECTION });
export const insertResurrection = write(RETURNS.insert());
export const resurrectionsOfMany = all(selectOfMany('returns', RETURNS.columns, ' order by version'), chosen);
