import { setImmediate as nextTurn } from 'node:timers/promises';

import { LruCache } from '../../../packages/base/collections.ts';
import type { Database, Db, OffsetLimit } from '../../../packages/database/db.ts';
import { fromJson } from '../../../packages/database/portable.ts';
import * as sql from '../../../packages/database/table.ts';
import { DAY, type Instant } from '../../rules/base/clock.ts';
import type { WishKind } from '../../rules/heart/wishes-table.ts';
import { APPROVED_ITEMS } from '../../rules/species/catalog.ts';
import type {
  Action,
  CareRefusal,
  Family,
  ItemCategory,
  StatChanges,
  Timing,
} from '../../rules/vocabulary.ts';
import { auditChecks } from '../../db/audit-check.ts';
import type { StoredCreature } from './creatures.store.ts';

// The care log is stored in the order of time, all creatures mixed, so that concurrent inserts touch one database page. The
// entries of a creature are a linked list: the creature refers to its last entry, and every entry to the one before.

const ENTRY = {
  id: sql.text,
  creatureId: sql.text,
  /** The creature's version after the entry; orders the entries of one creature. */
  version: sql.number,
  at: sql.instant,
  previousAt: sql.optional(sql.instant),
  previousId: sql.optional(sql.text),
  action: sql.word<Action>(),
  item: sql.optional(sql.text),
  category: sql.optional(sql.word<ItemCategory>()),
  score: sql.nullable(sql.number),
  notes: sql.optional(sql.text),
  timing: sql.optional(sql.word<Timing>()),
  refused: sql.optional(sql.word<CareRefusal>()),
  granted: sql.optional(sql.word<WishKind>()),
};

const CARE_LOG = sql.table('care_log', {
  ...ENTRY,
  hungerBefore: sql.optional(sql.number),
  hungerAfter: sql.optional(sql.number),
  happinessBefore: sql.optional(sql.number),
  happinessAfter: sql.optional(sql.number),
  healthBefore: sql.optional(sql.number),
  healthAfter: sql.optional(sql.number),
});

const CARE_LOG_ROWS = sql.table('care_log', {
  ...CARE_LOG.columns,
  keeperId: sql.text,
  family: sql.word<Family>(),
  /** True if `others` in the replies of other keepers may list the entry. */
  heard: sql.flag,
});

export interface CareLogEntry extends sql.RowOf<typeof ENTRY> {
  /** Stats before the act as the reply showed them: a stat that was hidden is missing. */
  readonly before: StatChanges;
  readonly after: StatChanges;
}

export type NewCareLogEntry = Parameters<typeof INSERT.values>[0] &
  Partial<Pick<CareLogEntry, 'before' | 'after'>>;

