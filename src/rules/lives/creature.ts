import type { Instant } from '../base/clock.ts';
import type { Heart } from '../heart/heart.ts';
import type { Stats } from '../stats.ts';
import type { Action, Cause, Path, Stage } from '../vocabulary.ts';
import { NO_RHYTHM, type Rhythm } from './rhythm.ts';

/** What is stored of a creature. Between two writes its whole future follows from this and the moment asked about. */
export interface Creature {
  readonly id: string;
  readonly keeperId: string;
  readonly name: string;
  /** The slug of its species. */
  readonly species: string;
  /** Drawn at birth and shown to nobody: its sleep and its moods come from it. */
  readonly seed: number;
  /** The time zone of its keeper. */
  readonly zone: string;
  /** Who it is: traits drawn at birth, and a layer for every time it was brought back. */
  readonly personality: readonly string[];
  readonly adoptedAt: Instant;
  readonly stage: Stage;
  readonly path: Path | undefined;
  readonly life: Life | undefined;
  readonly record: CareRecord;
  readonly died: { readonly at: Instant; readonly cause: Cause } | undefined;
  readonly releasedAt: Instant | undefined;
  readonly resurrections: number;
  /** Nothing until it was cared for: `heartOf` knows what it is then. */
  readonly heart?: Heart | undefined;
}

/** What runs once it has hatched. */
export interface Life {
  readonly hatchedAt: Instant;
  /** The moment its age is counted from: hatching, moved forward by the time it was dead. */
  readonly ageFrom: Instant;
  /** The stats as they were at `settledAt`, the last moment something happened to them. */
  readonly stats: Stats;
  readonly settledAt: Instant;
  readonly lastFedAt: Instant;
  readonly lastPlayedAt: Instant;
  readonly lastCleanedAt: Instant;
  readonly lastCareAt: Instant;
  /** When its keeper last looked in; only some mind. */
  readonly lastCheckedAt: Instant;
  readonly rhythm: Rhythm;
  readonly playedSinceFed: boolean;
}

/** How it was cared for, as far as rules ask. */
export interface CareRecord {
  readonly feedings: number;
  readonly missedFeedings: number;
  readonly careActions: number;
  /** On-time feedings in a row. */
  readonly streak: number;
  readonly consistency: number;
  readonly responsiveness: number;
  /** The last twenty kinds of care, newest last. */
  readonly recentActions: readonly Action[];
  readonly lastAction: Action | undefined;
  readonly wasCritical: boolean;
  readonly rescued: boolean;
  /** The milestones it has reached, each as `type:threshold`. */
  readonly milestones: readonly string[];
}

export const NEW_RECORD: CareRecord = {
  feedings: 0,
  missedFeedings: 0,
  careActions: 0,
  streak: 0,
  consistency: 100,
  responsiveness: 100,
  recentActions: [],
  lastAction: undefined,
  wasCritical: false,
  rescued: false,
  milestones: [],
};

export const STATS_AT_BIRTH: Stats = { hunger: 100, happiness: 100, health: 100, trust: 20, discipline: 0 };

/** What is known when an egg is laid. */
type EggFacts = Pick<Creature, 'id' | 'keeperId' | 'name' | 'species' | 'seed' | 'zone' | 'personality'>;

/** An egg: it neither ages nor decays nor dies until somebody looks at it. */
export function newEgg(facts: EggFacts, now: Instant): Creature {
  return {
    ...facts,
    adoptedAt: now,
    stage: 'egg',
    path: undefined,
    life: undefined,
    record: NEW_RECORD,
    died: undefined,
    releasedAt: undefined,
    resurrections: 0,
    heart: undefined,
  };
}

/** A life that begins now, with every clock at this moment. */
export function newLife(stats: Stats, now: Instant, ageFrom: Instant = now): Life {
  return {
    hatchedAt: now,
    ageFrom,
    stats,
    settledAt: now,
    lastFedAt: now,
    lastPlayedAt: now,
    lastCleanedAt: now,
    lastCareAt: now,
    lastCheckedAt: now,
    rhythm: NO_RHYTHM,
    playedSinceFed: false,
  };
}

export function isAlive(creature: Creature): boolean {
  return creature.died === undefined && creature.releasedAt === undefined;
}

/** A creature that has hatched: the rules of time apply to no other. */
export type HatchedCreature = Creature & { readonly life: Life };

export function hasHatched(creature: Creature): creature is HatchedCreature {
  return creature.life !== undefined;
}

/** The same creature, of which it is known that it has hatched: nothing that happens to it undoes that. */
export function requireHatched(creature: Creature): HatchedCreature {
  if (!hasHatched(creature)) throw new TypeError('What has hatched stays hatched.');
  return creature;
}
