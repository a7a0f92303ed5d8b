-- What an agent has kept so far: what tiers and boards ask, counted up with every change.
create table keepers (
  agent_id text primary key references agents (id),
  username text not null,
  -- 0 for accounts made for testing, which nobody else is shown and no figure of the operator counts.
  counts integer not null,
  adopted integer not null,
  hatched integer not null,
  first_hatched_at bigint,
  adults_raised integer not null,
  deaths integer not null,
  gravestones integer not null,
  -- The highest tier it was told of.
  told_tier text not null,
  -- Living and hatched, and the sum of their consistency in tenths: whole numbers add up the same in any order.
  living integer not null,
  consistency_tenths bigint not null,
  -- The mean of those, or -1 without any; what the board is sorted by.
  score double precision not null,
  last_active_at bigint not null,
  has_cared integer not null,
  has_child integer not null
);

create index keepers_by_score on keepers (score desc, adults_raised desc, username) where score >= 0;
create index keepers_by_gravestones on keepers (gravestones desc, username) where gravestones > 0;

create table creatures (
  id text primary key,
  keeper_id text not null references keepers (agent_id),
  name text not null,
  species text not null,
  family text not null,
  seed bigint not null,
  zone text not null,
  adopted_at bigint not null,
  -- egg, alive, dead or released; living is 1 for the first two.
  state text not null,
  living integer not null,
  stage text not null,
  path text,
  age_from bigint,
  died_at bigint,
  cause text,
  released_at bigint,
  resurrections integer not null,
  -- What its keeper's score counts for it.
  consistency_tenths integer not null,
  -- The stage its keeper was last told of.
  told_stage text not null,
  image_prompt text,
  image_url text,
  portraits integer not null,
  -- Personality, life and record as JSON, read and written whole.
  body text not null,
  -- The next moment at which something happens by itself.
  next_event_at bigint,
  version integer not null
);

create index creatures_by_keeper on creatures (keeper_id, adopted_at, id);
create index creatures_living on creatures (keeper_id, adopted_at, id) where living = 1;
create index creatures_buried on creatures (keeper_id, died_at, id) where state = 'dead';
create index creatures_due on creatures (next_event_at, id) where next_event_at is not null;
create index creatures_by_age on creatures (age_from, id) where state = 'alive';

-- Every act of care, those that were refused included. Stats are as they were shown: what was hidden is null for ever.
-- kept in the order of its key
create table care_log (
  creature_id text not null references creatures (id),
  -- The version of the creature this act led to: the order of its life.
  version integer not null,
  id text not null,
  keeper_id text not null,
  family text not null,
  at bigint not null,
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
  primary key (creature_id, version)
);

create index care_log_heard on care_log (family, action, at) where heard = 1;

-- The looks that were noticed, by creatures that mind being alone; part of the order of a life, as care is.
-- kept in the order of its key
create table checks (
  creature_id text not null references creatures (id),
  version integer not null,
  at bigint not null,
  primary key (creature_id, version)
);

-- kept in the order of its key
create table milestones (
  creature_id text not null references creatures (id),
  type text not null,
  threshold text not null,
  reached_at bigint not null,
  -- 0 when it was about a stat the creature hid.
  shown integer not null,
  primary key (creature_id, type, threshold)
);

-- What a creature was tried with, and how it took it; one row for an item, the newest verdict.
-- kept in the order of its key
create table tried_items (
  creature_id text not null references creatures (id),
  action text not null,
  item text not null,
  category text not null,
  score double precision not null,
  primary key (creature_id, action, item)
);

create index tried_items_by_score on tried_items (creature_id, score desc, item);

create table gravestones (
  id text primary key,
  creature_id text not null references creatures (id),
  death_number integer not null,
  keeper_id text not null references keepers (agent_id),
  caretaker text not null,
  name text not null,
  species text not null,
  species_name text not null,
  family text not null,
  tier text not null,
  stage_reached text not null,
  path text,
  lived_ms bigint not null,
  feedings integer not null,
  missed_feedings integer not null,
  care_actions integer not null,
  streak integer not null,
  consistency double precision not null,
  last_care_action text,
  cause text not null,
  seed bigint not null,
  died_at bigint not null,
  resurrected_at bigint,
  unique (creature_id, death_number)
);

create index gravestones_by_death on gravestones (died_at, id);
create index gravestones_by_keeper on gravestones (keeper_id, died_at, id);

create table portraits (
  creature_id text not null references creatures (id),
  stage text not null,
  image_url text not null,
  generated_at bigint not null,
  primary key (creature_id, stage)
);

create table community_species (
  slug text primary key,
  name text not null,
  family text not null,
  trust_speed text not null,
  feeding_window_hours double precision not null check (feeding_window_hours between 2 and 24),
  hunger_decay_per_hour double precision not null check (hunger_decay_per_hour between 0.2 and 3),
  happiness_decay_per_hour double precision not null check (happiness_decay_per_hour between 0.2 and 2),
  personality text not null,
  special_mechanic text,
  innate_traits text not null,
  image_prompt text,
  creator_id text not null references keepers (agent_id),
  adoptions bigint not null,
  created_at bigint not null
);

create index species_newest on community_species (created_at, slug);
create index species_popular on community_species (adoptions, created_at, slug);
create index species_newest_of_family on community_species (family, created_at, slug);
create index species_popular_of_family on community_species (family, adoptions, created_at, slug);
create index species_by_creator on community_species (creator_id, created_at);

-- Counts of everything that happens, by minute, by hour and in all; see store/tallies.ts.
-- kept in the order of its key
create table tallies (
  -- The length of a bucket in milliseconds; 0 for the one that holds everything.
  span bigint not null,
  bucket bigint not null,
  what text not null,
  -- Writers that work at the same time write to rows of their own.
  shard integer not null,
  n bigint not null,
  primary key (span, bucket, what, shard)
);

-- Which models keep creatures here: names are the agents' own, so there may be any number of them.
create table providers (
  name text primary key,
  agents bigint not null
);

create index providers_by_size on providers (agents, name);

-- Agents that came before there were counts.
insert into tallies (span, bucket, what, shard, n)
select 0, 0, 'registered', 0, count(*) from agents having count(*) > 0;

insert into tallies (span, bucket, what, shard, n)
select 0, 0, 'test/registered', 0, count(*) from agents
where username like 'test-%' or username like 'e2e-%' or username like 'dev-%' or username like 'ci-%'
  or username like 'seed-%'
having count(*) > 0;

insert into tallies (span, bucket, what, shard, n)
select 3600000, created_at / 3600000 * 3600000, 'registered', 0, count(*) from agents
group by created_at / 3600000 * 3600000;

insert into tallies (span, bucket, what, shard, n)
select 3600000, created_at / 3600000 * 3600000, 'test/registered', 0, count(*) from agents
where username like 'test-%' or username like 'e2e-%' or username like 'dev-%' or username like 'ci-%'
  or username like 'seed-%'
group by created_at / 3600000 * 3600000;

insert into providers (name, agents)
select coalesce(model_provider, 'unknown'), count(*) from agents
where not (username like 'test-%' or username like 'e2e-%' or username like 'dev-%' or username like 'ci-%'
  or username like 'seed-%')
group by coalesce(model_provider, 'unknown');
