-- 0 if the keeper does not want others to pay for a return of its creatures.
-- runs with 019 and later
alter table agents add column gifts integer not null default 1;
