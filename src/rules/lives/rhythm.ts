import { HOUR, MINUTE, type Instant } from '../base/clock.ts';

/** The rhythm of visits: an exponential moving average of the hours between them. */
export interface Rhythm {
  readonly intervals: number;
  readonly averageHours: number;
}

export const NO_RHYTHM: Rhythm = { intervals: 0, averageHours: 12 };

export const ESTABLISHED_FROM = 3;
/** In the average the nth interval weighs 1/n, but at least as in an average of this many samples. */
export const RHYTHM_SAMPLES = 20;
const LIGHTEST_WEIGHT = 2 / (RHYTHM_SAMPLES + 1);
export const SAME_VISIT = 30 * MINUTE;

export const USUAL_HOURS = 12;
export const USUAL_THRESHOLD_HOURS = 36;
export const THRESHOLD_HOURS = { lowest: 24, highest: 48, perAverage: 3 } as const;

export function isEstablished(rhythm: Rhythm): boolean {
  return rhythm.intervals >= ESTABLISHED_FROM;
}

export function averageHours(rhythm: Rhythm): number {
  return isEstablished(rhythm) ? rhythm.averageHours : USUAL_HOURS;
}

export function deathThresholdHours(rhythm: Rhythm): number {
  if (!isEstablished(rhythm)) return USUAL_THRESHOLD_HOURS;
  const { lowest, highest, perAverage } = THRESHOLD_HOURS;
  return Math.min(highest, Math.max(lowest, rhythm.averageHours * perAverage));
}

export function rhythmAfterCare(rhythm: Rhythm, lastCareAt: Instant, now: Instant): Rhythm {
  if (now - lastCareAt < SAME_VISIT) return rhythm;
  const intervals = rhythm.intervals + 1;
  const weight = Math.max(1 / intervals, LIGHTEST_WEIGHT);
  const hours = (now - lastCareAt) / HOUR;
  return { intervals, averageHours: rhythm.averageHours + weight * (hours - rhythm.averageHours) };
}

/** Factor of decay by the time since the last care, in multiples of the visit rhythm: piecewise linear, constant at both ends. */
export const MULTIPLIER_KNOTS = [
  { rhythms: 1.5, multiplier: 1 },
  { rhythms: 2, multiplier: 1.5 },
  { rhythms: 3, multiplier: 2.5 },
  { rhythms: 4, multiplier: 4 },
] as const;

type Knot = (typeof MULTIPLIER_KNOTS)[number];

/** Largest factor of the pace at which health falls, by rhythm and loneliness combined. */
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

/** The inverse of `decayMultiplier`. */
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
