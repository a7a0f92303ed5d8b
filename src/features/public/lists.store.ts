import { recordOf } from '../../../packages/base/collections.ts';
import type { Db, OffsetLimit, Query } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import {
  CREATURE_ORDERS,
  type CreatureOrder,
  FAMILIES,
  type Family,
  type KeeperOrder,
  type Stage,
  type Writing,
} from '../../rules/vocabulary.ts';
import { shownToOthers } from '../hidden/moderation.store.ts';
import { CREATURES, type StoredCreature, storedCreatureFrom } from '../records/creatures.store.ts';

export type CreatureWithKeeper = Readonly<{ stored: StoredCreature; username: string; displayName: string }>;

const KEEPER = { username: sql.text, displayName: sql.text };
const COLUMNS = { ...CREATURES.columns, ...KEEPER };

function selectWithKeepers(statement: string): Query<CreatureWithKeeper> {
  return sql.skipUnreadable(
    sql.mapRows(sql.query(COLUMNS, statement), ({ username, displayName, ...creature }) => ({
      stored: storedCreatureFrom(creature),
      username,
      displayName,
    })),
  );
}

const WITH_KEEPER = `${CREATURES.list('face')}, ${sql.listOf(KEEPER, 'agent')}`;

/** A query of creatures whose ids a subquery selects. SQLite never reorders a cross join. */
export function selectByIds(ids: string, order: string, rest = ''): Query<CreatureWithKeeper> {
  return selectWithKeepers(`
    select ${WITH_KEEPER} from (${ids}) page cross join creatures face cross join agents agent
    where face.id = page.id and agent.id = face.keeper_id ${rest}
    order by ${order}`);
}

export const findCreatureWithKeeper = sql.one(
  selectWithKeepers(
    `select ${WITH_KEEPER} from creatures face join agents agent on agent.id = face.keeper_id where face.id = $1`,
  ),
  sql.byKey,
);

const SHOWN_TO_OTHERS = `and exists (
      select 1 from keepers where agent_id = face.keeper_id and counts = 1 and blocked = 0)`;

/** Creatures by their next event, earliest first. `limit` also counts those of test accounts, which are left out. */
export const nextToChange = sql.all(
  selectByIds(
    'select id from creatures where next_event_at > $1 order by next_event_at, id limit $2',
    'face.next_event_at, face.id',
    SHOWN_TO_OTHERS,
  ),
  (now: Instant, limit: number) => [now, limit],
);

/** Creatures from `from` up to but not including `to`, hatched, with a public page; and when that last changed. */
export const listCreaturesBetween = sql.selectRows(
  {
    id: sql.text,
    bornAt: sql.instant,
    diedAt: sql.optional(sql.instant),
    wroteAt: sql.optional(sql.instant),
  },
  `select face.id as id, coalesce(face.age_from, face.adopted_at) as born_at, face.died_at as died_at,
      (select max(letter.written_at) from letters letter where letter.creature_id = face.id) as wrote_at
    from creatures face
    where face.stage <> 'egg' and face.id >= $1 and face.id < $2 and face.state in ('alive', 'dead') ${SHOWN_TO_OTHERS}
    order by face.id limit $3`,
  (from: string, to: string, limit: number) => [from, to, limit],
);

// The limit is inside the subquery: whole rows are read only for its ids.
/** Living creatures that were fed or played with last, latest first, within the last 300 log entries. */
export const lastCaredFor = sql.all(
  selectByIds(
    `select face.id as id, seen.at as at from (
      select creature_id, max(at) as at from (
        select creature_id, at, action, heard from care_log order by at desc, id desc limit 300) latest
      where heard = 1 and action in ('feed', 'play') group by creature_id) seen
    cross join creatures face where face.id = seen.creature_id and face.living = 1 ${SHOWN_TO_OTHERS}
    order by seen.at desc, face.id desc limit $1`,
    'page.at desc, face.id desc',
  ),
  (limit: number) => [limit],
);

// Names are searched in byte order (collation "C"), where lower() folds only A to Z. Other letters are tried in both cases, and
// what is found is compared once more here, where all capitals are folded.

/** Most rows that a name search returns per index. */
const MAX_NAMED = { creatures: 300, agents: 30, species: 50 };

/** Within this many rows of an index a word is found anywhere in a name, beyond only at its beginning: a scan takes 10 ms. */
const SCANNED = 20_000;

const LAST_CHARACTER = '\u{10FFFF}';

const fold = (text: string) => text.normalize('NFC').toLowerCase();

