import { TEST_PREFIXES } from '../../rules/agents.ts';
import { DAY, HOUR, MINUTE } from '../../rules/base/clock.ts';
import { PACKS } from '../../rules/credits.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { auditCheck, type AuditCheck } from '../../db/audit-check.ts';
import { COUNTED_BY_NAME } from '../records/care-log.store.ts';
import { bucketOf, TALLY_LISTS, type TallyList } from '../tallies/tallies.store.ts';
import {
  ACTIVE,
  ADOPTED,
  ALIVE,
  BORN,
  CARE,
  CAUSE,
  CENTS,
  CREDITS,
  DIED,
  FAMILY,
  FUNNEL,
  LIVE,
  LIVING,
  MOVED,
  NOT_RECOUNTED,
  OUT,
  PATH,
  PLAY,
  REGISTERED,
  RESURRECTED,
  SALES as SALES_TALLY,
  SPECIES,
  SPECIES_OF,
  STAGE,
  STAGE_AT_DEATH,
  STATUS,
  TEST,
  TIMING,
  WITH_ITEM,
} from '../tallies/tally-names.store.ts';

// Recounts every counter from its rows. Test accounts (`counts` = 0) are counted twice: in the total and under the TEST prefix.

/** SQL for the column `counts` by username: 0 for test accounts, 1 for all others. */
export const COUNTS_CASE = `case when ${TEST_PREFIXES.map((prefix) => `username like '${prefix}%'`).join(' or ')} then 0 else 1 end`;

interface RecountedFigure {
  readonly what: string;
  readonly from: string;
  readonly where?: string;
  readonly at?: string;
  readonly counts?: string | undefined;
  readonly n?: string;
}

// Joined instead of all keepers and creatures: few are of test accounts or of blocked agents, and all others count.
const EXCEPTIONS = `
  odd_keepers as (select agent_id as odd, counts, blocked from keepers where counts = 0 or blocked = 1),
  odd_creatures as (select id as odd, counts from creatures join odd_keepers on odd_keepers.odd = keeper_id),`;

const AGENTS = { from: 'agents', counts: COUNTS_CASE };
const CREATURES = { from: 'creatures left join odd_keepers on odd = keeper_id' };
const STONES = { from: 'gravestones left join odd_keepers on odd = keeper_id' };
const RETURNED_STONES = { ...STONES, where: 'resurrected_at is not null' };
const DESIGNS = { from: 'community_species left join odd_keepers on odd = creator_id' };
const CARES = { from: 'care_log left join odd_keepers on odd = keeper_id', where: 'refused is null' };

/** Acts of care since the start, with the sums of those that 1.0.0 archived. */
const ALL_CARES = {
  from: `(
    select action, timing, case when category is null then 0 else 1 end as with_item,
      case when ${COUNTED_BY_NAME} then lower(item) end as item,
      coalesce(counts, 1) as counts, 1 as n
    from ${CARES.from} where ${CARES.where}
    union all
    select action, nullif(timing, ''), with_item, nullif(item, ''), counts, n from archived_cares) cares`,
  n: sum('n'),
};

// Rows that many figures of the house count are grouped once, not once per figure.
const GROUPS = `
  creature_groups as (
    select state, stage, family, path, creatures.living, counts, blocked, count(*) as n
    from ${CREATURES.from} group by state, stage, family, path, creatures.living, counts, blocked),
  care_groups as (
    select action, timing, with_item, counts, ${ALL_CARES.n} as n
    from ${ALL_CARES.from} group by action, timing, with_item, counts),`;
const CREATURE_GROUPS = { from: 'creature_groups', n: sum('n') };
const CARE_GROUPS = { from: 'care_groups', n: sum('n') };

const PACK_BOUGHT = `case ${PACKS.map(
  ({ id, credits, cents }) => `when credits = ${credits} and cents = ${cents} then '${id}'`,
).join(' ')} else 'bundle' end`;

const MONEY_KIND = `case live when 1 then '${LIVE}' else '${PLAY}' end`;

const SALES = {
  from: `(
    select ledger.agent_id, ledger.created_at as sold_at, ${MONEY_KIND} as money,
      provider || '/' || pack as what, credits, cents
    from ledger join purchases on purchases.id = ledger.ref where kind = 'purchase'
    union all
    select ledger.agent_id, ledger.created_at, ${MONEY_KIND}, method || '/' || ${PACK_BOUGHT}, credits, cents
    from ledger join inline_payments on key = idem_key where kind = 'inline_payment') sales
    join agents on agents.id = agent_id`,
  counts: COUNTS_CASE,
};

