import type { Instant } from '../../core/engine/clock.ts';
import type { CareRecord, Creature, Life } from '../../core/lives/creature.ts';
import type { Cause, Family, Path, Stage } from '../../core/vocabulary.ts';
import type { Query } from '../engine/db.ts';
import { ConstraintViolationError, fromJson } from '../engine/portable.ts';

/** A creature as it is kept, with what only the house needs to know. */
export interface StoredCreature {
  readonly creature: Creature;
  readonly family: Family;
  /** How often it was written: whoever changes it must have read this one. */
  readonly version: number;
  readonly nextEventAt: Instant | undefined;
  /** What its keeper's score counts for it. */
  readonly consistencyTenths: number;
  /** The stage its keeper was last told of. */
  readonly toldStage: Stage;
  readonly imagePrompt: string | undefined;
  readonly imageUrl: string | undefined;
  /** How many portraits there are. */
  readonly portraits: number;
}

/** Where a creature is in its life, in the word the database has for it. */
export type CreatureState = 'egg' | 'alive' | 'dead' | 'released';

export function stateOf({ died, releasedAt, life }: Creature): CreatureState {
  if (releasedAt !== undefined) return 'released';
  if (died) return 'dead';
  return life ? 'alive' : 'egg';
}

export function isLiving({ died, releasedAt }: Creature): 0 | 1 {
  return died || releasedAt !== undefined ? 0 : 1;
}

interface CreatureBody {
  readonly personality: readonly string[];
  readonly life?: Life | undefined;
  readonly record: CareRecord;
}

export function encodeBody({ personality, life, record }: Creature): string {
  // Held to in production too: a stat that is none would spread to everything that comes of it.
  if (life && !Object.values(life.stats).every((stat) => stat >= 0 && stat <= 100))
    throw new ConstraintViolationError('a stat is not between 0 and 100');
  return JSON.stringify({ personality, life, record } satisfies CreatureBody);
}

export interface CreatureRow {
  readonly id: string;
  readonly keeper_id: string;
  readonly name: string;
  readonly species: string;
  readonly family: Family;
  readonly seed: number;
  readonly zone: string;
  readonly adopted_at: number;
  readonly stage: Stage;
  readonly path: Path | null;
  readonly died_at: number | null;
  readonly cause: Cause | null;
  readonly released_at: number | null;
  readonly resurrections: number;
  readonly consistency_tenths: number;
  readonly told_stage: Stage;
  readonly image_prompt: string | null;
  readonly image_url: string | null;
  readonly portraits: number;
  readonly body: string;
  readonly next_event_at: number | null;
  readonly version: number;
}

export function storedCreatureFrom(row: CreatureRow): StoredCreature {
  return {
    creature: creatureFrom(row),
    family: row.family,
    version: row.version,
    nextEventAt: row.next_event_at ?? undefined,
    consistencyTenths: row.consistency_tenths,
    toldStage: row.told_stage,
    imagePrompt: row.image_prompt ?? undefined,
    imageUrl: row.image_url ?? undefined,
    portraits: row.portraits,
  };
}

function creatureFrom(row: CreatureRow): Creature {
  const { personality, life, record } = fromJson<CreatureBody>(row.body);
  const { died_at: diedAt, cause } = row;
  return {
    id: row.id,
    keeperId: row.keeper_id,
    name: row.name,
    species: row.species,
    seed: row.seed,
    zone: row.zone,
    personality,
    adoptedAt: row.adopted_at,
    stage: row.stage,
    path: row.path ?? undefined,
    life,
    record,
    died: diedAt === null || cause === null ? undefined : { at: diedAt, cause },
    releasedAt: row.released_at ?? undefined,
    resurrections: row.resurrections,
  };
}

export const CREATURE_COLUMNS = [
  'id',
  'keeper_id',
  'name',
  'species',
  'family',
  'seed',
  'zone',
  'adopted_at',
  'stage',
  'path',
  'died_at',
  'cause',
  'released_at',
  'resurrections',
  'consistency_tenths',
  'told_stage',
  'image_prompt',
  'image_url',
  'portraits',
  'body',
  'next_event_at',
  'version',
] as const;

/** Whole creatures, those that the rest of the text finds. */
export function selectCreatures(rest: string): Query<CreatureRow> {
  return { text: `select ${CREATURE_COLUMNS.join(', ')} from creatures ${rest}`, columns: CREATURE_COLUMNS };
}
