import { LIFE, TOLD_TO_OTHERS } from '../care/care-log.ts';
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
  return db.one(FIND_NOTE, [creatureId, Number.MAX_SAFE_INTEGER, version]);
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
    ${LIFE} select ${SELECTED} from life entry join keepers on keepers.agent_id = entry.keeper_id
    where entry.version = $3`,
);

const NOTES_ON = query(
  NOTE,
  `
    ${LIFE} select ${SELECTED} from life entry
      join keepers on keepers.agent_id = entry.keeper_id
    where entry.notes is not null or entry.item is not null
    order by entry.depth limit $3`,
);

const LATEST_REFLECTIONS = query(
  NOTE,
  `
    select ${SELECTED} from (
      select * from care_log where ${TOLD_TO_OTHERS} order by at desc, id desc limit $1) entry
      join keepers on keepers.agent_id = entry.keeper_id
    order by entry.at desc, entry.id desc`,
);
