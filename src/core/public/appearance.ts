import { CRITICAL_HEALTH } from '../care/care-record.ts';
import { HOUR } from '../engine/clock.ts';
import type { Observation } from '../lives/observe.ts';
import { publicMood } from '../lives/visible-stats.ts';
import { PERILS, type Appearance, type Peril } from '../vocabulary.ts';

/** What anybody may know of a living creature: nothing else decides how it appears. */
export type PublicState = Pick<
  Observation,
  'at' | 'shown' | 'hidden' | 'seemingMood' | 'feeding' | 'publicClock'
>;

/** Whoever has less than this left is in danger, however long it can bear to wait. */
const DANGER_HOURS = 12;
const LOW_HAPPINESS = 30;

/** Neither ill nor hungry, and still in poor spirits. */
export function isLow({ seemingMood, shown }: Pick<Observation, 'seemingMood' | 'shown'>): boolean {
  const { happiness = LOW_HAPPINESS } = shown;
  return (seemingMood === 'content' || seemingMood === 'curious') && happiness < LOW_HAPPINESS;
}

/**
 * How a living creature appears to whoever sees it: its face, the word beside its name, its badge and its card. Peril
 * comes first, then what it lacks, and only then its spirits; the mood of the specification knows neither clock nor meals.
 */
export function appearanceOf(state: PublicState): Appearance {
  const mood = publicMood(state);
  const danger = dangerOf(state);
  if (mood === 'sleeping') return danger === 'none' ? 'asleep' : 'restless';
  if (danger === 'ending') return 'fading';
  if (mood === 'critical') return 'failing';
  if (danger === 'near') return 'frightened';
  if (mood === 'sick') return 'sick';
  if (mood === 'hungry' || isMealLate(state)) return 'hungry';
  if (mood === undefined) return 'guarded';
  if (isLow(state)) return 'sad';
  return mood !== 'happy' && state.publicClock.urgency === 'warning' ? 'waiting' : mood;
}

/** How near its end is, awake or asleep. */
export function dangerOf({ at, shown, publicClock: { urgency, diesAt } }: PublicState): Peril {
  if (urgency === 'imminent') return 'ending';
  const { health = CRITICAL_HEALTH } = shown;
  const soon = diesAt !== undefined && diesAt - at < DANGER_HOURS * HOUR;
  return urgency === 'critical' || soon || health < CRITICAL_HEALTH ? 'near' : 'none';
}

export function isMealLate({ feeding: { status } }: Pick<Observation, 'feeding'>): boolean {
  return status === 'overdue' || status === 'critical';
}

/** For sorting: the nearest to its end first. */
export function compareDangers(one: Peril, other: Peril): number {
  return PERILS.indexOf(one) - PERILS.indexOf(other);
}
