-- concurrently
-- runs with 019 and later

-- Those who live here by how much time is left, and by trust, of one family at one stage as they are leafed through.
create index creatures_in_danger on creatures (family, stage, lost_at, id, keeper_id)
  where living = 1 and lost_at is not null;
create index creatures_by_trust on creatures (family, stage, trust_step desc, age_from, id, keeper_id)
  where living = 1 and trust_step is not null;

-- By how a name begins: its own, its species', its keeper's.
create index creatures_by_name on creatures (lower(name collate "C"), id) where living = 1;
create index creatures_by_species on creatures (species, age_from, id) where living = 1;
create index agents_by_display_name on agents (lower(display_name collate "C"), id);
create index species_by_name on community_species (lower(name collate "C"), slug);
-- only on PostgreSQL
create index agents_by_username on agents (username collate "C");
-- on both

-- Who came back from the dead, and who from the edge of it.
create index gravestones_of_returned on gravestones (resurrected_at, id) where resurrected_at is not null;
create index milestones_of_recovery on milestones (reached_at, creature_id) where type = 'health_milestone' and shown = 1;
