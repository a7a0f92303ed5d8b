import { DAY, HOUR, MINUTE } from '../../rules/base/clock.ts';
import { TEST_PREFIXES } from '../../rules/agents.ts';
import { PACKS } from '../../rules/credits.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { COUNTED_BY_NAME } from '../care/care-log.store.ts';
import { auditCheck, type AuditCheck } from '../../db/audit-check.ts';
import { bucketOf, TALLY_LISTS, type TallyList } from '../stats/tallies.store.ts';
import * as NAME from '../stats/tally-names.store.ts';

// Every tally is counted anew from what it was counted from, and compared. `counts` is 0 for test accounts, which are
// counted twice: among all, and under a word of their own.

/** 1 for an agent who is not one of those made for testing. */
export const COUNTS_CASE = `case when ${TEST_PREFIXES.map((prefix) => `username like '${prefix}%'`).join(' or ')} then 0 else 1 end`;

/** Rows of which each was counted once, and what each was counted as. */
interface RecountSource {
  readonly what: string;
  readonly from: string;
  readonly where?: string;
  /** The moment it happened. */
  readonly at?: string;
  readonly counts?: string;
  /** How many the rows stand for. */
  readonly n?: string;
}

const CREATURES = { from: 'creatures join keepers on agent_id = keeper_id' };
const STONES = { from: 'gravestones join keepers on agent_id = keeper_id' };
const DESIGNS = { from: 'community_species join keepers on agent_id = creator_id' };
const CARES = { from: 'care_log join keepers on agent_id = keeper_id', where: 'refused is null' };

// What is counted in several ways is first counted by all of them at once: a large table is read once, and not for each.
const SUMMED = 'cast(sum(n) as bigint)';
const GROUPED_CREATURES = { from: 'grouped_creatures', n: SUMMED };
const GROUPED_STONES = { from: 'grouped_stones', n: SUMMED };
const GROUPED_CARES = { from: 'grouped_cares', n: SUMMED };
const USED_ITEMS = { from: 'used_items', n: SUMMED };
const KEEPERS_BY_LIVES = { from: 'keepers_by_lives', n: SUMMED };

const GROUPS: Readonly<Record<string, string>> = {
  [GROUPED_CREATURES.from]: grouped(CREATURES, [
    'state',
    'stage',
    'family',
    'path',
    'creatures.living',
    'counts',
    'blocked',
  ]),
  [GROUPED_STONES.from]: grouped(STONES, [
    'cause',
    'stage_reached',
    'case when resurrected_at is null then 0 else 1 end as returned',
    `lived_ms / ${DAY} as days`,
    'counts',
    'blocked',
  ]),
  [GROUPED_CARES.from]: `
    ${grouped(CARES, ['action', 'timing', 'case when category is null then 0 else 1 end as with_item', 'counts'])}
    union all select action, nullif(timing, ''), with_item, counts, n from archived_cares`,
  [USED_ITEMS.from]: `
    ${grouped({ ...CARES, where: `refused is null and ${COUNTED_BY_NAME}` }, ['lower(item) as item', 'counts'])}
    union all select item, counts, n from archived_cares where item <> ''`,
  [KEEPERS_BY_LIVES.from]: `
    select raised_child, raised_adult, counts, count(*) as n from (
      select keeper_id,
        max(case when stage in ('child', 'teen', 'adult') then 1 else 0 end) as raised_child,
        max(case when stage = 'adult' then 1 else 0 end) as raised_adult
      from creatures group by keeper_id) lives join keepers on agent_id = keeper_id
    group by raised_child, raised_adult, counts`,
};

/** So many rows of a source for each combination of columns. */
function grouped(
  { from, where }: { readonly from: string; readonly where?: string },
  columns: readonly string[],
): string {
  const places = columns.map((_, at) => at + 1).join(', ');
  const condition = where === undefined ? '' : `where ${where}`;
  return `select ${columns.join(', ')}, count(*) as n from ${from} ${condition} group by ${places}`;
}
const BIRTHS = {
  from: 'milestones join creatures on id = creature_id join keepers on agent_id = keeper_id',
  where: `type = 'stage_transition' and threshold = 'baby'`,
};
const AGENTS = { from: 'agents', counts: COUNTS_CASE };

const KEEPERS = 'count(distinct agent_id)';
const CARING = {
  from: `(
    select keeper_id from care_log where refused is null
    union select keeper_id from archived_logs where cared_at is not null) caring
    join keepers on agent_id = keeper_id`,
};

