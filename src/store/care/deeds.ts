import type { Action, Family, Timing } from '../../core/vocabulary.ts';
import type { Db } from '../engine/db.ts';
import { instant, optional, query, text, word, type RowOf } from '../engine/table.ts';
import { LIFE } from './care-log.ts';

const OWN_DEED = {
  action: word<Action>(),
  item: optional(text),
  notes: optional(text),
  timing: optional(word<Timing>()),
  at: instant,
};

/** What a keeper did for a creature lately, as far as a reminder needs it. */
export type OwnDeed = RowOf<typeof OWN_DEED>;

/** The newest of a keeper's own, as far as the last hundred entries tell: what was refused is no deed. */
export async function recentDeeds(db: Db, creatureId: string, most: number): Promise<OwnDeed[]> {
  const latest = await db.all(LATEST, [creatureId, most]);
  const done = latest.filter(({ refused }) => refused === undefined);
  // Few are ever refused: the many are walked through only for those who are.
  if (done.length === latest.length) return done;
  return (await db.all(LATEST, [creatureId, OWN_LOOKED_THROUGH]))
    .filter(({ refused }) => refused === undefined)
    .slice(0, most);
}

// A shy creature may refuse any number of times in a row.
const OWN_LOOKED_THROUGH = 100;

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
  /** The slug. */
  species: text,
  action: word<Action>(),
  at: instant,
  /** Of a reflection only. */
  notes: optional(text),
};

/** What somebody did for a creature, as far as other keepers may hear of it. */
export type HeardDeed = RowOf<typeof HEARD_DEED>;

/** Of the last so many entries of the whole log, the newest of each kind: the newest first, and no more than `most` of any. */
export function latestHeard(db: Db, lookedThrough: number, most: number): Promise<HeardDeed[]> {
  return db.all(HEARD, [lookedThrough, most]);
}

// Only what is told is joined. A cross join is the one kind of join that SQLite never turns around.
const HEARD = query(
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
);
