import type { Instant } from '../../core/engine/clock.ts';
import { FAMILIES, type CreatureOrder, type Family, type Stage } from '../../core/vocabulary.ts';
import type { Db, OffsetLimit, Query } from '../engine/db.ts';
import { CHOSEN, idList } from '../engine/table.ts';
import { selectByIds, type CreatureWithKeeper } from './creatures-with-keepers.ts';
import { shownToOthers } from './not-blocked.ts';
import { namedCreatures, rangesOf, type NameSearch } from './name-search.ts';

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
  return db.all(SEARCH[order], [...named, limit, offset, family ?? '', stage ?? '', lostBy ?? NEVER]);
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

const SEARCH = eachOrder(['youngest', 'oldest', 'trust', 'danger'], (order) =>
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
