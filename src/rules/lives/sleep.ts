import type { Instant } from '../base/clock.ts';
import { dice } from '../base/dice.ts';
import { hourOfDay, localHourAt, nextHourBoundary } from '../base/local-time.ts';

export const BEDTIME = 22;
export const MORNING = 6;
export const SLEEP_CHANCE_PER_HOUR = 0.33;
/** What sleep does to all decay. */
export const ASLEEP_PACE = 0.5;

/** Who sleeps, and by whose clock. */
export interface Sleeper {
  readonly seed: number;
  readonly zone: string;
}

export function isAsleep(sleeper: Sleeper, at: Instant): boolean {
  return sleepsIn(sleeper.seed, localHourAt(sleeper.zone, at));
}

/** Asleep in this local hour? The same hour has the same answer whenever it is asked. */
export function sleepsIn(seed: number, localHour: number): boolean {
  return isNight(hourOfDay(localHour)) && dice(seed, 'sleep', localHour) < SLEEP_CHANCE_PER_HOUR;
}

/** The first moment from `at` on at which it is awake. */
export function wakesAt(sleeper: Sleeper, at: Instant): Instant {
  let moment = at;
  while (isAsleep(sleeper, moment)) moment = nextHourBoundary(sleeper.zone, moment);
  return moment;
}

/** When this night's window ends. */
function nightEndsAt(sleeper: Sleeper, at: Instant): Instant {
  let moment = at;
  while (isNight(hourOfDay(localHourAt(sleeper.zone, moment))))
    moment = nextHourBoundary(sleeper.zone, moment);
  return moment;
}

/** Until when one that is asleep rests. */
export interface NightRest {
  readonly wakesAt: Instant;
  /** When its night ends, and by whose clock. */
  readonly nightEndsAt: Instant;
  readonly zone: string;
}

export function nightRest(sleeper: Sleeper, now: Instant): NightRest {
  return {
    wakesAt: wakesAt(sleeper, now),
    nightEndsAt: nightEndsAt(sleeper, now),
    zone: sleeper.zone,
  };
}

function isNight(hour: number): boolean {
  return hour >= BEDTIME || hour < MORNING;
}
