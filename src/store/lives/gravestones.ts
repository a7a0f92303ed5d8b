import type { Instant } from '../../core/engine/clock.ts';
import type { Action, Cause, Family, Path, Stage, Tier } from '../../core/vocabulary.ts';
import type { Command, Db, Query } from '../engine/db.ts';
import { notBlocked } from '../public/not-blocked.ts';

/** A stone, with all of a life that its words are made of. It stays as it was carved, whatever comes after. */
export interface Gravestone {
  readonly id: string;
  readonly creatureId: string;
  /** 1 for a creature's first death. */
  readonly deathNumber: number;
  readonly keeperId: string;
  /** Its keeper's username. */
  readonly caretaker: string;
  readonly name: string;
  /** The slug, and what it is called. */
  readonly species: string;
  readonly speciesName: string;
  readonly family: Family;
  readonly tier: Tier;
  readonly stageReached: Stage;
  readonly path: Path | undefined;
  readonly livedMs: number;
  readonly feedings: number;
  readonly missedFeedings: number;
  readonly careActions: number;
  readonly streak: number;
  readonly consistency: number;
  readonly lastCareAction: Action | undefined;
  readonly cause: Cause;
  readonly seed: number;
  readonly diedAt: Instant;
  readonly resurrectedAt: Instant | undefined;
}

/** Which death of which creature. */
export type DeathKey = Pick<Gravestone, 'creatureId' | 'deathNumber'>;

/** Sets up a stone; false when one stands for this death already. */
export async function insertGravestone(db: Db, stone: Gravestone): Promise<boolean> {
  const carved = await db.run(INSERT, [
    stone.id,
    stone.creatureId,
    stone.deathNumber,
    stone.keeperId,
    stone.caretaker,
    stone.name,
    stone.species,
    stone.speciesName,
    stone.family,
    stone.tier,
    stone.stageReached,
    stone.path ?? null,
    stone.livedMs,
    stone.feedings,
    stone.missedFeedings,
    stone.careActions,
    stone.streak,
    stone.consistency,
    stone.lastCareAction ?? null,
    stone.cause,
    stone.seed,
    stone.diedAt,
    stone.resurrectedAt ?? null,
  ]);
  return carved === 1;
}

/** Marks the stone of one that came back; false when it was marked before, or there is none. */
export async function markResurrected(
  db: Db,
  { creatureId, deathNumber }: DeathKey,
  now: Instant,
): Promise<boolean> {
  return (await db.run(MARK_RESURRECTED, [creatureId, deathNumber, now])) === 1;
}

export interface GravestoneRange {
  readonly offset: number;
  readonly limit: number;
}

/** Everybody's stones but those of blocked agents, the newest first. */
export async function listGravestones(db: Db, { offset, limit }: GravestoneRange): Promise<readonly Gravestone[]> {
  return (await db.all(ALL, [limit, offset])).map(gravestoneFrom);
}

/** The stones of one keeper's creatures, the newest first. */
export async function gravestonesOfKeeper(
  db: Db,
  keeperId: string,
  { offset, limit }: GravestoneRange,
): Promise<readonly Gravestone[]> {
  return (await db.all(OF_KEEPER, [limit, offset, keeperId])).map(gravestoneFrom);
}

/** The deaths of one creature, the first one first. */
export async function gravestonesOfCreature(db: Db, creatureId: string): Promise<readonly Gravestone[]> {
  return (await db.all(OF_CREATURE, [creatureId])).map(gravestoneFrom);
}

export interface GravestoneRow {
  readonly id: string;
  readonly creature_id: string;
  readonly death_number: number;
  readonly keeper_id: string;
  readonly caretaker: string;
  readonly name: string;
  readonly species: string;
  readonly species_name: string;
  readonly family: Family;
  readonly tier: Tier;
  readonly stage_reached: Stage;
  readonly path: Path | null;
  readonly lived_ms: number;
  readonly feedings: number;
  readonly missed_feedings: number;
  readonly care_actions: number;
  readonly streak: number;
  readonly consistency: number;
  readonly last_care_action: Action | null;
  readonly cause: Cause;
  readonly seed: number;
  readonly died_at: number;
  readonly resurrected_at: number | null;
}

export function gravestoneFrom(row: GravestoneRow): Gravestone {
  return {
    id: row.id,
    creatureId: row.creature_id,
    deathNumber: row.death_number,
    keeperId: row.keeper_id,
    caretaker: row.caretaker,
    name: row.name,
    species: row.species,
    speciesName: row.species_name,
    family: row.family,
    tier: row.tier,
    stageReached: row.stage_reached,
    path: row.path ?? undefined,
    livedMs: row.lived_ms,
    feedings: row.feedings,
    missedFeedings: row.missed_feedings,
    careActions: row.care_actions,
    streak: row.streak,
    consistency: row.consistency,
    lastCareAction: row.last_care_action ?? undefined,
    cause: row.cause,
    seed: row.seed,
    diedAt: row.died_at,
    resurrectedAt: row.resurrected_at ?? undefined,
  };
}

export const GRAVESTONE_COLUMNS = [
  'id',
  'creature_id',
  'death_number',
  'keeper_id',
  'caretaker',
  'name',
  'species',
  'species_name',
  'family',
  'tier',
  'stage_reached',
  'path',
  'lived_ms',
  'feedings',
  'missed_feedings',
  'care_actions',
  'streak',
  'consistency',
  'last_care_action',
  'cause',
  'seed',
  'died_at',
  'resurrected_at',
] as const;

const STONE = GRAVESTONE_COLUMNS.map((column) => `stone.${column}`).join(', ');

// A community species is called what its maker called it, though the operator may have hidden that for now.
const TRUE_NAME = `coalesce((select name from community_species where slug = $${GRAVESTONE_COLUMNS.indexOf('species') + 1}), $${GRAVESTONE_COLUMNS.indexOf('species_name') + 1})`;

const INSERT: Command = {
  text: `
    insert into gravestones (${GRAVESTONE_COLUMNS.join(', ')})
    values (${GRAVESTONE_COLUMNS.map((column, at) => (column === 'species_name' ? TRUE_NAME : `$${at + 1}`)).join(', ')})
    on conflict (creature_id, death_number) do nothing`,
};

const MARK_RESURRECTED: Command = {
  text: `
    update gravestones set resurrected_at = $3
    where creature_id = $1 and death_number = $2 and resurrected_at is null`,
};

const ALL = newest(`where ${notBlocked('gravestones.keeper_id')}`);
const OF_KEEPER = newest('where keeper_id = $3');

const OF_CREATURE: Query<GravestoneRow> = {
  text: `select ${STONE} from gravestones stone where stone.creature_id = $1 order by stone.death_number`,
  columns: GRAVESTONE_COLUMNS,
};

/**
 * The pages before this one are passed by in the index alone; only this one's rows are read. A cross join is the one
 * kind of join that SQLite never turns around.
 */
function newest(where: string): Query<GravestoneRow> {
  return {
    text: `
    select ${STONE} from
      (select id from gravestones ${where} order by died_at desc, id desc limit $1 offset $2) page
      cross join gravestones stone
    where stone.id = page.id
    order by stone.died_at desc, stone.id desc`,
    columns: GRAVESTONE_COLUMNS,
  };
}

export const STATEMENTS = [INSERT, MARK_RESURRECTED, ALL, OF_KEEPER, OF_CREATURE];