export async function insertCareLogEntry(db: Db, entry: NewCareLogEntry): Promise<void> {
  const { before = {}, after = {} } = entry;
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

const PUBLIC_DEED = {
  id: sql.text,
  at: sql.instant,
  action: sql.word<Action>(),
  category: sql.optional(sql.word<ItemCategory>()),
  timing: sql.optional(sql.word<Timing>()),
  granted: sql.optional(sql.word<WishKind>()),
  refused: sql.optional(sql.word<CareRefusal>()),
  /** Notes of a reflection; undefined for other actions. */
  notes: sql.optional(sql.text),
};

export type PublicDeed = sql.RowOf<typeof PUBLIC_DEED>;

/** At most `most` acts that were not refused, newest first, without what others may not see. */
export async function publicDeedsOf(db: Db, creatureId: string, most: number): Promise<PublicDeed[]> {
  const read = (entries: number) => db.all(PUBLIC_DEEDS, [creatureId, entries]);
  const latest = await read(most);
  const isEnough = latest.length < most || latest.every(({ refused }) => refused === undefined);
  const deeds = isEnough ? latest : await read(ENTRIES_READ);
  return deeds.filter(({ refused }) => refused === undefined).slice(0, most);
}

/** So many entries are skipped in a turn of the event loop. */
const HOP = 500;

/** The newest first. An entry is found by the one after it, so that a large offset takes a hop for every 500 entries. */
export async function careLogOf(
  db: Db,
  creatureId: string,
  { limit, offset }: OffsetLimit,
): Promise<CareLogEntry[]> {
  // The recursion begins with an entry whatever its limit is.
  if (limit === 0) return [];
  if (offset === 0) return db.all(NEWEST, [creatureId, limit]);
  const place = await placeAt(db, creatureId, offset);
  return place ? careLogBefore(db, place, limit) : [];
}

type LogPlace = sql.RowOf<typeof LOG_PLACE>;

/** Places after each hop in logs that were read far back; none is ever written again. */
const waypoints = new LruCache<LogPlace[]>(200);

/** The place after `offset` entries. Whole hops of an earlier request are not taken again. */
async function placeAt(db: Db, creatureId: string, offset: number): Promise<LogPlace | undefined> {
  if (offset < HOP) return db.one(FIRST_HOP, [creatureId, offset]);
  const first = await db.one(FIRST_HOP, [creatureId, 1]);
  if (!first) return undefined;
  // The second entry has the same ones before it as long as the first is the newest.
  const key = `${creatureId} ${first.previousId}`;
  const known = waypoints.get(key) ?? [];
  waypoints.set(key, known);
  const hops = Math.min(known.length, Math.floor((offset - 1) / HOP));
  let place = known[hops - 1] ?? first;
  for (let left = offset - 1 - hops * HOP; left > 0; left -= HOP) {
    const { previousAt, previousId } = place;
    if (previousAt === undefined || previousId === undefined) return undefined;
    await nextTurn();
    const next = await db.one(NEXT_HOP, [previousAt, previousId, Math.min(HOP, left)]);
    if (!next) return undefined;
    place = next;
    if (left >= HOP) known[(offset - 1 - left) / HOP] = place;
  }
  return place;
}

export async function careLogBefore(
  db: Db,
  { previousAt, previousId }: Pick<CareLogEntry, 'previousAt' | 'previousId'>,
  most: number,
): Promise<CareLogEntry[]> {
  if (previousAt === undefined || previousId === undefined) return [];
  return db.all(OLDER, [previousAt, previousId, most]);
}

export async function careLogsOfMany(db: Db, creatureIds: sql.ChosenIds): Promise<CareLogEntry[]> {
  return (await wholeLogs(db, creatureIds)).toSorted((one, other) => one.version - other.version);
}

/** Care logs whose entries up to `lastAt` were moved to files by `arkhouse archive` of 1.0.0. */
const ARCHIVED_LOGS = { creatureId: sql.text, lastAt: sql.instant };
export const archivedLogsOfMany = sql.allOfMany('archived_logs', ARCHIVED_LOGS);

function entryFrom(row: sql.RowOf<typeof CARE_LOG.columns>): CareLogEntry {
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

const TRACED = {
  at: sql.instant,
  version: sql.number,
  action: sql.word<Action>(),
  item: sql.optional(sql.text),
  category: sql.optional(sql.word<ItemCategory>()),
  refused: sql.optional(sql.text),
  hungerAfter: sql.optional(sql.number),
  happinessAfter: sql.optional(sql.number),
  healthAfter: sql.optional(sql.number),
  previousAt: sql.optional(sql.instant),
};

type TracedCareRow = sql.RowOf<typeof TRACED>;

/** The last care of a log as far as it changes stats, oldest first. */
export interface TracedCare {
  readonly entries: readonly TracedCareEntry[];
  /** True if the entries reach back to the beginning of the log. */
  readonly whole: boolean;
}

export interface TracedCareEntry extends Omit<
  TracedCareRow,
  'hungerAfter' | 'happinessAfter' | 'healthAfter'
> {
  readonly after: StatChanges;
}

/** The last entries of a log as far as they change stats, oldest first; `whole` if they reach back to its beginning. */
export async function tracedCareOf(db: Db, creatureId: string, most: number): Promise<TracedCare> {
  const rows = await db.all(TRACED_CARE, [creatureId, most]);
  const entries = rows.map(({ hungerAfter, happinessAfter, healthAfter, ...entry }) => ({
    ...entry,
    after: shown(hungerAfter, happinessAfter, healthAfter),
  }));
  return { entries: entries.toReversed(), whole: rows.at(-1)?.previousAt === undefined };
}

const CARE_COUNT = {
  /** Days since 1970 (UTC), or `BEFORE` the first day asked about, or `BEYOND` the entries read. */
  day: sql.number,
  /** How many of the given moments had passed when the care was given. */
  part: sql.number,
  action: sql.word<Action>(),
  timing: sql.optional(sql.word<Timing>()),
  n: sql.number,
  firstAt: sql.instant,
  lastAt: sql.instant,
};

export interface CareCounts {
  readonly counts: readonly sql.RowOf<typeof CARE_COUNT>[];
  /** Care up to this moment is not counted, or not all of it. */
  readonly unknownUntil: Instant | undefined;
}

// A keeper may care every five seconds for weeks.
const LOOKED_THROUGH = 1000;
const BEFORE = -1;
const BEYOND = -2;

interface CountedTimes {
  readonly days: Instant;
  readonly parts: readonly [Instant, Instant, Instant];
}

/** Counts acts by day (from `days` on), by part of life (`parts` are the borders), by action and by timing. */
export async function countCare(
  db: Db,
  creatureId: string,
  { days, parts }: CountedTimes,
): Promise<CareCounts> {
  const rows = await db.all(COUNTS, [creatureId, LOOKED_THROUGH + 1, days, ...parts]);
  return {
    counts: rows.filter(({ day }) => day !== BEYOND),
    unknownUntil: rows.find(({ day }) => day === BEYOND)?.firstAt,
  };
}

const WEEK_OF_CARE = {
  creatureId: sql.text,
  timing: sql.optional(sql.word<Timing>()),
  acts: sql.number,
  wishes: sql.number,
};

/** Accepted care by creature and timing; without a timing it was no meal. */
export type WeekOfCare = sql.RowOf<typeof WEEK_OF_CARE>;

const INSERT = CARE_LOG_ROWS.insert();

const QUOTED_ITEMS = [...APPROVED_ITEMS].map((item) => `'${item.replaceAll("'", "''")}'`).join(', ');

/** SQL condition: the item is counted by its name. Equal lengths in bytes and characters mean ASCII. */
export const COUNTED_BY_NAME = `
  category is not null and octet_length(item) = length(item) and lower(item) in (${QUOTED_ITEMS})`;

/** SQL condition: the entry has notes that other keepers may read. A partial index has the same condition. */
export const TOLD_TO_OTHERS = `heard = 1 and action = 'reflect' and notes is not null`;

const FROM_THE_LAST = `from creatures join care_log entry on entry.at = last_entry_at and entry.id = last_entry_id
    where creatures.id = $1`;

/** SQL for the table `life`: at most `$2` care log entries of the creature `$1`, from the last one back. */
export const LIFE = walkBack(FROM_THE_LAST, '$2');

/** SQL that follows the linked list of log entries backwards; `depth` is 1 for the first entry read. */
function walkBack(from: string, most: string, columns: readonly string[] = ['*']): string {
  const of = (entry: string) => columns.map((column) => `${entry}.${column}`).join(', ');
  return `
  with recursive life as (
    select cast(1 as bigint) as depth, ${of('entry')} ${from}
    union all
    select life.depth + 1, ${of('older')}
    from life join care_log older on older.at = life.previous_at and older.id = life.previous_id
    where life.depth < ${most})`;
}

/** The walk of `LIFE` with these columns only, and those that it follows: the recursion copies every row. */
function lifeWith(columns: sql.Columns): string {
  const names = sql.listOf(columns).split(', ');
  return walkBack(FROM_THE_LAST, '$2', [...new Set([...names, 'previous_at', 'previous_id'])]);
}

const select = (walk: string, rest: string) =>
  sql.mapRows(sql.query(CARE_LOG.columns, `${walk} select ${CARE_LOG.list()} from life ${rest}`), entryFrom);
const NEWEST = select(LIFE, 'order by depth');
const FROM_AN_ENTRY = 'from care_log entry where at = $1 and id = $2';
const OLDER = select(walkBack(FROM_AN_ENTRY, '$3'), 'order by depth');

// Only keys: the recursion stores every row that it passes.
const LOG_PLACE = { previousAt: sql.optional(sql.instant), previousId: sql.optional(sql.text) };
const selectHop = (from: string, most: string) =>
  sql.query(
    LOG_PLACE,
    `${walkBack(from, most, ['previous_at', 'previous_id'])}
    select previous_at, previous_id from life order by depth desc limit 1`,
  );
const FIRST_HOP = selectHop(FROM_THE_LAST, '$2');
const NEXT_HOP = selectHop(FROM_AN_ENTRY, '$3');
// Each recursion step reads one entry of every creature. The version check ends the recursion on a corrupt (cyclic) log.
const wholeLogs = sql.allChosen(({ from, where }) =>
  select(
    `
  with recursive life as (
    select entry.* from ${from} creatures cross join care_log entry
    where ${where('creatures.id')} and entry.at = last_entry_at and entry.id = last_entry_id
    union all
    select older.* from life cross join care_log older
    where older.at = life.previous_at and older.id = life.previous_id
      and older.creature_id = life.creature_id and older.version < life.version)`,
    '',
  ),
);

const SORTED = sql.mapRows(
  CARE_LOG.select('where creature_id > $1 order by creature_id, version'),
  entryFrom,
);

/** Reads the log entries of the next creatures, up to an id. */
export type SortedLogReader = (lastId: string) => Promise<CareLogEntry[]>;

/** For a snapshot of PostgreSQL: of a million creatures, a lookup takes 18 µs per entry, and a sort of the whole log 7 µs. */
export async function openSortedLogs(db: Db, after: string): Promise<SortedLogReader> {
  await db.run({ text: `declare care_logs cursor for ${SORTED.text}` }, [after]);
  const ahead: CareLogEntry[] = [];
  return async (lastId: string): Promise<CareLogEntry[]> => {
    while ((ahead.at(-1)?.creatureId ?? '') <= lastId) {
      const page = await db.all({ ...SORTED, text: 'fetch 1000 from care_logs' }, []);
      if (page.length === 0) return ahead.splice(0);
      ahead.push(...page);
    }
    const end = ahead.findIndex(({ creatureId }) => creatureId > lastId);
    return ahead.splice(0, end);
  };
}

const TRACED_CARE = sql.query(
  TRACED,
  `${lifeWith(TRACED)} select ${sql.listOf(TRACED)} from life order by depth`,
);

const PUBLIC_DEEDS = sql.query(
  PUBLIC_DEED,
  `${lifeWith(PUBLIC_DEED)}
  select id, at, action, category, timing, granted, refused, case action when 'reflect' then notes end as notes
  from life order by depth`,
);

const COUNTED = { at: sql.instant, action: sql.text, timing: sql.text, refused: sql.text };
const COUNTS = sql.query(
  CARE_COUNT,
  `
  ${lifeWith(COUNTED)} select
    case when depth > ${LOOKED_THROUGH} then ${BEYOND} when at < $3 then ${BEFORE} else at / ${DAY} end as day,
    case when at < $4 then 0 when at < $5 then 1 when at < $6 then 2 else 3 end as part,
    action, timing, count(*) as n, min(at) as first_at, max(at) as last_at
  from life where refused is null or depth > ${LOOKED_THROUGH}
  group by 1, 2, action, timing order by 1, 2, action, timing`,
);

/** A keeper that cares more often in a week has its newest acts counted. */
const MOST_COUNTED = 500;
const COUNTED_COLUMNS = 'creature_id at previous_at previous_id timing refused granted'.split(' ');
const countedOf = (entry: string) => COUNTED_COLUMNS.map((column) => `${entry}.${column}`).join(', ');

/** Counts the care of several creatures since a moment. */
export const careSince = sql.all(
  sql.query(
    WEEK_OF_CARE,
    `
    with recursive life as (
      select cast(1 as bigint) as depth, ${countedOf('entry')}
      from ${sql.LISTED.from} creatures cross join care_log entry
      where ${sql.LISTED.where('creatures.id')} and last_entry_at >= $2
        and entry.at = last_entry_at and entry.id = last_entry_id
      union all
      select life.depth + 1, ${countedOf('older')} from life cross join care_log older
      where life.previous_at >= $2 and life.depth < ${MOST_COUNTED}
        and older.at = life.previous_at and older.id = life.previous_id)
    select creature_id, timing, count(*) as acts, count(granted) as wishes
    from life where refused is null group by creature_id, timing`,
  ),
  (creatureIds: readonly string[], since: Instant) => [sql.idList(creatureIds), since],
);

// On PostgreSQL the care log has one partition per month, so that an old month can be detached; on SQLite it is one table.

export interface Month {
  /** `2026-11` */
  readonly name: string;
  readonly from: Instant;
  readonly until: Instant;
}

export function monthOf(at: Instant): Month {
  const day = new Date(at);
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  const from = Date.UTC(year, month);
  return { name: new Date(from).toISOString().slice(0, 7), from, until: Date.UTC(year, month + 1) };
}

const MONTHS_AHEAD = 2;

export async function makeCareLogMonths(database: Database, now: Instant): Promise<void> {
  let month = monthOf(now);
  for (let made = 0; made <= MONTHS_AHEAD; made++) {
    const script = scriptFor(month);
    // One transaction per partition keeps the lock short.
    await database.exclusive((db) => db.script(script));
    month = monthOf(month.until);
  }
}

/** Moving more entries would keep the lock for too long, so the partition is not created then. */
const MOST_MOVED = 10_000;

/**
 * Entries written before the partition existed are in `care_log_rest` and move to it. Readers of a log queue behind that
 * lock, which is waited for at most `lock_timeout`; inserts into other partitions do not.
 */
function scriptFor({ name, from, until }: ReturnType<typeof monthOf>): string {
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

// Together the checks prove that every care log is one linked list from its last entry to its first, or to the entries that
// 1.0.0 has archived (`archived_logs`, `archived_months` and `archived_cares` hold the sums of the entries it moved to files).
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
    from care_log left join creatures on creatures.id = creature_id and creatures.keeper_id = care_log.keeper_id
    where creatures.id is null`,
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

const OWN_DEED = {
  action: sql.word<Action>(),
  item: sql.optional(sql.text),
  notes: sql.optional(sql.text),
  timing: sql.optional(sql.word<Timing>()),
  at: sql.instant,
};

export interface OwnDeed extends sql.RowOf<typeof OWN_DEED> {
  /** The sitter whose act it was. */
  readonly by?: string | undefined;
}

const MOST_RECENT = 5;

/** A creature's latest acts of care, newest first; rows written before `recent_deeds` existed are read from the log. */
export async function recentDeedsOf(
  db: Db,
  { creature, recentDeeds }: Pick<StoredCreature, 'creature' | 'recentDeeds'>,
): Promise<readonly OwnDeed[]> {
  return recentDeeds === undefined ? deedsInLog(db, creature.id) : fromJson<readonly OwnDeed[]>(recentDeeds);
}

export function recentDeedsAfter(deeds: readonly OwnDeed[]): string {
  const recent = deeds.slice(0, MOST_RECENT);
  return JSON.stringify(
    recent.map(({ action, item, notes, timing, at, by }) => ({ action, item, notes, timing, at, by })),
  );
}

/** As the log alone tells them. */
export function withoutSitters(recentDeeds: string): string {
  return recentDeedsAfter(fromJson<readonly OwnDeed[]>(recentDeeds).map(({ by: _, ...deed }) => deed));
}

export async function deedsInLog(db: Db, creatureId: string): Promise<OwnDeed[]> {
  const latest = await db.all(LATEST, [creatureId, ENTRIES_READ]);
  return latest
    .filter(({ refused }) => refused === undefined)
    .slice(0, MOST_RECENT)
    .map(({ refused: _, ...deed }) => deed);
}

// Number of log entries read for recent acts: a shy creature may refuse any number of times in a row.
const ENTRIES_READ = 100;

const LATEST = sql.query(
  { ...OWN_DEED, refused: sql.optional(sql.text) },
  `${lifeWith({ ...OWN_DEED, refused: sql.text })}
  select action, item, notes, timing, at, refused from life order by depth`,
);

const HEARD_DEED = {
  entryId: sql.text,
  creatureId: sql.text,
  keeperId: sql.text,
  family: sql.word<Family>(),
  agent: sql.text,
  creature: sql.text,
  species: sql.text,
  action: sql.word<Action>(),
  at: sql.instant,
  /** Notes of a reflection; undefined for other actions. */
  notes: sql.optional(sql.text),
};

export type HeardDeed = sql.RowOf<typeof HEARD_DEED>;

// SQLite never reorders a cross join, so only the chosen rows are joined.
/** At most `most` per family and action in the last `lookedThrough` entries of the whole log, newest first; of one keeper `mostOfKeeper`. */
export const latestHeard = sql.selectRows(
  HEARD_DEED,
  `
  select deed.id as entry_id, deed.creature_id, deed.keeper_id, deed.family, keepers.username as agent,
    creatures.name as creature, creatures.species, deed.action, deed.at,
    case deed.action when 'reflect' then deed.notes end as notes
  from (
    select own.*, row_number() over (partition by family, action order by at desc, id desc) as place
    from (
      select latest.*, row_number() over (partition by family, action, keeper_id order by at desc, id desc) as own_place
      from (select * from care_log order by at desc, id desc limit $1) latest where heard = 1) own
    where own_place <= $3) deed
    cross join creatures cross join keepers
  where deed.place <= $2 and creatures.id = deed.creature_id and keepers.agent_id = deed.keeper_id
  order by deed.at desc, deed.id desc`,
  (lookedThrough: number, most: number, mostOfKeeper: number) => [lookedThrough, most, mostOfKeeper],
);
