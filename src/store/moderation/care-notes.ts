import { FAMILIES } from '../../core/vocabulary.ts';
import type { Db } from '../engine/db.ts';
import { instant, number, optional, query, text, type RowOf } from '../engine/table.ts';

const NOTE = {
  /** The entry. */
  id: text,
  creatureId: text,
  version: number,
  agentId: text,
  username: text,
  at: instant,
  action: text,
  item: optional(text),
  notes: optional(text),
};

/** What somebody wrote down with an act of care, as it was written; for the operator alone. */
export type CareNote = RowOf<typeof NOTE>;

export function findCareNote(db: Db, creatureId: string, version: number): Promise<CareNote | undefined> {
  return db.one(FIND_NOTE, [creatureId, version]);
}

/** The newest notes on one creature, as far as its last few hundred entries tell. */
export function careNotesOn(db: Db, creatureId: string, most: number): Promise<readonly CareNote[]> {
  return db.all(NOTES_ON, [creatureId, LOOKED_THROUGH, most]);
}

const LOOKED_THROUGH = 300;

/** What was thought aloud in the house lately, the newest first: these are the words that others are told. */
export function latestReflections(db: Db, most: number): Promise<readonly CareNote[]> {
  return db.all(LATEST_REFLECTIONS, [most]);
}

const SELECTED = `entry.id, entry.creature_id, entry.version, entry.keeper_id as agent_id, keepers.username, entry.at,
      entry.action, entry.item, entry.notes`;

const FIND_NOTE = query(
  NOTE,
  `
    select ${SELECTED} from care_log entry join keepers on keepers.agent_id = entry.keeper_id
    where entry.creature_id = $1 and entry.version = $2`,
);

const NOTES_ON = query(
  NOTE,
  `
    select ${SELECTED} from
      (select * from care_log where creature_id = $1 order by version desc limit $2) entry
      join keepers on keepers.agent_id = entry.keeper_id
    where entry.notes is not null or entry.item is not null
    order by entry.version desc limit $3`,
);

const LATEST_REFLECTIONS = query(
  NOTE,
  `
    select ${SELECTED} from (${FAMILIES.map(
      (family) => `
      select * from (
        select * from care_log where family = '${family}' and action = 'reflect' and heard = 1
        order by at desc limit $1) of_family`,
    ).join(' union all ')}) entry
      join keepers on keepers.agent_id = entry.keeper_id
    where entry.notes is not null
    order by entry.at desc, entry.id limit $1`,
);
