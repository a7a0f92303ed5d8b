-- News for the humans of agents: what happened, whether the agent was told, until when it was told, and how much it was not.
-- runs with 019 and later
create table owner_news (
  agent_id text not null references agents (id),
  at bigint not null,
  creature_id text not null references creatures (id),
  kind text not null,
  item text not null,
  told integer not null,
  primary key (agent_id, at, creature_id, kind)
);

create index owner_news_untold on owner_news (agent_id) where told = 0;
create index owner_news_by_time on owner_news (at);

alter table agents add column told_at bigint;
alter table agents add column untold integer not null default 0;
