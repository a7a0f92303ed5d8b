import type { Database, Db } from '../../../packages/database/db.ts';
import { compareSchema, schemaKindOf } from '../../../packages/database/move/compare-schema.ts';
import { UnreadableRowError, listOf, query, text, type RowOf } from '../../../packages/database/table.ts';
import { type Instant, MINUTE } from '../../rules/base/clock.ts';
import type { Heart } from '../../rules/heart/heart.ts';
import { type AuditCheck, auditChecks, type Finding, Findings, MOST_TOLD } from '../../db/audit-check.ts';
import { knownMigrations, pendingMigrations } from '../../db/migrations.ts';
import { DEPARTURE_CHECKS } from '../hidden/departures.store.ts';
import { MONEY_CHECKS } from '../money/ledger.store.ts';
import { PICTURE_CHECKS } from '../pictures/pictures.store.ts';
import { CARE_LOG_CHECKS } from '../records/care-log.store.ts';
import { CREATURES } from '../records/creatures.store.ts';
import { SITTER_CHECKS } from '../records/sitter-visits.store.ts';
import { UNKNOWN_PROVIDER } from '../tallies/tallies.store.ts';
import { ACTIVE_AT, COUNTS_CASE, TALLY_CHECKS } from './recount.store.ts';

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

const MISMATCHES = Object.entries(EXPECTED).map(([column, expected]) => {
  const stored = column === 'last_active_at' ? ACTIVE_AT : `coalesce(keepers.${column}, 0)`;
  const condition = `${stored} <> ${expected}`;
  const mismatch = `'${column} ' || ${stored} || ' instead of ' || ${expected} || '; '`;
  return { condition, found: `case when ${condition} then ${mismatch} else '' end` };
});

