import { APPROVED_ITEMS } from '../../core/species/approved-items.ts';
import type { Database, Db } from '../engine/db.ts';
import {
  CHOSEN,
  command,
  idList,
  instant,
  number,
  optional,
  query,
  table,
  text,
  type RowOf,
} from '../engine/table.ts';
import { monthOf, type Month } from './care-log-months.ts';

// What has left the care log for the archive is remembered in sums, each written with the removal of what it sums up: the
// log and these together are the whole, at every moment, even of a house whose archiving was interrupted.

const MONTHS = table('archived_months', {
  month: text,
  entries: number,
  checksum: text,
  removed: number,
  archivedAt: instant,
});

/** A month that is in the archive, and how much of it has left the log. */
export type ArchivedMonth = RowOf<typeof MONTHS.columns>;

const LOGS = table('archived_logs', {
  creatureId: text,
  entries: number,
  lastAt: instant,
});

/** How much of a creature's log is in the archive: all of it up to this moment. */
export type ArchivedLog = RowOf<typeof LOGS.columns>;

/** All of them, the oldest first. */
export function archivedMonths(db: Db): Promise<ArchivedMonth[]> {
  return db.all(ALL_MONTHS, []);
}

export async function insertArchivedMonth(db: Db, month: ArchivedMonth): Promise<void> {
  await db.run(INSERT_MONTH, INSERT_MONTH.values(month));
}

export function archivedLogsOfMany(db: Db, creatureIds: readonly string[]): Promise<ArchivedLog[]> {
  return db.all(LOGS_OF_MANY, [idList(creatureIds)]);
}

export async function archivedLogOf(db: Db, creatureId: string): Promise<ArchivedLog | undefined> {
  return db.one(LOG_OF_ONE, [creatureId]);
}

/** The month of the oldest entry there is; undefined when there is none. */
export async function oldestLoggedMonth(db: Db): Promise<Month | undefined> {
  const oldest = await db.one(OLDEST, []);
  return oldest && monthOf(oldest.at);
}

export async function countLogged(db: Db, { from, until }: Month): Promise<number> {
  return (await db.one(COUNT, [from, until]))?.n ?? 0;
}

/**
 * Takes about so many of the oldest entries of a month out of the log and tells how many; 0 when none are left. The month
 * must have been recorded, and no more leave than were.
 */
export async function removeLogged(
  database: Database,
  { name, from, until }: Month,
  about: number,
): Promise<number> {
  return database.exclusive(async (db) => {
    const last = (await db.one(SOME, [from, until, about]))?.at;
    if (last === undefined) return 0;
    await db.run(SUM_UP_LOGS, [from, last]);
    await db.run(SUM_UP_CARES, [from, last]);
    const removed = await db.run(REMOVE, [from, last]);
    if ((await db.run(RECORD_REMOVED, [name, removed])) !== 1)
      throw new Error(`more entries of ${name} are in the log than were archived`);
    return removed;
  });
}

const ALL_MONTHS = MONTHS.select('order by month');
const INSERT_MONTH = MONTHS.insert();
const RECORD_REMOVED = command(
  'update archived_months set removed = removed + $2 where month = $1 and removed + $2 <= entries',
);

const LOGS_OF_MANY = query(
  LOGS.columns,
  `select ${LOGS.list()} from ${CHOSEN} cross join archived_logs where creature_id = chosen.key`,
);
const LOG_OF_ONE = LOGS.select('where creature_id = $1');

const OLDEST = query({ at: instant }, 'select at from care_log where at >= 0 order by at, id limit 1');
const COUNT = query({ n: number }, 'select count(*) as n from care_log where at >= $1 and at < $2');

// All entries of one moment leave together.
const SOME = query(
  { at: optional(instant) },
  `select max(at) as at from (
    select at from care_log where at >= $1 and at < $2 order by at, id limit $3) oldest`,
);
const REMOVE = command('delete from care_log where at >= $1 and at <= $2');

const SUM_UP_LOGS = command(`
  insert into archived_logs (creature_id, keeper_id, entries, last_at, cared_at, fed)
  select creature_id, max(keeper_id), count(*), max(at), max(case when refused is null then at end),
    max(case when action = 'feed' and refused is null then 1 else 0 end)
  from care_log where at >= $1 and at <= $2 group by creature_id
  on conflict (creature_id) do update set
    entries = archived_logs.entries + excluded.entries,
    last_at = excluded.last_at,
    cared_at = coalesce(excluded.cared_at, archived_logs.cared_at),
    fed = case when excluded.fed = 1 then 1 else archived_logs.fed end`);

const QUOTED_ITEMS = [...APPROVED_ITEMS].map((item) => `'${item.replaceAll("'", "''")}'`).join(', ');

/** The condition that an item is one of those that are counted by name: of plain letters, as long in bytes as in characters. */
export const COUNTED_BY_NAME = `
  category is not null and octet_length(item) = length(item) and lower(item) in (${QUOTED_ITEMS})`;

const SUM_UP_CARES = command(`
  insert into archived_cares (action, timing, with_item, item, counts, n)
  select action, coalesce(timing, ''), case when category is null then 0 else 1 end,
    case when ${COUNTED_BY_NAME} then lower(item) else '' end, counts, count(*)
  from care_log join keepers on agent_id = keeper_id
  where refused is null and at >= $1 and at <= $2 group by 1, 2, 3, 4, 5
  on conflict (action, timing, with_item, item, counts) do update set n = archived_cares.n + excluded.n`);
