import type { Action, Family, Timing } from '../../core/vocabulary.ts';
import type { Db } from '../engine/db.ts';
import { instant, optional, query, text, word, type RowOf } from '../engine/table.ts';
import { notBlocked } from '../public/not-blocked.ts';

const OWN_DEED = {
  action: word<Action>(),
  item: optional(text),
  notes: optional(text),
  timing: optional(word<Timing>()),
  at: instant,
};

/** What a keeper did for a creature lately, as far as a reminder needs it. */
export type OwnDeed = RowOf<typeof OWN_DEED>;

const OTHERS_DEED = {
  entryId: text,
  creatureId: text,
  agent: text,
  creature: text,
  /** The slug. */
  species: text,
  action: word<Action>(),
  at: instant,
  /** Of a reflection only. */
  notes: optional(text),
};

/** What somebody else did, for a creature of the same family. */
export type OthersDeed = RowOf<typeof OTHERS_DEED>;

/** The newest of a keeper's own, as far as the last hundred entries tell: what was refused is no deed. */
export function recentDeeds(db: Db, creatureId: string, most: number): Promise<OwnDeed[]> {
  return db.all(RECENT, [creatureId, most, OWN_LOOKED_THROUGH]);
}

// A shy creature may refuse any number of times in a row.
const OWN_LOOKED_THROUGH = 100;

interface OthersDeedFilter {
  readonly family: Family;
  readonly action: Action;
  /** Whose own deeds are left out. */
  readonly keeperId: string;
}

/** The newest that others did, the newest first, as far as the last few dozen deeds of the kind tell. */
export async function deedsOfOthers(
  db: Db,
  { family, action, keeperId }: OthersDeedFilter,
  most: number,
): Promise<OthersDeed[]> {
  const deeds = await db.all(OTHERS, [family, action, keeperId, most, LOOKED_THROUGH]);
  return action === 'reflect' ? deeds : deeds.map((deed) => ({ ...deed, notes: undefined }));
}

// However busy the one who asks has been, no more than this is looked through.
const LOOKED_THROUGH = 40;

const RECENT = query(
  OWN_DEED,
  `
  select action, item, notes, timing, at from
    (select action, item, notes, timing, at, refused, version from care_log
      where creature_id = $1 order by version desc limit $3) latest
  where refused is null order by version desc limit $2`,
);

const OTHERS = query(
  OTHERS_DEED,
  `
  select d.id as entry_id, d.creature_id, k.username as agent, c.name as creature, c.species, d.action, d.at, d.notes
  from care_log d
  join creatures c on c.id = d.creature_id
  join keepers k on k.agent_id = d.keeper_id
  where d.family = $1 and d.action = $2 and d.heard = 1 and d.keeper_id <> $3 and d.at >= coalesce((
    select at from care_log where family = $1 and action = $2 and heard = 1
    order by at desc limit 1 offset $5), 0) and ${notBlocked('d.keeper_id')}
  order by d.at desc limit $4`,
);
