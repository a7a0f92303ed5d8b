import type { Db } from '../engine/db.ts';
import { CHOSEN, idList, instant, number, query, table, text, type RowOf } from '../engine/table.ts';

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

/** Every time these creatures came back, each one's first first. */
export function resurrectionsOfMany(
  db: Db,
  creatureIds: readonly string[],
): Promise<RowOf<typeof RETURNS.columns>[]> {
  return db.all(OF_MANY, [idList(creatureIds)]);
}

const RETURNS = table('returns', { creatureId: text, ...RESURRECTION });

const INSERT = RETURNS.insert();

const OF_MANY = query(
  RETURNS.columns,
  `select ${RETURNS.list()} from ${CHOSEN} cross join returns where creature_id = chosen.key order by version`,
);
