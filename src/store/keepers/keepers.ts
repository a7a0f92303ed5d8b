import type { Instant } from '../../core/engine/clock.ts';
import type { KeeperRecord, UnlockableTier } from '../../core/keepers/tiers.ts';
import type { Command, Db, Query } from '../engine/db.ts';

/** What an agent has kept so far. */
export interface Keeper extends KeeperRecord {
  readonly id: string;
  readonly username: string;
  /** False for accounts made for testing: nobody else is shown what they do, and no figure of the operator counts it. */
  readonly counts: boolean;
  /** True while the operator keeps all of it out of others' sight. */
  readonly blocked: boolean;
  readonly adopted: number;
  readonly gravestones: number;
  /** The highest tier it was told of. */
  readonly toldTier: UnlockableTier;
  /** Living and hatched, and how well they are kept, summed up. */
  readonly living: number;
  readonly consistencyTenths: number;
  readonly lastActiveAt: Instant;
  readonly hasCared: boolean;
  readonly hasChild: boolean;
}

export interface NewKeeper {
  readonly id: string;
  readonly username: string;
  readonly counts: boolean;
}

/** Begins an agent's record; one that is there stays as it is. */
export async function insertKeeper(db: Db, { id, username, counts }: NewKeeper): Promise<void> {
  await db.run(BEGIN, [id, username, counts ? 1 : 0]);
}

export async function findKeeper(db: Db, id: string): Promise<Keeper | undefined> {
  const row = await db.one(FIND, [id]);
  return row && keeperFrom(row);
}

/** The record as it is now; until the transaction ends nobody else can change it. */
export async function selectKeeperForUpdate(db: Db, id: string): Promise<Keeper> {
  const row = await db.one(HOLD, [id]);
  if (!row) throw new Error('a creature has a keeper without a record');
  return keeperFrom(row);
}

/** Writes down what changed between two states of a record that is held. */
export async function saveKeeper(db: Db, before: Keeper, after: Keeper): Promise<void> {
  if (changedOnlyActivity(before, after)) {
    await db.run(SAVE_ACTIVITY, [after.id, after.lastActiveAt, after.hasCared ? 1 : 0]);
    return;
  }
  await db.run(SAVE, [
    after.id,
    after.lastActiveAt,
    after.hasCared ? 1 : 0,
    after.adopted,
    after.hatched,
    after.firstHatchedAt ?? null,
    after.adultsRaised,
    after.deaths,
    after.gravestones,
    after.toldTier,
    after.living,
    after.consistencyTenths,
    consistencyScore(after),
    after.hasChild ? 1 : 0,
  ]);
}

/** The mean consistency of the living, in percent; what the board is sorted by. */
export function consistencyScore({ living, consistencyTenths }: Pick<Keeper, 'living' | 'consistencyTenths'>): number {
  return living === 0 ? -1 : consistencyTenths / living / 10;
}

function changedOnlyActivity(before: Keeper, after: Keeper): boolean {
  return (
    before.adopted === after.adopted &&
    before.hatched === after.hatched &&
    before.adultsRaised === after.adultsRaised &&
    before.deaths === after.deaths &&
    before.living === after.living &&
    before.consistencyTenths === after.consistencyTenths &&
    before.hasChild === after.hasChild
  );
}

interface KeeperRow {
  readonly agent_id: string;
  readonly username: string;
  readonly counts: number;
  readonly blocked: number;
  readonly adopted: number;
  readonly hatched: number;
  readonly first_hatched_at: number | null;
  readonly adults_raised: number;
  readonly deaths: number;
  readonly gravestones: number;
  readonly told_tier: UnlockableTier;
  readonly living: number;
  readonly consistency_tenths: number;
  readonly last_active_at: number;
  readonly has_cared: number;
  readonly has_child: number;
}

function keeperFrom(row: KeeperRow): Keeper {
  return {
    id: row.agent_id,
    username: row.username,
    counts: row.counts === 1,
    blocked: row.blocked === 1,
    adopted: row.adopted,
    hatched: row.hatched,
    firstHatchedAt: row.first_hatched_at ?? undefined,
    adultsRaised: row.adults_raised,
    deaths: row.deaths,
    gravestones: row.gravestones,
    toldTier: row.told_tier,
    living: row.living,
    consistencyTenths: row.consistency_tenths,
    lastActiveAt: row.last_active_at,
    hasCared: row.has_cared === 1,
    hasChild: row.has_child === 1,
  };
}

const COLUMNS = [
  'agent_id',
  'username',
  'counts',
  'blocked',
  'adopted',
  'hatched',
  'first_hatched_at',
  'adults_raised',
  'deaths',
  'gravestones',
  'told_tier',
  'living',
  'consistency_tenths',
  'last_active_at',
  'has_cared',
  'has_child',
] as const;

const BEGIN: Command = {
  text: `
    insert into keepers (
      agent_id, username, counts, adopted, hatched, adults_raised, deaths, gravestones, told_tier, living,
      consistency_tenths, score, last_active_at, has_cared, has_child)
    values ($1, $2, $3, 0, 0, 0, 0, 0, 'common', 0, 0, -1, 0, 0, 0)
    on conflict (agent_id) do nothing`,
};

const FIND: Query<KeeperRow> = {
  text: `select ${COLUMNS.join(', ')} from keepers where agent_id = $1`,
  columns: COLUMNS,
};

const HOLD: Query<KeeperRow> = { ...FIND, forUpdate: true };

// What most care changes, apart: a column that is written has its indexes written too.
const SAVE_ACTIVITY: Command = {
  text: 'update keepers set last_active_at = $2, has_cared = $3 where agent_id = $1',
};

const SAVE: Command = {
  text: `
    update keepers set last_active_at = $2, has_cared = $3, adopted = $4, hatched = $5, first_hatched_at = $6,
      adults_raised = $7, deaths = $8, gravestones = $9, told_tier = $10, living = $11,
      consistency_tenths = $12, score = $13, has_child = $14
    where agent_id = $1`,
};

export const STATEMENTS = [BEGIN, FIND, HOLD, SAVE_ACTIVITY, SAVE];
