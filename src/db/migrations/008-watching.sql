-- People leaf through those who live here, by family and stage, the youngest first; eggs, which have no age, by adoption.
create index creatures_to_leaf_through on creatures (family, stage, age_from, adopted_at, id, keeper_id)
  where living = 1;

-- What people are told of: who hatched and who grew, the newest first.
create index milestones_of_growth on milestones (threshold, reached_at, creature_id)
  where type = 'stage_transition';

-- Those who lived here before anybody counted them by family and stage.
insert into tallies (span, bucket, what, shard, n)
select 0, 0, 'living/' || family || '/' || stage, 0, count(*) from creatures
where living = 1 group by family, stage;

insert into tallies (span, bucket, what, shard, n)
select 0, 0, 'test/living/' || family || '/' || stage, 0, count(*)
from creatures join keepers on agent_id = keeper_id
where creatures.living = 1 and counts = 0 group by family, stage;
