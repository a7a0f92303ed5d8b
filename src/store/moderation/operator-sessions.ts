import type { Instant } from '../../core/engine/clock.ts';
import type { Db } from '../engine/db.ts';
import { command, deleteOldest, instant, table, text } from '../engine/table.ts';

export async function insertSession(db: Db, tokenHash: string, expiresAt: Instant): Promise<void> {
  await db.run(INSERT, INSERT.values({ tokenHash, expiresAt }));
}

/** Is there one that has not expired? */
export async function hasSession(db: Db, tokenHash: string, now: Instant): Promise<boolean> {
  return (await db.one(FIND, [tokenHash, now])) !== undefined;
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.run(DELETE, [tokenHash]);
}

/** Throws away some of those that have expired, and tells how many. */
export async function deleteExpiredSessions(db: Db, now: Instant): Promise<number> {
  return db.run(DELETE_EXPIRED, [now]);
}

const SESSIONS = table('operator_sessions', { tokenHash: text, expiresAt: instant });
const INSERT = SESSIONS.insert();

const FIND = SESSIONS.select('where token_hash = $1 and expires_at > $2');

const DELETE = command('delete from operator_sessions where token_hash = $1');

const DELETE_EXPIRED = deleteOldest('operator_sessions', 'token_hash', 'expires_at');
