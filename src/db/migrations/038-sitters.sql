-- Keys with which others care for an agent's creatures, at most three at a time, as hashes; which acts of care were theirs;
-- and of which absence, by the care before it, an agent was told last.
-- runs with 019 and later
create table sitters (
  id text primary key,
  agent_id text not null references agents (id),
  name text not null,
  key_hash text not null unique,
  created_at bigint not null,
  expires_at bigint not null
);

create index sitters_agent on sitters (agent_id);
create index sitters_expiry on sitters (expires_at);

create table sitter_visits (
  creature_id text not null references creatures (id),
  at bigint not null,
  -- The entry of the care log.
  entry_id text not null,
  name text not null,
  primary key (creature_id, at, entry_id)
);

alter table agents add column away_told_at bigint;
