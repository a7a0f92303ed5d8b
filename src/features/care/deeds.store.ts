import type { Db } from '../../db/db.ts';
import { fromJson } from '../../db/portable.ts';
import { instant, number, optional, query, type RowOf, table, text, word } from '../../db/table.ts';
import type { Action, Family, ItemAction, ItemCategory, Timing } from '../../rules/vocabulary.ts';
import type { StoredCreature } from '../lives/creatures.store.ts';
import { LIFE } from './care-log.store.ts';
import { all, chosen, exists, selectOfMany, write } from '../statement.store.ts';

const OWN_DEED = {
  action: word<Action>(),
  item: optional(text),
  notes: optional(text),
  timing: optional(word<Timing>()),
  at: instant,
};

/** An act of care as `your_recent` lists it. */
export type OwnDeed = RowOf<typeof OWN_DEED>;

const MOST_RECENT = 5;

/** A creature's latest acts of care, newest first; rows written before `recent_deeds` existed are read from the log. */
export async function recentDeedsOf(
  db: Db,
  { creature, recentDeeds }: Pick<StoredCreature, 'creature' | 'recentDeeds'>,
): Promise<readonly OwnDeed[]> {
  return recentDeeds === undefined ? deedsInLog(db, creature.id) : fromJson<readonly OwnDeed[]>(recentDeeds);
}

/** The newest of these acts of care as JSON for the column `recent_deeds`. */
export function recentDeedsAfter(deeds: readonly OwnDeed[]): string {
  const recent = deeds.slice(0, MOST_RECENT);
  return JSON.stringify(
    recent.map(({ action, item, notes, timing, at }) => ({ action, item, notes, timing, at })),
  );
}

/** The latest acts of care among the last hundred log entries, without refused ones. */
export async function deedsInLog(db: Db, creatureId: string): Promise<OwnDeed[]> {
  const latest = await db.all(LATEST, [creatureId, LOOKED_THROUGH]);
  return latest
    .filter(({ refused }) => refused === undefined)
    .slice(0, MOST_RECENT)
    .map(({ refused: _, ...deed }) => deed);
}

// Number of log entries read for recent acts: a shy creature may refuse any number of times in a row.
const LOOKED_THROUGH = 100;

const LATEST = query(
  { ...OWN_DEED, refused: optional(text) },
  `${LIFE} select action, item, notes, timing, at, refused from life order by depth`,
);

const HEARD_DEED = {
  entryId: text,
  creatureId: text,
  keeperId: text,
  family: word<Family>(),
  agent: text,
  creature: text,
  /** The slug of the species. */
  species: text,
  action: word<Action>(),
  at: instant,
  /** Notes of a reflection; undefined for other actions. */
  notes: optional(text),
};

/** An act of care as listed in `others` of other keepers' replies. */
export type HeardDeed = RowOf<typeof HEARD_DEED>;

// SQLite never reorders a cross join, so only the chosen rows are joined.
/**
 * The latest acts of care in the last `lookedThrough` entries of the whole care log: at most `most` per
 * family and action, newest first.
 */
export const latestHeard = all(
  query(
    HEARD_DEED,
    `
  select deed.id as entry_id, deed.creature_id, deed.keeper_id, deed.family, keepers.username as agent,
    creatures.name as creature, creatures.species, deed.action, deed.at,
    case deed.action when 'reflect' then deed.notes end as notes
  from (
    select latest.*, row_number() over (partition by family, action order by at desc, id desc) as place
    from (select * from care_log order by at desc, id desc limit $1) latest where heard = 1) deed
    cross join creatures cross join keepers
  where deed.place <= $2 and creatures.id = deed.creature_id and keepers.agent_id = deed.keeper_id
  order by deed.at desc, deed.id desc`,
  ),
  (lookedThrough: number, most: number) => [lookedThrough, most],
);

const TRIED_ITEM = {
  action: word<ItemAction>(),
  item: text,
  category: word<ItemCategory>(),
  score: number,
};

/** An item a creature was given, and how it was judged. */
export type TriedItem = RowOf<typeof TRIED_ITEM>;

const TRIED_ITEMS = table('tried_items', { creatureId: text, ...TRIED_ITEM });

/** Stores how an item was judged, in place of its earlier judgement. */
export const saveTriedItem = write(
  TRIED_ITEMS.insert({
    conflict: `
    on conflict (creature_id, action, item) do update
    set category = excluded.category, score = excluded.score`,
  }),
);

/** True if the creature was given this item with any action. */
export const hasTried = exists(
  query(
    { item: text },
    'select item from tried_items where creature_id = $1 and lower(item) = lower($2) limit 1',
  ),
  (creatureId: string, item: string) => [creatureId, item],
);

export const triedItemsOfMany = all(selectOfMany('tried_items', TRIED_ITEMS.columns), chosen);

/** The items that a creature was given, the best liked first. */
export const triedItemsOf = all(
  table('tried_items', TRIED_ITEM).select('where creature_id = $1 order by score desc, item limit $2'),
  (creatureId: string, most: number) => [creatureId, most],
);
