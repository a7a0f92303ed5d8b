import type { Db } from '../engine/db.ts';
import { bytes, command, instant, named, query, table, text, type RowOf } from '../engine/table.ts';

const ITEM_VECTORS = table('item_vectors', {
  model: text,
  text,
  vector: bytes,
  now: named('kept_at', instant),
});

/** The vectors kept at most; at 400 bytes each they are a few dozen megabytes. */
const MAX_VECTORS = 100_000;

export async function findItemVector(db: Db, model: string, item: string): Promise<Uint8Array | undefined> {
  return (await db.one(FIND, [model, item]))?.vector;
}

/** Keeps a vector; the same text gets the same one, so that the first stays. */
export async function insertItemVector(db: Db, vector: RowOf<typeof ITEM_VECTORS.columns>): Promise<void> {
  await db.run(INSERT, INSERT.values(vector));
}

/** Forgets up to a thousand of the oldest beyond the most, and tells how many. */
export function deleteOldItemVectors(db: Db, most = MAX_VECTORS): Promise<number> {
  return db.run(DELETE_OLD, [most]);
}

const FIND = query({ vector: bytes }, 'select vector from item_vectors where model = $1 and text = $2');

const INSERT = ITEM_VECTORS.insert({ conflict: 'on conflict (model, text) do nothing' });

const DELETE_OLD = command(`
  delete from item_vectors where (model, text) in
  (select model, text from
    (select model, text, kept_at from item_vectors order by kept_at desc, model, text limit 1000000 offset $1) as beyond
  order by kept_at, model, text limit 1000)`);
