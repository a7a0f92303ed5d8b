-- How many milestones of a creature's record its status has told. Null: all of them, in rows of older nodes.
-- runs with 019 and later
alter table creatures add column milestones_told integer;
