import type { Db, KeysetRange } from '../../db/db.ts';
import { instant, number, query, type RowOf, text } from '../../db/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { HatchedCreature } from '../../rules/lives/creature.ts';
import { TOLD_TO_OTHERS } from '../care/care-log.store.ts';
import { notBlocked, shownToOthers } from '../moderation/moderation.store.ts';
import { type CreatureWithKeeper, selectByIds } from './creatures-with-keepers.store.ts';

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

const COMEBACK = { creatureId: text, at: instant };

/** Who came back, and when. */
export type StoredComeback = RowOf<typeof COMEBACK>;

/** From the dead, by being brought back; or from the edge, by getting well after its health had been critical. */
export type ComebackFrom = 'the dead' | 'the edge';

/** Those who came back since a moment and have lived on, the longest first. */
export function comebacksSince(
  db: Db,
  from: ComebackFrom,
  since: Instant,
  most: number,
): Promise<StoredComeback[]> {
  return db.all(COMEBACKS[from], [since, most]);
}

const THOUGHT_OF = { creatureId: text, days: number };

/** One of the living, and on how many days others were told what its keeper thinks of it. */
export type ThoughtOf = RowOf<typeof THOUGHT_OF>;

/** How many reflections tell who is loved most. */
export const REFLECTIONS_LOOKED_THROUGH = 500;

/** The living whom their keepers wrote about on the most days, as far as the last reflections tell; of equals, the most trusting. */
export function mostThoughtOf(db: Db, most: number): Promise<ThoughtOf[]> {
  return db.all(MOST_THOUGHT_OF, [most]);
}

const LOOKED_THROUGH = 200;

const stillHere = (latest: string, and = '') => `
    select back.creature_id, back.at from (${latest} limit ${LOOKED_THROUGH}) back cross join creatures one
    where one.id = back.creature_id and one.state = 'alive' ${and} and ${shownToOthers('one.keeper_id')}
    order by back.at, back.creature_id limit $2`;

const COMEBACKS = {
  'the dead': query(
    COMEBACK,
    stillHere(
      `select creature_id, resurrected_at as at, death_number from gravestones
        where resurrected_at > $1 order by resurrected_at, id`,
      // Not dead again since, and brought back once more.
      'and one.resurrections = back.death_number',
    ),
  ),
  'the edge': query(
    COMEBACK,
    stillHere(
      `select creature_id, reached_at as at from milestones
        where type = 'health_milestone' and shown = 1 and reached_at > $1 order by reached_at, creature_id`,
    ),
  ),
};

const DAY_MS = 86_400_000;

const MOST_THOUGHT_OF = query(
  THOUGHT_OF,
  `
    select told.creature_id, told.days from (
      select creature_id, count(distinct at / ${DAY_MS}) as days, count(*) as times from (
        select creature_id, at from care_log where ${TOLD_TO_OTHERS}
        order by at desc, id desc limit ${REFLECTIONS_LOOKED_THROUGH}) latest
      group by creature_id) told cross join creatures one
    where one.id = told.creature_id and one.living = 1 and ${shownToOthers('one.keeper_id')}
    order by told.days desc, coalesce(one.trust_step, -1) desc, told.times desc, one.id limit $1`,
);
