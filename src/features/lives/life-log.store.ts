import type { Db } from '../../db/db.ts';
import {
  CHOSEN,
  command,
  flag,
  idList,
  instant,
  listOf,
  number,
  optional,
  query,
  type RowOf,
  table,
  text,
  word,
} from '../../db/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { ReachedMilestone } from '../../rules/lives/growth.ts';
import type { Milestone, Stage } from '../../rules/vocabulary.ts';

/** A milestone of a creature; each is reached once in a life. */
export interface MilestoneRecord {
  readonly type: Milestone;
  readonly threshold: number | Stage;
  readonly at: Instant;
  /** False while the milestone is about a hidden stat and must not be shown. */
  readonly shown: boolean;
}

export interface CreatureMilestone extends MilestoneRecord {
  readonly creatureId: string;
}

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

/** The milestones of a creature, in the order they were reached. */
export async function milestonesOf(db: Db, creatureId: string): Promise<MilestoneRecord[]> {
  const rows = await db.all(ALL, [creatureId]);
  return rows.map(({ type, threshold, reachedAt: at, shown }) => ({
    type,
    threshold: type === 'stage_transition' ? (threshold as Stage) : Number(threshold),
    at,
    shown,
  }));
}

export function milestonesOfMany(
  db: Db,
  creatureIds: readonly string[],
): Promise<RowOf<typeof KEPT_MILESTONE>[]> {
  return db.all(MILESTONES_OF_MANY, [idList(creatureIds)]);
}

export async function unseenMilestonesOf(db: Db, creatureId: string): Promise<ReachedMilestone[]> {
  const rows = await db.all(UNSEEN, [creatureId]);
  return rows.map(({ type, threshold }) => ({ type, threshold: Number(threshold) }));
}

/** Marks a milestone as announced; false when a concurrent request has marked it first. */
export async function markMilestoneSeen(
  db: Db,
  creatureId: string,
  { type, threshold }: ReachedMilestone,
): Promise<boolean> {
  return (await db.run(MARK_SEEN, [creatureId, type, String(threshold)])) === 1;
}

/** For growth that is undone. */
export async function deleteStageMilestones(
  db: Db,
  creatureId: string,
  stages: readonly Stage[],
): Promise<void> {
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

const MILESTONES_OF_MANY = query(
  KEPT_MILESTONE,
  `select ${listOf(KEPT_MILESTONE)} from ${CHOSEN} cross join milestones where creature_id = chosen.key`,
);

const UNSEEN = table('milestones', MILESTONE).select(
  'where creature_id = $1 and shown = 0 order by reached_at, type, threshold',
);

const MARK_SEEN = command(
  'update milestones set shown = 1 where creature_id = $1 and type = $2 and threshold = $3 and shown = 0',
);

const MOVE = { version: number, at: instant, fromZone: text, toZone: text };

/** A change of a creature's time zone. */
export type MoveRecord = RowOf<typeof MOVE>;

export async function insertMove(db: Db, creatureId: string, move: MoveRecord): Promise<void> {
  await db.run(INSERT_MOVE, INSERT_MOVE.values({ creatureId, ...move }));
}

/** The time zone changes of these creatures, in the order of versions. */
export function movesOfMany(db: Db, creatureIds: readonly string[]): Promise<RowOf<typeof MOVES.columns>[]> {
  return db.all(MOVES_OF_MANY, [idList(creatureIds)]);
}

/** The last time zone change of a keeper's living creatures, if it was after a moment. */
export async function lastMoveOf(db: Db, keeperId: string, after: Instant): Promise<Instant | undefined> {
  return (await db.one(LAST_OF_KEEPER, [keeperId, after]))?.at;
}

const MOVES = table('moves', { creatureId: text, ...MOVE });

const INSERT_MOVE = MOVES.insert();

const MOVES_OF_MANY = query(
  MOVES.columns,
  `select ${MOVES.list()} from ${CHOSEN} cross join moves where creature_id = chosen.key order by version`,
);

// The query needs one primary key lookup per living creature of the keeper.
const LAST_OF_KEEPER = query(
  { at: optional(instant) },
  `
  select max(at) as at from (
    select (select at from moves where creature_id = creatures.id order by version desc limit 1) as at
    from creatures where keeper_id = $1 and living = 1) as lasts
  where at > $2`,
);

const NOTICED_LOOK = { version: number, at: instant };

export type NoticedLook = RowOf<typeof NOTICED_LOOK>;

export async function insertNoticedLook(db: Db, creatureId: string, look: NoticedLook): Promise<void> {
  await db.run(INSERT_LOOK, INSERT_LOOK.values({ creatureId, ...look }));
}

export function noticedLooksOfMany(
  db: Db,
  creatureIds: readonly string[],
): Promise<RowOf<typeof CHECKS.columns>[]> {
  return db.all(LOOKS_OF_MANY, [idList(creatureIds)]);
}

const CHECKS = table('checks', { creatureId: text, ...NOTICED_LOOK });

const INSERT_LOOK = CHECKS.insert();

const LOOKS_OF_MANY = query(
  CHECKS.columns,
  `select ${CHECKS.list()} from ${CHOSEN} cross join checks where creature_id = chosen.key order by version`,
);

const RESURRECTION = { version: number, at: instant, layer: text };

/** A resurrection; `layer` is the text that it added to the personality. */
export type ResurrectionRecord = RowOf<typeof RESURRECTION>;

export async function insertResurrection(
  db: Db,
  creatureId: string,
  resurrection: ResurrectionRecord,
): Promise<void> {
  await db.run(INSERT_RESURRECTION, INSERT_RESURRECTION.values({ creatureId, ...resurrection }));
}

export function resurrectionsOfMany(
  db: Db,
  creatureIds: readonly string[],
): Promise<RowOf<typeof RETURNS.columns>[]> {
  return db.all(RESURRECTIONS_OF_MANY, [idList(creatureIds)]);
}

const RETURNS = table('returns', { creatureId: text, ...RESURRECTION });

const INSERT_RESURRECTION = RETURNS.insert();

const RESURRECTIONS_OF_MANY = query(
  RETURNS.columns,
  `select ${RETURNS.list()} from ${CHOSEN} cross join returns where creature_id = chosen.key order by version`,
);
