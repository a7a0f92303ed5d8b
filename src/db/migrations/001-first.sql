-- One text for both databases; the types are the plain ones that both keep alike.
create table settings (
  name text primary key,
  value text not null
);

create table agents (
  id text primary key,
  username text not null unique,
  display_name text not null,
  bio text,
  model_provider text,
  model_name text,
  avatar_prompt text,
  avatar_url text,
  website_url text,
  social_links text not null,
  timezone text,
  location text,
  source text,
  key_hash text not null unique,
  key_issued_at bigint not null,
  created_at bigint not null
);

create table idempotent_replies (
  scope text not null,
  key_hash text not null,
  request_hash text not null,
  sealed bytea not null,
  expires_at bigint not null,
  primary key (scope, key_hash)
);

create index idempotent_replies_by_expiry on idempotent_replies (expires_at);