/** SQL for an agent's last activity: from its keeper row, or from the care of its living creatures. */
export const ACTIVE_AT = `case when coalesce(lives.cared, 0) > keepers.last_active_at
    then lives.cared else keepers.last_active_at end`;

const ACTIVE_AGENTS = `(
    select keepers.counts, ${ACTIVE_AT} as active_at from keepers left join (
      select keeper_id, max(cared_at) as cared from creatures where living = 1 group by keeper_id) lives
      on lives.keeper_id = keepers.agent_id) activity`;

/** Figures of public lists, which are counted again under the OUT prefix for blocked agents. */
const IN_PUBLIC_LISTS: readonly RecountedFigure[] = [
  { what: `'${LIVING}' || family || '/' || stage`, ...CREATURE_GROUPS, where: 'living = 1' },
  { what: `'${CAUSE}' || cause`, ...STONES },
  { what: `'${SPECIES_OF}' || family`, ...DESIGNS },
];

const HOUSE: readonly RecountedFigure[] = [
  { what: `'${REGISTERED}'`, ...AGENTS },
  { what: `'${STATUS}' || state`, ...CREATURE_GROUPS },
  { what: `'${STAGE}' || stage`, ...CREATURE_GROUPS },
  { what: `'${FAMILY}' || family`, ...CREATURE_GROUPS },
  { what: `'${PATH}' || path`, ...CREATURE_GROUPS, where: 'path is not null' },
  { what: `'${CARE}' || action`, ...CARE_GROUPS },
  { what: `'${TIMING}' || timing`, ...CARE_GROUPS, where: 'timing is not null' },
  { what: `'${WITH_ITEM}'`, ...CARE_GROUPS, where: 'with_item = 1' },
  { what: `'${STAGE_AT_DEATH}' || stage_reached`, ...STONES },
  { what: `'${RESURRECTED}'`, ...RETURNED_STONES },
  // `KEEPER_CHECKS` compare these columns with the rows.
  { what: `'${FUNNEL}adopted'`, from: 'keepers', where: 'adopted > 0' },
  { what: `'${FUNNEL}cared'`, from: 'keepers', where: 'has_cared = 1' },
  { what: `'${FUNNEL}child'`, from: 'keepers', where: 'has_child = 1' },
  { what: `'${FUNNEL}adult'`, from: 'keepers', where: 'adults_raised > 0' },
  { what: `'${FUNNEL}species'`, ...DESIGNS, n: 'count(distinct creator_id)' },
  ...IN_PUBLIC_LISTS,
  ...IN_PUBLIC_LISTS.map(({ what, where = 'true', ...figure }) => ({
    ...figure,
    what: `'${OUT}' || ${what}`,
    where: `blocked = 1 and ${where}`,
    // `counts` is 1 for every blocked agent: blocked test accounts are subtracted in full, too.
    counts: '1',
  })),
];

const BUILT_IN = CATALOG.map(({ slug }) => `'${slug}'`).join(', ');

const BY_MINUTE: readonly RecountedFigure[] = [
  {
    what: `'${BORN}'`,
    from: 'milestones left join odd_creatures on odd = creature_id',
    where: `type = 'stage_transition' and threshold = 'baby'`,
    at: 'reached_at',
  },
  { what: `'${DIED}'`, ...STONES, at: 'died_at' },
  { what: `'${CARE}' || action`, ...CARES, at: 'at' },
  { what: `'${ACTIVE}'`, from: ACTIVE_AGENTS, at: 'active_at' },
];

