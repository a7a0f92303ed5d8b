import type { Instant } from '../../core/engine/clock.ts';
import type { Action, Family, Timing } from '../../core/vocabulary.ts';
import type { Db, Query } from '../engine/db.ts';
import { notBlocked } from '../public/not-blocked.ts';

/** What a keeper did for a creature lately, as far as a reminder needs it. */
export interface OwnDeed {
  readonly action: Action;
  readonly item: string | undefined;
  readonly notes: string | undefined;
  readonly timing: Timing | undefined;
  readonly at: Instant;
}

/** What somebody else did, for a creature of the same family. */
export interface OthersDeed {
  readonly entryId: string;
  readonly creatureId: string;
  readonly agent: string;
  readonly creature: string;
  /** The slug. */
  readonly species: string;
  readonly action: Action;
  readonly at: Instant;
  /** Of a reflection only. */
  readonly notes: string | undefined;
}

/** The newest of a keeper's own, as far as the last hundred entries tell: what was refused is no deed. */
export async function recentDeeds(db: Db, creatureId: string, most: number): Promise<OwnDeed[]> {
  const rows = await db.all(RECENT, [creatureId, most, OWN_LOOKED_THROUGH]);
  return rows.map(({ action, item, notes, timing, at }) => ({
    action,
    item: item ?? undefined,
    notes: notes ?? undefined,
    timing: timing ?? undefined,
    at,
  }));
}

// A shy creature may refuse any number of times in a row.
const OWN_LOOKED_THROUGH = 100;

export interface OthersDeedFilter {
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
  const rows = await db.all(OTHERS, [family, action, keeperId, most, LOOKED_THROUGH]);
  return rows.map(({ id, creature_id: creatureId, notes, ...deed }) => ({
    ...deed,
    entryId: id,
    creatureId,
    notes: action === 'reflect' ? (notes ?? undefined) : undefined,
  }));
}

// However busy the one who asks has been, no more than this is looked through.
const LOOKED_THROUGH = 40;

interface OwnDeedRow {
  readonly action: Action;
  readonly item: string | null;
  readonly notes: string | null;
  readonly timing: Timing | null;
  readonly at: number;
}

const RECENT: Query<OwnDeedRow> = {
  text: `
    select action, item, notes, timing, at from
      (select action, item, notes, timing, at, refused, version from care_log
        where creature_id = $1 order by version desc limit $3) latest
    where refused is null order by version desc limit $2`,
  columns: ['action', 'item', 'notes', 'timing', 'at'],
};

interface OthersDeedRow {
  readonly id: string;
  readonly creature_id: string;
  readonly agent: string;
  readonly creature: string;
  readonly species: string;
  readonly action: Action;
  readonly at: number;
  readonly notes: string | null;
}

const OTHERS: Query<OthersDeedRow> = {
  text: `
    select d.id, d.creature_id, k.username as agent, c.name as creature, c.species, d.action, d.at, d.notes
    from care_log d
    join creatures c on c.id = d.creature_id
    join keepers k on k.agent_id = d.keeper_id
    where d.family = $1 and d.action = $2 and d.heard = 1 and d.keeper_id <> $3 and d.at >= coalesce((
      select at from care_log where family = $1 and action = $2 and heard = 1
      order by at desc limit 1 offset $5), 0) and ${notBlocked('d.keeper_id')}
    order by d.at desc limit $4`,
  columns: ['id', 'creature_id', 'agent', 'creature', 'species', 'action', 'at', 'notes'],
};

export const STATEMENTS = [RECENT, OTHERS];
