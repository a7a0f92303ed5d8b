-- runs with 012 and later
-- only on PostgreSQL
do $$
begin
  execute format('alter table care_log validate constraint %I',
    (select conname from pg_constraint where conrelid = 'care_log'::regclass and conname like 'care\_log\_until\_%'));
end $$;
