-- concurrently
-- Who was let go and who came back, the newest first: whoever watches the house is told of it as it happens.
-- runs with 012 and later
create index creatures_released on creatures (released_at, id) where state = 'released';
create index returns_by_time on returns (at, creature_id);
