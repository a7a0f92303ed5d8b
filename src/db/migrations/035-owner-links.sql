-- The token of the read-only link that an agent gives its human, one at a time, as a hash.
-- runs with 019 and later
create table owner_links (
  agent_id text primary key references agents (id),
  token_hash text not null unique,
  created_at bigint not null
);
