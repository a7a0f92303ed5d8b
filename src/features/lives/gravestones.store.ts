import type { Instant } from '../../rules/base/clock.ts';
import type { Action, Cause, Family, Path, Stage, Tier } from '../../rules/vocabulary.ts';
import type { Db, KeysetRange, Query } from '../../db/db.ts';
import {
  CHOSEN,
  idList,
  command,
  instant,
  listOf,
  number,
  optional,
  query,
  table,
  text,
  word,
  type RowOf,
} from '../../db/table.ts';
import { notBlocked } from '../moderation/moderation.store.ts';

export const GRAVESTONES = table('gravestones', {
  id: text,
  creatureId: text,
  /** The number of the creature's death; 1 for the first. */
  deathNumber: number,
  keeperId: text,
  caretaker: text,
  name: text,
  species: text,
  speciesName: text,
  family: word<Family>(),
  tier: word<Tier>(),
  stageReached: word<Stage>(),
  path: optional(word<Path>()),
  livedMs: number,
  feedings: number,
  missedFeedings: number,
  careActions: number,
  streak: number,
  consistency: number,
  lastCareAction: optional(word<Action>()),
  cause: word<Cause>(),
  seed: number,
  diedAt: instant,
  resurrectedAt: optional(instant),
});

/** A gravestone row; never updated but for `resurrectedAt`. */
export type Gravestone = RowOf<typeof GRAVESTONES.columns>;

/** Inserts gravestones; skips deaths that have one already, and returns how many are new. */
export async function insertGravestones(db: Db, stones: readonly Gravestone[]): Promise<number> {
  return db.runEach(
    INSERT,
    stones.map((stone) => INSERT.values(stone)),
  );
}

/** Marks a gravestone's creature as resurrected; false when it was marked before, or there is none. */
export async function markResurrected(
  db: Db,
  { creatureId, deathNumber }: Pick<Gravestone, 'creatureId' | 'deathNumber'>,
  now: Instant,
): Promise<boolean> {
  return (await db.run(MARK_RESURRECTED, [creatureId, deathNumber, now])) === 1;
}

/** Deletes the gravestone of a death that is undone. */
export async function deleteGravestone(
  db: Db,
  { creatureId, deathNumber }: Pick<Gravestone, 'creatureId' | 'deathNumber'>,
): Promise<void> {
  await db.run(DELETE, [creatureId, deathNumber]);
}

/** The keyset (time of death, id) before the first gravestone. */
export const FIRST_STONE = [Number.MAX_SAFE_INTEGER, ''] as const;

/** A page of gravestones, newest first, without those of blocked agents. */
export function listGravestones(
  db: Db,
  { offset, limit, after = FIRST_STONE }: KeysetRange,
): Promise<readonly Gravestone[]> {
  return db.all(ALL, [limit, offset, ...after]);
}

/** The gravestones of a keeper's creatures, newest first. */
export function gravestonesOfKeeper(
  db: Db,
  keeperId: string,
  { offset, limit, after = FIRST_STONE }: KeysetRange,
): Promise<readonly Gravestone[]> {
  return db.all(OF_KEEPER, [limit, offset, ...after, keeperId]);
}

/** The gravestones of a creature, oldest first. */
export function gravestonesOfCreature(db: Db, creatureId: string): Promise<readonly Gravestone[]> {
  return db.all(OF_CREATURE, [creatureId]);
}

export function deathsOfMany(db: Db, creatureIds: readonly string[]): Promise<RowOf<typeof DEATH>[]> {
  return db.all(DEATHS, [idList(creatureIds)]);
}

const INSERT = GRAVESTONES.insert({
  // The gravestone keeps the stored name of a community species, even if the operator has hidden it for now.
  sql: ($) => ({
    speciesName: `coalesce((select name from community_species where slug = ${$('species')}), ${$('speciesName')})`,
  }),
  conflict: 'on conflict (creature_id, death_number) do nothing',
});

const MARK_RESURRECTED = command(`
  update gravestones set resurrected_at = $3
  where creature_id = $1 and death_number = $2 and resurrected_at is null`);

const DELETE = command('delete from gravestones where creature_id = $1 and death_number = $2');

const ALL = newest(notBlocked('gravestones.keeper_id'));
const OF_KEEPER = newest('keeper_id = $5');
const OF_CREATURE = GRAVESTONES.select('where creature_id = $1 order by death_number');

const { creatureId, deathNumber, diedAt, cause } = GRAVESTONES.columns;
const DEATH = { creatureId, deathNumber, diedAt, cause };

const DEATHS = query(
  DEATH,
  `
  select ${listOf(DEATH)} from ${CHOSEN} cross join gravestones where creature_id = chosen.key
  order by death_number`,
);

/**
 * A query for the newest gravestones. The inner query skips the offset in the index alone. SQLite never reorders a cross join.
 */
function newest(where: string): Query<Gravestone> {
  return query(
    GRAVESTONES.columns,
    `
    select ${GRAVESTONES.list('stone')} from
      (select id from gravestones where (died_at, id) < ($3, $4) and ${where} order by died_at desc, id desc limit $1 offset $2) page
      cross join gravestones stone
    where stone.id = page.id
    order by stone.died_at desc, stone.id desc`,
  );
}
