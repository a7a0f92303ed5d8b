-- Old months of the care log leave for files, which `arkhouse archive` writes. What is known of them without their files is
-- kept here, so that every count can still be held against what it was counted from; see store/care/archived-care.ts.
-- runs with 012 and later
create table archived_months (
  -- As in 2026-11.
  month text primary key,
  entries bigint not null,
  -- SHA-256 of the file, as hexadecimal digits.
  checksum text not null,
  -- How many of the entries have left the log so far.
  removed bigint not null,
  archived_at bigint not null
);

-- What has left of the log of a creature.
create table archived_logs (
  creature_id text primary key,
  keeper_id text not null,
  entries bigint not null,
  -- Of the last of them, and of the last that was not refused.
  last_at bigint not null,
  cared_at bigint,
  -- 1 when it was fed.
  fed integer not null
);

-- How often what was done, of all that has left and was not refused.
create table archived_cares (
  action text not null,
  -- Empty when there was none.
  timing text not null,
  -- 1 when it was done with an item.
  with_item integer not null,
  -- The item, if it is one of those the house knows by name, or empty.
  item text not null,
  -- 0 for accounts made for testing.
  counts integer not null,
  n bigint not null,
  primary key (action, timing, with_item, item, counts)
);
