-- Pictures still to be drawn: of an agent, or of a creature at one stage of its life. A row goes when its picture hangs.
create table picture_jobs (
  -- The agent or the creature.
  sitter text not null,
  -- avatar, or the stage.
  occasion text not null,
  agent_id text not null references agents (id),
  -- When somebody may take it up, or take it over from one who has not been heard of; null once it was given up.
  due_at bigint,
  -- Who draws it.
  claim text,
  attempts integer not null,
  -- Why it did not work the last time.
  trouble text,
  primary key (sitter, occasion)
);

create index picture_jobs_due on picture_jobs (due_at, sitter, occasion) where due_at is not null;

create table pictures (
  sitter text not null,
  occasion text not null,
  type text not null,
  -- gzip where that makes it smaller, otherwise null.
  encoding text,
  bytes bytea not null,
  drawn_by text not null,
  primary key (sitter, occasion)
);

-- How often a service that costs money was asked for an agent, and since when that is counted.
create table picture_quotas (
  agent_id text primary key references agents (id),
  since bigint not null,
  used integer not null
);

-- Everybody who moved in before there was an artist.
insert into picture_jobs (sitter, occasion, agent_id, due_at, claim, attempts, trouble)
  select id, 'avatar', id, 0, null, 0, null from agents where avatar_url is null;
insert into picture_jobs (sitter, occasion, agent_id, due_at, claim, attempts, trouble)
  select id, stage, keeper_id, 0, null, 0, null from creatures
  where living = 1 and stage <> 'egg' and image_url is null;
