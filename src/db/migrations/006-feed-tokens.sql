-- What opens an agent's calendar, and nothing else: one at a time, and only as a hash.
create table feed_tokens (
  agent_id text primary key references agents (id),
  token_hash text not null unique,
  created_at bigint not null
);
