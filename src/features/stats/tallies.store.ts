import { DAY, HOUR, MINUTE, type Instant } from '../../rules/base/clock.ts';
import type { Database, Db, Increment } from '../../db/db.ts';
import { command, instant, number, optional, query, text, type RowOf } from '../../db/table.ts';
import { all } from '../statement.store.ts';

// Counters are stored by the minute, by the hour, by the day and since the start. A bucket is named by the moment it begins.

/** How long buckets of each span are kept: slightly longer than the longest window that is read. */
export const RETENTION: readonly { readonly span: number; readonly age: number }[] = [
  { span: MINUTE, age: 25 * HOUR },
  { span: HOUR, age: 31 * DAY },
];

const ALL_TIME = 0;

/** Counters since the start are stored in several lists; a list is identified by its bucket number. */
export const TALLY_LISTS = { house: 0, adopted: 1, used: 2, lives: 3, money: 4, kept: 5 } as const;
export type TallyList = keyof typeof TALLY_LISTS;

export function bucketOf(span: number, at: Instant): Instant {
  return Math.floor(at / span) * span;
}

export function incrementDuring(span: number, at: Instant, what: string, n = 1): Increment {
  return { what, span, bucket: bucketOf(span, at), n };
}

export function incrementTotal(list: TallyList, what: string, n = 1): Increment {
  return { what, span: ALL_TIME, bucket: TALLY_LISTS[list], n };
}

export type TallySums = ReadonlyMap<string, number>;

/** The counters of a list since the start. */
export async function totals(db: Db, list: TallyList): Promise<TallySums> {
  return sumsFrom(await db.all(TOTALS, [TALLY_LISTS[list]]));
}

/** The last 24 hours in whole minutes: `after` is excluded, `upTo` included. */
export function dayBefore(now: Instant): { readonly after: Instant; readonly upTo: Instant } {
  return { after: bucketOf(MINUTE, now - DAY), upTo: bucketOf(MINUTE, now) };
}

/** Sums of counters over the last 24 hours: whole hours, and the minutes of the hour in which the window begins. */
export async function sumsOfDay(db: Pick<Db, 'all'>, now: Instant): Promise<TallySums> {
  const { after } = dayBefore(now);
  const begun = bucketOf(HOUR, after);
  return sumsFrom(await db.all(DAY_BEFORE, [begun, bucketOf(HOUR, now), after, begun + HOUR]));
}

export interface WindowSums {
  readonly last24h: number;
  readonly last7d: number;
  readonly last30d: number;
}

/** Sums of counters over the last 24 hours, 7 days and 30 days, in whole hours. */
export async function sumsByWindow(db: Db, now: Instant): Promise<ReadonlyMap<string, WindowSums>> {
  const ago = (days: number) => bucketOf(HOUR, now - days * DAY);
  const rows = await db.all(WINDOWS, [ago(1), ago(7), ago(30), bucketOf(HOUR, now)]);
  return new Map(
    rows.map(({ what, day, week, month }) => [what, { last24h: day, last7d: week, last30d: month }]),
  );
}

const BUCKETS_AT_ONCE = 100;

/** Deletes expired counter buckets in batches. */
export async function deleteOldTallies(database: Database, now: Instant): Promise<void> {
  for (const { span, age } of RETENTION) {
    const end = bucketOf(span, now - age);
    for (let oldest = await oldestOf(database, span); oldest < end; oldest = await oldestOf(database, span))
      await database.run(DELETE_OLD, [span, Math.min(end, oldest + BUCKETS_AT_ONCE * span)]);
  }
}

async function oldestOf(db: Db, span: number): Promise<Instant> {
  const row = await db.one(OLDEST, [span]);
  return row?.oldest ?? Infinity;
}

function sumsFrom(rows: readonly RowOf<typeof TALLY>[]): TallySums {
  return new Map(rows.map(({ what, n }) => [what, n]));
}

const TALLY = { what: text, n: number };

const TOTALS = query(
  TALLY,
  `select what, cast(sum(n) as bigint) as n from counts_now where span = 0 and bucket = $1 group by what`,
);

const DAY_BEFORE = query(
  TALLY,
  `
    select what, cast(sum(n) as bigint) as n from (
      select what, n from counts_now where span = ${HOUR} and bucket > $1 and bucket <= $2
      union all
      select what, n from counts_now where span = ${MINUTE} and bucket > $3 and bucket < $4) day
    group by what`,
);

const WINDOWS = query(
  { what: text, day: number, week: number, month: number },
  `
    select what,
      cast(sum(case when bucket > $1 then n else 0 end) as bigint) as day,
      cast(sum(case when bucket > $2 then n else 0 end) as bigint) as week,
      cast(sum(n) as bigint) as month
    from counts_now where span = ${HOUR} and bucket > $3 and bucket <= $4
    group by what`,
);

export const countsByDay = all(
  query(
    { bucket: instant, what: text, n: number },
    `
    select bucket, what, cast(sum(n) as bigint) as n from counts_now
    where span = ${DAY} and bucket <= $1 group by bucket, what order by bucket, what`,
  ),
  (now: Instant) => [bucketOf(DAY, now)],
);

const OLDEST = query(
  { oldest: optional(instant) },
  'select min(bucket) as oldest from tallies where span = $1',
);

const DELETE_OLD = command('delete from tallies where span = $1 and bucket < $2');
