import { HOUR, hourOfDay, type Instant, localHourAt } from '../base/clock.ts';
import { dice } from '../base/dice.ts';
import {
  BEFORE_SLEEP,
  bestMealTime,
  feedingStatusOf,
  lastEarlyMeal,
  mealTimeOf,
  missedWindows,
  opensAfterWait,
  OVERDUE_WINDOWS,
  overdueAt,
  type Stretch,
  WINDOW_OPENS,
  windowsSinceFed,
  windowStatusOf,
} from '../care/feeding.ts';
import { hiddenStats, hidesNothing, isTooShy, showsItsHealth, visibleStats } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import {
  type FeedingStatus,
  type FeedingWindowStatus,
  type Mood,
  type Path,
  type Stat,
  type Stats,
  STATS,
  type VisibleStats,
} from '../vocabulary.ts';
import { CRITICAL_HEALTH, type HatchedCreature, isUntouched, varietyOf } from './creature.ts';
import { statsAt } from './decay.ts';
import { ageHours, consistencyAt, FORMS, pathAt } from './growth.ts';
import { deathClock, type DeathClock, diesAt, publicClock, type PublicClock } from './live-until.ts';
import {
  averageHours,
  deathThresholdHours,
  decayMultiplier,
  isAsleep,
  isEstablished,
  type NightRest,
  nightRest,
  SAME_VISIT,
  sleepsIn,
  VISIT_SHARE,
  wakesAt,
} from './rhythm.ts';

/** `still_shy`: it accepts only `reflect`. The last two reasons: it sleeps through the open part of its feeding window, or through the rest of it. */
type CheckinReason =
  | 'critical'
  | 'feed_now'
  | 'still_shy'
  | 'in_time'
  | 'before_it_sleeps'
  | 'when_it_wakes'
  | 'early_rather_than_late'
  | 'late_at_best';

export interface Checkin {
  /** Now while the creature is in danger (specification). */
  readonly at: Instant;
  /** When a visit helps next: later than `at` only while a creature in danger, asleep or shy, has had its `reflect`. */
  readonly returnAt: Instant;
  /** A visit at any moment of this stretch around `returnAt` finds the creature awake and its meal on time. */
  readonly span: Stretch;
  readonly reason: CheckinReason;
  readonly windowStatus: FeedingWindowStatus;
  readonly hungerThen: number | undefined;
}

export function recommendedCheckin(
  creature: HatchedCreature,
  species: Species,
  stats: Stats,
  now: Instant,
  dies = diesAt(creature, species),
): Checkin {
  const chosen = isTooShy(species, stats)
    ? checkinOfShy(creature, species, { health: stats.health, now, dies })
    : chooseCheckin(creature, species, stats.health, now);
  const tooLate = chosen.at > now && chosen.at >= dies;
  const visit: NextVisit = tooLate ? { at: now, reason: 'critical' } : chosen;
  const { at: returnAt, reason, span = { from: returnAt, to: returnAt } } = visit;
  const at = reason === 'critical' ? now : returnAt;
  return {
    at,
    returnAt,
    span,
    reason,
    windowStatus: windowStatusOf(windowsSinceFed(creature, species, now)),
    hungerThen: visibleStats(species, at === now ? stats : statsAt(creature, species, at)).hunger,
  };
}

type NextVisit = Pick<Checkin, 'at' | 'reason'> & { readonly span?: Stretch | undefined };

function chooseCheckin(creature: HatchedCreature, species: Species, health: number, now: Instant): NextVisit {
  const windows = windowsSinceFed(creature, species, now);
  const asleep = isAsleep(creature, now);
  const critical = feedingStatusOf(windows) === 'critical' || health < CRITICAL_HEALTH;
  if (critical) {
    // Right after a visit, a sleeping creature needs nothing else until it wakes.
    const waits = asleep && now - creature.life.lastCareAt < SAME_VISIT;
    return { at: waits ? wakesAt(creature, now) : now, reason: 'critical' };
  }
  if (!asleep && windows >= VISIT_SHARE) return { at: now, reason: 'feed_now' };
  const opens = opensAfterWait(creature, species, now);
  const aim = opens ?? mealTimeOf(creature, species, VISIT_SHARE);
  const best = windows > OVERDUE_WINDOWS ? undefined : bestMealTime(creature, species, { aim, from: now });
  if (best === undefined) return withoutMealOnTime(creature, species, now);
  // A keeper that is there when a window is about to open waits for it.
  const span = best.at === opens ? undefined : { from: best.from, to: best.to };
  return { at: best.at, reason: reasonFor(creature, best.at, aim), span };
}

/** Most reflects in one visit to a creature that is too shy for other care. */
const MOST_SITTINGS = 4;
/** Feeding windows between two such visits: the five that it takes after hatching end before a meal is missed. */
const BETWEEN_SITTINGS = 1 / 3;
/** A death clock of at most this much may be critical: THRESHOLD_HOURS.highest / 3. */
const NEAR_DEATH = 16 * HOUR;

