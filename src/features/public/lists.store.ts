import type { Db, OffsetLimit, Query } from '../../db/db.ts';
import {
  CHOSEN,
  idList,
  instant,
  listOf,
  number,
  optional,
  query,
  type RowOf,
  text,
} from '../../db/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import {
  type CreatureOrder,
  FAMILIES,
  type Family,
  type KeeperOrder,
  type Stage,
  type Writing,
} from '../../rules/vocabulary.ts';
import { shownToOthers } from '../moderation/moderation.store.ts';
import { type CreatureWithKeeper, selectByIds } from './creatures-with-keepers.store.ts';

// Names are found by how they begin, in the order of their bytes, which both databases keep alike. Both make small letters of
// A to Z and of no others: what begins with another letter is looked for in both cases.

/** How a name may begin, and species that are called so. */
interface NameSearch {
  readonly words: string;
  /** Slugs. */
  readonly species: readonly string[];
}

/** Each list is looked through no further. */
const MOST_NAMED = 300;
const MOST_KEEPERS = 30;
const MOST_SPECIES = 20;

/** Slugs of species agents designed whose names begin so. */
export async function speciesNamed(db: Db, words: string): Promise<readonly string[]> {
  return (await db.all(SPECIES, rangesOf({ words }))).map(({ slug }) => slug);
}

/** Two ranges as four values: names that begin with the words, in either case of the first letter. */
function rangesOf({ words }: Pick<NameSearch, 'words'>): readonly string[] {
  const [first = '', ...rest] = words.normalize('NFC');
  const [small, large] = [first.toLowerCase(), first.toUpperCase()].map((letter) =>
    withSmallLetters([letter, ...rest].join('')),
  );
  return [small, large].flatMap((begin = '') => [begin, begin + LAST_CHARACTER]);
}

