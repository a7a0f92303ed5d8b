import type { Db } from '../engine/db.ts';
import { CHOSEN, idList, instant, number, query, table, text, type RowOf } from '../engine/table.ts';

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

const MOVES = table('moves', { creatureId: text, ...MOVE });

const INSERT = MOVES.insert();

const OF_MANY = query(
  MOVES.columns,
  `select ${MOVES.list()} from ${CHOSEN} cross join moves where creature_id = chosen.key order by version`,
);