const HOUSE: readonly RecountSource[] = [
  { what: `'${NAME.REGISTERED}'`, ...AGENTS },
  { what: `'${NAME.STATUS}' || state`, ...GROUPED_CREATURES },
  { what: `'${NAME.STAGE}' || stage`, ...GROUPED_CREATURES },
  { what: `'${NAME.FAMILY}' || family`, ...GROUPED_CREATURES },
  { what: `'${NAME.LIVING}' || family || '/' || stage`, ...GROUPED_CREATURES, where: 'living = 1' },
  { what: `'${NAME.PATH}' || path`, ...GROUPED_CREATURES, where: 'path is not null' },
  { what: `'${NAME.CARE}' || action`, ...GROUPED_CARES },
  { what: `'${NAME.TIMING}' || timing`, ...GROUPED_CARES, where: 'timing is not null' },
  { what: `'${NAME.WITH_ITEM}'`, ...GROUPED_CARES, where: 'with_item = 1' },
  { what: `'${NAME.CAUSE}' || cause`, ...GROUPED_STONES },
  { what: `'${NAME.STAGE_AT_DEATH}' || stage_reached`, ...GROUPED_STONES },
  { what: `'${NAME.RESURRECTED}'`, ...GROUPED_STONES, where: 'returned = 1' },
  { what: `'${NAME.SPECIES_OF}' || family`, ...DESIGNS },
  { what: `'${NAME.FUNNEL}adopted'`, ...KEEPERS_BY_LIVES },
  { what: `'${NAME.FUNNEL}cared'`, ...CARING, n: KEEPERS },
  { what: `'${NAME.FUNNEL}child'`, ...KEEPERS_BY_LIVES, where: 'raised_child = 1' },
  { what: `'${NAME.FUNNEL}adult'`, ...KEEPERS_BY_LIVES, where: 'raised_adult = 1' },
  { what: `'${NAME.FUNNEL}species'`, ...DESIGNS, n: KEEPERS },
  ...blockedSources([
    { what: `'${NAME.CAUSE}' || cause`, ...GROUPED_STONES },
    { what: `'${NAME.LIVING}' || family || '/' || stage`, ...GROUPED_CREATURES, where: 'living = 1' },
    { what: `'${NAME.SPECIES_OF}' || family`, ...DESIGNS },
  ]),
];

/** What blocked agents add to each, whether their accounts count or not. */
function blockedSources(sources: readonly RecountSource[]): RecountSource[] {
  return sources.map(({ what, where, ...source }) => ({
    ...source,
    what: `'${NAME.OUT}' || ${what}`,
    where: ['blocked = 1', where].filter((condition) => condition !== undefined).join(' and '),
    counts: '1',
  }));
}

const LIVES: readonly RecountSource[] = [
  { what: `'died/' || days`, ...GROUPED_STONES },
  { what: `'returned/' || days`, ...GROUPED_STONES, where: 'returned = 1' },
  {
    what: `'released/' || ((released_at - age_from) / ${DAY})`,
    ...CREATURES,
    where: `state = 'released' and age_from is not null`,
  },
];

const PACK_BOUGHT = `case ${PACKS.map(
  ({ id, credits, cents }) => `when credits = ${credits} and cents = ${cents} then '${id}'`,
).join(' ')} else 'bundle' end`;

const REAL = `case live when 1 then '${NAME.LIVE}' else '${NAME.PLAY}' end`;

/** Every sale once, with what its account is called; an account made for testing does not count. */
const SALES = {
  from: `(
    select ledger.agent_id, ledger.created_at as sold_at, ${REAL} as money,
      provider || '/' || pack as what, credits, cents
    from ledger join purchases on purchases.id = ledger.ref where kind = 'purchase'
    union all
    select ledger.agent_id, ledger.created_at, ${REAL}, method || '/' || ${PACK_BOUGHT}, credits, cents
    from ledger join inline_payments on key = idem_key where kind = 'inline_payment') sales
    join agents on agents.id = agent_id`,
  counts: COUNTS_CASE,
};

const NAMED = `money || '/' || what`;

/** Money and credits in all. */
const MONEY: readonly RecountSource[] = [
  { what: `'${NAME.SALES}' || ${NAMED}`, ...SALES },
  { what: `'${NAME.CREDITS}' || ${NAMED}`, ...SALES, n: 'cast(sum(credits) as bigint)' },
  { what: `'${NAME.CENTS}' || ${NAMED}`, ...SALES, n: 'cast(sum(cents) as bigint)' },
  {
    what: `'${NAME.MOVED}' || kind`,
    from: 'ledger join agents on agents.id = agent_id',
    where: `kind not in ('purchase', 'inline_payment')`,
    counts: COUNTS_CASE,
    n: 'cast(sum(abs(delta - debt_delta)) as bigint)',
  },
];

const MONEY_BY_HOUR: readonly RecountSource[] = [
  {
    what: `'${NAME.CENTS}' || money`,
    ...SALES,
    at: 'sold_at',
    n: 'cast(sum(cents) as bigint)',
  },
];

const BY_DAY: readonly RecountSource[] = [
  { what: `'${NAME.ALIVE}'`, ...CREATURES, where: `state = 'alive'`, at: `age_from` },
];

const BUILT_IN = CATALOG.map(({ slug }) => `'${slug}'`).join(', ');

// Community species count their adoptions themselves; here stands only what is to be taken off.
const ADOPTED: readonly RecountSource[] = [
  { what: 'species', ...CREATURES, where: `species in (${BUILT_IN})` },
  {
    what: `'${NAME.TEST}' || species`,
    ...CREATURES,
    where: `counts = 0 and species not in (${BUILT_IN})`,
    counts: '1',
  },
];

const USED: readonly RecountSource[] = [{ what: 'item', ...USED_ITEMS }];

