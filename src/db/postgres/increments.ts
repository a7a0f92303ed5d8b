import type { Command, Db, Increment, Query, Value } from '../db.ts';
import { ADOPTIONS_SPAN, DELETE_UNUSED_PROVIDERS, PROVIDERS_SPAN } from '../increments.ts';

// On PostgreSQL a transaction leaves what it counted in a row of its own (`uncounted`), so that no two ever wait for each
// other because they count. Readers add those rows to the sums that are kept. Now and then many are made one, which keeps
// that short, and seldom all are added to what is kept: every change of a kept row leaves a dead one behind, and as long as
// somebody looks at an old moment (a backup), readers have to pass them by.

export const LEAVE_INCREMENTS = `
  insert into uncounted (span, bucket, what, n) values ($1::bigint[], $2::bigint[], $3::text[], $4::bigint[])`;

export function incrementColumns(counted: readonly Increment[]): Value[][] {
  return [
    counted.map(({ span }) => span),
    counted.map(({ bucket }) => bucket),
    counted.map(({ what }) => what),
    counted.map(({ n }) => n),
  ];
}

/** However small the table was when a statement was planned, it is never read as a whole. */
export const READ_BY_INDEX = 'set local enable_seqscan = off';

/** Fewer than these are quickly read. */
const LEAST_ROWS = 100;
/** More than these take longer to read and to write again than it is worth. */
const MOST_SUMS = 1000;

/**
 * Makes one row of many, or adds all that waits to what is kept; nothing if somebody else is at it. The transaction must
 * not have written before: its row has to be newer than the moment it adds up, or nobody would see it.
 */
export async function foldIncrements(db: Db, what: 'many' | 'all'): Promise<void> {
  const turn = await db.one(TAKE_TURN, []);
  if (!turn?.mine || turn.waiting < (what === 'all' ? 1 : LEAST_ROWS)) return;
  const folded = await db.one(ADD_UP, []);
  if (what === 'many' && (folded?.sums ?? 0) <= MOST_SUMS) return;
  // A version that counts in place may be at work beside this one, and locks in this order.
  await Promise.all(KEEP.map((step) => db.run(step, [])));
}

/** A database that was restored on another server knows moments of the old one, where more may have happened than here. */
export const FORGET_OTHER_SERVER = command(`
  update uncounted set summed_up_to = null
  where summed_up_to is not null and pg_snapshot_xmax(summed_up_to) > pg_snapshot_xmax(pg_current_snapshot())`);

// In a statement of its own: the next one sees all that the one whose turn was before has done.
const TAKE_TURN = rows<{ mine: boolean; waiting: number }>(
  ['mine', 'waiting'],
  `
  select pg_try_advisory_xact_lock(1, cast('uncounted'::regclass::oid as integer)) as mine,
    (select count(*) from uncounted_now() where cardinality(n) > 0) as waiting`,
);

const ADD_UP = rows<{ sums: number }>(
  ['sums'],
  `
  with taken as (
      delete from uncounted where xid in (select xid from uncounted_now()) returning span, bucket, what, n),
    counted as (
      select unnest(span) as span, unnest(bucket) as bucket, unnest(what) as what, unnest(n) as n from taken),
    sums as (
      select span, bucket, what, cast(sum(n) as bigint) as n from counted
      group by span, bucket, what having sum(n) <> 0)
  insert into uncounted (span, bucket, what, n, summed_up_to)
  select coalesce(array_agg(span), '{}'), coalesce(array_agg(bucket), '{}'), coalesce(array_agg(what), '{}'),
    coalesce(array_agg(n), '{}'), pg_current_snapshot()
  from sums
  returning cardinality(n) as sums`,
);

const SUMS = `
  (select unnest(span) as span, unnest(bucket) as bucket, unnest(what) as what, unnest(n) as n
  from uncounted where xid = pg_current_xact_id()) sums`;

const KEEP: readonly Command[] = [
  command(`
    update community_species set adoptions = adoptions + sums.n from ${SUMS}
    where sums.span = ${ADOPTIONS_SPAN} and slug = sums.what`),
  command(`
    insert into tallies (span, bucket, what, shard, n)
    select span, bucket, what, 0, n from ${SUMS} where span >= 0 order by span, bucket, what collate "C"
    on conflict (span, bucket, what, shard) do update set n = tallies.n + excluded.n`),
  command(`
    insert into providers (name, agents)
    select what, n from ${SUMS} where span = ${PROVIDERS_SPAN} order by what collate "C"
    on conflict (name) do update set agents = providers.agents + excluded.agents`),
  DELETE_UNUSED_PROVIDERS,
  command(`
    update uncounted set span = '{}', bucket = '{}', what = '{}', n = '{}' where xid = pg_current_xact_id()`),
];

/** Only PostgreSQL would understand these. */
function command(text: string): Command {
  return { text };
}

function rows<Row>(columns: readonly string[], text: string): Query<Row> {
  return { text, columns };
}
