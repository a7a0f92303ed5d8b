import { DAY, type Instant } from '../../core/engine/clock.ts';
import type { StatChanges } from '../../core/stats.ts';
import type { Action, CareRefusal, Family, ItemCategory, Timing } from '../../core/vocabulary.ts';
import type { Db, OffsetLimit } from '../engine/db.ts';
import {
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

const ENTRY = {
  id: text,
  creatureId: text,
  /** The version of the creature it led to: the order of its life. */
  version: number,
  at: instant,
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

/** One act of care as it is written down. */
export interface CareLogEntry extends RowOf<typeof ENTRY> {
  /** As it was shown; what was hidden is missing for ever. */
  readonly before: StatChanges;
  readonly after: StatChanges;
}

export interface NewCareLogEntry extends CareLogEntry {
  readonly keeperId: string;
  readonly family: Family;
  /** May other keepers hear of it? */
  readonly heard: boolean;
}

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
  return db.all(NEWEST, [creatureId, limit, offset]);
}

/** The newest of a creature's entries that are older than this one. */
export function careLogBefore(
  db: Db,
  { creatureId, version }: Pick<CareLogEntry, 'creatureId' | 'version'>,
  most: number,
): Promise<CareLogEntry[]> {
  return db.all(OLDER, [creatureId, version, most]);
}

/** All entries of a creature, the oldest first. */
export function wholeCareLogOf(db: Db, creatureId: string): Promise<CareLogEntry[]> {
  return db.all(WHOLE, [creatureId]);
}

function entryFrom(row: RowOf<typeof CARE_LOG.columns>): CareLogEntry {
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
    db.all(BY_DAY, [creatureId, since, LOOKED_THROUGH]),
    db.one(BEYOND, [creatureId, LOOKED_THROUGH]),
  ]);
  return { counts, whole: beyond === undefined || beyond.at < since };
}

const INSERT = table('care_log', {
  ...CARE_LOG.columns,
  keeperId: text,
  family: word<Family>(),
  heard: flag,
}).insert();

const select = (rest: string) => mapRows(CARE_LOG.select(rest), entryFrom);
const NEWEST = select('where creature_id = $1 order by version desc limit $2 offset $3');
const OLDER = select('where creature_id = $1 and version < $2 order by version desc limit $3');
const WHOLE = select('where creature_id = $1 order by version');

const BY_DAY = query(
  DAY_COUNT,
  `
  select day, action, count(*) as n from
    (select at / ${DAY} as day, at, action, refused from care_log
      where creature_id = $1 order by version desc limit $3) latest
  where at >= $2 and refused is null group by day, action order by day, action`,
);

const BEYOND = query(
  { at: instant },
  'select at from care_log where creature_id = $1 order by version desc limit 1 offset $2',
);