const KEEPER_CHECKS = auditChecks({
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
    select agent_id as subject, rtrim(${MISMATCHES.map(({ found }) => found).join(' || ')}, '; ') as found
    from keepers join agents on agents.id = agent_id
      left join lives on lives.keeper_id = agent_id
      left join births on births.keeper_id = agent_id
      left join stones on stones.keeper_id = agent_id
      left join cares on cares.keeper_id = agent_id
    where ${MISMATCHES.map(({ condition }) => condition).join(' or ')}`,
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

/** Every column that says when something happened, by table and the column that names the row. */
const HAPPENED: Readonly<Record<string, readonly [subject: string, ...columns: string[]]>> = {
  agents: ['id', 'created_at', 'key_issued_at'],
  keepers: ['agent_id', 'last_active_at'],
  creatures: ['id', 'adopted_at', 'died_at', 'released_at', 'cared_at'],
  care_log: ['creature_id', 'at'],
  checks: ['creature_id', 'at'],
  moves: ['creature_id', 'at'],
  returns: ['creature_id', 'at'],
  milestones: ['creature_id', 'reached_at'],
  gravestones: ['creature_id', 'died_at', 'resurrected_at'],
  portraits: ['creature_id', 'generated_at'],
  keepsakes: ['creature_id', 'kept_at'],
  letters: ['creature_id', 'written_at'],
  letter_texts: ['creature_id', 'written_at'],
  community_species: ['slug', 'created_at'],
  ledger: ['id', 'created_at'],
  purchases: ['id', 'created_at', 'settled_at'],
  inline_payments: ['key', 'created_at', 'updated_at'],
  departures: ['agent_id', 'departed_at', 'erased_at'],
};

const TIME_CHECKS = auditChecks({
  'nothing is dated after now': {
    // Clocks of nodes may differ by less than this.
    since: (now) => now + MINUTE,
    sql: Object.entries(HAPPENED).flatMap(selectLater).join(' union all '),
  },
});

function selectLater([from, [subject, ...columns]]: [string, (typeof HAPPENED)[string]]): string[] {
  return columns.map(
    (column) =>
      `select ${subject} as subject, '${from}.${column} ' || ${column} as found from ${from} where ${column} > $1`,
  );
}

/** `onCheck` is called after each check with the number of all checks. */
type StoreAudit = Readonly<{ db?: Db; findings?: Findings; onCheck?: (checks: number) => void }>;

export async function auditStore(
  database: Database,
  now: Instant,
  options: StoreAudit = {},
): Promise<Finding[]> {
  const { db = database, findings = new Findings(), onCheck } = options;
  for (const found of await database.checkIntegrity())
    findings.add({ check: WHOLE, subject: database.label, found });
  await auditSchema(database, findings);
  if (!isReadable(findings)) return findings.told;
  for (const check of CHECKS) {
    await runCheck(db, check, now, findings);
    onCheck?.(CHECKS.length);
  }
  return findings.told;
}

const WHOLE = 'the database is whole';
const KNOWN_SCHEMA = 'the schema is the one the code knows';

/** False if the database is damaged or has another schema, so that the other checks could not run. */
export function isReadable({ counts }: Findings): boolean {
  return counts[WHOLE] === undefined && counts[KNOWN_SCHEMA] === undefined;
}

async function auditSchema(database: Database, findings: Findings): Promise<void> {
  const { foreign, missing } = await compareSchema(database, schemaKindOf(database), knownMigrations());
  const pending = (await pendingMigrations(database)).map(({ name }) => name);
  for (const subject of foreign) findings.add({ check: KNOWN_SCHEMA, subject, found: 'foreign' });
  for (const subject of pending.length > 0 ? pending : missing)
    findings.add({ check: KNOWN_SCHEMA, subject, found: 'missing' });
}

// `ltrim` with the allowed characters leaves an empty string of a text that has only those, on both databases.
const CHECKS: readonly AuditCheck[] = [
  ...auditChecks({
    'usernames are 2 to 50 lower-case letters, digits, hyphens and underscores': `
      select id as subject, username as found from agents
      where length(username) not between 2 and 50
        or ltrim(username, 'abcdefghijklmnopqrstuvwxyz0123456789-_') <> ''`,
    'key hashes are 64 hexadecimal digits': `
      select id as subject, 'something else' as found from agents
      where length(key_hash) <> 64 or ltrim(key_hash, '0123456789abcdef') <> ''`,
    'social links are JSON': {
      wrong: (found) => !isJsonList(found),
      sql: `select id as subject, social_links as found from agents where social_links <> '[]'`,
    },
  }),
  ...TIME_CHECKS,
  ...CARE_LOG_CHECKS,
  ...SITTER_CHECKS,
  ...TALLY_CHECKS,
  ...KEEPER_CHECKS,
  ...MONEY_CHECKS,
  ...PICTURE_CHECKS,
  ...DEPARTURE_CHECKS,
];

async function runCheck(
  db: Db,
  { name: check, query: asked, since, wrong }: AuditCheck,
  now: Instant,
  findings: Findings,
): Promise<void> {
  if (!wrong) {
    const rows = await db.all(asked, since ? [since(now)] : []);
    for (const { subject, found } of rows) findings.add({ check, subject, found });
    findings.addUntold(check, (rows[0]?.alike ?? 0) - rows.length);
    return;
  }
  for (let after = '', more = true; more;) {
    const rows = await db.all(asked, [after]);
    for (const { subject, found } of rows) if (wrong(found)) findings.add({ check, subject, found });
    after = rows.at(-1)?.subject ?? '';
    more = rows.length === MOST_TOLD;
  }
}

function isJsonList(found: string): boolean {
  try {
    return Array.isArray(JSON.parse(found));
  } catch {
    return false;
  }
}

/** The columns of a creature as far as they are readable. */
export interface CreatureParts {
  readonly rest: RowOf<typeof REST> | undefined;
  readonly body: RowOf<{ body: typeof BODY }>['body'] | undefined;
  readonly heart: Heart | undefined;
  readonly bodyText: string;
  /** The unreadable columns. */
  readonly damaged: readonly string[];
}

export async function readParts(db: Db, id: string): Promise<CreatureParts> {
  const damaged: string[] = [];
  const orDamaged = async <T>(reading: Promise<T>): Promise<T | undefined> => {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      damaged.push(error.column);
      return undefined;
    }
  };
  const rest = await orDamaged(db.one(REST_OF, [id]));
  const body = (await orDamaged(db.one(BODY_OF, [id])))?.body;
  const heart = (await orDamaged(db.one(HEART_OF, [id])))?.heart;
  const bodyText = (await db.one(BODY_TEXT_OF, [id]))?.body ?? '';
  return { rest, body, heart, bodyText, damaged };
}

const { body: BODY, heart: HEART, ...REST } = CREATURES.columns;
const REST_OF = query(REST, `select ${listOf(REST)} from creatures where id = $1`);
const BODY_OF = query({ id: text, body: BODY }, 'select id, body from creatures where id = $1');
const HEART_OF = query({ id: text, heart: HEART }, 'select id, heart from creatures where id = $1');
const BODY_TEXT_OF = query({ body: text }, 'select body from creatures where id = $1');
