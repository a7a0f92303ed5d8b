-- What models made of the items agents named, so that no text is looked at twice. It can all be made again.
create table item_vectors (
  model text not null,
  text text not null,
  -- One byte per dimension.
  vector bytea not null,
  kept_at bigint not null,
  primary key (model, text)
);

create index item_vectors_by_age on item_vectors (kept_at);
