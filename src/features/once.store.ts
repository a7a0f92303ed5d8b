import type { Instant } from '../rules/base/clock.ts';
import { bytes, deleteOldest, instant, table, text, type RowOf, changes, one, run } from '../db/table.ts';

const REPLY = { requestHash: text, sealed: bytes };
type EncryptedReply = RowOf<typeof REPLY>;

interface ReplyKey {
  readonly scope: string;
  readonly keyHash: string;
  readonly now: Instant;
}

export const findReply = one(
  table('idempotent_replies', REPLY).select('where scope = $1 and key_hash = $2 and expires_at > $3'),
  ({ scope, keyHash, now }: ReplyKey) => [scope, keyHash, now],
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

/** Stores the reply of a request; false when there is an unexpired one already. */
export const saveReply = changes(
  UPSERT,
  ({ now, ...reply }: ReplyKey & EncryptedReply & { readonly expiresAt: Instant }) => [
    ...UPSERT.values(reply),
    now,
  ],
);

export const deleteReplies = run('delete from idempotent_replies where scope = $1', (scope: string) => [
  scope,
]);

/** Deletes up to a thousand expired replies, so that other writers do not wait; returns how many. */
export const deleteExpiredReplies = run(
  deleteOldest('idempotent_replies', 'scope, key_hash', 'expires_at'),
  (now: Instant) => [now],
);
