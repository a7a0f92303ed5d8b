import type { OperatorDeed } from '../../core/vocabulary.ts';
import type { Db, OffsetLimit } from '../engine/db.ts';
import { instant, table, text, word, type RowOf } from '../engine/table.ts';

const ENTRY = { at: instant, deed: word<OperatorDeed>(), subject: text, reason: text };

/** Something the operator did: when, to whom or what, and why. */
export type OperatorLogEntry = RowOf<typeof ENTRY>;

/** Writes it down for ever, in the transaction that does it. */
export async function insertOperatorLogEntry(db: Db, id: string, entry: OperatorLogEntry): Promise<void> {
  await db.run(INSERT, INSERT.values({ id, ...entry }));
}

/** The newest first. */
export function latestOperatorLog(
  db: Db,
  { offset, limit }: OffsetLimit,
): Promise<readonly OperatorLogEntry[]> {
  return db.all(LATEST, [limit, offset]);
}

const INSERT = table('operator_log', { id: text, ...ENTRY }).insert();

const LATEST = table('operator_log', ENTRY).select('order by at desc, id desc limit $1 offset $2');
