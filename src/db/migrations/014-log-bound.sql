-- Until when the care log stays in one piece: what comes later gets a table for each month. Said here, proved by the next
-- migration while everybody goes on writing, so that the one after it has nothing left to look through.
-- runs with 012 and later
-- only on PostgreSQL
do $$
declare
  newest timestamp := (select to_timestamp(at / 1000.0) at time zone 'UTC' from care_log order by at desc, id desc limit 1);
  -- Nobody who writes on meanwhile gets there.
  bound timestamp := date_trunc('month', greatest(newest, now() at time zone 'UTC')) + interval '2 months';
begin
  execute format(
    'alter table care_log add constraint care_log_until_%s check (at < %s) not valid',
    to_char(bound, 'YYYY_MM'), (extract(epoch from bound) * 1000)::bigint);
end $$;
