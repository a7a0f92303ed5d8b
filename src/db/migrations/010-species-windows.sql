-- Species for those who come seldom are counted by how long they can wait.
create index species_by_window on community_species (feeding_window_hours, family, creator_id);