/** Whether a name has all words of a search, anywhere and in any order. */
export function nameMatcher(words: string): (name: string) => boolean {
  const wanted = fold(words)
    .split(/\s+/)
    .filter((word) => word !== '');
  return (name) => {
    const folded = fold(name);
    return wanted.length > 0 && wanted.every((word) => folded.includes(word));
  };
}

type FoundNames = Readonly<Record<'creatures' | 'keepers' | 'species', readonly string[]>>;

/** Ids of living creatures and of keepers, and slugs of community species, whose name has all words. */
export async function findNamed(db: Db, words: string): Promise<FoundNames> {
  const [creatures, keepers, species] = await Promise.all([
    idsNamed(db, NAMED.creatures, words),
    agentsNamed(db, words),
    speciesNamed(db, words),
  ]);
  return { creatures, keepers, species };
}

async function agentsNamed(db: Db, words: string): Promise<readonly string[]> {
  const [byUsername, byDisplayName] = await Promise.all([
    idsNamed(db, NAMED.usernames, words),
    idsNamed(db, NAMED.displayNames, words),
  ]);
  return [...new Set([...byUsername, ...byDisplayName])];
}

export function speciesNamed(db: Db, words: string): Promise<readonly string[]> {
  return idsNamed(db, NAMED.species, words);
}

async function idsNamed(db: Db, named: Query<{ id: string; name: string }>, words: string) {
  const matches = nameMatcher(words);
  const found = await db.all(named, [...nameRanges(words), sql.idList(patternsOf(words))]);
  return found.filter(({ name }) => matches(name)).map(({ id }) => id);
}

/** Two ranges of names that start with the words, one for each case of the first letter. */
function nameRanges(words: string): readonly string[] {
  const [first = '', ...rest] = words.normalize('NFC');
  return [first.toLowerCase(), first.toUpperCase()].flatMap((letter) => {
    const start = [letter, ...rest].join('').replace(/[A-Z]/g, (capital) => capital.toLowerCase());
    return [start, start + LAST_CHARACTER];
  });
}

const MAX_VARIANTS = 8;

/** LIKE patterns of the longest word: its letters outside ASCII in both cases, from the fourth on as any letter. */
function patternsOf(words: string): readonly string[] {
  const [longest = ''] = fold(words)
    .split(/\s+/)
    .toSorted((one, other) => other.length - one.length);
  let patterns = ['%'];
  for (const letter of longest) {
    const upper = letter.toUpperCase();
    const cases = letter <= '\u007F' || upper === letter ? [letter] : [letter, upper];
    const ways = patterns.length * cases.length <= MAX_VARIANTS ? cases : ['_'];
    const escape = (way: string) => (cases.length === 1 ? way.replace(/[\\%_]/, '\\$&') : way);
    patterns = patterns.flatMap((start) => ways.map((way) => start + escape(way)));
  }
  return patterns.map((pattern) => `${pattern}%`);
}

type NameIndex = Readonly<{
  from: string;
  id?: string;
  /** The expression of the index, and the column that it is about. */
  by: string;
  name: string;
  where?: string;
  and?: string;
  limit: number;
}>;

/** Rows whose name starts with the words (`$1` to `$4`), or matches a pattern (`$5`) within the first rows of the index. */
function namedIn({ from, id = 'id', by, name, where = '1 = 1', and = '1 = 1', limit }: NameIndex) {
  const columns = `${id} as id, ${name} as name`;
  const range = (at: number) => `
      select id, name from (select ${columns} from ${from} where ${by} >= $${at} and ${by} < $${at + 1}
        and ${where} and ${and} order by ${by} limit ${limit}) from_${at}`;
  return sql.query(
    { id: sql.text, name: sql.text },
    `${range(1)} union ${range(3)} union
      select id, name from (select found.id, found.name from
          (select ${columns}, ${by} as folded from ${from} where ${where} order by ${by} limit ${SCANNED}) found
          cross join (select key from json_each($5)) pattern
        where found.folded like pattern.key escape '\\' ${and === '1 = 1' ? '' : `and ${and.replaceAll(`${from}.id`, 'found.id')}`}
        limit ${limit}) within`,
  );
}

function notHidden(writing: Writing, subject: string): string {
  return `not exists (select 1 from hidden_texts where writing = '${writing}' and subject = ${subject})`;
}

