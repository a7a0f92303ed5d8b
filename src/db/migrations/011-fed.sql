-- Whether an agent has ever fed anybody: until then it has no consistency that could be ranked.
alter table keepers add column has_fed integer not null default 0;

update keepers set has_fed = 1 where exists (
  select 1 from care_log where keeper_id = agent_id and action = 'feed' and refused is null);

update keepers set score = -1 where has_fed = 0;
