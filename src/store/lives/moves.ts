import type { Instant } from '../../core/engine/clock.ts';
import type { Db } from '../engine/db.ts';
import {
  CHOSEN,
  idList,
  instant,
  number,
  optional,
  query,
  table,
  text,
  type RowOf,
} from '../engine/table.ts';

const MOVE = { version: number, at: instant, fromZone: text, toZone: text };

/** A creature went to live by the clock of another time zone. */
export type MoveRecord = RowOf<typeof MOVE>;

export async function insertMove(db: Db, creatureId: string, move: MoveRecord): Promise<void> {
  await db.run(INSERT, INSERT.values({ creatureId, ...move }));
}

/** Every move of these creatures, each one's first first. */
export function movesOfMany(db: Db, creatureIds: readonly string[]): Promise<RowOf<typeof MOVES.columns>[]> {
  return db.all(OF_MANY, [idList(creatureIds)]);
}

/** When a living creature of this keeper last moved to another time zone, if it did so after a moment. */
export async function lastMoveOf(db: Db, keeperId: string, after: Instant): Promise<Instant | undefined> {
  return (await db.one(LAST_OF_KEEPER, [keeperId, after]))?.at;
}

const MOVES = table('moves', { creatureId: text, ...MOVE });

const INSERT = MOVES.insert();

const OF_MANY = query(
  MOVES.columns,
  `select ${MOVES.list()} from ${CHOSEN} cross join moves where creature_id = chosen.key order by version`,
);

// One lookup by primary key for each living creature, however often it has moved.
const LAST_OF_KEEPER = query(
  { at: optional(instant) },
  `
  select max(at) as at from (
    select (select at from moves where creature_id = creatures.id order by version desc limit 1) as at
    from creatures where keeper_id = $1 and living = 1) as lasts
  where at > $2`,
);