interface ShyMoment {
  readonly health: number;
  readonly now: Instant;
  readonly dies: Instant;
}

/** True if a creature too shy for other care had its reflects of this visit; in danger, it gets them until it accepts help. */
export function hasSatEnough({ life, record }: HatchedCreature, { health, now, dies }: ShyMoment): boolean {
  const isVisited = now - life.lastCareAt < SAME_VISIT && !isUntouched(life);
  if (!isVisited || health < CRITICAL_HEALTH || dies - now < NEAR_DEATH) return false;
  // Other care in this visit was accepted, so it became shy again by a late meal.
  return record.lastAction !== 'reflect' || record.careActions % MOST_SITTINGS === 0;
}

/** Also while it sleeps, when it accepts `reflect` too. */
function checkinOfShy(creature: HatchedCreature, species: Species, moment: ShyMoment): NextVisit {
  const { health, now } = moment;
  const next = creature.life.lastCareAt + Math.ceil(BETWEEN_SITTINGS * species.feedingWindowHours * HOUR);
  const at = Math.max(now, next);
  const status = feedingStatusOf(windowsSinceFed(creature, species, now));
  if (status !== 'critical' && health >= CRITICAL_HEALTH) return { at, reason: 'still_shy' };
  return { at: hasSatEnough(creature, moment) ? wakesAt(creature, at) : now, reason: 'critical' };
}

function reasonFor(creature: HatchedCreature, at: Instant, aim: Instant): CheckinReason {
  if (at < aim && isAsleep(creature, at + BEFORE_SLEEP)) return 'before_it_sleeps';
  return at > aim && isAsleep(creature, at - 1) ? 'when_it_wakes' : 'in_time';
}

export interface Checked {
  readonly creature: HatchedCreature;
  readonly species: Species;
  readonly observed: Pick<Observation, 'checkin' | 'deathClock'>;
}

/** The check-in moved to another moment of its span. */
export function movedCheckin({ creature, species, observed: { checkin } }: Checked, at: Instant): Checkin {
  if (at === checkin.returnAt) return checkin;
  const reason = reasonFor(creature, at, mealTimeOf(creature, species, VISIT_SHARE));
  const hungerThen = visibleStats(species, statsAt(creature, species, at)).hunger;
  return { ...checkin, at, returnAt: at, reason, hungerThen };
}

/** The check-in if no meal can be on time: an early meal costs less than a late one. */
function withoutMealOnTime(creature: HatchedCreature, species: Species, now: Instant): NextVisit {
  const early = lastEarlyMeal(creature, species, now);
  if (early !== undefined) return { at: early, reason: 'early_rather_than_late' };
  const opened = windowsSinceFed(creature, species, now) >= WINDOW_OPENS;
  if (opened && !isAsleep(creature, now)) return { at: now, reason: 'before_it_sleeps' };
  const at = wakesAt(creature, Math.max(now, mealTimeOf(creature, species, VISIT_SHARE)));
  return { at, reason: at > overdueAt(creature, species) ? 'late_at_best' : 'when_it_wakes' };
}

/** Everything a reply may say about a creature at a moment; of its stats only the visible ones. */
export interface Observation {
  readonly at: Instant;
  readonly ageHours: number;
  readonly shown: VisibleStats;
  readonly hidden: readonly Stat[];
  readonly mood: Mood;
  /** Depends on visible stats only; content when any stat is hidden. */
  readonly seemingMood: Mood;
  readonly asleepUntil: NightRest | undefined;
  readonly localHour: number;
  readonly feeding: {
    readonly status: FeedingStatus;
    readonly hoursSinceFed: number;
    /** Undefined while the feeding window is open. */
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
    /** An adult's own, or the one a growing creature is on. */
    readonly path: Path;
    readonly form: string | undefined;
  };
  readonly checkin: Checkin;
}

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
  const guarded = asleep ? 'sleeping' : 'content';
  return {
    at: now,
    ageHours: ageHours(creature, now),
    shown,
    hidden,
    mood: moodOf({ asleep, stats, curious }),
    seemingMood: hidden.length === 0 ? moodOf({ asleep, stats: { ...stats, ...shown }, curious }) : guarded,
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
  for (const row of MOOD_RULES) if (isMood(row, facts)) return row.mood;
  return 'content';
}

function isMood({ below, above, while: state }: MoodRow, facts: MoodFacts): boolean {
  if (state !== undefined && !facts[state]) return false;
  const { stats } = facts;
  for (const stat of STATS) {
    if (below && stats[stat] >= (below[stat] ?? Infinity)) return false;
    if (above && stats[stat] <= (above[stat] ?? -1)) return false;
  }
  return true;
}

const CURIOUS_CHANCE = 0.4;

export function isCuriousHour(seed: number, localHour: number): boolean {
  return dice(seed, 'curious', localHour) < CURIOUS_CHANCE;
}
