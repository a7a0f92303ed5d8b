-- How many of a creature's letters and keepsakes its keeper has read: both are numbered in the order they came.
-- runs with 019 and later
alter table creatures add column letters_read integer not null default 0;
alter table creatures add column keepsakes_read integer not null default 0;
