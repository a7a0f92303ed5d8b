import { CRITICAL_HEALTH } from '../care/care-record.ts';
import { feedingStatusOf, windowsSinceFed, windowStatusOf, WINDOW_OPENS } from '../care/feeding.ts';
import { DAY, HOUR, MINUTE, type Instant } from '../engine/clock.ts';
import { nextHourBoundary } from '../engine/local-time.ts';
import type { Species } from '../species/species.ts';
import type { Stats } from '../stats.ts';
import type { FeedingWindowStatus } from '../vocabulary.ts';
import type { HatchedCreature } from './creature.ts';
import { statsAt } from './decay.ts';
import { isAsleep, wakesAt } from './sleep.ts';
import { visibleStats } from './visible-stats.ts';

/** The best part of the window to come back in, as shares of it since the last feed. */
const CHECKIN_AIM = 0.625;
const AIM_ENDS = 0.75;

export type CheckinReason = 'critical' | 'feed_now' | 'in_time' | 'before_it_sleeps' | 'when_it_wakes';

export interface Checkin {
  readonly at: Instant;
  readonly reason: CheckinReason;
  readonly windowStatus: FeedingWindowStatus;
  /** What its keeper will see of its hunger by then; undefined if that is hidden. */
  readonly hungerThen: number | undefined;
}

/** When to come back: inside the window, at an hour in which it will be awake. */
export function recommendedCheckin(
  creature: HatchedCreature,
  species: Species,
  stats: Stats,
  now: Instant,
): Checkin {
  const { at, reason } = chooseCheckin(creature, species, stats.health, now);
  return {
    at,
    reason,
    windowStatus: windowStatusOf(windowsSinceFed(creature, species, now)),
    hungerThen: visibleStats(species, at === now ? stats : statsAt(creature, species, at)).hunger,
  };
}

function chooseCheckin(
  creature: HatchedCreature,
  species: Species,
  health: number,
  now: Instant,
): Pick<Checkin, 'at' | 'reason'> {
  const windows = windowsSinceFed(creature, species, now);
  const critical = feedingStatusOf(windows) === 'critical' || health < CRITICAL_HEALTH;
  if (critical) return { at: now, reason: 'critical' };
  const shareAt = (share: number) =>
    Math.ceil(creature.life.lastFedAt + share * species.feedingWindowHours * HOUR);
  const aim = Math.max(now, shareAt(CHECKIN_AIM));
  if (!isAsleep(creature, aim)) return { at: aim, reason: aim === now ? 'feed_now' : 'in_time' };
  const wakes = wakesAt(creature, aim);
  if (wakes <= shareAt(AIM_ENDS)) return { at: wakes, reason: 'when_it_wakes' };
  const before = lastAwake(creature, Math.max(now, shareAt(WINDOW_OPENS)), aim);
  return before === undefined
    ? { at: wakes, reason: 'when_it_wakes' }
    : { at: before, reason: 'before_it_sleeps' };
}

/** The last beginning of an hour, or `from` itself, at which it is awake. */
function lastAwake(creature: HatchedCreature, from: Instant, until: Instant): Instant | undefined {
  let found: Instant | undefined;
  for (let at = from; at < until; at = nextHourBoundary(creature.zone, at)) {
    if (!isAsleep(creature, at)) found = at;
  }
  return found;
}

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
export function regularVisits({ life }: HatchedCreature, { feedingWindowHours }: Species): RegularVisits {
  const hoursApart = HOURS_APART.find((hours) => hours <= feedingWindowHours * (1 - WINDOW_OPENS)) ?? 1;
  const best: Instant = life.lastFedAt + CHECKIN_AIM * feedingWindowHours * HOUR;
  const sinceMidnight = best % DAY;
  return {
    hoursApart,
    hour: Math.floor(sinceMidnight / HOUR) % hoursApart,
    minute: Math.floor((sinceMidnight % HOUR) / MINUTE),
  };
}
