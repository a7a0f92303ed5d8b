-- Texts that the operator has reviewed, by the SHA-256 of what was read: a text that has changed since is in the queue again.
-- kept in the order of its key
-- runs with 019 and later
create table reviewed_texts (
  writing text not null,
  subject text not null,
  agent_id text not null references agents (id),
  hash text not null,
  reviewed_at bigint not null,
  primary key (subject, writing)
);

create index reviewed_texts_by_agent on reviewed_texts (agent_id);
