import type { ItemAction, ItemCategory } from '../../core/vocabulary.ts';
import type { Command, Db, Query } from '../engine/db.ts';

/** How a creature took something it was given. */
export interface TriedItem {
  readonly action: ItemAction;
  readonly item: string;
  readonly category: ItemCategory;
  readonly score: number;
}

/** Remembers how it took an item; the newest verdict counts. */
export async function saveTriedItem(db: Db, creatureId: string, tried: TriedItem): Promise<void> {
  const { action, item, category, score } = tried;
  await db.run(REMEMBER, [creatureId, action, item, category, score]);
}

/** What it was tried with, the best liked first. */
export async function triedItemsOf(db: Db, creatureId: string, most: number): Promise<TriedItem[]> {
  return db.all(TRIED, [creatureId, most]);
}

const REMEMBER: Command = {
  text: `
    insert into tried_items (creature_id, action, item, category, score) values ($1, $2, $3, $4, $5)
    on conflict (creature_id, action, item) do update
    set category = excluded.category, score = excluded.score`,
};

const TRIED: Query<TriedItem> = {
  text: `
    select action, item, category, score from tried_items
    where creature_id = $1 order by score desc, item limit $2`,
  columns: ['action', 'item', 'category', 'score'],
};

export const STATEMENTS = [REMEMBER, TRIED];
