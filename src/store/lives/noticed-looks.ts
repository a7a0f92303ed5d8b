import type { Db } from '../engine/db.ts';
import { CHOSEN, idList, instant, number, query, table, text, type RowOf } from '../engine/table.ts';

const NOTICED_LOOK = { version: number, at: instant };

/** A look that a creature noticed. */
export type NoticedLook = RowOf<typeof NOTICED_LOOK>;

export async function insertNoticedLook(db: Db, creatureId: string, look: NoticedLook): Promise<void> {
  await db.run(INSERT, INSERT.values({ creatureId, ...look }));
}

/** Every look that these creatures noticed, each one's oldest first. */
export function noticedLooksOfMany(
  db: Db,
  creatureIds: readonly string[],
): Promise<RowOf<typeof CHECKS.columns>[]> {
  return db.all(OF_MANY, [idList(creatureIds)]);
}

const CHECKS = table('checks', { creatureId: text, ...NOTICED_LOOK });

const INSERT = CHECKS.insert();

const OF_MANY = query(
  CHECKS.columns,
  `select ${CHECKS.list()} from ${CHOSEN} cross join checks where creature_id = chosen.key order by version`,
);