/** As the databases do it. */
function withSmallLetters(words: string): string {
  return words.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const LAST_CHARACTER = '\u{10FFFF}';

interface NamedRows {
  readonly select: string;
  /** The name as the index has it. */
  readonly name: string;
  readonly and?: string;
  readonly most: number;
}

/** Rows whose name begins as one of the two ranges says that are given from a parameter on. */
function beginningSo({ select, name, and = '1 = 1', most }: NamedRows, from: number): string {
  const range = (at: number) => `
      select * from (${select} where ${name} >= $${at} and ${name} < $${at + 1} and ${and}
        order by ${name} limit ${most}) from_${at}`;
  return `${range(from)} union ${range(from + 2)}`;
}

function notHidden(writing: Writing, subject: string): string {
  return `not exists (select 1 from hidden_texts where writing = '${writing}' and subject = ${subject})`;
}

const BY_USERNAME: NamedRows = {
  select: 'select id from agents',
  name: 'username collate "C"',
  most: MOST_KEEPERS,
};
const BY_DISPLAY_NAME: NamedRows = {
  select: 'select id from agents',
  name: 'lower(display_name collate "C")',
  and: notHidden('display_name', 'agents.id'),
  most: MOST_KEEPERS,
};
const BY_NAME: NamedRows = {
  select: 'select id from creatures',
  name: 'lower(name collate "C")',
  and: `living = 1 and ${notHidden('creature_name', 'creatures.id')}`,
  most: MOST_NAMED,
};

/** SQL for the ids of agents by username or by what they call themselves. */
function namedAgents(from: number): string {
  return `
    select id from (${beginningSo(BY_USERNAME, from)}) by_username
    union select id from (${beginningSo(BY_DISPLAY_NAME, from)}) by_display_name`;
}

/** SQL for the ids of the living by their own names, by their species (a list of slugs as `$1`) and by their keepers. */
function namedCreatures(from: number): string {
  return `
    select id from (${beginningSo(BY_NAME, from)}) by_name
    union select id from (select one.id from ${CHOSEN} cross join creatures one
      where one.species = chosen.key and one.living = 1 limit ${MOST_NAMED}) by_species
    union select id from (select one.id from (${namedAgents(from)}) keeper cross join creatures one
      where one.keeper_id = keeper.id and one.living = 1 limit ${MOST_NAMED}) by_keeper`;
}

const SPECIES = query(
  { slug: text },
  beginningSo(
    {
      select: 'select slug from community_species',
      name: 'lower(name collate "C")',
      most: MOST_SPECIES,
    },
    1,
  ),
);

/** Which of those who live here, and in which order. */
interface LivingFilter extends OffsetLimit {
  readonly family: Family | undefined;
  /** All that have hatched, when it is missing. */
  readonly stage: Stage | undefined;
  readonly order: CreatureOrder;
  /** Only those who are lost by then if nobody comes. */
  readonly lostBy: Instant | undefined;
}

/**
 * A stretch of those who live here; eggs only where they are asked for, in the order of their adoption. What comes before the
 * stretch is passed by in the index. Of those who need somebody, no more than the five hundred with the least time left are
 * sorted by anything else.
 */
export function listLiving(db: Db, filter: LivingFilter): Promise<CreatureWithKeeper[]> {
  const { family, stage, order, lostBy, offset, limit } = filter;
  const kinds = [family, stage].filter((word) => word !== undefined);
  const of = shapeOf(filter);
  if (lostBy !== undefined && order !== 'danger')
    return db.all(NEEDY[order][of], [limit, offset, ...kinds, lostBy]);
  if (order === 'danger')
    return db.all(LIVING.danger[of], [limit, offset, offset + limit, ...kinds, lostBy ?? NEVER]);
  if (of === 'all' && order !== 'trust') return db.all(EVERYBODY[order], [limit, offset]);
  return db.all(LIVING[order][of], [limit, offset, offset + limit, ...kinds]);
}

/** The living whose own name, species or keeper is called so, eggs among them, as far as each index is looked through. */
export function searchLiving(
  db: Db,
  { family, stage, order, lostBy, offset, limit }: LivingFilter,
  search: NameSearch,
): Promise<CreatureWithKeeper[]> {
  const named = [idList(search.species), ...rangesOf(search)];
  return db.all(SEARCH_LIVING[order], [...named, limit, offset, family ?? '', stage ?? '', lostBy ?? NEVER]);
}

/** These, whatever became of them, the youngest first. */
export function findShown(db: Db, ids: readonly string[]): Promise<CreatureWithKeeper[]> {
  return db.all(THESE, [idList(ids)]);
}

/** Later than any moment. */
const NEVER = Number.MAX_SAFE_INTEGER;
const MOST_NEEDY = 500;

type Shape = 'all' | 'ofFamily' | 'ofStage' | 'ofBoth';

function shapeOf({ family, stage }: Pick<LivingFilter, 'family' | 'stage'>): Shape {
  if (family === undefined) return stage === undefined ? 'all' : 'ofStage';
  return stage === undefined ? 'ofFamily' : 'ofBoth';
}

interface OrderSql {
  /** What it is sorted by, beside the id; the index of each begins with family and stage. */
  readonly keys: string;
  readonly by: string;
  /** What the index holds. */
  readonly only?: string;
}

const ORDERS: Record<CreatureOrder, OrderSql> = {
  youngest: { keys: 'age_from, adopted_at', by: 'age_from desc, adopted_at desc, id desc' },
  oldest: { keys: 'age_from, adopted_at', by: 'age_from, adopted_at, id' },
  trust: {
    keys: 'age_from, trust_step',
    by: 'trust_step desc, age_from, id',
    only: 'trust_step is not null',
  },
  danger: { keys: 'lost_at', by: 'lost_at, id', only: 'lost_at is not null' },
};

// Of eggs none has an age, and all others have one.
const HATCHED = ['baby', 'child', 'teen', 'adult'] as const satisfies readonly Stage[];
const IN_SIGHT = shownToOthers('creatures.keeper_id');

function across(families: readonly string[], stages: readonly string[]) {
  return families.flatMap((family) => stages.map((stage) => [family, stage] as const));
}

/** Families and stages as SQL, and where the parameters that come after them begin. */
function kindsOf(
  shape: Shape,
  from: number,
): { kinds: readonly (readonly [family: string, stage: string])[]; next: string } {
  const families = FAMILIES.map((family) => `'${family}'`);
  const stages = HATCHED.map((stage) => `'${stage}'`);
  if (shape === 'all') return { kinds: across(families, stages), next: `$${from}` };
  if (shape === 'ofFamily') return { kinds: across([`$${from}`], stages), next: `$${from + 1}` };
  if (shape === 'ofStage') return { kinds: across(families, [`$${from}`]), next: `$${from + 1}` };
  return { kinds: [[`$${from}`, `$${from + 1}`]], next: `$${from + 2}` };
}

/** The indexes are sorted within one family at one stage: lists of several are merged from as many as may be needed of each. */
function merged(order: CreatureOrder, shape: Shape, from: number, reach: string): string {
  const { keys, by, only } = ORDERS[order];
  const { kinds, next } = kindsOf(shape, from);
  const lists = kinds.map(([family, stage], at) => {
    const conditions = [
      `living = 1 and family = ${family} and stage = ${stage}`,
      ...(only === undefined ? [] : [only]),
      ...(order === 'danger' ? [`lost_at <= ${next}`] : []),
      IN_SIGHT,
    ];
    return `
      select * from (select id, ${keys} from creatures
        where ${conditions.join(' and ')} order by ${by} limit ${reach}) kind_${at}`;
  });
  return `select * from (${lists.join(' union all ')}) kinds order by ${by}`;
}

function prefixed(by: string, alias: string): string {
  return by
    .split(', ')
    .map((each) => `${alias}.${each}`)
    .join(', ');
}

const SHAPES = ['all', 'ofFamily', 'ofStage', 'ofBoth'] as const satisfies readonly Shape[];

function eachShape(make: (shape: Shape) => Query<CreatureWithKeeper>) {
  return Object.fromEntries(SHAPES.map((shape) => [shape, make(shape)])) as Record<
    Shape,
    Query<CreatureWithKeeper>
  >;
}

function eachOrder<Order extends CreatureOrder, Made>(
  orders: readonly Order[],
  make: (order: Order) => Made,
): Record<Order, Made> {
  return Object.fromEntries(orders.map((order) => [order, make(order)])) as Record<Order, Made>;
}

const walk = (order: CreatureOrder) =>
  eachShape((shape) =>
    selectByIds(`${merged(order, shape, 4, '$3')} limit $1 offset $2`, prefixed(ORDERS[order].by, 'page')),
  );
const LIVING = eachOrder(['youngest', 'oldest', 'trust', 'danger'], walk);

/** Without a family or a stage age has an index of its own. */
const EVERYBODY = eachOrder(['youngest', 'oldest'], (order) => {
  const by = order === 'youngest' ? 'age_from desc, id desc' : 'age_from, id';
  return selectByIds(
    `select id, age_from from creatures where state = 'alive' and ${IN_SIGHT}
      order by ${by} limit $1 offset $2`,
    prefixed(by, 'page'),
  );
});

// An egg has no age, and the two databases would put it at different ends.
const LOADED_BY: Record<CreatureOrder, string> = {
  youngest: 'coalesce(face.age_from, face.adopted_at) desc, face.id desc',
  oldest: 'coalesce(face.age_from, face.adopted_at), face.id',
  trust: 'coalesce(face.trust_step, -1) desc, coalesce(face.age_from, face.adopted_at), face.id',
  danger: `coalesce(face.lost_at, ${NEVER}), coalesce(face.age_from, face.adopted_at), face.id`,
};

const NEEDY = eachOrder(['youngest', 'oldest', 'trust'], (order) =>
  eachShape((shape) =>
    selectByIds(
      `${merged('danger', shape, 3, String(MOST_NEEDY))} limit ${MOST_NEEDY}`,
      `${LOADED_BY[order]} limit $1 offset $2`,
    ),
  ),
);

const SEARCH_LIVING = eachOrder(['youngest', 'oldest', 'trust', 'danger'], (order) =>
  selectByIds(
    namedCreatures(2),
    `${LOADED_BY[order]} limit $6 offset $7`,
    `and face.living = 1 and ${shownToOthers('face.keeper_id')}
      and ($8 = '' or face.family = $8) and ($9 = '' or face.stage = $9)
      and coalesce(face.lost_at, ${NEVER}) <= $10`,
  ),
);

const THESE = selectByIds(
  `select key as id from ${CHOSEN}`,
  LOADED_BY.youngest,
  `and ${shownToOthers('face.keeper_id')}`,
);

const RECORD = {
  username: text,
  /** The mean consistency of the living, in percent; -1 without any, and before the first meal. */
  score: number,
  adopted: number,
  living: number,
  adultsRaised: number,
  gravestones: number,
};

/** How many of a keeper's creatures look out beside its name. */
const FACES = ['firstFace', 'secondFace', 'thirdFace'] as const;

const LISTED = {
  id: text,
  displayName: text,
  since: instant,
  ...RECORD,
  firstFace: optional(text),
  secondFace: optional(text),
  thirdFace: optional(text),
};

/** A keeper and what has become of those in its care. */
export interface ListedKeeper extends Omit<RowOf<typeof LISTED>, (typeof FACES)[number]> {
  /** Its newest living, as `id stage`. */
  readonly faces: readonly string[];
}

/** Keepers with a creature that lives, the most reliable first; or those who came last, as far as the newest registrations tell. */
export async function listKeepers(
  db: Db,
  order: KeeperOrder,
  { offset, limit }: OffsetLimit,
): Promise<ListedKeeper[]> {
  return (await db.all(KEEPERS[order], [limit, offset])).map(withFaces);
}

/** Keepers who are called so, the most reliable first. */
export async function searchKeepers(db: Db, words: string, most: number): Promise<ListedKeeper[]> {
  return (await db.all(SEARCH_KEEPERS, [...rangesOf({ words }), most])).map(withFaces);
}

/** The most reliable of those for whom somebody grew since a moment, and nobody died. */
export async function reliableSince(db: Db, since: Instant, most: number): Promise<GrowingKeeper[]> {
  const rows = await db.all(GROWING, [since, most]);
  return rows.map(({ grown, ...row }) => ({ ...withFaces(row), grown }));
}

export interface GrowingKeeper extends ListedKeeper {
  /** How often one of its living came to another stage. */
  readonly grown: number;
}

function withFaces({ firstFace, secondFace, thirdFace, ...keeper }: RowOf<typeof LISTED>): ListedKeeper {
  return { ...keeper, faces: [firstFace, secondFace, thirdFace].filter((face) => face !== undefined) };
}

const faceAt = (at: number) => `
      (select creatures.id || ' ' || stage from creatures where keeper_id = page.id and creatures.living = 1
        order by adopted_at desc, creatures.id desc limit 1 offset ${at})`;

const SELECTED = `
    agent.id, agent.display_name, agent.created_at as since, ${listOf(RECORD, 'keeper')},
    ${FACES.map((name, at) => `${faceAt(at)} as ${name.replace('Face', '_face')}`).join(', ')}`;

const JOINED = `cross join keepers keeper cross join agents agent
    where keeper.agent_id = page.id and agent.id = page.id and keeper.counts = 1 and keeper.blocked = 0`;

const MOST_RELIABLE = 'score desc, adults_raised desc, username';
const RELIABLE_FIRST = 'keeper.score desc, keeper.adults_raised desc, keeper.username';

/** The most reliable, by the index of their board. */
const reliable = (rest: string) => `
      (select agent_id as id from keepers where score >= 0 and blocked = 0 and counts = 1
        order by ${MOST_RELIABLE} ${rest}) page`;

// Who registered and never adopted anybody is looked past.
const NEWEST_LOOKED_THROUGH = 1500;

const KEEPERS: Record<KeeperOrder, ReturnType<typeof query<typeof LISTED>>> = {
  reliable: query(
    LISTED,
    `select ${SELECTED} from ${reliable('limit $1 offset $2')} ${JOINED} order by ${RELIABLE_FIRST}`,
  ),
  newest: query(
    LISTED,
    `select ${SELECTED} from
      (select recent.id, recent.created_at from
        (select id, created_at from agents order by created_at desc, id desc limit ${NEWEST_LOOKED_THROUGH}) recent
        cross join keepers own
        where own.agent_id = recent.id and own.counts = 1 and own.blocked = 0 and own.adopted > 0
        order by recent.created_at desc, recent.id desc limit $1 offset $2) page
    ${JOINED} order by page.created_at desc, page.id desc`,
  ),
};

const SEARCH_KEEPERS = query(
  LISTED,
  `select ${SELECTED} from (${namedAgents(1)}) page ${JOINED} order by ${RELIABLE_FIRST} limit $5`,
);

const RELIABLE_LOOKED_THROUGH = 200;
const MOST_OWN = 100;

// Both are asked keeper by keeper: as joins they could be turned around, and every stone of the house be read.
const GROWN = `
      (select count(*) from (select id from creatures where keeper_id = page.id and creatures.living = 1
          order by adopted_at desc, id desc limit ${MOST_OWN}) own
        cross join milestones grown
        where grown.creature_id = own.id and grown.type = 'stage_transition' and grown.threshold <> 'baby'
          and grown.reached_at > $1)`;
const BURIED = `
      (select count(*) from (select 1 from gravestones where keeper_id = page.id and died_at > $1 limit 1) stone)`;

const GROWING = query(
  { ...LISTED, grown: number },
  `select ${SELECTED}, page.grown from
      (select id, grown from (select page.id, ${GROWN} as grown, ${BURIED} as buried
        from ${reliable(`limit ${RELIABLE_LOOKED_THROUGH}`)}) asked where grown > 0 and buried = 0) page
    ${JOINED} order by ${RELIABLE_FIRST} limit $2`,
);
