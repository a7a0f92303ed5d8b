import type { KeeperRecord, UnlockableTier } from '../../rules/agents.ts';
import type { Db, Value } from '../../db/db.ts';
import {
  command,
  flag,
  forUpdate,
  instant,
  named,
  number,
  optional,
  table,
  text,
  word,
  type RowOf,
} from '../../db/table.ts';

export const KEEPERS = table('keepers', {
  id: named('agent_id', text),
  username: text,
  /** False for accounts made for testing: nobody else is shown what they do, and no figure of the operator counts it. */
  counts: flag,
  /** True while the operator keeps all of it out of others' sight. */
  blocked: flag,
  adopted: number,
  hatched: number,
  firstHatchedAt: optional(instant),
  adultsRaised: number,
  deaths: number,
  gravestones: number,
  /** The highest tier it was told of. */
  toldTier: word<UnlockableTier>(),
  /** Living and hatched, and how well they are kept, summed up. */
  living: number,
  consistencyTenths: number,
  /** But for what its living creatures know better: `lastActiveOf` tells. */
  lastActiveAt: instant,
  hasCared: flag,
  /** Without a meal there is no consistency to rank. */
  hasFed: flag,
  hasChild: flag,
});

const SCORED = table('keepers', { ...KEEPERS.columns, score: number });

/** What an agent has kept so far. */
export type Keeper = RowOf<typeof KEEPERS.columns> & KeeperRecord;

type NewKeeper = Pick<Keeper, 'id' | 'username' | 'counts'>;

/** Begins an agent's record; one that is there stays as it is. */
export async function insertKeeper(db: Db, { id, username, counts }: NewKeeper): Promise<void> {
  await db.run(INSERT, [id, username, counts ? 1 : 0]);
}

export function findKeeper(db: Db, id: string): Promise<Keeper | undefined> {
  return db.one(FIND, [id]);
}

/** The record as it is now; until the transaction ends nobody else can change it. */
export async function selectKeeperForUpdate(db: Db, id: string): Promise<Keeper> {
  const keeper = await db.one(FIND_FOR_UPDATE, [id]);
  if (!keeper) throw new Error('a creature has a keeper without a record');
  return keeper;
}

/**
 * Writes down what changed between two states of a record that is held: nothing, when only its last moment did and one of
 * its living creatures knows that.
 */
export async function saveKeeper(db: Db, before: Keeper, after: Keeper): Promise<void> {
  if (!isUnchanged(before, after)) await db.run(SAVE, valuesOf(after));
}

/** The same for records of several keepers, all held. */
export async function saveKeepers(db: Db, changes: Iterable<KeeperChange>): Promise<void> {
  const changed = [...changes].filter(({ before, after }) => !isUnchanged(before, after));
  const rows = changed.map(({ after }) => valuesOf(after));
  await db.runEach(SAVE, rows);
}

/** Two states of a record. */
interface KeeperChange {
  readonly before: Keeper;
  readonly after: Keeper;
}

function valuesOf(keeper: Keeper): Value[] {
  return SAVE.values({ ...keeper, score: consistencyScore(keeper) });
}

/** The mean consistency of the living, in percent; what the board is sorted by. -1 for who has none, or never fed any. */
export function consistencyScore({
  living,
  consistencyTenths,
  hasFed,
}: Pick<Keeper, 'living' | 'consistencyTenths' | 'hasFed'>): number {
  return living === 0 || !hasFed ? -1 : consistencyTenths / living / 10;
}

function isUnchanged(before: Keeper, after: Keeper): boolean {
  return (
    before.lastActiveAt === after.lastActiveAt &&
    before.hasCared === after.hasCared &&
    before.adopted === after.adopted &&
    before.hatched === after.hatched &&
    before.adultsRaised === after.adultsRaised &&
    before.deaths === after.deaths &&
    before.living === after.living &&
    before.consistencyTenths === after.consistencyTenths &&
    before.hasFed === after.hasFed &&
    before.hasChild === after.hasChild
  );
}

const INSERT = command(`
  insert into keepers (
    agent_id, username, counts, adopted, hatched, adults_raised, deaths, gravestones, told_tier, living,
    consistency_tenths, score, last_active_at, has_cared, has_child)
  values ($1, $2, $3, 0, 0, 0, 0, 0, 'common', 0, 0, -1, 0, 0, 0)
  on conflict (agent_id) do nothing`);

const FIND = KEEPERS.select('where agent_id = $1');
const FIND_FOR_UPDATE = forUpdate(FIND);

const SAVE = SCORED.update({
  key: ['id'],
  set: [
    'lastActiveAt',
    'hasCared',
    'adopted',
    'hatched',
    'firstHatchedAt',
    'adultsRaised',
    'deaths',
    'gravestones',
    'toldTier',
    'living',
    'consistencyTenths',
    'score',
    'hasFed',
    'hasChild',
  ],
});
