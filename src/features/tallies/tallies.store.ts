import type { Database, Db, Increment, Query, Transaction } from '../../../packages/database/db.ts';
import { PROVIDERS_SPAN } from '../../../packages/database/session.ts';
import {
  byKey,
  command,
  instant,
  number,
  optional,
  query,
  type RowOf,
  selectRows,
  selectValue,
  text,
} from '../../../packages/database/table.ts';
import { DAY, HOUR, type Instant, MINUTE } from '../../rules/base/clock.ts';

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

export type WindowSums = Readonly<{ last24h: number; last7d: number; last30d: number }>;

export async function sumsByWindow(db: Db, now: Instant): Promise<ReadonlyMap<string, WindowSums>> {
  const ago = (days: number) => bucketOf(HOUR, now - days * DAY);
  const rows = await db.all(WINDOWS, [ago(1), ago(7), ago(30), bucketOf(HOUR, now)]);
  return new Map(
    rows.map(({ what, day, week, month }) => [what, { last24h: day, last7d: week, last30d: month }]),
  );
}

const BUCKETS_AT_ONCE = 100;

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
const tallies = (sql: string) => query(TALLY, sql);

const TOTALS = tallies(
  `select what, cast(sum(n) as bigint) as n from counts_now where span = 0 and bucket = $1 group by what`,
);

const DAY_BEFORE = tallies(`
    select what, cast(sum(n) as bigint) as n from (
      select what, n from counts_now where span = ${HOUR} and bucket > $1 and bucket <= $2
      union all
      select what, n from counts_now where span = ${MINUTE} and bucket > $3 and bucket < $4) day
    group by what`);

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

/** Sums of hourly counters by day (UTC), from the day of a moment on. */
export const sumsByDay = selectRows(
  { day: instant, what: text, n: number },
  `
    select bucket / ${DAY} * ${DAY} as day, what, cast(sum(n) as bigint) as n from counts_now
    where span = ${HOUR} and bucket >= $1 group by 1, 2`,
  (from: Instant) => [bucketOf(DAY, from)],
);

export const countsByDay = selectRows(
  { bucket: instant, what: text, n: number },
  `
    select bucket, what, cast(sum(n) as bigint) as n from counts_now
    where span = ${DAY} and bucket <= $1 group by bucket, what order by bucket, what`,
  (now: Instant) => [bucketOf(DAY, now)],
);

const OLDEST = query(
  { oldest: optional(instant) },
  'select min(bucket) as oldest from tallies where span = $1',
);

const DELETE_OLD = command('delete from tallies where span = $1 and bucket < $2');

export const UNKNOWN_PROVIDER = 'unknown';

export function countModelProvider(db: Transaction, name: string | undefined, n: 1 | -1 = 1): void {
  db.count({ what: name ?? UNKNOWN_PROVIDER, span: PROVIDERS_SPAN, bucket: 0, n });
}

type ProviderMove = Readonly<{ from?: string | undefined; to?: string | undefined }>;

export function moveModelProvider(db: Transaction, { from, to }: ProviderMove): void {
  countModelProvider(db, from, -1);
  countModelProvider(db, to);
}

// The query reads as many additional rows as `lately` has providers: any of these may gain or lose its rank.
export const largestModelProviders = selectRows(
  { name: text, agents: number },
  `
    with lately as (select name, agents from providers_lately),
      largest as (
        select name from providers order by agents desc, name desc limit $1 + (select count(*) from lately)),
      named as (select name from largest union select name from lately)
    select named.name, coalesce(providers.agents, 0) + coalesce(lately.agents, 0) as agents
    from named left join providers on providers.name = named.name left join lately on lately.name = named.name
    where coalesce(providers.agents, 0) + coalesce(lately.agents, 0) > 0
    order by agents desc, named.name desc limit $1`,
  (limit: number) => [limit],
);

/** Waiting items of a queue are counted up to this number. */
export const COUNTED_UP_TO = 10_000;

export interface QueueDepth {
  readonly name: string;
  readonly waiting: number;
}

export function readQueueDepths(db: Db, now: Instant): Promise<QueueDepth[]> {
  const queues = Object.entries(QUEUES);
  return Promise.all(
    queues.map(async ([name, depth]) => ({ name, waiting: await countWaiting(db, depth, now) })),
  );
}

export function countDueCreatures(db: Db, now: Instant): Promise<number> {
  return countWaiting(db, QUEUES.creatures_due, now);
}

const QUEUES = {
  creatures_due: waitingIn('creatures where next_event_at <= $1'),
  purchases_open: waitingIn(`purchases where state in ('creating', 'open')`),
  payments_unclear: waitingIn(`inline_payments where state in ('claimed', 'unknown')`),
  pictures_waiting: waitingIn('picture_jobs where due_at is not null'),
  pictures_given_up: waitingIn('picture_jobs where due_at is null'),
};

function waitingIn(from: string) {
  const sql = `select count(*) as n from (select 1 as one from ${from} limit ${COUNTED_UP_TO}) waiting`;
  return query({ n: number }, sql);
}

async function countWaiting(db: Db, depth: Query<{ n: number }>, now: Instant): Promise<number> {
  const row = await db.one(depth, depth.text.includes('$1') ? [now] : []);
  return row?.n ?? 0;
}

export const usernameOf = selectValue({ username: text }, 'select username from agents where id = $1', byKey);
