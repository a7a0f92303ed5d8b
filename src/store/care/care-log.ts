import type { Instant } from '../../core/engine/clock.ts';
import type { StatChanges } from '../../core/stats.ts';
import type { Action, CareRefusal, Family, ItemCategory, Stat, Timing } from '../../core/vocabulary.ts';
import type { Command, Db, Query } from '../engine/db.ts';

/** One act of care as it is written down. */
export interface CareLogEntry {
  readonly id: string;
  readonly creatureId: string;
  /** The version of the creature it led to: the order of its life. */
  readonly version: number;
  readonly at: Instant;
  readonly action: Action;
  readonly item: string | undefined;
  readonly category: ItemCategory | undefined;
  readonly score: number | null;
  readonly notes: string | undefined;
  readonly timing: Timing | undefined;
  readonly refused: CareRefusal | undefined;
  /** As it was shown; what was hidden is missing for ever. */
  readonly before: StatChanges;
  readonly after: StatChanges;
}

export interface NewCareLogEntry extends CareLogEntry {
  readonly keeperId: string;
  readonly family: Family;
  /** May other keepers hear of it? */
  readonly heard: boolean;
}

export async function insertCareLogEntry(db: Db, entry: NewCareLogEntry): Promise<void> {
  const { before, after } = entry;
  await db.run(INSERT, [
    entry.creatureId,
    entry.version,
    entry.id,
    entry.keeperId,
    entry.family,
    entry.at,
    entry.action,
    entry.item ?? null,
    entry.category ?? null,
    entry.score,
    entry.notes ?? null,
    entry.timing ?? null,
    entry.refused ?? null,
    before.hunger ?? null,
    after.hunger ?? null,
    before.happiness ?? null,
    after.happiness ?? null,
    before.health ?? null,
    after.health ?? null,
    entry.heard ? 1 : 0,
  ]);
}

/** The newest entries of a creature, so many of them skipped. */
export async function careLogOf(
  db: Db,
  creatureId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<CareLogEntry[]> {
  return (await db.all(NEWEST, [creatureId, page.limit, page.offset])).map(entryFrom);
}

/** All entries of a creature, the oldest first. */
export async function wholeCareLogOf(db: Db, creatureId: string): Promise<CareLogEntry[]> {
  return (await db.all(WHOLE, [creatureId])).map(entryFrom);
}

interface CareLogRow {
  readonly creature_id: string;
  readonly version: number;
  readonly id: string;
  readonly at: number;
  readonly action: Action;
  readonly item: string | null;
  readonly category: ItemCategory | null;
  readonly score: number | null;
  readonly notes: string | null;
  readonly timing: Timing | null;
  readonly refused: CareRefusal | null;
  readonly hunger_before: number | null;
  readonly hunger_after: number | null;
  readonly happiness_before: number | null;
  readonly happiness_after: number | null;
  readonly health_before: number | null;
  readonly health_after: number | null;
}

function entryFrom(row: CareLogRow): CareLogEntry {
  return {
    id: row.id,
    creatureId: row.creature_id,
    version: row.version,
    at: row.at,
    action: row.action,
    item: row.item ?? undefined,
    category: row.category ?? undefined,
    score: row.score,
    notes: row.notes ?? undefined,
    timing: row.timing ?? undefined,
    refused: row.refused ?? undefined,
    before: shown({ hunger: row.hunger_before, happiness: row.happiness_before, health: row.health_before }),
    after: shown({ hunger: row.hunger_after, happiness: row.happiness_after, health: row.health_after }),
  };
}

function shown(stats: Partial<Record<Stat, number | null>>): StatChanges {
  return Object.fromEntries(Object.entries(stats).filter(([, value]) => value !== null));
}

const COLUMNS = [
  'creature_id',
  'version',
  'id',
  'at',
  'action',
  'item',
  'category',
  'score',
  'notes',
  'timing',
  'refused',
  'hunger_before',
  'hunger_after',
  'happiness_before',
  'happiness_after',
  'health_before',
  'health_after',
] as const;

const INSERT: Command = {
  text: `
    insert into care_log (
      creature_id, version, id, keeper_id, family, at, action, item, category, score, notes, timing, refused,
      hunger_before, hunger_after, happiness_before, happiness_after, health_before, health_after, heard)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
};

const NEWEST: Query<CareLogRow> = {
  text: `
    select ${COLUMNS.join(', ')} from care_log
    where creature_id = $1 order by version desc limit $2 offset $3`,
  columns: COLUMNS,
};

const WHOLE: Query<CareLogRow> = {
  text: `select ${COLUMNS.join(', ')} from care_log where creature_id = $1 order by version`,
  columns: COLUMNS,
};

export const STATEMENTS = [INSERT, NEWEST, WHOLE];
