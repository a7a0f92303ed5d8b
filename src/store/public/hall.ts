import type { Instant } from '../../core/engine/clock.ts';
import type { HatchedCreature } from '../../core/lives/creature.ts';
import type { Db, KeysetRange } from '../engine/db.ts';
import { number, query, text, type RowOf } from '../engine/table.ts';
import { selectByIds, type CreatureWithKeeper } from './creatures-with-keepers.ts';
import { notBlocked } from './not-blocked.ts';

const STEADY_KEEPER = {
  id: text,
  username: text,
  displayName: text,
  /** The mean consistency of the living, in percent. */
  score: number,
  living: number,
  adultsRaised: number,
  gravestones: number,
};
export type SteadyKeeper = RowOf<typeof STEADY_KEEPER>;

const MOURNER = { id: text, username: text, displayName: text, gravestones: number };
export type Mourner = RowOf<typeof MOURNER>;

/** As many as a column can hold. */
const MOST = 2 ** 31 - 1;

/** Boards begin after these: age and id; score, adults and name; stones and name. */
export const FIRST_OLDEST = [Number.MIN_SAFE_INTEGER, ''] as const;
export const FIRST_STEADIEST = [100.5, MOST, ''] as const;
export const FIRST_MOURNER = [MOST, ''] as const;

/** The living, the oldest first. */
export async function oldestLiving(
  db: Db,
  { offset, limit, after = FIRST_OLDEST }: KeysetRange,
): Promise<readonly OldCreature[]> {
  const found = await db.all(OLDEST, [limit, offset, ...after]);
  // Only what has hatched is alive in the database's word for it.
  return found.map(({ stored, ...keeper }) => ({
    ...keeper,
    creature: stored.creature as HatchedCreature,
  }));
}

/** One of the living, and who keeps it. */
export interface OldCreature extends Omit<CreatureWithKeeper, 'stored'> {
  readonly creature: HatchedCreature;
}

/** How many come before this one on the board and are counted from a moment later than `since`. */
export async function countOlder(db: Db, { id, life }: HatchedCreature, since: Instant): Promise<number> {
  return (await db.one(OLDER, [since, life.ageFrom, id]))?.n ?? 0;
}

/** Keepers of the living, those first whose creatures can rely on them most. */
export function mostConsistent(
  db: Db,
  { offset, limit, after = FIRST_STEADIEST }: KeysetRange,
): Promise<readonly SteadyKeeper[]> {
  return db.all(STEADIEST, [limit, offset, offset + limit, ...after]);
}

/** How many come before this one on the board with a score below `limit`. */
export async function countSteadier(db: Db, keeper: SteadyKeeper, limit: number): Promise<number> {
  return (await db.one(STEADIER, [keeper.score, limit, keeper.adultsRaised, keeper.username]))?.n ?? 0;
}

/** Keepers who have buried someone, those first who have buried the most. */
export function mostGravestones(
  db: Db,
  { offset, limit, after = FIRST_MOURNER }: KeysetRange,
): Promise<readonly Mourner[]> {
  return db.all(MOURNERS, [limit, offset, offset + limit, ...after]);
}

/** How many come before this one on the board with as many stones. */
export async function countMournersBefore(db: Db, { username, gravestones }: Mourner): Promise<number> {
  return (await db.one(MOURNERS_BEFORE, [gravestones, username]))?.n ?? 0;
}

const COUNT = { n: number };

// The pages before the one that is read are passed by in the index alone. A cross join is the one kind of join that
// SQLite never turns around.

const OLDEST = selectByIds(
  `select id from creatures
        where state = 'alive' and (age_from, id) > ($3, $4) and ${notBlocked('creatures.keeper_id')}
        order by age_from, id limit $1 offset $2`,
  'face.age_from, face.id',
);

const OLDER = query(
  COUNT,
  `
    select count(*) as n from creatures
    where state = 'alive' and age_from > $1 and (age_from, id) < ($2, $3)
      and ${notBlocked('creatures.keeper_id')}`,
);

/**
 * The names on a stretch of a board of keepers, by columns of which all go down but the last. A comparison of rows knows only
 * one direction, so that what comes after a key is merged of one list for each column: alike before it, beyond in it.
 */
function namesAfter(board: string, columns: readonly string[]): string {
  const order = columns.map((column) => (column === 'username' ? column : `${column} desc`)).join(', ');
  const lists = columns.map((column, at) => {
    const alike = columns.slice(0, at).map((each, nth) => `${each} = $${nth + 4}`);
    const beyond = `${column} ${column === 'username' ? '>' : '<'} $${at + 4}`;
    return `
        select * from (select ${columns.join(', ')} from keepers where ${[board, ...alike, beyond].join(' and ')}
          order by ${order} limit $3) by_${column}`;
  });
  return `
      (select username from (${lists.join(' union all ')}) lists order by ${order} limit $1 offset $2) page`;
}

const STEADIEST = query(
  STEADY_KEEPER,
  `
    select agent.id, keeper.username, agent.display_name, keeper.score, keeper.living, keeper.adults_raised,
      keeper.gravestones from
      ${namesAfter('score >= 0 and blocked = 0', ['score', 'adults_raised', 'username'])}
      cross join agents agent cross join keepers keeper
    where agent.username = page.username and keeper.agent_id = agent.id
    order by keeper.score desc, keeper.adults_raised desc, keeper.username`,
);

const STEADIER = query(
  COUNT,
  `
    select count(*) as n from keepers
    where score >= 0 and blocked = 0 and score >= $1 and score < $2
      and (score > $1 or adults_raised > $3 or (adults_raised = $3 and username < $4))`,
);

const MOURNERS = query(
  MOURNER,
  `
    select agent.id, keeper.username, agent.display_name, keeper.gravestones from
      ${namesAfter('gravestones > 0 and blocked = 0', ['gravestones', 'username'])}
      cross join agents agent cross join keepers keeper
    where agent.username = page.username and keeper.agent_id = agent.id
    order by keeper.gravestones desc, keeper.username`,
);

const MOURNERS_BEFORE = query(
  COUNT,
  `
    select count(*) as n from keepers
    where gravestones > 0 and blocked = 0 and gravestones = $1 and username < $2`,
);
