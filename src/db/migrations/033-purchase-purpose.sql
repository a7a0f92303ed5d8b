-- The creature whose return a purchase is for, and, if somebody else than its keeper pays: offered, returned, kept.
-- runs with 019 and later
alter table purchases add column creature_id text;
alter table purchases add column gift text;
