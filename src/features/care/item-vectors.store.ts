import { hash } from 'node:crypto';

import type { Db } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';

const ITEM_VECTORS = sql.table('item_vectors', {
  model: sql.text,
  text: sql.text,
  vector: sql.bytes,
  now: sql.named('kept_at', sql.instant),
});

/** Most item vectors that are stored: about 40 MB at 400 bytes each. */
const MAX_VECTORS = 100_000;

/** Inserts an item vector. On conflict the first one stays: the same text has the same vector. */
export async function insertItemVector(
  db: Db,
  vector: sql.RowOf<typeof ITEM_VECTORS.columns>,
): Promise<void> {
  await db.run(INSERT, INSERT.values({ ...vector, text: digestOf(vector.text) }));
}

/** The digest of an item, stored instead of its text, which must not outlive the agent's account. */
function digestOf(item: string): string {
  return hash('sha256', item);
}

export async function deleteOldItemVectors(db: Db, most = MAX_VECTORS): Promise<number> {
  const newestBeyond = await db.one(BEYOND, [most]);
  return newestBeyond ? db.run(DELETE_OLDEST, [newestBeyond.keptAt]) : 0;
}

export const findItemVector = sql.selectValue(
  { vector: sql.bytes },
  'select vector from item_vectors where model = $1 and text = $2',
  (model: string, item: string) => [model, digestOf(item)],
);

const INSERT = ITEM_VECTORS.insert({ conflict: 'on conflict (model, text) do nothing' });

const BEYOND = sql.query(
  { keptAt: sql.instant },
  'select kept_at from item_vectors order by kept_at desc limit 1 offset $1',
);

const DELETE_OLDEST = sql.deleteOldest('item_vectors', 'model, text', 'kept_at');

/** Deletes up to a thousand item vectors with plain text, which nodes of 1.0.0 write; returns how many. */
export const deleteWordedItemVectors = sql.run(
  `
    delete from item_vectors where (model, text) in
    (select model, text from item_vectors
     where length(text) <> 64 or ltrim(text, '0123456789abcdef') <> '' limit 1000)`,
  () => [],
);
