-- What is done for a creature is written where the last thing was, whoever it was for: in the order it happened. Each
-- entry knows the one before it in the same life, and a creature knows its last; see store/care/care-log.ts.
alter table creatures add column last_entry_at bigint;
alter table creatures add column last_entry_id text;

-- When its keeper last did something for it. A keeper's own last moment is the latest of these and the one in its record.
alter table creatures add column cared_at bigint;

-- What was last done for it, as JSON, to be told with the next care without following its log. Null: follow the log.
alter table creatures add column recent_deeds text;

update creatures set
  last_entry_at = (select at from care_log where creature_id = creatures.id order by version desc limit 1),
  last_entry_id = (select care_log.id from care_log where creature_id = creatures.id order by version desc limit 1),
  cared_at = (select max(at) from care_log where creature_id = creatures.id and refused is null);

-- kept in the order of its key
create table care_log_in_order (
  at bigint not null,
  id text not null,
  creature_id text not null references creatures (id),
  -- The version of the creature this act led to: the order of its life.
  version integer not null,
  -- The entry before this one in the same life.
  previous_at bigint,
  previous_id text,
  keeper_id text not null,
  family text not null,
  action text not null,
  item text,
  category text,
  score double precision,
  notes text,
  timing text,
  refused text,
  hunger_before double precision,
  hunger_after double precision,
  happiness_before double precision,
  happiness_after double precision,
  health_before double precision,
  health_after double precision,
  -- 1 when other keepers may hear of it.
  heard integer not null,
  primary key (at, id)
);

insert into care_log_in_order (
  at, id, creature_id, version, previous_at, previous_id, keeper_id, family, action, item, category, score, notes,
  timing, refused, hunger_before, hunger_after, happiness_before, happiness_after, health_before, health_after, heard)
select
  at, id, creature_id, version,
  lag(at) over (partition by creature_id order by version),
  lag(id) over (partition by creature_id order by version),
  keeper_id, family, action, item, category, score, notes, timing, refused, hunger_before, hunger_after,
  happiness_before, happiness_after, health_before, health_after, heard
from care_log order by at, id;

drop table care_log;
alter table care_log_in_order rename to care_log;

-- The words that others are told.
create index care_log_reflections on care_log (at, id) where heard = 1 and action = 'reflect' and notes is not null;
