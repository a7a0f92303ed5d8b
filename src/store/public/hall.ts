import type { Instant } from '../../core/engine/clock.ts';
import type { HatchedCreature } from '../../core/lives/creature.ts';
import type { Db, OffsetLimit } from '../engine/db.ts';
import { number, query, text, type RowOf } from '../engine/table.ts';
import { CREATURES, storedCreatureFrom } from '../lives/creatures.ts';
import { notBlocked } from './not-blocked.ts';

const STEADY_KEEPER = {
  id: text,
  username: text,
  displayName: text,
  /** The mean consistency of the living, in percent. */
  score: number,
  living: number,
  adultsRaised: number,
};
export type SteadyKeeper = RowOf<typeof STEADY_KEEPER>;

const MOURNER = { id: text, username: text, displayName: text, gravestones: number };
export type Mourner = RowOf<typeof MOURNER>;

/** The living, the oldest first. */
export async function oldestLiving(
  db: Db,
  { offset, limit }: OffsetLimit,
): Promise<readonly HatchedCreature[]> {
  const rows = await db.all(OLDEST, [limit, offset]);
  // Only what has hatched is alive in the database's word for it.
  return rows.map((row) => storedCreatureFrom(row).creature as HatchedCreature);
}

/** How many come before this one on the board and are counted from a moment later than `since`. */
export async function countOlder(db: Db, { id, life }: HatchedCreature, since: Instant): Promise<number> {
  return (await db.one(OLDER, [since, life.ageFrom, id]))?.n ?? 0;
}

/** Keepers of the living, those first whose creatures can rely on them most. */
export function mostConsistent(db: Db, { offset, limit }: OffsetLimit): Promise<readonly SteadyKeeper[]> {
  return db.all(STEADIEST, [limit, offset]);
}

/** How many come before this one on the board with a score below `limit`. */
export async function countSteadier(db: Db, keeper: SteadyKeeper, limit: number): Promise<number> {
  return (await db.one(STEADIER, [keeper.score, limit, keeper.adultsRaised, keeper.username]))?.n ?? 0;
}

/** Keepers who have buried someone, those first who have buried the most. */
export function mostGravestones(db: Db, { offset, limit }: OffsetLimit): Promise<readonly Mourner[]> {
  return db.all(MOURNERS, [limit, offset]);
}

/** How many come before this one on the board with as many stones. */
export async function countMournersBefore(db: Db, { username, gravestones }: Mourner): Promise<number> {
  return (await db.one(MOURNERS_BEFORE, [gravestones, username]))?.n ?? 0;
}

const COUNT = { n: number };

// The pages before the one that is read are passed by in the index alone. A cross join is the one kind of join that
// SQLite never turns around.

const OLDEST = query(
  CREATURES.columns,
  `
    select ${CREATURES.list('old')} from
      (select id from creatures where state = 'alive' and ${notBlocked('creatures.keeper_id')}
        order by age_from, id limit $1 offset $2) page
      cross join creatures old
    where old.id = page.id
    order by old.age_from, old.id`,
);

const OLDER = query(
  COUNT,
  `
    select count(*) as n from creatures
    where state = 'alive' and age_from > $1 and (age_from, id) < ($2, $3)
      and ${notBlocked('creatures.keeper_id')}`,
);

const BY_SCORE = 'score desc, adults_raised desc, username';

const STEADIEST = query(
  STEADY_KEEPER,
  `
    select agent.id, keeper.username, agent.display_name, keeper.score, keeper.living, keeper.adults_raised from
      (select username from keepers where score >= 0 and blocked = 0
        order by ${BY_SCORE} limit $1 offset $2) page
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
      (select username from keepers where gravestones > 0 and blocked = 0
        order by gravestones desc, username limit $1 offset $2) page
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
