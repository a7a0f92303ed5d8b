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
import { one, run } from '../statement.store.ts';

export const KEEPERS = table('keepers', {
  id: named('agent_id', text),
  username: text,
  /** False for test accounts, which public pages and operator figures leave out. */
  counts: flag,
  blocked: flag,
  adopted: number,
  hatched: number,
  firstHatchedAt: optional(instant),
  adultsRaised: number,
  deaths: number,
  gravestones: number,
  /** The highest species tier whose unlocking was announced to the keeper. */
  toldTier: word<UnlockableTier>(),
  /** The number of the keeper's living and hatched creatures, and the sum of their consistencies. */
  living: number,
  consistencyTenths: number,
  /** Last activity of the keeper; may be older than the activity stored with its living creatures: see `lastActiveOf`. */
  lastActiveAt: instant,
  hasCared: flag,
  hasFed: flag,
  hasChild: flag,
});

const SCORED = table('keepers', { ...KEEPERS.columns, score: number });

export type Keeper = RowOf<typeof KEEPERS.columns> & KeeperRecord;

export async function selectKeeperForUpdate(db: Db, id: string): Promise<Keeper> {
  const keeper = await db.one(FIND_FOR_UPDATE, [id]);
  if (!keeper) throw new Error(`keeper record missing: ${id}`);
  return keeper;
}

/** Writes a locked keeper record if it changed. */
export async function saveKeeper(db: Db, before: Keeper, after: Keeper): Promise<void> {
  if (!isUnchanged(before, after)) await db.run(SAVE, valuesOf(after));
}

/** Writes the changed ones of several locked keeper records. */
export async function saveKeepers(
  db: Db,
  changes: Iterable<{ readonly before: Keeper; readonly after: Keeper }>,
): Promise<void> {
  const changed = [...changes].filter(({ before, after }) => !isUnchanged(before, after));
  await db.runEach(
    SAVE,
    changed.map(({ after }) => valuesOf(after)),
  );
}

function valuesOf(keeper: Keeper): Value[] {
  return SAVE.values({ ...keeper, score: consistencyScore(keeper) });
}

/** The mean consistency of a keeper's living creatures in percent, for ranking; -1 without living creatures or meals. */
export function consistencyScore({
  living,
  consistencyTenths,
  hasFed,
}: Pick<Keeper, 'living' | 'consistencyTenths' | 'hasFed'>): number {
  return living === 0 || !hasFed ? -1 : consistencyTenths / living / 10;
}

function isUnchanged(before: Keeper, after: Keeper): boolean {
  return COMPARED.every((field) => before[field] === after[field]);
}

// Columns that are compared to find changes of a keeper record; the other columns never change alone.
const COMPARED = [
  'lastActiveAt',
  'hasCared',
  'adopted',
  'hatched',
  'adultsRaised',
  'deaths',
  'living',
  'consistencyTenths',
  'hasFed',
  'hasChild',
] as const;

/** Inserts a keeper record; leaves an existing one unchanged. */
export const insertKeeper = run(
  command(`
  insert into keepers (
    agent_id, username, counts, adopted, hatched, adults_raised, deaths, gravestones, told_tier, living,
    consistency_tenths, score, last_active_at, has_cared, has_child)
  values ($1, $2, $3, 0, 0, 0, 0, 0, 'common', 0, 0, -1, 0, 0, 0)
  on conflict (agent_id) do nothing`),
  ({ id, username, counts }: Pick<Keeper, 'id' | 'username' | 'counts'>) => [id, username, counts ? 1 : 0],
);

const FIND = KEEPERS.select('where agent_id = $1');

export const findKeeper = one(FIND, (id: string) => [id]);
const FIND_FOR_UPDATE = forUpdate(FIND);

const SAVE = SCORED.update({
  key: ['id'],
  set: [...COMPARED, 'firstHatchedAt', 'gravestones', 'toldTier', 'score'],
});
