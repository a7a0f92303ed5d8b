import { type Instant, TimeZone } from '../base/clock.ts';
import { consistencyAfter, feedingStatusOf, responsivenessAfter } from '../care/feeding.ts';
import type { Heart } from '../heart/heart.ts';
import {
  type Stats,
  type Action,
  ACTIONS,
  type Cause,
  type Path,
  type Stage,
  type Timing,
} from '../vocabulary.ts';
import { NO_RHYTHM, type Rhythm, SAME_VISIT } from './rhythm.ts';

/** The stored state of a creature; between two writes everything else is computed from it and a moment. */
export interface Creature {
  readonly id: string;
  readonly keeperId: string;
  readonly name: string;
  readonly species: string;
  /** Random seed, drawn at birth and kept secret: decides the creature's sleep and moods. */
  readonly seed: number;
  readonly zone: TimeZone;
  /** Traits drawn at birth, and one text per resurrection. */
  readonly personality: readonly string[];
  readonly adoptedAt: Instant;
  readonly stage: Stage;
  readonly path: Path | undefined;
  readonly life: Life | undefined;
  readonly record: CareRecord;
  readonly died: { readonly at: Instant; readonly cause: Cause } | undefined;
  readonly releasedAt: Instant | undefined;
  readonly resurrections: number;
  /** Wishes, keepsakes and letters; undefined until the first care; see `heartOf`. */
  readonly heart?: Heart | undefined;
}

export interface Life {
  readonly hatchedAt: Instant;
  /** The moment from which age is counted: hatching, moved forward by the time it was dead. */
  readonly ageFrom: Instant;
  /** The stats at `settledAt`, the last time they were written. */
  readonly stats: Stats;
  readonly settledAt: Instant;
  readonly lastFedAt: Instant;
  readonly lastPlayedAt: Instant;
  readonly lastCleanedAt: Instant;
  readonly lastCareAt: Instant;
  /** The keeper's last status check; matters to social species only. */
  readonly lastCheckedAt: Instant;
  readonly rhythm: Rhythm;
  readonly playedSinceFed: boolean;
}

export interface CareRecord {
  readonly feedings: number;
  readonly missedFeedings: number;
  readonly careActions: number;
  /** Number of on-time meals in a row. */
  readonly streak: number;
  readonly consistency: number;
  readonly responsiveness: number;
  /** The last 20 actions, newest last. */
  readonly recentActions: readonly Action[];
  readonly lastAction: Action | undefined;
  readonly wasCritical: boolean;
  readonly rescued: boolean;
  /** Milestones that were reached, as `type:threshold`. */
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

type EggFacts = Pick<Creature, 'id' | 'keeperId' | 'name' | 'species' | 'seed' | 'personality'> & {
  readonly zone: string;
};

/** A new egg; it does not age, decay or die until its keeper looks at it. */
export function newEgg(facts: EggFacts, now: Instant): Creature {
  return {
    ...facts,
    zone: new TimeZone(facts.zone),
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

/** True if it has had no care since it hatched or was resurrected. */
export function isUntouched({ lastCareAt, lastFedAt, lastPlayedAt, lastCleanedAt }: Life): boolean {
  return lastFedAt === lastCareAt && lastPlayedAt === lastCareAt && lastCleanedAt === lastCareAt;
}

export function isAlive(creature: Creature): boolean {
  return creature.died === undefined && creature.releasedAt === undefined;
}

export type HatchedCreature = Creature & { readonly life: Life };

export function hasHatched(creature: Creature): creature is HatchedCreature {
  return creature.life !== undefined;
}

export function requireHatched(creature: Creature): HatchedCreature {
  if (!hasHatched(creature)) throw new TypeError('What has hatched stays hatched.');
  return creature;
}

export const CRITICAL_HEALTH = 20;

interface CareRecordEntry {
  readonly action: Action;
  readonly timing: Timing | undefined;
  readonly windows: number;
  readonly health: number;
  /** True if the item was harmful: harmful meals do not count for the streak. */
  readonly harmful: boolean;
}

export function recordAfter(creature: HatchedCreature, entry: CareRecordEntry, now: Instant): CareRecord {
  const { record, life } = creature;
  const isNewVisit = now - life.lastCareAt >= SAME_VISIT;
  return {
    ...record,
    ...(entry.timing && afterFeed(record, entry.timing, entry)),
    careActions: record.careActions + 1,
    responsiveness: isNewVisit
      ? responsivenessAfter(record.responsiveness, feedingStatusOf(entry.windows))
      : record.responsiveness,
    recentActions: rememberAction(record.recentActions, entry.action),
    lastAction: entry.action,
    wasCritical: record.wasCritical || entry.health < CRITICAL_HEALTH,
  };
}

function afterFeed(record: CareRecord, timing: Timing, { windows, harmful }: CareRecordEntry) {
  return {
    feedings: record.feedings + 1,
    missedFeedings: record.missedFeedings + (timing === 'missed_window' ? Math.floor(windows) : 0),
    streak: timing === 'on_time' ? record.streak + (harmful ? 0 : 1) : 0,
    consistency: consistencyAfter(record.consistency, timing, windows),
  };
}

export const REMEMBERED_ACTIONS = 20;

/** Variety of care: entropy of the last actions, 0 for always the same, 100 for all seven alike. */
export function varietyOf(recent: readonly Action[]): number {
  let entropy = 0;
  for (const action of ACTIONS) {
    let count = 0;
    for (const each of recent) if (each === action) count += 1;
    const share = count / recent.length;
    if (share > 0) entropy -= share * Math.log(share);
  }
  return (entropy / MOST_ENTROPY) * 100;
}

const MOST_ENTROPY = Math.log(ACTIONS.length);

export function rememberAction(recent: readonly Action[], action: Action): readonly Action[] {
  return [...recent, action].slice(-REMEMBERED_ACTIONS);
}
