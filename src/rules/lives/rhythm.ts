import { HOUR, MINUTE, type Instant } from '../base/clock.ts';

/** How often a creature is cared for: an exponential moving average of the intervals between visits. */
export interface Rhythm {
  readonly intervals: number;
  readonly averageHours: number;
}

export const NO_RHYTHM: Rhythm = { intervals: 0, averageHours: 12 };

export const ESTABLISHED_FROM = 3;
/** An interval weighs 1/n in the average of n, but never less than in one of so many samples. */
export const RHYTHM_SAMPLES = 20;
const LIGHTEST_WEIGHT = 2 / (RHYTHM_SAMPLES + 1);
/** Care that follows within this time belongs to the same visit. */
export const SAME_VISIT = 30 * MINUTE;

export const USUAL_HOURS = 12;
export const USUAL_THRESHOLD_HOURS = 36;
export const THRESHOLD_HOURS = { lowest: 24, highest: 48, perAverage: 3 } as const;

export function isEstablished(rhythm: Rhythm): boolean {
  return rhythm.intervals >= ESTABLISHED_FROM;
}

/** The rhythm decay is measured by: the average once there is one. */
export function averageHours(rhythm: Rhythm): number {
  return isEstablished(rhythm) ? rhythm.averageHours : USUAL_HOURS;
}

export function deathThresholdHours(rhythm: Rhythm): number {
  if (!isEstablished(rhythm)) return USUAL_THRESHOLD_HOURS;
  const { lowest, highest, perAverage } = THRESHOLD_HOURS;
  return Math.min(highest, Math.max(lowest, rhythm.averageHours * perAverage));
}

/** The rhythm after a care action; one within the same visit leaves it as it was. */
export function rhythmAfterCare(rhythm: Rhythm, lastCareAt: Instant, now: Instant): Rhythm {
  if (now - lastCareAt < SAME_VISIT) return rhythm;
  const intervals = rhythm.intervals + 1;
  const weight = Math.max(1 / intervals, LIGHTEST_WEIGHT);
  const hours = (now - lastCareAt) / HOUR;
  return { intervals, averageHours: rhythm.averageHours + weight * (hours - rhythm.averageHours) };
}

/** How decay speeds up with the time since the last care, in rhythms: level, then straight lines, then level. */
export const MULTIPLIER_KNOTS = [
  { rhythms: 1.5, multiplier: 1 },
  { rhythms: 2, multiplier: 1.5 },
  { rhythms: 3, multiplier: 2.5 },
  { rhythms: 4, multiplier: 4 },
] as const;

type Knot = (typeof MULTIPLIER_KNOTS)[number];

/** The highest pace at which health falls, rhythm and loneliness together. */
export const HEALTH_PACE_CAP = 2;

export function decayMultiplier(rhythmsSinceCare: number): number {
  let before: Knot = MULTIPLIER_KNOTS[0];
  if (rhythmsSinceCare <= before.rhythms) return before.multiplier;
  for (const knot of MULTIPLIER_KNOTS) {
    if (rhythmsSinceCare <= knot.rhythms) {
      const share = (rhythmsSinceCare - before.rhythms) / (knot.rhythms - before.rhythms);
      return before.multiplier + share * (knot.multiplier - before.multiplier);
    }
    before = knot;
  }
  return before.multiplier;
}

/** The rhythms since care at which the multiplier reaches a value between its lowest and its highest. */
export function rhythmsUntil(multiplier: number): number {
  let before: Knot = MULTIPLIER_KNOTS[0];
  for (const knot of MULTIPLIER_KNOTS) {
    if (multiplier <= knot.multiplier && knot !== before) {
      const share = (multiplier - before.multiplier) / (knot.multiplier - before.multiplier);
      return before.rhythms + share * (knot.rhythms - before.rhythms);
    }
    before = knot;
  }
  return before.rhythms;
}
