import type { Db } from '../engine/db.ts';
import { instant, number, table, text, type RowOf } from '../engine/table.ts';

const MOVE = { version: number, at: instant, fromZone: text, toZone: text };

/** A creature went to live by the clock of another time zone. */
export type MoveRecord = RowOf<typeof MOVE>;

export async function insertMove(db: Db, creatureId: string, move: MoveRecord): Promise<void> {
  await db.run(INSERT, INSERT.values({ creatureId, ...move }));
}

/** Every move, the first first. */
export function movesOf(db: Db, creatureId: string): Promise<MoveRecord[]> {
  return db.all(ALL, [creatureId]);
}

const INSERT = table('moves', { creatureId: text, ...MOVE }).insert();

const ALL = table('moves', MOVE).select('where creature_id = $1 order by version');
