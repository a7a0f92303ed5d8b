import { auditChecks } from '../../db/audit-check.ts';
import type { Database, Db, OffsetLimit } from '../../db/db.ts';
import {
  CHOSEN,
  flag,
  idList,
  instant,
  mapRows,
  nullable,
  number,
  optional,
  query,
  type RowOf,
  table,
  text,
  word,
} from '../../db/table.ts';
import { DAY, type Instant } from '../../rules/base/clock.ts';
import type { WishKind } from '../../rules/heart/wishes-table.ts';
import { APPROVED_ITEMS } from '../../rules/species/catalog.ts';
import type { StatChanges } from '../../rules/stats.ts';
import type { Action, CareRefusal, Family, ItemCategory, Timing } from '../../rules/vocabulary.ts';

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
  granted: optional(word<WishKind>()),
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
type CareLogRow = RowOf<typeof CARE_LOG_ROWS.columns>;

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
  return (await db.all(WHOLE, [idList(creatureIds)])).toSorted((one, other) => one.version - other.version);
}

const ARCHIVED_LOGS = table('archived_logs', { creatureId: text, lastAt: instant });

/** A log whose entries up to `lastAt` were moved to files by `arkhouse archive` of 1.0.0. */
type ArchivedLog = RowOf<typeof ARCHIVED_LOGS.columns>;

export function archivedLogsOfMany(db: Db, creatureIds: readonly string[]): Promise<ArchivedLog[]> {
  return db.all(ARCHIVED_LOGS_OF_MANY, [idList(creatureIds)]);
}

const ARCHIVED_LOGS_OF_MANY = query(
  ARCHIVED_LOGS.columns,
  `select ${ARCHIVED_LOGS.list()} from ${CHOSEN} cross join archived_logs where creature_id = chosen.key`,
);

/** What a row tells. */
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

const CARE_COUNT = {
  /** Days since 1970 (UTC); `BEFORE` for everything before the first day asked about. */
  day: number,
  /** How many of the moments asked about had passed. */
  part: number,
  action: word<Action>(),
  timing: optional(word<Timing>()),
  n: number,
  firstAt: instant,
};

/** How often something was done on a day and in a part of a life, and when first. */
type CareCount = RowOf<typeof CARE_COUNT>;

/** Where to cut a life: into days from this moment on, and into four parts at these. */
interface LifeCuts {
  readonly days: Instant;
  readonly parts: readonly [Instant, Instant, Instant];
}

export interface CareCounts {
  readonly counts: readonly CareCount[];
  /** What was done up to this moment is not, or not all, among it. */
  readonly unknownUntil: Instant | undefined;
}

// A keeper may care every five seconds for weeks.
const LOOKED_THROUGH = 1000;
const BEFORE = -1;
const BEYOND = -2;

/** What was done for a creature, in one walk: as far as the last thousand entries of its log tell. */
export async function countCare(db: Db, creatureId: string, { days, parts }: LifeCuts): Promise<CareCounts> {
  const rows = await db.all(COUNTS, [creatureId, LOOKED_THROUGH + 1, days, ...parts]);
  return {
    counts: rows.filter(({ day }) => day !== BEYOND),
    unknownUntil: rows.find(({ day }) => day === BEYOND)?.firstAt,
  };
}

const INSERT = CARE_LOG_ROWS.insert();

const QUOTED_ITEMS = [...APPROVED_ITEMS].map((item) => `'${item.replaceAll("'", "''")}'`).join(', ');

/** The condition that an item is one of those that are counted by name: of plain letters, as long in bytes as in characters. */
export const COUNTED_BY_NAME = `
  category is not null and octet_length(item) = length(item) and lower(item) in (${QUOTED_ITEMS})`;

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
const WHOLE = mapRows(
  query(
    CARE_LOG.columns,
    `
  with recursive life as (
    select entry.* from ${CHOSEN} cross join creatures cross join care_log entry
    where creatures.id = chosen.key and entry.at = last_entry_at and entry.id = last_entry_id
    union all
    select older.* from life cross join care_log older
    where older.at = life.previous_at and older.id = life.previous_id
      and older.creature_id = life.creature_id and older.version < life.version)
  select ${CARE_LOG.list()} from life`,
  ),
  entryFrom,
);

const COUNTS = query(
  CARE_COUNT,
  `
  ${LIFE} select
    case when depth > ${LOOKED_THROUGH} then ${BEYOND} when at < $3 then ${BEFORE} else at / ${DAY} end as day,
    case when at < $4 then 0 when at < $5 then 1 when at < $6 then 2 else 3 end as part,
    action, timing, count(*) as n, min(at) as first_at
  from life where refused is null or depth > ${LOOKED_THROUGH}
  group by 1, 2, action, timing order by 1, 2, action, timing`,
);

