import type { Db } from '../engine/db.ts';
import { instant, number, table, text, type RowOf } from '../engine/table.ts';

const NOTICED_LOOK = { version: number, at: instant };

/** A look that a creature noticed. */
export type NoticedLook = RowOf<typeof NOTICED_LOOK>;

export async function insertNoticedLook(db: Db, creatureId: string, look: NoticedLook): Promise<void> {
  await db.run(INSERT, INSERT.values({ creatureId, ...look }));
}

/** Every look it noticed, the oldest first. */
export function noticedLooksOf(db: Db, creatureId: string): Promise<NoticedLook[]> {
  return db.all(ALL, [creatureId]);
}

const INSERT = table('checks', { creatureId: text, ...NOTICED_LOOK }).insert();

const ALL = table('checks', NOTICED_LOOK).select('where creature_id = $1 order by version');
