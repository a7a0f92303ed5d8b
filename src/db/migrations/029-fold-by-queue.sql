-- Counts that are not folded yet are read as a whole. Nodes of 1.0.0 still call uncounted_now(): it gives all rows.
-- runs with 019 and later

-- only on PostgreSQL
create or replace function uncounted_now() returns setof uncounted language sql stable as $$ select * from uncounted $$;

create or replace view counted_lately as
select unnest(span) as span, unnest(bucket) as bucket, unnest(what) as what, unnest(n) as n from uncounted;
-- on both
