import type { ItemAction, ItemCategory } from '../../core/vocabulary.ts';
import type { Db } from '../engine/db.ts';
import { CHOSEN, idList, number, query, table, text, word, type RowOf } from '../engine/table.ts';

const TRIED_ITEM = {
  action: word<ItemAction>(),
  item: text,
  category: word<ItemCategory>(),
  score: number,
};

/** How a creature took something it was given. */
export type TriedItem = RowOf<typeof TRIED_ITEM>;

/** Remembers how it took an item; the newest verdict counts. */
export async function saveTriedItem(db: Db, creatureId: string, tried: TriedItem): Promise<void> {
  await db.run(UPSERT, UPSERT.values({ creatureId, ...tried }));
}

/** Was it ever tried with this, in whatever kind of care? */
export async function hasTried(db: Db, creatureId: string, item: string): Promise<boolean> {
  return (await db.one(HAS_TRIED, [creatureId, item])) !== undefined;
}

/** What it was tried with, the best liked first. */
export function triedItemsOf(db: Db, creatureId: string, most: number): Promise<TriedItem[]> {
  return db.all(TRIED, [creatureId, most]);
}

/** What each of these creatures was tried with. */
export function triedItemsOfMany(
  db: Db,
  creatureIds: readonly string[],
): Promise<RowOf<typeof TRIED_ITEMS.columns>[]> {
  return db.all(OF_MANY, [idList(creatureIds)]);
}

const TRIED_ITEMS = table('tried_items', { creatureId: text, ...TRIED_ITEM });

const UPSERT = TRIED_ITEMS.insert({
  conflict: `
    on conflict (creature_id, action, item) do update
    set category = excluded.category, score = excluded.score`,
});

const HAS_TRIED = query(
  { item: text },
  'select item from tried_items where creature_id = $1 and lower(item) = lower($2) limit 1',
);

const OF_MANY = query(
  TRIED_ITEMS.columns,
  `select ${TRIED_ITEMS.list()} from ${CHOSEN} cross join tried_items where creature_id = chosen.key`,
);

const TRIED = table('tried_items', TRIED_ITEM).select(
  'where creature_id = $1 order by score desc, item limit $2',
);
