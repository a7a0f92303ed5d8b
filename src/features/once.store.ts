import * as sql from '../../packages/database/table.ts';
import type { Instant } from '../rules/base/clock.ts';

const REPLY = { requestHash: sql.text, sealed: sql.bytes };
type EncryptedReply = sql.RowOf<typeof REPLY>;

interface ReplyKey {
  readonly scope: string;
  readonly keyHash: string;
  readonly now: Instant;
}

export const findReply = sql.one(
  sql.table('idempotent_replies', REPLY).select('where scope = $1 and key_hash = $2 and expires_at > $3'),
  ({ scope, keyHash, now }: ReplyKey) => [scope, keyHash, now],
);

const STORED = { scope: sql.text, keyHash: sql.text, ...REPLY, expiresAt: sql.instant };
const UPSERT = sql.table('idempotent_replies', STORED).insert({
  conflict: `
    on conflict (scope, key_hash) do update
    set request_hash = excluded.request_hash, sealed = excluded.sealed, expires_at = excluded.expires_at
    where idempotent_replies.expires_at <= $6`,
});

/** Stores the reply of a request; false when there is an unexpired one already. */
export const saveReply = sql.changes(
  UPSERT,
  ({ now, ...reply }: ReplyKey & EncryptedReply & { readonly expiresAt: Instant }) => [
    ...UPSERT.values(reply),
    now,
  ],
);

export const deleteReplies = sql.run('delete from idempotent_replies where scope = $1', sql.byKey);

/** Deletes up to a thousand expired replies, so that other writers do not wait; returns how many. */
export const deleteExpiredReplies = sql.run(
  sql.deleteOldest('idempotent_replies', 'scope, key_hash', 'expires_at'),
  (now: Instant) => [now],
);
