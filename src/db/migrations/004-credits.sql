-- What an agent has, and what it owes for payments that were taken back. Always the sum of its ledger.
create table accounts (
  agent_id text primary key references agents (id),
  balance bigint not null check (balance >= 0),
  debt bigint not null check (debt >= 0)
);

-- Every movement of credits, for ever. The key names its cause, so that no cause moves credits twice.
create table ledger (
  id text primary key,
  agent_id text not null references accounts (agent_id),
  -- Its place among the movements of its account.
  number integer not null,
  delta bigint not null,
  -- What it did to what the agent owes.
  debt_delta bigint not null,
  balance_after bigint not null check (balance_after >= 0),
  debt_after bigint not null check (debt_after >= 0),
  kind text not null,
  idem_key text not null unique,
  ref text,
  created_at bigint not null,
  check (delta <> 0 or debt_delta <> 0),
  unique (agent_id, number)
);

-- What a human was asked to pay for.
create table purchases (
  id text primary key,
  agent_id text not null references agents (id),
  pack text not null,
  credits bigint not null,
  cents bigint not null,
  provider text not null,
  -- 1 when real money moves.
  live integer not null,
  provider_ref text unique,
  -- What the provider calls the money itself, by which it names refunds and disputes.
  payment_ref text unique,
  token_hash text unique,
  checkout_url text,
  -- creating, open, paid, expired, failed, refused
  state text not null,
  created_at bigint not null,
  expires_at bigint not null,
  settled_at bigint
);

create index purchases_by_agent on purchases (agent_id, pack, expires_at) where state in ('creating', 'open');
create index purchases_open on purchases (expires_at, id) where state in ('creating', 'open');

-- What a provider told us, once each.
create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  outcome text not null,
  received_at bigint not null,
  primary key (provider, event_id)
);

create index provider_events_by_age on provider_events (received_at);

-- What an agent was offered to pay by itself.
create table quotes (
  id text primary key,
  agent_id text not null references agents (id),
  credits bigint not null,
  cents bigint not null,
  created_at bigint not null,
  expires_at bigint not null
);

create index quotes_by_agent on quotes (agent_id, cents, expires_at);
create index quotes_by_expiry on quotes (expires_at);

-- What an agent paid by itself: claimed before any money moves, so that one payment is one payment.
create table inline_payments (
  key text primary key,
  agent_id text not null references agents (id),
  method text not null,
  credits bigint not null,
  cents bigint not null,
  -- claimed, unknown, settled, refused
  state text not null,
  -- What is needed to ask again how it ended.
  evidence text not null,
  reference text,
  reason text,
  created_at bigint not null,
  updated_at bigint not null
);

create index inline_payments_unclear on inline_payments (updated_at) where state in ('claimed', 'unknown');

-- The times a creature came back, and what it brought with it; part of the order of a life, as care is.
-- kept in the order of its key
create table returns (
  creature_id text not null references creatures (id),
  version integer not null,
  at bigint not null,
  layer text not null,
  primary key (creature_id, version)
);

-- A ledger that could be rewritten would prove nothing. The two databases have no common words for this.
-- only on SQLite
create trigger ledger_stays before update on ledger begin select raise(abort, 'the ledger is never rewritten'); end;
create trigger ledger_is_kept before delete on ledger begin select raise(abort, 'the ledger is never rewritten'); end;
-- only on PostgreSQL
create function refuse_rewriting() returns trigger language plpgsql as
  $$ begin raise exception 'the ledger is never rewritten'; end $$;
create trigger ledger_stays before update or delete on ledger for each row execute function refuse_rewriting();
-- on both