/** When an agent last did something: by its record, or by what its living creatures know. */
export const ACTIVE_AT = `case when coalesce(lives.cared, 0) > keepers.last_active_at
    then lives.cared else keepers.last_active_at end`;

const ACTIVE_AGENTS = `(
    select keepers.counts, ${ACTIVE_AT} as active_at from keepers left join (
      select keeper_id, max(cared_at) as cared from creatures where living = 1 group by keeper_id) lives
      on lives.keeper_id = keepers.agent_id) activity`;

const BY_MINUTE: readonly RecountSource[] = [
  { what: `'${NAME.BORN}'`, ...BIRTHS, at: 'reached_at' },
  { what: `'${NAME.DIED}'`, ...STONES, at: 'died_at' },
  { what: `'${NAME.CARE}' || action`, ...CARES, at: 'at' },
  { what: `'${NAME.ACTIVE}'`, from: ACTIVE_AGENTS, at: 'active_at' },
];

const BY_HOUR: readonly RecountSource[] = [
  ...BY_MINUTE,
  { what: `'${NAME.REGISTERED}'`, ...AGENTS, at: 'created_at' },
  { what: `'${NAME.ADOPTED}'`, ...CREATURES, at: 'adopted_at' },
  { what: `'${NAME.SPECIES}'`, ...DESIGNS, at: 'created_at' },
  ...MONEY_BY_HOUR,
];

const KEPT: readonly RecountSource[] = [
  {
    what: 'kind',
    from: 'keepsakes join creatures on id = creature_id join keepers on agent_id = keeper_id',
  },
];

/** What was recounted, and that again of test accounts where they are told apart. */
const ALL_ALIKE = 'select what, bucket, n from each_one';
const WITH_TESTS = `
    ${ALL_ALIKE} union all select '${NAME.TEST}' || what, bucket, n from each_one where counts = 0`;

const WHAT = 'coalesce(expected.what, actual.what)';
const WHAT_AND_WHEN = `${WHAT} || ' at ' || coalesce(expected.bucket, actual.bucket)`;

export const TALLY_CHECKS: readonly AuditCheck[] = [
  inAll('house', 'what the house counts in all is what there is', HOUSE),
  inAll('adopted', 'species were adopted as often as they are counted', ADOPTED),
  inAll('used', 'items were used as often as they are counted', USED),
  inAll('lives', 'lives ended as old as they are counted', LIVES),
  inAll('kept', 'keepsakes are kept as often as they are counted', KEPT),
  inAll('money', 'money and credits moved as they are counted', MONEY),
  by(DAY, Infinity, 'the living are counted from the day they are', BY_DAY),
  by(MINUTE, DAY, 'what is counted by the minute happened in that minute', BY_MINUTE),
  by(HOUR, 30 * DAY, 'what is counted by the hour happened in that hour', BY_HOUR),
];

function inAll(list: TallyList, name: string, sources: readonly RecountSource[]): AuditCheck {
  const recounted = sources.map((source) => recount(source, '0'));
  const kept = `select what, 0 as bucket, n from counts_now where span = 0 and bucket = ${TALLY_LISTS[list]}`;
  return auditCheck(name, comparison(recounted, WITH_TESTS, kept, WHAT));
}

function by(span: number, reach: number, name: string, sources: readonly RecountSource[]): AuditCheck {
  const recounted = sources.map((source) => recount(source, `${source.at} / ${span} * ${span}`));
  // Only the operator asks for figures without test accounts, and never by the minute.
  const told = span === MINUTE ? ALL_ALIKE : WITH_TESTS;
  const kept = `select what, bucket, n from counts_now where span = ${span} and bucket >= $1`;
  return auditCheck(name, comparison(recounted, told, kept, WHAT_AND_WHEN), {
    // What is older may have been forgotten.
    since: (now) => Math.max(0, bucketOf(span, now - reach) + span),
  });
}

function recount(
  { what, from, where, at, counts = 'counts', n = 'count(*)' }: RecountSource,
  bucket: string,
): string {
  const conditions = [where, at && `${at} >= $1`].filter((condition) => condition !== undefined);
  return `
    select ${what} as what, ${bucket} as bucket, ${counts} as counts, ${n} as n from ${from}
    ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''} group by 1, 2, 3`;
}

function comparison(recounted: readonly string[], told: string, kept: string, subject: string): string {
  const groups = Object.entries(GROUPS).filter(([name]) => recounted.some((text) => text.includes(name)));
  return `
    with ${groups.map(([name, sql]) => `${name} as (${sql}),`).join('\n')}
      each_one as (${recounted.join(' union all ')}),
      expected as (select what, bucket, sum(n) as n from (${told}) told group by what, bucket),
      actual as (select what, bucket, sum(n) as n from (${kept}) kept group by what, bucket)
    select
      ${subject} as subject,
      coalesce(actual.n, 0) || ' instead of ' || coalesce(expected.n, 0) as found
    from expected full join actual on actual.what = expected.what and actual.bucket = expected.bucket
    where coalesce(actual.n, 0) <> coalesce(expected.n, 0)`;
}
