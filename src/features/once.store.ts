import type { Instant } from '../rules/base/clock.ts';
import type { Db } from '../db/db.ts';
import { bytes, command, deleteOldest, instant, table, text, type RowOf } from '../db/table.ts';

const REPLY = { requestHash: text, sealed: bytes };
type EncryptedReply = RowOf<typeof REPLY>;

interface ReplyKey {
  readonly scope: string;
  readonly keyHash: string;
  readonly now: Instant;
}

/** Finds the stored reply of a request; undefined if it has expired. */
export function findReply(db: Db, { scope, keyHash, now }: ReplyKey): Promise<EncryptedReply | undefined> {
  return db.one(FIND, [scope, keyHash, now]);
}

/** Stores the reply of a request; false when there is an unexpired one already. */
export async function saveReply(
  db: Db,
  { now, ...reply }: ReplyKey & EncryptedReply & { readonly expiresAt: Instant },
): Promise<boolean> {
  return (await db.run(UPSERT, [...UPSERT.values(reply), now])) === 1;
}

export async function deleteReplies(db: Db, scope: string): Promise<void> {
  await db.run(DELETE_SCOPE, [scope]);
}

/** Deletes up to a thousand expired replies, so that other writers do not wait; returns how many. */
export async function deleteExpiredReplies(db: Db, now: Instant): Promise<number> {
  return db.run(DELETE_EXPIRED, [now]);
}

const FIND = table('idempotent_replies', REPLY).select(
  'where scope = $1 and key_hash = $2 and expires_at > $3',
);

const UPSERT = table('idempotent_replies', {
  scope: text,
  keyHash: text,
  ...REPLY,
  expiresAt: instant,
}).insert({
  conflict: `
    on conflict (scope, key_hash) do update
    set request_hash = excluded.request_hash, sealed = excluded.sealed, expires_at = excluded.expires_at
    where idempotent_replies.expires_at <= $6`,
});

const DELETE_SCOPE = command('delete from idempotent_replies where scope = $1');

const DELETE_EXPIRED = deleteOldest('idempotent_replies', 'scope, key_hash', 'expires_at');
