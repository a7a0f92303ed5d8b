-- Counts as they are now: see store/figures/tallies.ts. SQLite writes one transaction at a time and counts in place; on
-- PostgreSQL, where many write at once, each leaves a row of what it counted and nobody waits for a counter. A program that
-- knows none of this goes on counting in place, and sees what others count within a minute.
-- runs with 012 and later

-- only on SQLite
create view counts_now as select span, bucket, what, n from tallies;
create view providers_lately as select '' as name, 0 as agents where 1 = 0;
create view adoptions_lately as select '' as slug, 0 as adoptions where 1 = 0;
-- only on PostgreSQL
create table uncounted (
  -- The transaction that counted.
  xid xid8 not null default pg_current_xact_id(),
  span bigint[] not null,
  bucket bigint[] not null,
  what text[] not null,
  n bigint[] not null,
  -- Of the one row that holds the sums of many: what that moment saw was added up, and is gone. All that is here counts;
  -- this only says where to begin to look, past all the dead rows that a long snapshot may keep.
  summed_up_to pg_snapshot
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, vacuum_truncate = off);

create index uncounted_by_transaction on uncounted (xid);
create index uncounted_sums on uncounted (xid) where summed_up_to is not null;

-- Stable: it sees the moment of the statement that asks. Never by reading all of the table, however small it was once.
create function uncounted_now() returns setof uncounted
language plpgsql stable parallel restricted rows 100 set enable_seqscan = off as $$
declare
  seen pg_snapshot := (
    select summed_up_to from uncounted where summed_up_to is not null order by xid desc limit 1);
begin
  return query select * from uncounted where xid >= coalesce(pg_snapshot_xmax(seen), '0');
  return query select * from uncounted where xid = any (array(select pg_snapshot_xip(seen)));
end $$;

create view counted_lately as
select unnest(span) as span, unnest(bucket) as bucket, unnest(what) as what, unnest(n) as n from uncounted_now();

create view counts_now as
select span, bucket, what, n from tallies union all select span, bucket, what, n from counted_lately;

create view providers_lately as
select what as name, cast(sum(n) as bigint) as agents from counted_lately where span = -1 group by what;

create view adoptions_lately as
select what as slug, cast(sum(n) as bigint) as adoptions from counted_lately where span = -2 group by what;
-- on both
