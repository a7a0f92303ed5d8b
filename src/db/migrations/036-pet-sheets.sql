-- Sheets of desktop pets that were asked for lately, for all nodes.
-- runs with 019 and later
create table pet_sheets (
  -- A hash of what the sheet shows.
  look text primary key,
  creature_id text not null references creatures (id),
  bytes bytea not null,
  drawn_at bigint not null
);

create index pet_sheets_drawn on pet_sheets (drawn_at);
create index pet_sheets_creature on pet_sheets (creature_id);
