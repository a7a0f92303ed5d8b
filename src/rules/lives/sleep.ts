import type { Instant } from '../base/clock.ts';
import { dice } from '../base/dice.ts';
import { hourOfDay, localHourAt, nextHourBoundary, type TimeZone } from '../base/local-time.ts';

export const BEDTIME = 22;
export const MORNING = 6;
export const SLEEP_CHANCE_PER_HOUR = 0.33;
/** Factor of all decay while a creature sleeps. */
export const ASLEEP_PACE = 0.5;

export interface Sleeper {
  readonly seed: number;
  readonly zone: TimeZone;
}

export function isAsleep(sleeper: Sleeper, at: Instant): boolean {
  return sleepsIn(sleeper.seed, localHourAt(sleeper.zone, at));
}

/** True if the creature sleeps in a local hour: one deterministic roll per creature and hour. */
export function sleepsIn(seed: number, localHour: number): boolean {
  return isNight(hourOfDay(localHour)) && dice(seed, 'sleep', localHour) < SLEEP_CHANCE_PER_HOUR;
}

/** When the creature wakes; `at` itself when it is awake. */
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
  /** The end of the night: 06:00 in `zone`. */
  readonly nightEndsAt: Instant;
  readonly zone: TimeZone;
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
