import { CRITICAL_HEALTH, varietyOf } from '../care/care-record.ts';
import { feedingStatusOf, missedWindows, windowsSinceFed, WINDOW_OPENS } from '../care/feeding.ts';
import { HOUR, type Instant } from '../base/clock.ts';
import { dice } from '../base/dice.ts';
import { hourOfDay, localHourAt } from '../base/local-time.ts';
import type { Species } from '../species/species.ts';
import type { Stats, VisibleStats } from '../stats.ts';
import { STATS, type FeedingStatus, type Mood, type Path, type Stat } from '../vocabulary.ts';
import { recommendedCheckin, type Checkin } from './checkin.ts';
import type { HatchedCreature } from './creature.ts';
import { deathClock, publicClock, type DeathClock, type PublicClock } from './death.ts';
import { statsAt } from './decay.ts';
import { ageHours, consistencyAt, FORMS, pathAt } from './growth.ts';
import { averageHours, deathThresholdHours, decayMultiplier, isEstablished } from './rhythm.ts';
import { nightRest, sleepsIn, type NightRest } from './sleep.ts';
import { hiddenStats, hidesNothing, showsItsHealth, visibleStats } from './visible-stats.ts';

/** All facts about a creature at a moment; of its stats only the visible ones. */
export interface Observation {
  readonly at: Instant;
  readonly ageHours: number;
  readonly shown: VisibleStats;
  readonly hidden: readonly Stat[];
  readonly mood: Mood;
  /** The mood by visible stats; content when any stat is hidden. */
  readonly seemingMood: Mood;
  readonly asleepUntil: NightRest | undefined;
  readonly localHour: number;
  readonly feeding: {
    readonly status: FeedingStatus;
    readonly hoursSinceFed: number;
    /** When the feeding window opens; undefined while it is open. */
    readonly opensAt: Instant | undefined;
    readonly missed: number;
  };
  readonly deathClock: DeathClock;
  readonly publicClock: PublicClock;
  readonly rhythm: {
    readonly averageHours: number;
    readonly thresholdHours: number;
    readonly multiplier: number;
    readonly established: boolean;
  };
  readonly progress: {
    readonly consistency: number;
    readonly responsiveness: number;
    readonly variety: number;
    /** The evolution path: an adult's own, or the one a growing creature is on. */
    readonly path: Path;
    readonly form: string | undefined;
  };
  readonly checkin: Checkin;
}

/** Computes all facts about a living creature; changes nothing. */
export function observe(creature: HatchedCreature, species: Species, now: Instant): Observation {
  const { life, path, record, seed, zone } = creature;
  const stats = statsAt(creature, species, now);
  const shown = visibleStats(species, stats);
  const localHour = localHourAt(zone, now);
  const asleep = sleepsIn(seed, localHour);
  const windows = windowsSinceFed(creature, species, now);
  const rhythmHours = averageHours(life.rhythm);
  const curious = species.curious && isCuriousHour(seed, localHour);
  const hidden = hidesNothing(species) ? [] : hiddenStats(shown);
  const clock = deathClock(creature, species, now);
  const status = feedingStatusOf(windows);
  const opensAt = life.lastFedAt + WINDOW_OPENS * species.feedingWindowHours * HOUR;
  return {
    at: now,
    ageHours: ageHours(creature, now),
    shown,
    hidden,
    mood: moodOf({ asleep, stats, curious }),
    seemingMood:
      hidden.length === 0 ? moodOf({ asleep, stats: { ...stats, ...shown }, curious }) : guardedMood(asleep),
    asleepUntil: asleep ? nightRest(creature, now) : undefined,
    localHour: hourOfDay(localHour),
    feeding: {
      status,
      hoursSinceFed: (now - life.lastFedAt) / HOUR,
      opensAt: windows < WINDOW_OPENS ? Math.ceil(opensAt) : undefined,
      missed: record.missedFeedings + missedWindows(windows),
    },
    deathClock: clock,
    publicClock: publicClock(clock, status, showsItsHealth(species, stats) ? 'plain' : 'kept'),
    rhythm: {
      averageHours: rhythmHours,
      thresholdHours: deathThresholdHours(life.rhythm),
      multiplier: decayMultiplier((now - life.lastCareAt) / (rhythmHours * HOUR)),
      established: isEstablished(life.rhythm),
    },
    progress: {
      consistency: consistencyAt(creature, species, now),
      responsiveness: record.responsiveness,
      variety: varietyOf(record.recentActions),
      path: path ?? pathAt(creature, species, now),
      form: path && FORMS[species.family][path],
    },
    checkin: recommendedCheckin(creature, species, stats, now, clock.diesAt),
  };
}

interface MoodFacts {
  readonly asleep: boolean;
  readonly stats: Stats;
  readonly curious: boolean;
}

interface MoodRow {
  readonly mood: Mood;
  readonly below?: VisibleStats;
  readonly above?: VisibleStats;
  readonly while?: 'asleep' | 'curious';
}

/** Rules of the mood, in the order of the specification; the first that holds counts. */
export const MOOD_RULES: readonly MoodRow[] = [
  { mood: 'sleeping', while: 'asleep' },
  { mood: 'critical', below: { health: CRITICAL_HEALTH } },
  { mood: 'sick', below: { health: 40 } },
  { mood: 'hungry', below: { hunger: 30 } },
  { mood: 'happy', above: { happiness: 80, hunger: 50 } },
  { mood: 'curious', while: 'curious' },
  { mood: 'content' },
];

export function moodOf(facts: MoodFacts): Mood {
  return MOOD_RULES.find((row) => isMood(row, facts))?.mood ?? 'content';
}

function isMood({ below = {}, above = {}, while: state }: MoodRow, facts: MoodFacts): boolean {
  if (state !== undefined && !facts[state]) return false;
  const { stats } = facts;
  return STATS.every((stat) => stats[stat] < (below[stat] ?? Infinity) && stats[stat] > (above[stat] ?? -1));
}

function guardedMood(asleep: boolean): Mood {
  return asleep ? 'sleeping' : 'content';
}

const CURIOUS_CHANCE = 0.4;

export function isCuriousHour(seed: number, localHour: number): boolean {
  return dice(seed, 'curious', localHour) < CURIOUS_CHANCE;
}
