import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import type { Command, Db } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';
import { DAY, type Instant } from '../../rules/base/clock.ts';
import { type Stage, STAGES } from '../../rules/vocabulary.ts';
import { auditChecks } from '../../db/audit-check.ts';
import { notBlocked } from '../hidden/moderation.store.ts';
import { selectCreatureForUpdate } from '../records/creatures.store.ts';

type Occasion = 'avatar' | Exclude<Stage, 'egg'>;

const PICTURE_KEY = {
  /** The id of the agent or creature that the picture shows. */
  sitter: sql.text,
  occasion: sql.word<Occasion>(),
};
export type PictureKey = sql.RowOf<typeof PICTURE_KEY>;

const CLAIMED = {
  ...PICTURE_KEY,
  agentId: sql.text,
  attempts: sql.number,
  /** Why the last attempt failed; absent also if it ended without a result, as in a crash. */
  trouble: sql.optional(sql.text),
};
export type PictureClaim = sql.RowOf<typeof CLAIMED> & { readonly claim: string };

const ORDERED = { ...PICTURE_KEY, agentId: sql.text, dueAt: sql.instant };
export type PictureOrder = sql.RowOf<typeof ORDERED>;

export async function orderPictures(db: Db, orders: readonly PictureOrder[]): Promise<void> {
  const rows = orders.map((order) => ORDER.values({ ...order, attempts: 0 }));
  await db.runEach(ORDER, rows);
}

/** Claims the oldest due picture job; after `until` other workers may claim it. Must be called in a transaction. */
export async function claimPicture(
  db: Db,
  { claim, now, until }: { readonly claim: string; readonly now: Instant; readonly until: Instant },
): Promise<PictureClaim | undefined> {
  const row = await db.one(LONGEST_DUE, [now]);
  if (!row) return undefined;
  await db.run(CLAIM, [row.sitter, row.occasion, claim, until]);
  return { ...row, claim, attempts: row.attempts + 1 };
}

const ORDER = sql.table('picture_jobs', { ...ORDERED, attempts: sql.number }).insert({
  conflict: 'on conflict (sitter, occasion) do nothing',
});

const LONGEST_DUE = sql.forUpdate(
  sql.table('picture_jobs', CLAIMED).select('where due_at <= $1 order by due_at, sitter, occasion limit 1'),
);

const CLAIM = sql.command(`
    update picture_jobs set claim = $3, due_at = $4, attempts = attempts + 1
    where sitter = $1 and occasion = $2`);

const FINISH = sql.command('delete from picture_jobs where sitter = $1 and occasion = $2');

/** Deletes a finished picture job; false when another worker has finished it. */
export const finishPicture = sql.changes(FINISH, ({ sitter, occasion }: PictureKey) => [sitter, occasion]);

/** Stores when a failed picture job is retried, or that it is given up. Changes nothing when another worker has claimed it. */
export const failPicture = sql.run(
  `
    update picture_jobs set claim = null, due_at = $4, attempts = $5, trouble = $6
    where sitter = $1 and occasion = $2 and claim = $3`,
  (
    { sitter, occasion, claim }: PictureClaim,
    { again, attempts, trouble }: { again: Instant | undefined; attempts: number; trouble: string },
  ) => [sitter, occasion, claim, again ?? null, attempts, trouble],
);

const DUE = sql.table('picture_jobs', { dueAt: sql.instant });
/** True while a picture job waits; false after it was given up. */
export const isOrdered = sql.exists(
  DUE.select('where sitter = $1 and occasion = $2 and agent_id = $3 and due_at is not null'),
  ({ sitter, occasion }: PictureKey, agentId: string) => [sitter, occasion, agentId],
);
export const isPictureDue = sql.exists(
  DUE.select('where due_at <= $1 order by due_at limit 1'),
  (now: Instant) => [now],
);

const PICTURE = { type: sql.text, encoding: sql.optional(sql.word<'gzip'>()), bytes: sql.bytes };
export type StoredPicture = sql.RowOf<typeof PICTURE>;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Compresses an SVG picture with gzip to a quarter; the other types are compressed already. */
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
  await db.run(INSERT_PICTURE, INSERT_PICTURE.values({ ...key, ...picture }));
}

/** Takes one from a quota; false when spent. Its window starts with its first use and is over when that was before `since`. */
export async function takeFromQuota(
  db: Db,
  owner: keyof typeof TAKE,
  key: string,
  { most, since, now }: { readonly most: number; readonly since: Instant; readonly now: Instant },
): Promise<boolean> {
  return (await db.run(TAKE[owner], [key, now, most, since])) === 1;
}

const INSERT_PICTURE = sql.table('pictures', { ...PICTURE_KEY, ...PICTURE, drawnBy: sql.text }).insert({
  conflict: 'on conflict (sitter, occasion) do nothing',
});

