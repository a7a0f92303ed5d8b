-- The care log as one table for each month; store/care/care-log-months.ts makes them ahead of time. The log as it was becomes
-- the oldest of them, as it lies: nothing is copied and nothing looked through. What no month was made for goes to the rest.
-- runs with 012 and later
-- only on PostgreSQL
do $$
declare
  oldest text := (
    select conname from pg_constraint where conrelid = 'care_log'::regclass and conname like 'care\_log\_until\_%');
  bound timestamp := to_date(right(oldest, 7), 'YYYY_MM');
begin
  execute format('alter table care_log rename to %I', oldest);
  -- Whoever writes an entry has just written its creature. A reference would lock all creatures whenever a month is made.
  execute format('alter table %I drop constraint care_log_in_order_creature_id_fkey', oldest);
  execute format('alter index care_log_reflections rename to %I', oldest || '_reflections');
  execute format('create table care_log (like %I, primary key (at, id)) partition by range (at)', oldest);
  create index care_log_reflections on care_log (at, id) where heard = 1 and action = 'reflect' and notes is not null;
  execute format('alter table care_log attach partition %I for values from (minvalue) to (%s)',
    oldest, (extract(epoch from bound) * 1000)::bigint);
  execute format('alter table %I drop constraint %I', oldest, oldest);
  create table care_log_rest partition of care_log default;
end $$;
