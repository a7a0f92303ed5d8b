import type { Command, Db, Increment, Query, Value } from '../db.ts';
import { ADOPTIONS_SPAN, DELETE_UNUSED_PROVIDERS, PROVIDERS_SPAN } from '../increments.ts';

// On PostgreSQL each transaction appends its counter increments to the queue table `uncounted`, so writers never wait for a
// counter row. The views `counts_now`, `providers_lately` and `adoptions_lately` add the queue to the stored sums.

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

/** Adds the queued counter increments to the stored sums, in one transaction; does nothing while another node does it. */
export async function foldIncrements(db: Db): Promise<void> {
  if (!(await db.one(TRY_LOCK, []))?.locked) return;
  await db.run(FOLD, []);
  await db.run(DELETE_UNUSED_PROVIDERS, []);
}

// Statements for PostgreSQL only, so they are not registered for the test that prepares statements on both databases.
const TRY_LOCK: Query<{ locked: boolean }> = {
  columns: ['locked'],
  text: `select pg_try_advisory_xact_lock(1, cast('uncounted'::regclass::oid as integer)) as locked`,
};

const FOLD: Command = {
  text: `
  with taken as (delete from uncounted returning span, bucket, what, n),
    counted as (
      select unnest(span) as span, unnest(bucket) as bucket, unnest(what) as what, unnest(n) as n from taken),
    sums as (
      select span, bucket, what, cast(sum(n) as bigint) as n from counted
      group by span, bucket, what having sum(n) <> 0),
    adopted as (
      update community_species set adoptions = adoptions + sums.n from sums
      where sums.span = ${ADOPTIONS_SPAN} and slug = sums.what),
    provided as (
      insert into providers (name, agents)
      select what, n from sums where span = ${PROVIDERS_SPAN} order by what collate "C"
      on conflict (name) do update set agents = providers.agents + excluded.agents)
  insert into tallies (span, bucket, what, shard, n)
  select span, bucket, what, 0, n from sums where span >= 0 order by span, bucket, what collate "C"
  on conflict (span, bucket, what, shard) do update set n = tallies.n + excluded.n`,
};
