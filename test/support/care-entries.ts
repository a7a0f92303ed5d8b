import { randomUUID } from 'node:crypto';

import type { Db } from '../../packages/database/db.ts';
import {
  careLogOf,
  insertCareLogEntry,
  type NewCareLogEntry,
} from '../../src/features/records/care-log.store.ts';
import { findCreature } from '../../src/features/records/creatures.store.ts';

/** Appends an entry to a creature's log without an act of care. */
export const logEntry = (db: Db, creatureId: string, given: Partial<NewCareLogEntry>): Promise<void> =>
  logEntries(db, creatureId, [given]);

export async function logEntries(db: Db, creatureId: string, given: readonly Partial<NewCareLogEntry>[]) {
  let [last]: readonly Pick<NewCareLogEntry, 'id' | 'at' | 'version'>[] = await careLogOf(db, creatureId, {
    limit: 1,
    offset: 0,
  });
  const stored = await findCreature(db, creatureId);
  for (const each of given) {
    const entry: NewCareLogEntry = {
      id: randomUUID(),
      creatureId,
      keeperId: stored?.creature.keeperId ?? '',
      family: 'exotic',
      version: (last?.version ?? 2) + 1,
      at: (last?.at ?? 0) + 1,
      previousAt: last?.at,
      previousId: last?.id,
      action: 'feed',
      score: null,
      heard: false,
      ...each,
    };
    await insertCareLogEntry(db, entry);
    last = entry;
  }
  await db.run({ text: 'update creatures set last_entry_at = $2, last_entry_id = $3 where id = $1' }, [
    creatureId,
    last?.at ?? null,
    last?.id ?? null,
  ]);
}
