import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import type { Instant } from '../../core/engine/clock.ts';
import type { Command, Db, Query } from '../engine/db.ts';
import type { PictureKey } from './picture-jobs.ts';

/** A picture as it is kept. */
export interface StoredPicture {
  readonly type: string;
  /** How its bytes are packed, if they are. */
  readonly encoding: 'gzip' | undefined;
  readonly bytes: Uint8Array;
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Drawings are text, a quarter as big when packed; every other kind of picture is packed already. */
export async function compressPicture({ type, bytes }: Omit<StoredPicture, 'encoding'>): Promise<StoredPicture> {
  if (type !== 'image/svg+xml') return { type, encoding: undefined, bytes };
  return { type, encoding: 'gzip', bytes: await compress(bytes) };
}

export async function decompressPicture(picture: StoredPicture): Promise<StoredPicture> {
  if (picture.encoding === undefined) return picture;
  return { ...picture, encoding: undefined, bytes: await decompress(picture.bytes) };
}

export async function insertPicture(
  db: Db,
  { sitter, occasion }: PictureKey,
  { type, encoding, bytes, drawnBy }: StoredPicture & { readonly drawnBy: string },
): Promise<void> {
  await db.run(KEEP, [sitter, occasion, type, encoding ?? null, bytes, drawnBy]);
}

/** The occasion comes from an address and may be any word. */
export async function findPicture(
  db: Db,
  sitter: string,
  occasion: string,
): Promise<StoredPicture | undefined> {
  const row = await db.one(FIND, [sitter, occasion]);
  return row && { type: row.type, encoding: row.encoding ?? undefined, bytes: row.bytes };
}

/** One more for this agent, counted from its first within `since`; false when it has had its share. */
export async function takeFromQuota(db: Db, { agentId, most, since, now }: PictureQuotaRequest): Promise<boolean> {
  return (await db.run(TAKE, [agentId, now, most, since])) === 1;
}

export interface PictureQuotaRequest {
  readonly agentId: string;
  readonly most: number;
  /** What was counted from before this moment is forgotten. */
  readonly since: Instant;
  readonly now: Instant;
}

const KEEP: Command = {
  text: `
    insert into pictures (sitter, occasion, type, encoding, bytes, drawn_by) values ($1, $2, $3, $4, $5, $6)
    on conflict (sitter, occasion) do nothing`,
};

const FIND: Query<{ type: string; encoding: 'gzip' | null; bytes: Uint8Array }> = {
  text: 'select type, encoding, bytes from pictures where sitter = $1 and occasion = $2',
  columns: ['type', 'encoding', 'bytes'],
};

const TAKE: Command = {
  text: `
    insert into picture_quotas (agent_id, since, used) values ($1, $2, 1)
    on conflict (agent_id) do update set
      since = case when picture_quotas.since <= $4 then excluded.since else picture_quotas.since end,
      used = case when picture_quotas.since <= $4 then 1 else picture_quotas.used + 1 end
    where picture_quotas.since <= $4 or picture_quotas.used < $3`,
};

export const STATEMENTS = [KEEP, FIND, TAKE];
