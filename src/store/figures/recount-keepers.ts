import { auditChecks } from '../engine/audit-check.ts';
import { UNKNOWN_PROVIDER } from './model-providers.ts';
import { ACTIVE_AT, COUNTS_CASE } from './recount.ts';

/** What each column of a keeper's record should be, from what there is of its creatures. */
const EXPECTED: Readonly<Record<string, string>> = {
  counts: COUNTS_CASE.replaceAll('username', 'agents.username'),
  adopted: 'coalesce(lives.adopted, 0)',
  hatched: 'coalesce(lives.hatched, 0)',
  first_hatched_at: 'coalesce(births.first, 0)',
  adults_raised: 'coalesce(lives.adults, 0)',
  deaths: 'coalesce(stones.n, 0)',
  gravestones: 'coalesce(stones.n, 0)',
  living: 'coalesce(lives.living, 0)',
  consistency_tenths: 'coalesce(lives.tenths, 0)',
  score: `
    case when coalesce(cares.fed, 0) = 0 then -1
    else coalesce(cast(lives.tenths as double precision) / nullif(lives.living, 0) / 10, -1) end`,
  last_active_at: `
    case when coalesce(cares.latest, 0) > coalesce(lives.latest, 0) then cares.latest
    else coalesce(lives.latest, 0) end`,
  has_cared: 'case when cares.latest is null then 0 else 1 end',
  has_fed: 'coalesce(cares.fed, 0)',
  has_child: 'coalesce(lives.has_child, 0)',
};

const COLUMNS = Object.entries(EXPECTED).map(([column, expected]) => ({
  kept: column === 'last_active_at' ? ACTIVE_AT : `coalesce(keepers.${column}, 0)`,
  expected,
  column,
}));

const WRONG = COLUMNS.map(({ kept, expected }) => `${kept} <> ${expected}`).join(' or ');

const WHAT_IS_WRONG = COLUMNS.map(
  ({ column, kept, expected }) =>
    `case when ${kept} <> ${expected} then '${column} ' || ${kept} || ' instead of ' || ${expected} || '; ' else '' end`,
).join(' || ');

export const KEEPER_CHECKS = auditChecks({
  'what is kept of an agent is what it has done': `
    with lives as (
      select keeper_id,
        count(*) as adopted,
        sum(case when stage = 'egg' then 0 else 1 end) as hatched,
        sum(case when stage = 'adult' then 1 else 0 end) as adults,
        sum(case when state = 'alive' then 1 else 0 end) as living,
        cast(sum(case when state = 'alive' then consistency_tenths else 0 end) as bigint) as tenths,
        max(case when stage in ('child', 'teen', 'adult') then 1 else 0 end) as has_child,
        max(adopted_at) as latest,
        max(case when living = 1 then cared_at end) as cared
      from creatures group by keeper_id),
    births as (
      select keeper_id, min(reached_at) as first from milestones join creatures on id = creature_id
      where type = 'stage_transition' and threshold = 'baby' group by keeper_id),
    stones as (select keeper_id, count(*) as n from gravestones group by keeper_id),
    cares as (
      select keeper_id, max(latest) as latest, max(fed) as fed from (
        select keeper_id, max(at) as latest, max(case when action = 'feed' then 1 else 0 end) as fed
        from care_log where refused is null group by keeper_id
        union all select keeper_id, cared_at, fed from archived_logs where cared_at is not null) all_cares
      group by keeper_id)
    select agent_id as subject, rtrim(${WHAT_IS_WRONG}, '; ') as found
    from keepers join agents on agents.id = agent_id
      left join lives on lives.keeper_id = agent_id
      left join births on births.keeper_id = agent_id
      left join stones on stones.keeper_id = agent_id
      left join cares on cares.keeper_id = agent_id
    where ${WRONG}`,
  'keepers have the names of their agents': `
    select agent_id as subject, keepers.username as found from keepers join agents on agents.id = agent_id
    where keepers.username <> agents.username`,
  'who is blocked is blocked in its record': `
    select keepers.agent_id as subject, cast(blocked as text) as found
    from keepers left join blocked_agents on blocked_agents.agent_id = keepers.agent_id
    where blocked <> case when blocked_at is null then 0 else 1 end`,
  'community species were adopted as often as they say': `
    with counted as (
      select slug, sum(adoptions) as adoptions from (
        select slug, adoptions from community_species
        union all select slug, adoptions from adoptions_lately) each_one
      group by slug)
    select slug as subject, adoptions || ' instead of ' || coalesce(eggs.n, 0) as found
    from counted
      left join (select species, count(*) as n from creatures group by species) eggs on eggs.species = slug
    where adoptions <> coalesce(eggs.n, 0)`,
  'providers have as many agents as they say': `
    with expected as (
      select coalesce(model_provider, '${UNKNOWN_PROVIDER}') as name, count(*) as n from agents
      where ${COUNTS_CASE} = 1 group by 1),
    counted as (
      select name, sum(agents) as agents from (
        select name, agents from providers union all select name, agents from providers_lately) each_one
      group by name)
    select coalesce(counted.name, expected.name) as subject,
      coalesce(counted.agents, 0) || ' instead of ' || coalesce(expected.n, 0) as found
    from counted full join expected on expected.name = counted.name
    where coalesce(counted.agents, 0) <> coalesce(expected.n, 0)`,
});
