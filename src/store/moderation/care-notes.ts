import type { Instant } from '../../core/engine/clock.ts';
import { FAMILIES } from '../../core/vocabulary.ts';
import type { Db, Query } from '../engine/db.ts';

/** What somebody wrote down with an act of care, as it was written; for the operator alone. */
export interface CareNote {
  /** The entry. */
  readonly id: string;
  readonly creatureId: string;
  readonly version: number;
  readonly agentId: string;
  readonly username: string;
  readonly at: Instant;
  readonly action: string;
  readonly item: string | undefined;
  readonly notes: string | undefined;
}

export async function findCareNote(db: Db, creatureId: string, version: number): Promise<CareNote | undefined> {
  const row = await db.one(FIND_NOTE, [creatureId, version]);
  return row && noteFrom(row);
}

/** The newest notes on one creature, as far as its last few hundred entries tell. */
export async function careNotesOn(db: Db, creatureId: string, most: number): Promise<readonly CareNote[]> {
  return (await db.all(NOTES_ON, [creatureId, LOOKED_THROUGH, most])).map(noteFrom);
}

const LOOKED_THROUGH = 300;

/** What was thought aloud in the house lately, the newest first: these are the words that others are told. */
export async function latestReflections(db: Db, most: number): Promise<readonly CareNote[]> {
  return (await db.all(LATEST_REFLECTIONS, [most])).map(noteFrom);
}

interface CareNoteRow {
  readonly id: string;
  readonly creature_id: string;
  readonly version: number;
  readonly agent_id: string;
  readonly username: string;
  readonly at: number;
  readonly action: string;
  readonly item: string | null;
  readonly notes: string | null;
}

function noteFrom(row: CareNoteRow): CareNote {
  return {
    id: row.id,
    creatureId: row.creature_id,
    version: row.version,
    agentId: row.agent_id,
    username: row.username,
    at: row.at,
    action: row.action,
    item: row.item ?? undefined,
    notes: row.notes ?? undefined,
  };
}

const NOTE_COLUMNS = [
  'id',
  'creature_id',
  'version',
  'agent_id',
  'username',
  'at',
  'action',
  'item',
  'notes',
] as const;
const NOTE = `entry.id, entry.creature_id, entry.version, entry.keeper_id as agent_id, keepers.username, entry.at,
      entry.action, entry.item, entry.notes`;

const FIND_NOTE: Query<CareNoteRow> = {
  text: `
    select ${NOTE} from care_log entry join keepers on keepers.agent_id = entry.keeper_id
    where entry.creature_id = $1 and entry.version = $2`,
  columns: NOTE_COLUMNS,
};

const NOTES_ON: Query<CareNoteRow> = {
  text: `
    select ${NOTE} from
      (select * from care_log where creature_id = $1 order by version desc limit $2) entry
      join keepers on keepers.agent_id = entry.keeper_id
    where entry.notes is not null or entry.item is not null
    order by entry.version desc limit $3`,
  columns: NOTE_COLUMNS,
};

const LATEST_REFLECTIONS: Query<CareNoteRow> = {
  text: `
    select ${NOTE} from (${FAMILIES.map(
      (family) => `
      select * from (
        select * from care_log where family = '${family}' and action = 'reflect' and heard = 1
        order by at desc limit $1) of_family`,
    ).join(' union all ')}) entry
      join keepers on keepers.agent_id = entry.keeper_id
    where entry.notes is not null
    order by entry.at desc, entry.id limit $1`,
  columns: NOTE_COLUMNS,
};

export const STATEMENTS = [FIND_NOTE, NOTES_ON, LATEST_REFLECTIONS];
