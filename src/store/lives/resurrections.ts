import type { Db } from '../engine/db.ts';
import { instant, number, table, text, type RowOf } from '../engine/table.ts';

const RESURRECTION = { version: number, at: instant, layer: text };

/** A creature came back, with a new layer to who it is. */
export type ResurrectionRecord = RowOf<typeof RESURRECTION>;

export async function insertResurrection(
  db: Db,
  creatureId: string,
  resurrection: ResurrectionRecord,
): Promise<void> {
  await db.run(INSERT, INSERT.values({ creatureId, ...resurrection }));
}

/** Every time it came back, the first first. */
export function resurrectionsOf(db: Db, creatureId: string): Promise<ResurrectionRecord[]> {
  return db.all(ALL, [creatureId]);
}

const INSERT = table('returns', { creatureId: text, ...RESURRECTION }).insert();

const ALL = table('returns', RESURRECTION).select('where creature_id = $1 order by version');
