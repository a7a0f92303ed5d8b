import {
  HOUR,
  hourOfDay,
  type Instant,
  localHourAt,
  MINUTE,
  nextHourBoundary,
  type TimeZone,
} from '../base/clock.ts';
import { dice } from '../base/dice.ts';
import type { Species } from '../species/species.ts';

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

export const BEDTIME = 22;
export const MORNING = 6;
export const SLEEP_CHANCE_PER_HOUR = 0.33;
export const ASLEEP_PACE = 0.5;

export interface Sleeper {
  readonly seed: number;
  readonly zone: TimeZone;
}

export function isAsleep(sleeper: Sleeper, at: Instant): boolean {
  return sleepsIn(sleeper.seed, localHourAt(sleeper.zone, at));
}

export function sleepsIn(seed: number, localHour: number): boolean {
  return isNight(hourOfDay(localHour)) && dice(seed, 'sleep', localHour) < SLEEP_CHANCE_PER_HOUR;
}

export function wakesAt(sleeper: Sleeper, at: Instant): Instant {
  let moment = at;
  while (isAsleep(sleeper, moment)) moment = nextHourBoundary(sleeper.zone, moment);
  return moment;
}

function nightEndsAt(sleeper: Sleeper, at: Instant): Instant {
  let moment = at;
  while (isNight(hourOfDay(localHourAt(sleeper.zone, moment))))
    moment = nextHourBoundary(sleeper.zone, moment);
  return moment;
}

export interface NightRest {
  readonly wakesAt: Instant;
  readonly nightEndsAt: Instant;
  readonly zone: TimeZone;
}

export function nightRest(sleeper: Sleeper, now: Instant): NightRest {
  return { wakesAt: wakesAt(sleeper, now), nightEndsAt: nightEndsAt(sleeper, now), zone: sleeper.zone };
}

export function isNight(hour: number): boolean {
  return hour >= BEDTIME || hour < MORNING;
}

/**
 * Time between two visits as a share of the feeding window: the aim of the check-in, `visit_every_hours`, and within
 * 20% the mean gap of each row of REGULAR_HOURS.
 */
export const VISIT_SHARE = 0.625;

type Fed = Pick<Species, 'feedingWindowHours'>;

export function visitEveryHours({ feedingWindowHours }: Fed): number {
  return Math.round(feedingWindowHours * VISIT_SHARE * 100) / 100;
}

/**
 * Local hours at which to visit every day, from the shortest feeding window in hours that the row is for. From each hour the
 * next meal falls into an open window; where that is between 22:00 and 06:00 the creature may be asleep, and a second hour
 * of the same window follows. `test/laws/visit-rhythm.test.ts` holds visits per meal, meals on time and the mean gap.
 */
const REGULAR_HOURS = [
  { fromWindow: 2, hours: [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 23] },
  { fromWindow: 2.14, hours: [0, 1, 2, 3, 4, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23] },
  { fromWindow: 3.2, hours: [0, 1, 2, 3, 4, 6, 9, 12, 15, 18, 21, 23] },
  { fromWindow: 4.008, hours: [0, 2, 3, 6, 10, 14, 17, 20, 23] },
  { fromWindow: 5.336, hours: [2, 3, 6, 10, 14, 19, 22, 23] },
  { fromWindow: 6.008, hours: [1, 2, 6, 11, 16, 21] },
  { fromWindow: 8, hours: [2, 3, 8, 14, 21] },
  { fromWindow: 9.6, hours: [6, 12, 15, 21] },
  { fromWindow: 10.7, hours: [6, 13, 21] },
  { fromWindow: 13.8, hours: [8, 14, 20] },
  { fromWindow: 16, hours: [8, 20] },
] as const;

export function regularHoursFor({ feedingWindowHours }: Fed): readonly number[] {
  const row = REGULAR_HOURS.findLast(({ fromWindow }) => feedingWindowHours >= fromWindow);
  return (row ?? REGULAR_HOURS[0]).hours;
}

/**
 * Least feeding window per time between two visits. With less to spare, an inexact timer makes meals late, and one
 * visit to a sleeping creature a missed one: see `test/laws/visit-rhythm.test.ts`.
 */
export const WINDOW_PER_GAP = 1.2;

export function shortestWindowFor(everyHours: number): number {
  return everyHours * WINDOW_PER_GAP;
}

export function livesWellWith({ feedingWindowHours }: Fed, everyHours: number): boolean {
  return feedingWindowHours >= shortestWindowFor(everyHours);
}

export function longestGapFor({ feedingWindowHours }: Fed): number {
  // Rounded down to the shown precision, so that the printed interval passes `livesWellWith`.
  return Math.floor((feedingWindowHours / WINDOW_PER_GAP) * 100 + 1e-9) / 100;
}
