import type { Instant } from '../../core/engine/clock.ts';
import type { Command, Db, Query } from '../engine/db.ts';

/** The vectors kept at most; at 400 bytes each they are a few dozen megabytes. */
export const MAX_VECTORS = 100_000;

export async function findItemVector(db: Db, model: string, text: string): Promise<Uint8Array | undefined> {
  const row = await db.one(FIND, [model, text]);
  return row?.vector;
}

export interface ItemVector {
  readonly model: string;
  readonly text: string;
  readonly vector: Uint8Array;
  readonly now: Instant;
}

/** Keeps a vector; the same text gets the same one, so that the first stays. */
export async function insertItemVector(db: Db, { model, text, vector, now }: ItemVector): Promise<void> {
  await db.run(KEEP, [model, text, vector, now]);
}

/** Forgets up to a thousand of the oldest beyond the most, and tells how many. */
export async function deleteOldItemVectors(db: Db, most = MAX_VECTORS): Promise<number> {
  return db.run(FORGET, [most]);
}

const FIND: Query<{ vector: Uint8Array }> = {
  text: 'select vector from item_vectors where model = $1 and text = $2',
  columns: ['vector'],
};

const KEEP: Command = {
  text: `
    insert into item_vectors (model, text, vector, kept_at) values ($1, $2, $3, $4)
    on conflict (model, text) do nothing`,
};

const FORGET: Command = {
  text: `
    delete from item_vectors where (model, text) in
    (select model, text from
      (select model, text, kept_at from item_vectors order by kept_at desc, model, text limit 1000000 offset $1) as beyond
    order by kept_at, model, text limit 1000)`,
};

export const STATEMENTS = [FIND, KEEP, FORGET];