const BY_NAME = { by: 'lower(name collate "C")', name: 'name' };
const NAMED = {
  usernames: namedIn({
    from: 'agents',
    by: 'username collate "C"',
    name: 'username',
    limit: MAX_NAMED.agents,
  }),
  displayNames: namedIn({
    from: 'agents',
    by: 'lower(display_name collate "C")',
    name: 'display_name',
    and: notHidden('display_name', 'agents.id'),
    limit: MAX_NAMED.agents,
  }),
  creatures: namedIn({
    ...BY_NAME,
    from: 'creatures',
    where: 'living = 1',
    and: notHidden('creature_name', 'creatures.id'),
    limit: MAX_NAMED.creatures,
  }),
  species: namedIn({ ...BY_NAME, from: 'community_species', id: 'slug', limit: MAX_NAMED.species }),
};

const listAt = (parameter: number) => `(select key from json_each($${parameter})) chosen`;

const livingWhose = (parameter: number, column: string) => `
    select id from (select one.id from ${listAt(parameter)} cross join creatures one
      where one.${column} = chosen.key and one.living = 1 limit ${MAX_NAMED.creatures}) by_${column}`;

/** SQL for the ids of living creatures by lists of their ids (`$1`), species (`$2`), keepers (`$3`) and families (`$4`). */
const FOUND_CREATURES = `
    select key as id from ${listAt(1)}
    union ${livingWhose(2, 'species')}
    union ${livingWhose(3, 'keeper_id')}
    union ${livingWhose(4, 'family')}`;

interface LivingFilter extends OffsetLimit {
  readonly family?: Family | undefined;
  /** Stage of the listed creatures; default: every stage but eggs. */
  readonly stage?: Stage | undefined;
  readonly order: CreatureOrder;
  /** Lists only creatures that die by this moment without care. */
  readonly lostBy?: Instant | undefined;
}

/** Eggs only if asked for by stage. With `lostBy` and another order, the `MAX_NEEDY` with the least time left are sorted. */
export function listLiving(db: Db, filter: LivingFilter): Promise<CreatureWithKeeper[]> {
  const { family, stage, order, lostBy, offset, limit } = filter;
  const kinds = [family, stage].filter((word) => word !== undefined);
  const by = kindFilterOf(filter);
  if (lostBy !== undefined && order !== 'danger')
    return db.all(NEEDY[order][by], [limit, offset, ...kinds, lostBy]);
  if (order === 'danger')
    return db.all(LIVING.danger[by], [limit, offset, offset + limit, ...kinds, lostBy ?? NEVER]);
  if (by === 'neither' && order !== 'trust') return db.all(BY_AGE[order], [limit, offset]);
  return db.all(LIVING[order][by], [limit, offset, offset + limit, ...kinds]);
}

/** Living creatures and eggs that are found, or whose species, keeper or family is. */
export function searchLiving(
  db: Db,
  { family, stage, order, lostBy, offset, limit }: LivingFilter,
  found: FoundNames & Readonly<{ families: readonly string[] }>,
): Promise<CreatureWithKeeper[]> {
  const lists = [found.creatures, found.species, found.keepers, found.families].map(sql.idList);
  return db.all(SEARCH_LIVING[order], [...lists, limit, offset, family ?? '', stage ?? '', lostBy ?? NEVER]);
}

const NEVER = Number.MAX_SAFE_INTEGER;
const MAX_NEEDY = 500;

/** Which filters a query has as parameters: family, stage, both or neither. */
const KIND_FILTERS = ['neither', 'family', 'stage', 'family and stage'] as const;
type KindFilter = (typeof KIND_FILTERS)[number];

function kindFilterOf({ family, stage }: LivingFilter): KindFilter {
  if (family === undefined) return stage === undefined ? 'neither' : 'stage';
  return stage === undefined ? 'family' : 'family and stage';
}

/** Per order of the list: the sort columns besides the id, the ORDER BY, and the condition of the partial index. */
const ORDERS: Record<CreatureOrder, { keys: string; by: string; only?: string }> = {
  youngest: { keys: 'age_from, adopted_at', by: 'age_from desc, adopted_at desc, id desc' },
  oldest: { keys: 'age_from, adopted_at', by: 'age_from, adopted_at, id' },
  trust: {
    keys: 'age_from, trust_step',
    by: 'trust_step desc, age_from, id',
    only: 'trust_step is not null',
  },
  danger: { keys: 'lost_at', by: 'lost_at, id', only: 'lost_at is not null' },
};

// Stages with an age: age_from is null for eggs and set for every other stage.
const HATCHED = ['baby', 'child', 'teen', 'adult'] as const satisfies readonly Stage[];
const IN_SIGHT = shownToOthers('creatures.keeper_id');

