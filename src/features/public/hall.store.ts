import type { Db, KeysetRange, Value } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';
import { DAY, type Instant } from '../../rules/base/clock.ts';
import type { HatchedCreature } from '../../rules/lives/creature.ts';
import { notBlocked, shownToOthers } from '../hidden/moderation.store.ts';
import { TOLD_TO_OTHERS } from '../records/care-log.store.ts';
import { type CreatureWithKeeper, selectByIds } from './lists.store.ts';

const KEEPER = { id: sql.text, username: sql.text, displayName: sql.text };
/** Columns of the board of keepers; `score` is the mean consistency of their living creatures, in percent. */
const STEADY = { score: sql.number, living: sql.number, adultsRaised: sql.number, gravestones: sql.number };
const LOSSES = { gravestones: sql.number };

export type SteadyKeeper = sql.RowOf<typeof KEEPER & typeof STEADY>;
export type Mourner = sql.RowOf<typeof KEEPER & typeof LOSSES>;

const MAX_INT = 2 ** 31 - 1;

/** Keysets before the first entry of each board: age and id; score, adults and username; gravestones and username. */
export const FIRST_OLDEST = [Number.MIN_SAFE_INTEGER, ''] as const;
export const FIRST_STEADIEST = [100.5, MAX_INT, ''] as const;
export const FIRST_MOURNER = [MAX_INT, ''] as const;

export async function oldestLiving(
  db: Db,
  { offset, limit, after = FIRST_OLDEST }: KeysetRange,
): Promise<(OldCreature | sql.UnreadableRowError)[]> {
  const found = await db.all(OLDEST, [limit, offset, ...after]);
  return found.map((one) => {
    if (one instanceof sql.UnreadableRowError) return one;
    const { stored, ...keeper } = one;
    // The cast holds: only hatched creatures have the state 'alive'.
    return { ...keeper, creature: stored.creature as HatchedCreature };
  });
}

export interface OldCreature extends Omit<CreatureWithKeeper, 'stored'> {
  readonly creature: HatchedCreature;
}

function counting<Args extends readonly unknown[]>(
  statement: string,
  values: (...args: Args) => readonly Value[],
) {
  const counted = sql.query({ n: sql.number }, statement);
  return async (db: Db, ...args: Args): Promise<number> => (await db.one(counted, values(...args)))?.n ?? 0;
}

// The offset is skipped in the index alone. SQLite never reorders a cross join.

const OLDEST = sql.returnUnreadable(
  selectByIds(
    `select id from creatures
        where state = 'alive' and (age_from, id) > ($3, $4) and ${notBlocked('creatures.keeper_id')}
        order by age_from, id limit $1 offset $2`,
    'face.age_from, face.id',
  ),
);

/** Number of creatures before this one on the board of the oldest whose `age_from` is after `since`. */
export const countOlder = counting(
  `
    select count(*) as n from creatures
    where state = 'alive' and age_from > $1 and (age_from, id) < ($2, $3)
      and ${notBlocked('creatures.keeper_id')}`,
  ({ id, life }: HatchedCreature, since: Instant) => [since, life.ageFrom, id],
);

/**
 * A page of a board of keepers, sorted by columns that are all descending but the username. An SQL row
 * comparison has one direction only, so the rows after a key are merged from one list per column: equal in
 * the columns before it, beyond the key in it.
 */
function keeperBoard<Figures extends sql.Columns>(
  figures: Figures,
  board: string,
  columns: readonly string[],
) {
  const orderBy = (prefix = '') =>
    columns.map((column) => `${prefix}${column}${column === 'username' ? '' : ' desc'}`).join(', ');
  const lists = columns.map((column, at) => {
    const equal = columns.slice(0, at).map((each, nth) => `${each} = $${nth + 4}`);
    const beyond = `${column} ${column === 'username' ? '>' : '<'} $${at + 4}`;
    return `
        select * from (select ${columns.join(', ')} from keepers where ${[board, ...equal, beyond].join(' and ')}
          order by ${orderBy()} limit $3) by_${column}`;
  });
  return sql.query(
    { ...KEEPER, ...figures },
    `
    select agent.id, keeper.username, agent.display_name, ${sql.listOf(figures, 'keeper')} from
      (select username from (${lists.join(' union all ')}) lists order by ${orderBy()} limit $1 offset $2) page
      cross join agents agent cross join keepers keeper
    where agent.username = page.username and keeper.agent_id = agent.id
    order by ${orderBy('keeper.')}`,
  );
}

