-- Who has left for good. Their words go with them in one transaction, but for those in the log, which may be long and goes
-- piece by piece right after; see house/keepers/leave.ts.
-- runs with 012 and later
create table departures (
  agent_id text primary key references agents (id),
  departed_at bigint not null,
  -- When the last word had gone from the log.
  erased_at bigint
);

create index departures_unfinished on departures (departed_at, agent_id) where erased_at is null;

-- What the house itself spends in a day, such as pictures that cost money, and since when that is counted.
create table house_quotas (
  name text primary key,
  since bigint not null,
  used bigint not null
);
