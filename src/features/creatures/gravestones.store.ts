import type { Db, KeysetRange, Query } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { Action, Cause, Family, Path, Stage, Tier } from '../../rules/vocabulary.ts';
import { notBlocked } from '../hidden/moderation.store.ts';

export const GRAVESTONES = sql.table('gravestones', {
  id: sql.text,
  creatureId: sql.text,
  deathNumber: sql.number,
  keeperId: sql.text,
  caretaker: sql.text,
  name: sql.text,
  species: sql.text,
  speciesName: sql.text,
  family: sql.word<Family>(),
  tier: sql.word<Tier>(),
  stageReached: sql.word<Stage>(),
  path: sql.optional(sql.word<Path>()),
  livedMs: sql.number,
  feedings: sql.number,
  missedFeedings: sql.number,
  careActions: sql.number,
  streak: sql.number,
  consistency: sql.number,
  lastCareAction: sql.optional(sql.word<Action>()),
  cause: sql.word<Cause>(),
  seed: sql.number,
  diedAt: sql.instant,
  resurrectedAt: sql.optional(sql.instant),
});

/** A gravestone row; never updated but for `resurrectedAt`. */
export type Gravestone = sql.RowOf<typeof GRAVESTONES.columns>;

/** Inserts gravestones; skips deaths that have one already, and returns how many are new. */
export async function insertGravestones(db: Db, stones: readonly Gravestone[]): Promise<number> {
  return db.runEach(
    INSERT,
    stones.map((stone) => INSERT.values(stone)),
  );
}

/** The keyset (time of death, id) before the first gravestone. */
export const FIRST_STONE = [Number.MAX_SAFE_INTEGER, ''] as const;

const INSERT = GRAVESTONES.insert({
  // The gravestone keeps the stored name of a community species, even if the operator has hidden it for now.
  sql: ($) => ({
    speciesName: `coalesce((select name from community_species where slug = ${$('species')}), ${$('speciesName')})`,
  }),
  conflict: 'on conflict (creature_id, death_number) do nothing',
});

type DeathKey = Pick<Gravestone, 'creatureId' | 'deathNumber'>;

/** False when it was marked before, or there is none. */
export const markResurrected = sql.changes(
  `
  update gravestones set resurrected_at = $3
  where creature_id = $1 and death_number = $2 and resurrected_at is null`,
  (death: DeathKey, now: Instant) => [death.creatureId, death.deathNumber, now],
);

export const deleteGravestone = sql.run(
  'delete from gravestones where creature_id = $1 and death_number = $2',
  (death: DeathKey) => [death.creatureId, death.deathNumber],
);

export const listGravestones = sql.all(
  newest(notBlocked('gravestones.keeper_id')),
  ({ offset, limit, after = FIRST_STONE }: KeysetRange) => [limit, offset, ...after],
);
export const gravestonesOfKeeper = sql.all(
  newest('keeper_id = $5'),
  (id: string, { offset, limit, after = FIRST_STONE }: KeysetRange) => [limit, offset, ...after, id],
);
export const gravestonesOfCreature = sql.all(
  GRAVESTONES.select('where creature_id = $1 order by death_number'),
  sql.byKey,
);

const { creatureId, deathNumber, diedAt, cause } = GRAVESTONES.columns;
const DEATH = { creatureId, deathNumber, diedAt, cause };

export type DeathRecord = sql.RowOf<typeof DEATH>;

export const deathsOfMany = sql.allOfMany('gravestones', DEATH, ' order by death_number');

export const returnsOfMany = sql.allOfMany('gravestones', {
  creatureId,
  diedAt,
  resurrectedAt: GRAVESTONES.columns.resurrectedAt,
});

/** The inner query skips the offset in the index alone. SQLite never reorders a cross join. */
function newest(where: string): Query<Gravestone> {
  return sql.query(
    GRAVESTONES.columns,
    `
    select ${GRAVESTONES.list('stone')} from
      (select id from gravestones where (died_at, id) < ($3, $4) and ${where} order by died_at desc, id desc limit $1 offset $2) page
      cross join gravestones stone
    where stone.id = page.id
    order by stone.died_at desc, stone.id desc`,
  );
}