/** Each index is sorted within one family and stage: lists of several are merged from the first `reach` rows of each. */
function mergedIds(order: CreatureOrder, given: KindFilter, from: number, reach: string): string {
  const { keys, by, only } = ORDERS[order];
  let parameter = from;
  const oneOrAll = (kind: 'family' | 'stage', words: readonly string[]) =>
    given.includes(kind) ? [`$${parameter++}`] : words.map((word) => `'${word}'`);
  const families = oneOrAll('family', FAMILIES);
  const stages = oneOrAll('stage', HATCHED);
  const conditions = [
    ...(only === undefined ? [] : [only]),
    ...(order === 'danger' ? [`lost_at <= $${parameter}`] : []),
    IN_SIGHT,
  ];
  const lists = families.flatMap((family) =>
    stages.map(
      (stage) => `
      select * from (select id, ${keys} from creatures
        where living = 1 and family = ${family} and stage = ${stage} and ${conditions.join(' and ')}
        order by ${by} limit ${reach}) kind`,
    ),
  );
  return `select * from (${lists.join(' union all ')}) kinds order by ${by}`;
}

const ofPage = (orderBy: string) => `page.${orderBy.replaceAll(', ', ', page.')}`;

const LIVING = recordOf(CREATURE_ORDERS, (order) =>
  recordOf(KIND_FILTERS, (given) =>
    selectByIds(`${mergedIds(order, given, 4, '$3')} limit $1 offset $2`, ofPage(ORDERS[order].by)),
  ),
);

/** Lists by age without family and stage have an index of their own. */
const BY_AGE = recordOf(['youngest', 'oldest'], (order) => {
  const by = order === 'youngest' ? 'age_from desc, id desc' : 'age_from, id';
  return selectByIds(
    `select id, age_from from creatures where state = 'alive' and ${IN_SIGHT}
      order by ${by} limit $1 offset $2`,
    ofPage(by),
  );
});

// coalesce: SQLite and PostgreSQL sort the missing age (null) of an egg to different ends.
const LOADED_BY: Record<CreatureOrder, string> = {
  youngest: 'coalesce(face.age_from, face.adopted_at) desc, face.id desc',
  oldest: 'coalesce(face.age_from, face.adopted_at), face.id',
  trust: 'coalesce(face.trust_step, -1) desc, coalesce(face.age_from, face.adopted_at), face.id',
  danger: `coalesce(face.lost_at, ${NEVER}), coalesce(face.age_from, face.adopted_at), face.id`,
};

const NEEDY = recordOf(['youngest', 'oldest', 'trust'], (order) =>
  recordOf(KIND_FILTERS, (given) =>
    selectByIds(
      `${mergedIds('danger', given, 3, String(MAX_NEEDY))} limit ${MAX_NEEDY}`,
      `${LOADED_BY[order]} limit $1 offset $2`,
    ),
  ),
);

const SEARCH_LIVING = recordOf(CREATURE_ORDERS, (order) =>
  selectByIds(
    FOUND_CREATURES,
    `${LOADED_BY[order]} limit $5 offset $6`,
    `and face.living = 1 and ${shownToOthers('face.keeper_id')}
      and ($7 = '' or face.family = $7) and ($8 = '' or face.stage = $8)
      and coalesce(face.lost_at, ${NEVER}) <= $9`,
  ),
);

export const findShown = sql.all(
  selectByIds(
    `select key as id from ${sql.CHOSEN}`,
    LOADED_BY.youngest,
    `and ${shownToOthers('face.keeper_id')}`,
  ),
  (ids: readonly string[]) => [sql.idList(ids)],
);

/** Also of test accounts and blocked agents. */
export const findManyWithKeepers = sql.all(
  selectByIds(`select key as id from ${sql.CHOSEN}`, 'face.id'),
  (ids: readonly string[]) => [sql.idList(ids)],
);

const RECORD = {
  username: sql.text,
  /** The mean consistency of the keeper's living creatures, in percent; -1 without any, and before the first meal. */
  score: sql.number,
  adopted: sql.number,
  living: sql.number,
  adultsRaised: sql.number,
  gravestones: sql.number,
};

const LISTED = {
  id: sql.text,
  displayName: sql.text,
  since: sql.instant,
  ...RECORD,
  // The keeper's newest living creatures, as `id stage`.
  firstFace: sql.optional(sql.text),
  secondFace: sql.optional(sql.text),
};

export interface ListedKeeper extends Omit<sql.RowOf<typeof LISTED>, 'firstFace' | 'secondFace'> {
  /** The keeper's newest living creatures. */
  readonly faces: readonly KeeperFace[];
}

