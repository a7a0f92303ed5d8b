import type { Instant } from '../../core/engine/clock.ts';
import type { HatchedCreature } from '../../core/lives/creature.ts';
import type { Db, Query } from '../engine/db.ts';
import { CREATURE_COLUMNS, storedCreatureFrom, type CreatureRow } from '../lives/creature-rows.ts';
import { notBlocked } from './not-blocked.ts';

/** A stretch of a board. */
export interface OffsetLimit {
  readonly offset: number;
  readonly limit: number;
}

export interface SteadyKeeper {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  /** The mean consistency of the living, in percent. */
  readonly score: number;
  readonly living: number;
  readonly adultsRaised: number;
}

export interface Mourner {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly gravestones: number;
}

/** The living, the oldest first. */
export async function oldestLiving(db: Db, { offset, limit }: OffsetLimit): Promise<readonly HatchedCreature[]> {
  const rows = await db.all(OLDEST, [limit, offset]);
  // Only what has hatched is alive in the database's word for it.
  return rows.map((row) => storedCreatureFrom(row).creature as HatchedCreature);
}

/** How many come before this one on the board and are counted from a moment later than `since`. */
export async function countOlder(db: Db, { id, life }: HatchedCreature, since: Instant): Promise<number> {
  return countFrom(await db.one(OLDER, [since, life.ageFrom, id]));
}

/** Keepers of the living, those first whose creatures can rely on them most. */
export async function mostConsistent(db: Db, { offset, limit }: OffsetLimit): Promise<readonly SteadyKeeper[]> {
  const rows = await db.all(STEADIEST, [limit, offset]);
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    score: row.score,
    living: row.living,
    adultsRaised: row.adults_raised,
  }));
}

/** How many come before this one on the board with a score below `limit`. */
export async function countSteadier(db: Db, keeper: SteadyKeeper, limit: number): Promise<number> {
  return countFrom(await db.one(STEADIER, [keeper.score, limit, keeper.adultsRaised, keeper.username]));
}

/** Keepers who have buried someone, those first who have buried the most. */
export async function mostGravestones(db: Db, { offset, limit }: OffsetLimit): Promise<readonly Mourner[]> {
  const rows = await db.all(MOURNERS, [limit, offset]);
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    gravestones: row.gravestones,
  }));
}

/** How many come before this one on the board with as many stones. */
export async function countMournersBefore(db: Db, { username, gravestones }: Mourner): Promise<number> {
  return countFrom(await db.one(MOURNERS_BEFORE, [gravestones, username]));
}

interface CountRow {
  readonly n: number;
}

function countFrom(row: CountRow | undefined): number {
  return row?.n ?? 0;
}

interface SteadyKeeperRow {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  readonly score: number;
  readonly living: number;
  readonly adults_raised: number;
}

type MournerRow = Pick<SteadyKeeperRow, 'id' | 'username' | 'display_name'> & Pick<Mourner, 'gravestones'>;

// The pages before the one that is read are passed by in the index alone. A cross join is the one kind of join that
// SQLite never turns around.

const OLDEST: Query<CreatureRow> = {
  text: `
    select ${CREATURE_COLUMNS.map((column) => `old.${column}`).join(', ')} from
      (select id from creatures where state = 'alive' and ${notBlocked('creatures.keeper_id')}
        order by age_from, id limit $1 offset $2) page
      cross join creatures old
    where old.id = page.id
    order by old.age_from, old.id`,
  columns: CREATURE_COLUMNS,
};

const OLDER: Query<CountRow> = {
  text: `
    select count(*) as n from creatures
    where state = 'alive' and age_from > $1 and (age_from, id) < ($2, $3)
      and ${notBlocked('creatures.keeper_id')}`,
  columns: ['n'],
};

const BY_SCORE = 'score desc, adults_raised desc, username';

const STEADIEST: Query<SteadyKeeperRow> = {
  text: `
    select agent.id, keeper.username, agent.display_name, keeper.score, keeper.living, keeper.adults_raised from
      (select username from keepers where score >= 0 and blocked = 0
        order by ${BY_SCORE} limit $1 offset $2) page
      cross join agents agent cross join keepers keeper
    where agent.username = page.username and keeper.agent_id = agent.id
    order by keeper.score desc, keeper.adults_raised desc, keeper.username`,
  columns: ['id', 'username', 'display_name', 'score', 'living', 'adults_raised'],
};

const STEADIER: Query<CountRow> = {
  text: `
    select count(*) as n from keepers
    where score >= 0 and blocked = 0 and score >= $1 and score < $2
      and (score > $1 or adults_raised > $3 or (adults_raised = $3 and username < $4))`,
  columns: ['n'],
};

const MOURNERS: Query<MournerRow> = {
  text: `
    select agent.id, keeper.username, agent.display_name, keeper.gravestones from
      (select username from keepers where gravestones > 0 and blocked = 0
        order by gravestones desc, username limit $1 offset $2) page
      cross join agents agent cross join keepers keeper
    where agent.username = page.username and keeper.agent_id = agent.id
    order by keeper.gravestones desc, keeper.username`,
  columns: ['id', 'username', 'display_name', 'gravestones'],
};

const MOURNERS_BEFORE: Query<CountRow> = {
  text: `
    select count(*) as n from keepers
    where gravestones > 0 and blocked = 0 and gravestones = $1 and username < $2`,
  columns: ['n'],
};

export const STATEMENTS = [OLDEST, OLDER, STEADIEST, STEADIER, MOURNERS, MOURNERS_BEFORE];