export const mostConsistent = sql.all(
  keeperBoard(STEADY, 'score >= 0 and blocked = 0', ['score', 'adults_raised', 'username']),
  ({ offset, limit, after = FIRST_STEADIEST }: KeysetRange) => [limit, offset, offset + limit, ...after],
);
export const mostGravestones = sql.all(
  keeperBoard(LOSSES, 'gravestones > 0 and blocked = 0', ['gravestones', 'username']),
  ({ offset, limit, after = FIRST_MOURNER }: KeysetRange) => [limit, offset, offset + limit, ...after],
);

/** Number of keepers before this one on the board whose score is below `limit`. */
export const countSteadier = counting(
  `
    select count(*) as n from keepers
    where score >= 0 and blocked = 0 and score >= $1 and score < $2
      and (score > $1 or adults_raised > $3 or (adults_raised = $3 and username < $4))`,
  (keeper: SteadyKeeper, limit: number) => [keeper.score, limit, keeper.adultsRaised, keeper.username],
);

/** Number of keepers before this one on the board that have as many gravestones. */
export const countMournersBefore = counting(
  `
    select count(*) as n from keepers
    where gravestones > 0 and blocked = 0 and gravestones = $1 and username < $2`,
  ({ username, gravestones }: Mourner) => [gravestones, username],
);

export type Comeback = sql.RowOf<typeof COMEBACK>;

/** Living creatures that came back since a moment, earliest first: from death by resurrection, or from critical health. */
export function comebacksSince(
  db: Db,
  from: keyof typeof COMEBACKS,
  since: Instant,
  limit: number,
): Promise<Comeback[]> {
  return db.all(COMEBACKS[from], [since, limit]);
}

export const REFLECTIONS_LOOKED_THROUGH = 500;

const COMEBACKS_READ = 200;
const COMEBACK = { creatureId: sql.text, at: sql.instant };

const stillAlive = (latest: string, and = '') => `
    select back.creature_id, back.at from (${latest} limit ${COMEBACKS_READ}) back cross join creatures one
    where one.id = back.creature_id and one.state = 'alive' ${and} and ${shownToOthers('one.keeper_id')}
    order by back.at, back.creature_id limit $2`;

const COMEBACKS = {
  'the dead': sql.query(
    COMEBACK,
    stillAlive(
      `select creature_id, resurrected_at as at, death_number from gravestones
        where resurrected_at > $1 order by resurrected_at, id`,
      // Only the latest resurrection of a creature is listed.
      'and one.resurrections = back.death_number',
    ),
  ),
  'the edge': sql.query(
    COMEBACK,
    stillAlive(
      `select creature_id, reached_at as at from milestones
        where type = 'health_milestone' and shown = 1 and reached_at > $1 order by reached_at, creature_id`,
    ),
  ),
};

/** Living creatures with public reflections on the most days, within the latest reflections; ties go to more trust. */
export const mostThoughtOf = sql.selectRows(
  { creatureId: sql.text, days: sql.number },
  `
    select told.creature_id, told.days from (
      select creature_id, count(distinct at / ${DAY}) as days, count(*) as times from (
        select creature_id, at from care_log where ${TOLD_TO_OTHERS}
        order by at desc, id desc limit ${REFLECTIONS_LOOKED_THROUGH}) latest
      group by creature_id) told cross join creatures one
    where one.id = told.creature_id and one.living = 1 and ${shownToOthers('one.keeper_id')}
    order by told.days desc, coalesce(one.trust_step, -1) desc, told.times desc, one.id limit $1`,
  (limit: number) => [limit],
);