// PostgreSQL keeps the care log as one table for each month, so that an old month can leave as a whole. SQLite keeps it
// as one table in the order of its key, where a month is a stretch.

/** A month of the house's clock (UTC). */
interface Month {
  /** As in 2026-11. */
  readonly name: string;
  readonly from: Instant;
  /** The first moment of the next one. */
  readonly until: Instant;
}

export function monthOf(at: Instant): Month {
  const day = new Date(at);
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  const from = Date.UTC(year, month);
  return { name: new Date(from).toISOString().slice(0, 7), from, until: Date.UTC(year, month + 1) };
}

const MONTHS_AHEAD = 2;

/** Makes the tables for the entries of this month and of those to come; where they are there already, nothing happens. */
export async function makeCareLogMonths(database: Database, now: Instant): Promise<void> {
  let month = monthOf(now);
  for (let made = 0; made <= MONTHS_AHEAD; made++) {
    const script = scriptFor(month);
    // Each in a transaction of its own: what it locks, it locks for a moment.
    await database.exclusive((db) => db.script(script));
    month = monthOf(month.until);
  }
}

/** More entries than this are left where they are: nobody is to wait while they move. */
const MOST_MOVED = 10_000;

/**
 * Entries of the month that came before it was made stand among the rest, and move over with it. Whoever follows a life
 * waits for that, never longer than the time limit; whoever writes an entry does not.
 */
function scriptFor({ name, from, until }: Month): string {
  const suffix = name.replace('-', '_');
  const month = `care_log_${suffix}`;
  const early = `from care_log_rest where at >= ${from} and at < ${until}`;
  return `
-- only on PostgreSQL
set local lock_timeout = '300ms';
do $$
begin
  if exists (
    select 1 from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'care_log'::regclass
      and (relname = '${month}' or (relname like 'care\\_log\\_until\\_%' and relname > 'care_log_until_${suffix}')))
  then return; end if;
  lock table care_log_rest in access exclusive mode;
  if (select count(*) from (select 1 ${early} limit ${MOST_MOVED + 1}) early) > ${MOST_MOVED} then return; end if;
  create table ${month} (like care_log);
  with early as (delete ${early} returning *) insert into ${month} select * from early;
  alter table care_log attach partition ${month} for values from (${from}) to (${until});
end $$;`;
}

// Together they say that every log can be followed from its last entry through all of them to its first, or to what
// 1.0.0 has archived (`archived_logs`, `archived_months` and `archived_cares` hold the sums of what it moved to files).
export const CARE_LOG_CHECKS = auditChecks({
  'an entry of the care log follows an earlier one of the same life': `
    select entry.id as subject, entry.previous_id as found
    from care_log entry
      left join care_log older on older.at = entry.previous_at and older.id = entry.previous_id
      left join archived_logs archived on archived.creature_id = entry.creature_id
    where entry.previous_id is not null
      and ((older.id is null and entry.previous_at > coalesce(archived.last_at, -1))
        or older.creature_id <> entry.creature_id or older.version >= entry.version)`,
  'an entry of the care log is of a creature': `
    select care_log.id as subject, creature_id as found
    from care_log left join creatures on creatures.id = creature_id where creatures.id is null`,
  'a creature knows the last entry of its log, and all the others follow from it': `
    with logs as (
      select creature_id, count(*) as n, count(distinct previous_id) as followed, max(version) as newest,
        max(case when refused is null then at end) as cared
      from care_log group by creature_id)
    select creatures.id as subject,
      coalesce(logs.n, 0) || ' entries, ' || coalesce(logs.followed, 0) || ' of them followed by another' as found
    from creatures
      left join logs on logs.creature_id = creatures.id
      left join archived_logs archived on archived.creature_id = creatures.id
      left join care_log entry on entry.at = last_entry_at and entry.id = last_entry_id
    where (logs.n is null and last_entry_at > coalesce(archived.last_at, -1))
      or (logs.n is not null and (
        entry.id is null or entry.creature_id <> creatures.id or entry.version <> logs.newest
        or logs.followed <> logs.n - case when archived.creature_id is null then 1 else 0 end))
      or coalesce(creatures.cared_at, 0) <> coalesce(logs.cared, archived.cared_at, 0)`,
  'what has left the log is counted alike by month and by life': `
    with lives as (select coalesce(sum(entries), 0) as n from archived_logs),
      months as (select coalesce(sum(removed), 0) as n from archived_months)
    select 'care_log' as subject, lives.n || ' instead of ' || months.n as found
    from lives cross join months where lives.n <> months.n`,
});
