-- What creatures carry with them beside their stats: what they wish for, what they keep, how they were kept. Null for those nobody
-- has cared for since; houses that know of no hearts leave it as it is, which shows by its number of acts.
-- runs with 019 and later
alter table creatures add column heart text;

-- The wish an act of care granted.
alter table care_log add column granted text;

-- What a creature keeps, each kind once. What has come of itself since it was last cared for is written with the next care.
-- kept in the order of its key
create table keepsakes (
  creature_id text not null references creatures (id),
  kind text not null,
  kept_at bigint not null,
  primary key (creature_id, kind)
);

-- What a creature told in its letters: facts, as JSON. The words are made of them when they are read.
-- kept in the order of its key
create table letters (
  creature_id text not null references creatures (id),
  number integer not null,
  written_at bigint not null,
  facts text not null,
  primary key (creature_id, number)
);