/** Finds a stored picture; undefined while the agent or the keeper is blocked. `occasion` is untrusted. */
export const findPicture = sql.one(
  sql.table('pictures', PICTURE).select(`
  where sitter = $1 and occasion = $2 and ${notBlocked('sitter')} and not exists (
    select 1 from creatures join blocked_agents on agent_id = keeper_id where creatures.id = sitter)`),
  (sitter: string, occasion: string) => [sitter, occasion],
);

const TAKE = { agent: takeOne('picture_quotas', 'agent_id'), house: takeOne('house_quotas', 'name') };

function takeOne(quotas: string, key: string): Command {
  return sql.command(`
    insert into ${quotas} (${key}, since, used) values ($1, $2, 1)
    on conflict (${key}) do update set
      since = case when ${quotas}.since <= $4 then excluded.since else ${quotas}.since end,
      used = case when ${quotas}.since <= $4 then 1 else ${quotas}.used + 1 end
    where ${quotas}.since <= $4 or ${quotas}.used < $3`);
}

const PET_SHEET = { bytes: sql.bytes };
const DRAWN_SHEET = { look: sql.text, creatureId: sql.text, drawnAt: sql.instant, ...PET_SHEET };

export const findPetSheet = sql.oneValue(
  sql.table('pet_sheets', PET_SHEET).select('where look = $1'),
  'bytes',
  sql.byKey,
);

/** Stores a sheet for all nodes; another node may have stored the same. */
export const insertPetSheet = sql.write(
  sql.table('pet_sheets', DRAWN_SHEET).insert({ conflict: 'on conflict (look) do nothing' }),
);

// About 90 MB: a sheet that is wanted again is drawn again.
const MOST_PET_SHEETS = 200;

/** Deletes sheets drawn a day ago, and the oldest of too many. */
export const deleteOldPetSheets = sql.run(
  `delete from pet_sheets where drawn_at <= $1 or look in
  (select look from pet_sheets order by drawn_at desc, look limit 1000 offset ${MOST_PET_SHEETS})`,
  (now: Instant) => [now - DAY],
);

const PORTRAIT = { stage: sql.word<Stage>(), imageUrl: sql.text, generatedAt: sql.instant };
export type Portrait = sql.RowOf<typeof PORTRAIT>;

/** Adds a portrait; false when the stage has one already. The portrait of the latest stage becomes the creature's picture. */
export async function addPortrait(db: Db, creatureId: string, portrait: Portrait): Promise<boolean> {
  // The lock serialises concurrent portraits of one creature, which have to see each other's stage.
  await selectCreatureForUpdate(db, creatureId);
  const added = (await db.run(INSERT_PORTRAIT, INSERT_PORTRAIT.values({ creatureId, ...portrait }))) === 1;
  if (!added) return false;
  const [latest] = (await portraitsOf(db, creatureId)).toSorted((a, b) => age(b.stage) - age(a.stage));
  await db.run(SHOW, [creatureId, latest?.imageUrl ?? portrait.imageUrl]);
  return true;
}

function age(stage: Stage): number {
  return STAGES.indexOf(stage);
}

export async function removePortraits(db: Db, creatureId: string, stages: readonly Stage[]): Promise<void> {
  let removed = 0;
  for (const stage of stages) {
    await db.run(FINISH, [creatureId, stage]);
    await db.run(REMOVE_PICTURE, [creatureId, stage]);
    removed += await db.run(REMOVE_PORTRAIT, [creatureId, stage]);
  }
  if (removed === 0) return;
  const [latest] = (await portraitsOf(db, creatureId)).toSorted((a, b) => age(b.stage) - age(a.stage));
  await db.run(SHOW_LEFT, [creatureId, latest?.imageUrl ?? null, removed]);
}

const INSERT_PORTRAIT = sql.table('portraits', { creatureId: sql.text, ...PORTRAIT }).insert({
  conflict: 'on conflict (creature_id, stage) do nothing',
});

const REMOVE_PICTURE = sql.command('delete from pictures where sitter = $1 and occasion = $2');
const REMOVE_PORTRAIT = sql.command('delete from portraits where creature_id = $1 and stage = $2');
const SHOW_LEFT = sql.command(
  'update creatures set image_url = $2, portraits = portraits - $3 where id = $1',
);
const SHOW = sql.command('update creatures set image_url = $2, portraits = portraits + 1 where id = $1');

export const portraitsOf = sql.all(
  sql.table('portraits', PORTRAIT).select('where creature_id = $1 order by generated_at, stage'),
  sql.byKey,
);

export const PICTURE_CHECKS = auditChecks({
  'a creature knows how many portraits it has': `
    select id as subject, cast(portraits as text) as found from creatures
    where portraits <> (select count(*) from portraits where portraits.creature_id = creatures.id)`,
  'every portrait that hangs here is there': `
    select creature_id as subject, stage as found from portraits
    where substr(image_url, 1, 10) = '/pictures/' and not exists (
      select 1 from pictures where sitter = creature_id and occasion = stage)`,
  'what hangs is not waiting to be drawn': `
    select pictures.sitter as subject, pictures.occasion as found from picture_jobs
    join pictures on pictures.sitter = picture_jobs.sitter and pictures.occasion = picture_jobs.occasion`,
});
