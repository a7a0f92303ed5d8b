import type { Instant } from '../../rules/base/clock.ts';
import type { Action, Cause, Family, Path, Stage, Tier } from '../../rules/vocabulary.ts';
import type { Db, KeysetRange, Query } from '../../db/db.ts';
import {
  instant,
  number,
  optional,
  query,
  table,
  text,
  word,
  type RowOf,
  all,
  changes,
  chosen,
  run,
  selectOfMany,
} from '../../db/table.ts';
import { notBlocked } from '../moderation/moderation.store.ts';

export const GRAVESTONES = table('gravestones', {
  id: text,
  creatureId: text,
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
export const markResurrected = changes(
  `
  update gravestones set resurrected_at = $3
  where creature_id = $1 and death_number = $2 and resurrected_at is null`,
  (death: DeathKey, now: Instant) => [death.creatureId, death.deathNumber, now],
);

export const deleteGravestone = run(
  'delete from gravestones where creature_id = $1 and death_number = $2',
  (death: DeathKey) => [death.creatureId, death.deathNumber],
);

export const listGravestones = all(
  newest(notBlocked('gravestones.keeper_id')),
  ({ offset, limit, after = FIRST_STONE }: KeysetRange) => [limit, offset, ...after],
);
export const gravestonesOfKeeper = all(
  newest('keeper_id = $5'),
  (id: string, { offset, limit, after = FIRST_STONE }: KeysetRange) => [limit, offset, ...after, id],
);
export const gravestonesOfCreature = all(
  GRAVESTONES.select('where creature_id = $1 order by death_number'),
  (creatureId: string) => [creatureId],
);

const { creatureId, deathNumber, diedAt, cause } = GRAVESTONES.columns;
const DEATH = { creatureId, deathNumber, diedAt, cause };
export const deathsOfMany = all(selectOfMany('gravestones', DEATH, ' order by death_number'), chosen);

/** The inner query skips the offset in the index alone. SQLite never reorders a cross join. */
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
