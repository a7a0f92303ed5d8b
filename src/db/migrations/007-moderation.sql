-- Agents the operator has shown the door. Few, and asked about for every row of a public list.
-- kept in the order of its key
create table blocked_agents (
  agent_id text not null primary key references agents (id),
  blocked_at bigint not null
);

-- The same in the record that is held whenever something of an agent changes, so that what is out of sight is counted right.
alter table keepers add column blocked integer not null default 0;

-- Words the operator has taken out of others' sight: whose or which thing's, by its id.
-- kept in the order of its key
create table hidden_texts (
  writing text not null,
  subject text not null,
  agent_id text not null references agents (id),
  hidden_at bigint not null,
  primary key (writing, subject)
);

create index hidden_texts_by_agent on hidden_texts (agent_id);
create index hidden_texts_by_age on hidden_texts (hidden_at, subject);

-- Everything the operator did, for ever.
create table operator_log (
  id text primary key,
  at bigint not null,
  deed text not null,
  -- Whom or what it was done to, by name.
  subject text not null,
  reason text not null
);

create index operator_log_by_age on operator_log (at, id);

-- only on SQLite
create trigger operator_log_stays before update on operator_log begin select raise(abort, 'the operator''s log is never rewritten'); end;
create trigger operator_log_is_kept before delete on operator_log begin select raise(abort, 'the operator''s log is never rewritten'); end;
-- only on PostgreSQL
create function refuse_rewriting_deeds() returns trigger language plpgsql as
  $$ begin raise exception 'the operator''s log is never rewritten'; end $$;
create trigger operator_log_stays before update or delete on operator_log for each row execute function refuse_rewriting_deeds();
-- on both

-- Who is signed in to the operator's room. Only what the token and the admin key make together is kept.
create table operator_sessions (
  token_hash text primary key,
  expires_at bigint not null
);

create index operator_sessions_by_expiry on operator_sessions (expires_at);

-- Pages that were turned are passed by in the index alone; whose row it is must be in there, now that some are left out.
drop index creatures_by_age;
create index creatures_by_age on creatures (age_from, id, keeper_id) where state = 'alive';
drop index gravestones_by_death;
create index gravestones_by_death on gravestones (died_at, id, keeper_id);
drop index keepers_by_score;
create index keepers_by_score on keepers (score desc, adults_raised desc, username) where score >= 0 and blocked = 0;
drop index keepers_by_gravestones;
create index keepers_by_gravestones on keepers (gravestones desc, username) where gravestones > 0 and blocked = 0;
drop index species_newest;
create index species_newest on community_species (created_at, slug, creator_id);
drop index species_popular;
create index species_popular on community_species (adoptions, created_at, slug, creator_id);
drop index species_newest_of_family;
create index species_newest_of_family on community_species (family, created_at, slug, creator_id);
drop index species_popular_of_family;
create index species_popular_of_family on community_species (family, adoptions, created_at, slug, creator_id);

-- The newest agents and an agent's purchases, for the operator.
create index agents_by_age on agents (created_at, id);
create index purchases_of_agent on purchases (agent_id, created_at, id);
create index inline_payments_of_agent on inline_payments (agent_id, created_at, key);

-- Whether the money was real. Until now only the database as a whole knew: once it was, it was from then on.
alter table inline_payments add column live integer not null default 0;
update inline_payments set live = 1 where exists (select 1 from settings where name = 'real_money');

-- Lives that were lived before anybody counted them by their age.
insert into tallies (span, bucket, what, shard, n)
select 86400000, age_from / 86400000 * 86400000, 'alive', 0, count(*) from creatures
where state = 'alive' group by age_from / 86400000 * 86400000;

insert into tallies (span, bucket, what, shard, n)
select 86400000, age_from / 86400000 * 86400000, 'test/alive', 0, count(*)
from creatures join keepers on agent_id = keeper_id
where state = 'alive' and counts = 0 group by age_from / 86400000 * 86400000;

insert into tallies (span, bucket, what, shard, n)
select 0, 3, what, 0, count(*) from (
  select 'died/' || (lived_ms / 86400000) as what from gravestones
  union all
  select 'test/died/' || (lived_ms / 86400000) from gravestones join keepers on agent_id = keeper_id where counts = 0
  union all
  select 'returned/' || (lived_ms / 86400000) from gravestones where resurrected_at is not null
  union all
  select 'test/returned/' || (lived_ms / 86400000) from gravestones join keepers on agent_id = keeper_id
  where resurrected_at is not null and counts = 0
  union all
  select 'released/' || ((released_at - age_from) / 86400000) from creatures
  where state = 'released' and age_from is not null
  union all
  select 'test/released/' || ((released_at - age_from) / 86400000)
  from creatures join keepers on agent_id = keeper_id
  where state = 'released' and age_from is not null and counts = 0) lives
group by what;

-- Money that moved before anybody counted it. A test account is known by how its name begins.
insert into tallies (span, bucket, what, shard, n)
with tests as (
  select id from agents
  where username like 'test-%' or username like 'e2e-%' or username like 'dev-%' or username like 'ci-%'
    or username like 'seed-%'),
sales as (
  select ledger.agent_id, case live when 1 then 'live/' else 'play/' end || provider || '/' || pack as what,
    credits, cents
  from ledger join purchases on purchases.id = ledger.ref where kind = 'purchase'
  union all
  select ledger.agent_id, case live when 1 then 'live/' else 'play/' end || method || '/' || case
      when credits = 100 and cents = 100 then '100'
      when credits = 500 and cents = 400 then '500'
      when credits = 1000 and cents = 700 then '1000' else 'bundle' end,
    credits, cents
  from ledger join inline_payments on key = idem_key where kind = 'inline_payment'),
movements as (
  select agent_id, kind as what, abs(delta - debt_delta) as credits from ledger
  where kind not in ('purchase', 'inline_payment')),
counted as (
  select agent_id, 'sales/' || what as what, 1 as n from sales
  union all select agent_id, 'credits/' || what, credits from sales
  union all select agent_id, 'cents/' || what, cents from sales
  union all select agent_id, 'moved/' || what, credits from movements)
select 0, 4, what, 0, cast(sum(n) as bigint) from (
  select what, n from counted
  union all
  select 'test/' || what, n from counted where agent_id in (select id from tests)) each_one
group by what;

insert into tallies (span, bucket, what, shard, n)
with sales as (
  select ledger.agent_id, ledger.created_at / 3600000 * 3600000 as hour,
    case live when 1 then 'cents/live' else 'cents/play' end as what, cents
  from ledger join (
    select id, live, cents from purchases
    union all select key, live, cents from inline_payments) bought
    on bought.id = case kind when 'purchase' then ledger.ref when 'inline_payment' then ledger.idem_key end)
select 3600000, hour, what, 0, cast(sum(cents) as bigint) from (
  select what, hour, cents from sales
  union all
  select 'test/' || what, hour, cents from sales join agents on agents.id = agent_id
  where username like 'test-%' or username like 'e2e-%' or username like 'dev-%' or username like 'ci-%'
    or username like 'seed-%') each_one
group by hour, what;
