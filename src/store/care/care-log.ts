import { DAY, type Instant } from '../../core/engine/clock.ts';
import type { StatChanges } from '../../core/stats.ts';
import type { Action, CareRefusal, Family, ItemCategory, Timing } from '../../core/vocabulary.ts';
import type { Db, OffsetLimit } from '../engine/db.ts';
import {
  CHOSEN,
  idList,
  flag,
  instant,
  mapRows,
  nullable,
  number,
  optional,
  query,
  table,
  text,
  word,
  type RowOf,
} from '../engine/table.ts';

// The log is written in the order things happen, all lives mixed, so that one page takes whatever a moment brings. A life
// is a linked list in it: its creature knows its last entry, and every entry the one before.

const ENTRY = {
  id: text,
  creatureId: text,
  /** The version of the creature it led to: the order of its life. */
  version: number,
  at: instant,
  previousAt: optional(instant),
  previousId: optional(text),
  action: word<Action>(),
  item: optional(text),
  category: optional(word<ItemCategory>()),
  score: nullable(number),
  notes: optional(text),
  timing: optional(word<Timing>()),
  refused: optional(word<CareRefusal>()),
};

const CARE_LOG = table('care_log', {
  ...ENTRY,
  hungerBefore: optional(number),
  hungerAfter: optional(number),
  happinessBefore: optional(number),
  happinessAfter: optional(number),
  healthBefore: optional(number),
  healthAfter: optional(number),
});

const CARE_LOG_ROWS = table('care_log', {
  ...CARE_LOG.columns,
  keeperId: text,
  family: word<Family>(),
  /** May other keepers hear of it? */
  heard: flag,
});

/** An entry with all its columns. */
export type CareLogRow = RowOf<typeof CARE_LOG_ROWS.columns>;

/** One act of care as it is written down. */
export interface CareLogEntry extends RowOf<typeof ENTRY> {
  /** As it was shown; what was hidden is missing for ever. */
  readonly before: StatChanges;
  readonly after: StatChanges;
}

export interface NewCareLogEntry extends CareLogEntry, Pick<CareLogRow, 'keeperId' | 'family' | 'heard'> {}

/** Writes an entry down; its creature must be told that this is its last now. */
export async function insertCareLogEntry(db: Db, entry: NewCareLogEntry): Promise<void> {
  const { before, after } = entry;
  const row = {
    ...entry,
    hungerBefore: before.hunger,
    hungerAfter: after.hunger,
    happinessBefore: before.happiness,
    happinessAfter: after.happiness,
    healthBefore: before.health,
    healthAfter: after.health,
  };
  await db.run(INSERT, INSERT.values(row));
}

/** The newest entries of a creature, so many of them skipped. */
export function careLogOf(
  db: Db,
  creatureId: string,
  { limit, offset }: OffsetLimit,
): Promise<CareLogEntry[]> {
  return db.all(NEWEST, [creatureId, limit + offset, limit, offset]);
}

/** The newest of a creature's entries that are older than this one. */
export async function careLogBefore(
  db: Db,
  { previousAt, previousId }: Pick<CareLogEntry, 'previousAt' | 'previousId'>,
  most: number,
): Promise<CareLogEntry[]> {
  if (previousAt === undefined || previousId === undefined) return [];
  return db.all(OLDER, [previousAt, previousId, most]);
}

/** All entries of these creatures, each one's oldest first. */
export async function careLogsOfMany(db: Db, creatureIds: readonly string[]): Promise<CareLogEntry[]> {
  return (await careLogRowsOfMany(db, creatureIds)).map(entryFrom);
}

/** The same as the table has them, with what only it knows. */
export async function careLogRowsOfMany(db: Db, creatureIds: readonly string[]): Promise<CareLogRow[]> {
  const rows = await db.all(WHOLE, [idList(creatureIds)]);
  return rows.toSorted((one, other) => one.version - other.version);
}

/** What a row tells. */
export function entryFrom(row: RowOf<typeof CARE_LOG.columns>): CareLogEntry {
  const { hungerBefore, hungerAfter, happinessBefore, happinessAfter, healthBefore, healthAfter, ...entry } =
    row;
  return {
    ...entry,
    before: shown(hungerBefore, happinessBefore, healthBefore),
    after: shown(hungerAfter, happinessAfter, healthAfter),
  };
}

function shown(hunger?: number, happiness?: number, health?: number): StatChanges {
  return {
    ...(hunger !== undefined && { hunger }),
    ...(happiness !== undefined && { happiness }),
    ...(health !== undefined && { health }),
  };
}

const DAY_COUNT = {
  /** Days since 1970 (UTC). */
  day: number,
  action: word<Action>(),
  n: number,
};

/** How often an action was done on a day. */
type CareDayCount = RowOf<typeof DAY_COUNT>;

// A keeper may care every five seconds for weeks.
const LOOKED_THROUGH = 1000;

/** What was done for a creature since a moment, by day: as far as the last thousand entries of its log tell. */
export async function careByDay(
  db: Db,
  creatureId: string,
  since: Instant,
): Promise<{ readonly counts: readonly CareDayCount[]; readonly whole: boolean }> {
  const [counts, beyond] = await Promise.all([
    db.all(BY_DAY, [creatureId, LOOKED_THROUGH, since]),
    db.one(BEYOND, [creatureId, LOOKED_THROUGH + 1]),
  ]);
  return { counts, whole: beyond === undefined || beyond.at < since };
}

const INSERT = CARE_LOG_ROWS.insert();

/** The condition that an entry holds words that others are told; its index knows them in the order they were written. */
export const TOLD_TO_OTHERS = `heard = 1 and action = 'reflect' and notes is not null`;

/** SQL that follows a life back, `$2` entries at most, from the last one of the creature `$1`: the rows of `life`. */
export const LIFE = walkBack(
  `from creatures join care_log entry on entry.at = last_entry_at and entry.id = last_entry_id
    where creatures.id = $1`,
  '$2',
);

/** `depth` says how many entries back a row is: 1 is where the walk begins. */
function walkBack(from: string, most: string): string {
  return `
  with recursive life as (
    select cast(1 as bigint) as depth, entry.* ${from}
    union all
    select life.depth + 1, older.*
    from life join care_log older on older.at = life.previous_at and older.id = life.previous_id
    where life.depth < ${most})`;
}

const select = (walk: string, rest: string) =>
  mapRows(query(CARE_LOG.columns, `${walk} select ${CARE_LOG.list()} from life ${rest}`), entryFrom);
const NEWEST = select(LIFE, 'order by depth limit $3 offset $4');
const OLDER = select(walkBack('from care_log entry where at = $1 and id = $2', '$3'), 'order by depth');
// All lives go back together, one entry of each at every step. An entry that follows a later one is where a life ends here.
const WHOLE = query(
  CARE_LOG_ROWS.columns,
  `
  with recursive life as (
    select entry.* from ${CHOSEN} cross join creatures cross join care_log entry
    where creatures.id = chosen.key and entry.at = last_entry_at and entry.id = last_entry_id
    union all
    select older.* from life cross join care_log older
    where older.at = life.previous_at and older.id = life.previous_id
      and older.creature_id = life.creature_id and older.version < life.version)
  select ${CARE_LOG_ROWS.list()} from life`,
);

const BY_DAY = query(
  DAY_COUNT,
  `
  ${LIFE} select at / ${DAY} as day, action, count(*) as n from life
  where at >= $3 and refused is null group by at / ${DAY}, action order by day, action`,
);

const BEYOND = query({ at: instant }, `${LIFE} select at from life where depth = $2`);
