import type { Instant } from '../../core/engine/clock.ts';
import type { OperatorDeed } from '../../core/vocabulary.ts';
import type { Command, Db, Query } from '../engine/db.ts';

/** Something the operator did: when, to whom or what, and why. */
export interface OperatorLogEntry {
  readonly at: Instant;
  readonly deed: OperatorDeed;
  readonly subject: string;
  readonly reason: string;
}

/** Writes it down for ever, in the transaction that does it. */
export async function insertOperatorLogEntry(db: Db, id: string, { at, deed, subject, reason }: OperatorLogEntry): Promise<void> {
  await db.run(INSERT, [id, at, deed, subject, reason]);
}

/** The newest first. */
export async function latestOperatorLog(
  db: Db,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly OperatorLogEntry[]> {
  return db.all(LATEST, [limit, offset]);
}

const INSERT: Command = {
  text: 'insert into operator_log (id, at, deed, subject, reason) values ($1, $2, $3, $4, $5)',
};

const LATEST: Query<OperatorLogEntry> = {
  text: `
    select at, deed, subject, reason from operator_log order by at desc, id desc limit $1 offset $2`,
  columns: ['at', 'deed', 'subject', 'reason'],
};

export const STATEMENTS = [INSERT, LATEST];
