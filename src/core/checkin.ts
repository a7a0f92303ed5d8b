import { HOUR, type Instant } from './clock.ts';
import { CRITICAL_HEALTH } from './care-record.ts';
import { statsAt } from './condition.ts';
import type { Hatched } from './creature.ts';
import { feedingStatusOf, windowsSinceFed, windowStatusOf, WINDOW_OPENS } from './feeding.ts';
import { nextHourBoundary } from './local-time.ts';
import type { Stats } from './mechanic.ts';
import { shownStats } from './reveal.ts';
import { isAsleep, wakesAt } from './sleep.ts';
import type { Species } from './species/species.ts';
import type { FeedingWindowStatus } from './vocabulary.ts';

/** The best part of the window to come back in, as shares of it since the last feed. */
export const CHECKIN_AIM = 0.625;
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
export function recommendedCheckin(creature: Hatched, species: Species, stats: Stats, now: Instant): Checkin {
  const { at, reason } = chosen(creature, species, stats.health, now);
  return {
    at,
    reason,
    windowStatus: windowStatusOf(windowsSinceFed(creature, species, now)),
    hungerThen: shownStats(species, at === now ? stats : statsAt(creature, species, at)).hunger,
  };
}

function chosen(
  creature: Hatched,
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

/** The last hour's beginning in a stretch in which it is awake. */
function lastAwake(creature: Hatched, from: Instant, until: Instant): Instant | undefined {
  let found: Instant | undefined;
  for (let at = from; at < until; at = nextHourBoundary(creature.zone, at)) {
    if (!isAsleep(creature, at)) found = at;
  }
  return found;
}
