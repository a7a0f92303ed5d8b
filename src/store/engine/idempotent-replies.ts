import type { Instant } from '../../core/engine/clock.ts';
import type { Command, Db, Query } from './db.ts';

export interface EncryptedReply {
  /** Which request the reply belongs to. */
  readonly requestHash: string;
  readonly sealed: Uint8Array;
}

export interface ReplyKey {
  readonly scope: string;
  readonly keyHash: string;
  readonly now: Instant;
}

/** The reply kept for this key, unless its time is over. */
export async function findReply(db: Db, { scope, keyHash, now }: ReplyKey): Promise<EncryptedReply | undefined> {
  const row = await db.one(FIND, [scope, keyHash, now]);
  return row && { requestHash: row.request_hash, sealed: row.sealed };
}

/** Keeps a reply; false when an unexpired one is there already. */
export async function saveReply(
  db: Db,
  reply: ReplyKey & EncryptedReply & { readonly expiresAt: Instant },
): Promise<boolean> {
  const { scope, keyHash, requestHash, sealed, expiresAt, now } = reply;
  return (await db.run(KEEP, [scope, keyHash, requestHash, sealed, expiresAt, now])) === 1;
}

/** Forgets up to a thousand replies whose time is over, and tells how many; more would keep other writers waiting. */
export async function deleteExpiredReplies(db: Db, now: Instant): Promise<number> {
  return db.run(FORGET, [now]);
}

const FIND: Query<{ request_hash: string; sealed: Uint8Array }> = {
  text: `
    select request_hash, sealed from idempotent_replies
    where scope = $1 and key_hash = $2 and expires_at > $3`,
  columns: ['request_hash', 'sealed'],
};

const KEEP: Command = {
  text: `
    insert into idempotent_replies (scope, key_hash, request_hash, sealed, expires_at)
    values ($1, $2, $3, $4, $5)
    on conflict (scope, key_hash) do update
    set request_hash = excluded.request_hash, sealed = excluded.sealed, expires_at = excluded.expires_at
    where idempotent_replies.expires_at <= $6`,
};

const FORGET: Command = {
  text: `
    delete from idempotent_replies where (scope, key_hash) in
    (select scope, key_hash from idempotent_replies where expires_at <= $1 order by expires_at limit 1000)`,
};

export const STATEMENTS = [FIND, KEEP, FORGET];
