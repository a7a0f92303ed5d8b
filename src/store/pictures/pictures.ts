import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import type { Instant } from '../../core/engine/clock.ts';
import type { Command, Db } from '../engine/db.ts';
import { bytes, command, optional, table, text, word, type RowOf } from '../engine/table.ts';
import { notBlocked } from '../public/not-blocked.ts';
import { PICTURE_KEY, type PictureKey } from './picture-jobs.ts';

const PICTURE = {
  type: text,
  /** How its bytes are compressed, if they are. */
  encoding: optional(word<'gzip'>()),
  bytes,
};

/** A picture as it is kept. */
export type StoredPicture = RowOf<typeof PICTURE>;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Drawings are text, a quarter as big when compressed; every other kind of picture is compressed already. */
export async function compressPicture(picture: Omit<StoredPicture, 'encoding'>): Promise<StoredPicture> {
  if (picture.type !== 'image/svg+xml') return { ...picture, encoding: undefined };
  return { type: picture.type, encoding: 'gzip', bytes: await compress(picture.bytes) };
}

export async function decompressPicture(picture: StoredPicture): Promise<StoredPicture> {
  if (picture.encoding === undefined) return picture;
  return { ...picture, encoding: undefined, bytes: await decompress(picture.bytes) };
}

export async function insertPicture(
  db: Db,
  key: PictureKey,
  picture: StoredPicture & { readonly drawnBy: string },
): Promise<void> {
  await db.run(INSERT, INSERT.values({ ...key, ...picture }));
}

/** The occasion comes from an address and may be any word. While an agent is blocked nothing of its hangs. */
export function findPicture(db: Db, sitter: string, occasion: string): Promise<StoredPicture | undefined> {
  return db.one(FIND, [sitter, occasion]);
}

interface QuotaRequest {
  readonly most: number;
  /** What was counted from before this moment is forgotten. */
  readonly since: Instant;
  readonly now: Instant;
}

/** One more for this agent, counted from its first within `since`; false when it has had its share. */
export async function takeFromQuota(
  db: Db,
  { agentId, most, since, now }: QuotaRequest & { readonly agentId: string },
): Promise<boolean> {
  return (await db.run(TAKE, [agentId, now, most, since])) === 1;
}

/** One more of what the house itself spends, by its name; false when it has spent as much as it may. */
export async function takeFromHouseQuota(
  db: Db,
  { name, most, since, now }: QuotaRequest & { readonly name: 'pictures' },
): Promise<boolean> {
  return (await db.run(TAKE_FOR_HOUSE, [name, now, most, since])) === 1;
}

const INSERT = table('pictures', { ...PICTURE_KEY, ...PICTURE, drawnBy: text }).insert({
  conflict: 'on conflict (sitter, occasion) do nothing',
});

const FIND = table('pictures', PICTURE).select(`
  where sitter = $1 and occasion = $2 and ${notBlocked('sitter')} and not exists (
    select 1 from creatures join blocked_agents on agent_id = keeper_id where creatures.id = sitter)`);

const TAKE = takeOne('picture_quotas', 'agent_id');
const TAKE_FOR_HOUSE = takeOne('house_quotas', 'name');

function takeOne(quotas: string, key: string): Command {
  return command(`
    insert into ${quotas} (${key}, since, used) values ($1, $2, 1)
    on conflict (${key}) do update set
      since = case when ${quotas}.since <= $4 then excluded.since else ${quotas}.since end,
      used = case when ${quotas}.since <= $4 then 1 else ${quotas}.used + 1 end
    where ${quotas}.since <= $4 or ${quotas}.used < $3`);
}
