-- A creature keeps its keeper's hours; when those change, it is written down, so that its life can be lived again.
create table moves (
  creature_id text not null references creatures (id),
  version integer not null,
  at bigint not null,
  from_zone text not null,
  to_zone text not null,
  primary key (creature_id, version)
);