export const TALLY_CHECKS: readonly AuditCheck[] = [
  inAll('house', 'what the house counts in all is what there is', HOUSE, GROUPS),
  // Adoptions of community species are stored in their rows; only those of test accounts have a counter.
  inAll('adopted', 'species were adopted as often as they are counted', [
    { what: 'species', ...CREATURES, where: `species in (${BUILT_IN})` },
    {
      what: `'${TEST}' || species`,
      ...CREATURES,
      where: `counts = 0 and species not in (${BUILT_IN})`,
      counts: '1',
    },
  ]),
  inAll('used', 'items were used as often as they are counted', [
    { what: 'item', ...ALL_CARES, where: 'item is not null' },
  ]),
  inAll('lives', 'lives ended as old as they are counted', [
    { what: `'died/' || (lived_ms / ${DAY})`, ...STONES },
    { what: `'returned/' || (lived_ms / ${DAY})`, ...RETURNED_STONES },
    {
      what: `'released/' || ((released_at - age_from) / ${DAY})`,
      ...CREATURES,
      where: `state = 'released' and age_from is not null`,
    },
  ]),
  inAll('kept', 'keepsakes are kept as often as they are counted', [
    { what: 'kind', from: 'keepsakes left join odd_creatures on odd = creature_id' },
  ]),
  inAll('money', 'money and credits moved as they are counted', [
    { what: `'${SALES_TALLY}' || money || '/' || what`, ...SALES },
    { what: `'${CREDITS}' || money || '/' || what`, ...SALES, n: sum('credits') },
    { what: `'${CENTS}' || money || '/' || what`, ...SALES, n: sum('cents') },
    {
      what: `'${MOVED}' || kind`,
      from: 'ledger join agents on agents.id = agent_id',
      where: `kind not in ('purchase', 'inline_payment')`,
      counts: COUNTS_CASE,
      n: sum('abs(delta - debt_delta)'),
    },
  ]),
  by(DAY, Infinity, 'the living are counted from the day they are', [
    { what: `'${ALIVE}'`, ...CREATURES, where: `state = 'alive'`, at: `age_from` },
  ]),
  by(MINUTE, DAY, 'what is counted by the minute happened in that minute', BY_MINUTE),
  by(HOUR, 30 * DAY, 'what is counted by the hour happened in that hour', [
    ...BY_MINUTE,
    { what: `'${REGISTERED}'`, ...AGENTS, at: 'created_at' },
    { what: `'${ADOPTED}'`, ...CREATURES, at: 'adopted_at' },
    { what: `'${SPECIES}'`, ...DESIGNS, at: 'created_at' },
    { what: `'${CENTS}' || money`, ...SALES, at: 'sold_at', n: sum('cents') },
  ]),
];

function sum(amount: string): string {
  return `cast(sum(${amount}) as bigint)`;
}

function inAll(list: TallyList, name: string, figures: readonly RecountedFigure[], groups = ''): AuditCheck {
  const recounted = figures.map((figure) => recount(figure, '0'));
  const stored = `select what, 0 as bucket, n from counts_now where span = 0 and bucket = ${TALLY_LISTS[list]}`;
  return auditCheck(name, comparison(recounted, stored, 'what', groups));
}

function by(span: number, reach: number, name: string, figures: readonly RecountedFigure[]): AuditCheck {
  const recounted = figures.map((figure) => {
    // Counters by the minute have no separate count of test accounts.
    const counts = span === MINUTE ? '1' : figure.counts;
    return recount({ ...figure, counts }, `${figure.at} / ${span} * ${span}`);
  });
  const stored = `select what, bucket, n from counts_now where span = ${span} and bucket >= $1
    and what not in (${NOT_RECOUNTED.map((each) => `'${each}'`).join(', ')})`;
  return auditCheck(name, comparison(recounted, stored, `what || ' at ' || bucket`), {
    // Recounts start at the oldest complete bucket: older ones may have been deleted.
    since: (now) => Math.max(0, bucketOf(span, now - reach) + span),
  });
}

function recount(
  { what, from, where = 'true', at, counts = 'coalesce(counts, 1)', n = 'count(*)' }: RecountedFigure,
  bucket: string,
): string {
  return `
    select ${what} as what, ${bucket} as bucket, ${counts} as counts, ${n} as n from ${from}
    where ${where} ${at === undefined ? '' : `and ${at} >= $1`} group by 1, 2, 3`;
}

function comparison(recounted: readonly string[], stored: string, subject: string, groups = ''): string {
  return `
    with ${EXCEPTIONS} ${groups} figures as (${recounted.join(' union all ')}),
      expected as (
        select what, bucket, sum(n) as n from (
          select what, bucket, n from figures
          union all select '${TEST}' || what, bucket, n from figures where counts = 0) counted
        group by what, bucket),
      actual as (select what, bucket, sum(n) as n from (${stored}) stored group by what, bucket)
    select ${subject} as subject, coalesce(actual.n, 0) || ' instead of ' || coalesce(expected.n, 0) as found
    from expected full join actual using (what, bucket)
    where coalesce(actual.n, 0) <> coalesce(expected.n, 0)`;
}
