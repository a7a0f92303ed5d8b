import { HOUR, type Instant } from './base/clock.ts';
import { OVERDUE_WINDOWS, WINDOW_OPENS } from './care/feeding.ts';
import type { PublicClock } from './lives/live-until.ts';
import type { Observation } from './lives/observe.ts';
import { publicMood } from './species/mechanics.ts';
import {
  type VisibleStats,
  PERILS,
  URGENCIES,
  type Appearance,
  type FeedingStatus,
  type Lack,
  type Mood,
  type Peril,
  type Stat,
  type Urgency,
} from './vocabulary.ts';

/** Visible facts only. */
export interface SituationFacts {
  readonly at: Instant;
  readonly shown: VisibleStats;
  readonly hidden: readonly Stat[];
  readonly seemingMood: Mood;
  readonly feeding: { readonly status: FeedingStatus };
}

/** The situation of a living creature, from which every word, colour and face about it derives. */
export interface Situation {
  readonly appearance: Appearance;
  readonly danger: Peril;
  /** True if texts say how much time is left and what to do. */
  readonly urgent: boolean;
  readonly lack: Lack;
  readonly tone: Urgency;
  readonly cheerful: boolean;
}

/** A creature with less than this many hours left is in danger, whatever its threshold. */
const DANGER_HOURS = 12;

// Thresholds of the specification's moods.
const CRITICAL_HEALTH = 20;
export const SICK_HEALTH = 40;
export const HUNGRY_BELOW = 30;
const LOW_HAPPINESS = 30;

export function publicSituation(observed: Observation): Situation {
  return situationOf(observed, observed.publicClock);
}

export function appearanceOf(observed: Observation): Appearance {
  return publicSituation(observed).appearance;
}

/** The situation of a creature for its keeper: with the exact death clock, which the API shows the keeper of every species. */
export function keeperSituation(observed: Observation): Situation {
  return situationOf(observed, observed.deathClock);
}

export function situationOf(facts: SituationFacts, clock: PublicClock): Situation {
  const danger = dangerOf(facts, clock);
  const urgent = isUrgent(clock.urgency);
  const { status } = facts.feeding;
  const lack = lackOf(status, facts.shown.health, clock.urgency);
  const appearance = appearanceIn(facts, clock, danger);
  return {
    appearance,
    danger,
    urgent,
    lack,
    tone: clockTone(status, facts.shown.health, clock.urgency),
    cheerful: danger === 'none' && (lack === 'meal' || lack === 'nothing') && !CHEERLESS.has(appearance),
  };
}

const CHEERLESS: ReadonlySet<Appearance> = new Set(['hungry', 'sad']);

function appearanceIn(facts: SituationFacts, clock: PublicClock, danger: Peril): Appearance {
  const { shown, feeding } = facts;
  const mood = publicMood(facts);
  if (mood === 'sleeping') return danger === 'none' ? 'asleep' : 'restless';
  if (danger === 'ending') return 'fading';
  if (mood === 'critical') return 'failing';
  if (danger === 'near') return 'frightened';
  if (mood === 'sick') return 'sick';
  if (mood === 'hungry') return 'hungry';
  if (isMealLate(feeding.status)) return (shown.hunger ?? HUNGRY_BELOW) < HUNGRY_BELOW ? 'hungry' : 'unfed';
  if (mood === undefined) return 'guarded';
  const { happiness = LOW_HAPPINESS } = shown;
  if (happiness < LOW_HAPPINESS) return 'sad';
  return mood !== 'happy' && clock.waited === 'warning' ? 'waiting' : mood;
}

function dangerOf({ at, shown }: SituationFacts, { urgency, diesAt }: PublicClock): Peril {
  if (urgency === 'imminent') return 'ending';
  const { health = CRITICAL_HEALTH } = shown;
  const soon = diesAt !== undefined && diesAt - at < DANGER_HOURS * HOUR;
  return urgency === 'critical' || soon || health < CRITICAL_HEALTH ? 'near' : 'none';
}

// The script of a creature's page calls the next three functions as time passes.

/** The colour of a death clock; it is safe only if health neither falls nor is critical. */
export function clockTone(feeding: FeedingStatus, health: number | undefined, urgency: Urgency): Urgency {
  const unsafe = feeding === 'critical' || (health ?? CRITICAL_HEALTH) < CRITICAL_HEALTH;
  return unsafe && urgency === 'safe' ? 'warning' : urgency;
}

export function lackOf(feeding: FeedingStatus, health: number | undefined, urgency: Urgency): Lack {
  const late = isMealLate(feeding);
  if ((health ?? SICK_HEALTH) < SICK_HEALTH) return late ? 'medicine_and_food' : 'medicine';
  if (late) return feeding === 'critical' ? 'missed_meal' : 'late_meal';
  if (isUrgent(urgency)) return 'visit';
  return feeding === 'ok' ? 'nothing' : 'meal';
}

interface MomentFacts extends Readonly<{ hoursSinceFed: number; feedingWindowHours: number }> {
  readonly lack: Lack;
  /** Undefined where the time of death is not public. */
  readonly hoursRemaining: number | undefined;
}

/** The next event of a creature without care, and the hours until then; undefined if that is not public. */
export function nextMoment(
  facts: MomentFacts,
): { kind: 'opens' | 'closes' | 'dies'; hours: number } | undefined {
  const { lack, hoursSinceFed, feedingWindowHours, hoursRemaining } = facts;
  if (lack === 'nothing')
    return { kind: 'opens', hours: startedMinutes(WINDOW_OPENS * feedingWindowHours - hoursSinceFed) };
  if (lack === 'meal')
    return { kind: 'closes', hours: startedMinutes(OVERDUE_WINDOWS * feedingWindowHours - hoursSinceFed) };
  return hoursRemaining === undefined ? undefined : { kind: 'dies', hours: startedMinutes(hoursRemaining) };
}

/** Rounds up to minutes: two hours stay two hours while the page loads. */
function startedMinutes(hours: number): number {
  return Math.ceil(hours * 60 - 1e-6) / 60;
}

export function isUrgent(urgency: Urgency): boolean {
  return URGENCIES.indexOf(urgency) >= URGENCIES.indexOf('critical');
}

export function isMealLate(feeding: FeedingStatus): boolean {
  return feeding === 'overdue' || feeding === 'critical';
}

export function compareDangers(one: Peril, other: Peril): number {
  return PERILS.indexOf(one) - PERILS.indexOf(other);
}