/** Keepers with a living creature, the most reliable first; or the newest, within the latest registrations. */
export async function listKeepers(
  db: Db,
  order: KeeperOrder,
  { offset, limit }: OffsetLimit,
): Promise<ListedKeeper[]> {
  return (await db.all(KEEPERS[order], [limit, offset])).map(withFaces);
}

/** Keepers whose username or display name has all words, the most reliable first. */
export async function searchKeepers(db: Db, words: string, limit: number): Promise<ListedKeeper[]> {
  const found = await agentsNamed(db, words);
  return (await db.all(SEARCH_KEEPERS, [sql.idList(found), limit])).map(withFaces);
}

export interface GrowingKeeper extends ListedKeeper {
  /** Number of stages that its creatures reached. */
  readonly grown: number;
}

/** The most reliable keepers whose creatures grew and did not die since a moment; `grown` counts the stages reached. */
export async function reliableSince(db: Db, since: Instant, limit: number): Promise<GrowingKeeper[]> {
  const rows = await db.all(GROWING, [since, limit]);
  return rows.map(({ grown, ...row }) => ({ ...withFaces(row), grown }));
}

interface KeeperFace {
  readonly id: string;
  readonly stage: Stage;
}

function withFaces({ firstFace, secondFace, ...keeper }: sql.RowOf<typeof LISTED>): ListedKeeper {
  const faces = [firstFace, secondFace].filter((face) => face !== undefined);
  return {
    ...keeper,
    faces: faces.map((face) => {
      const [id = '', stage] = face.split(' ');
      return { id, stage: stage as Stage };
    }),
  };
}

const faceAt = (at: number) => `
      (select creatures.id || ' ' || stage from creatures where keeper_id = page.id and creatures.living = 1
        order by adopted_at desc, creatures.id desc limit 1 offset ${at})`;

const SELECTED = `
    agent.id, agent.display_name, agent.created_at as since, ${sql.listOf(RECORD, 'keeper')},
    ${faceAt(0)} as first_face, ${faceAt(1)} as second_face`;

const JOINED = `cross join keepers keeper cross join agents agent
    where keeper.agent_id = page.id and agent.id = page.id and keeper.counts = 1 and keeper.blocked = 0`;

const RELIABLE_FIRST = 'keeper.score desc, keeper.adults_raised desc, keeper.username';

const reliable = (rest: string) => `
      (select agent_id as id from keepers where score >= 0 and blocked = 0 and counts = 1
        order by score desc, adults_raised desc, username ${rest}) page`;

// Most registrations that are read: agents that never adopted are skipped, so more rows are read than shown.
const NEWEST_READ = 1500;

const listed = (statement: string) => sql.query(LISTED, statement);

const KEEPERS = {
  reliable: listed(
    `select ${SELECTED} from ${reliable('limit $1 offset $2')} ${JOINED} order by ${RELIABLE_FIRST}`,
  ),
  newest: listed(`select ${SELECTED} from
      (select recent.id, recent.created_at from
        (select id, created_at from agents order by created_at desc, id desc limit ${NEWEST_READ}) recent
        cross join keepers own
        where own.agent_id = recent.id and own.counts = 1 and own.blocked = 0 and own.adopted > 0
        order by recent.created_at desc, recent.id desc limit $1 offset $2) page
    ${JOINED} order by page.created_at desc, page.id desc`),
} satisfies Record<KeeperOrder, unknown>;

const SEARCH_KEEPERS = listed(
  `select ${SELECTED} from (select key as id from ${listAt(1)}) page ${JOINED} order by ${RELIABLE_FIRST} limit $2`,
);

const RELIABLE_READ = 200;
const CREATURES_READ_EACH = 100;

// Scalar subqueries per keeper: with joins, the planner could start from the gravestones and read all of them.
const GROWN = `
      (select count(*) from (select id from creatures where keeper_id = page.id and creatures.living = 1
          order by adopted_at desc, id desc limit ${CREATURES_READ_EACH}) own
        cross join milestones grown
        where grown.creature_id = own.id and grown.type = 'stage_transition' and grown.threshold <> 'baby'
          and grown.reached_at > $1)`;
const BURIED = `
      (select count(*) from (select 1 from gravestones where keeper_id = page.id and died_at > $1 limit 1) stone)`;

const GROWING = sql.query(
  { ...LISTED, grown: sql.number },
  `select ${SELECTED}, page.grown from
      (select id, grown from (select page.id, ${GROWN} as grown, ${BURIED} as buried
        from ${reliable(`limit ${RELIABLE_READ}`)}) asked where grown > 0 and buried = 0) page
    ${JOINED} order by ${RELIABLE_FIRST} limit $2`,
);
