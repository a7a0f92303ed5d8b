import { DAY, HOUR, MINUTE, type Instant } from './clock.ts';
import { CHECKIN_AIM } from './checkin.ts';
import type { Hatched } from './creature.ts';
import { WINDOW_OPENS } from './feeding.ts';
import type { Species } from './species/species.ts';

// Only these divide a day: whoever comes every so many hours comes at the same hours every day.
const HOURS_APART = [12, 8, 6, 4, 3, 2, 1] as const;

/** Visits by the clock on the wall, for whoever can only come regularly: every so many hours, in UTC. */
export interface RegularVisits {
  readonly hoursApart: number;
  /** The first hour of the day, and the minute of each. */
  readonly hour: number;
  readonly minute: number;
}

/**
 * So often that a visit falls into the open part of every feeding window, whenever the one before was fed; the next of
 * them comes in the best part of this one.
 */
export function regularVisits({ life }: Hatched, { feedingWindowHours }: Species): RegularVisits {
  const hoursApart = HOURS_APART.find((hours) => hours <= feedingWindowHours * (1 - WINDOW_OPENS)) ?? 1;
  const best: Instant = life.lastFedAt + CHECKIN_AIM * feedingWindowHours * HOUR;
  const sinceMidnight = best % DAY;
  return {
    hoursApart,
    hour: Math.floor(sinceMidnight / HOUR) % hoursApart,
    minute: Math.floor((sinceMidnight % HOUR) / MINUTE),
  };
}
