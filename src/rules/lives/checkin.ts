import { CRITICAL_HEALTH } from '../care/care-record.ts';
import {
  feedingStatusOf,
  overdueAt,
  OVERDUE_WINDOWS,
  WINDOW_OPENS,
  windowsSinceFed,
  windowStatusOf,
} from '../care/feeding.ts';
import type { Instant } from '../base/clock.ts';
import type { Species } from '../species/species.ts';
import { VISIT_SHARE } from '../species/visit-rhythm.ts';
import type { Stats } from '../stats.ts';
import type { FeedingWindowStatus } from '../vocabulary.ts';
import type { HatchedCreature } from './creature.ts';
import { diesAt } from './death.ts';
import { statsAt } from './decay.ts';
import { BEFORE_SLEEP, bestMealTime, lastEarlyMeal, mealTimeOf, opensAfterWait } from '../care/meal-times.ts';
import { SAME_VISIT } from './rhythm.ts';
import { isAsleep, wakesAt } from './sleep.ts';
import { visibleStats } from './visible-stats.ts';

/**
 * Why a check-in is recommended. The last two: the creature sleeps through the open part of its feeding
 * window, or the rest of it.
 */
type CheckinReason =
  | 'critical'
  | 'feed_now'
  | 'in_time'
  | 'before_it_sleeps'
  | 'when_it_wakes'
  | 'early_rather_than_late'
  | 'late_at_best';

export interface Checkin {
  readonly at: Instant;
  readonly reason: CheckinReason;
  readonly windowStatus: FeedingWindowStatus;
  /** Visible hunger at the time of the check-in; undefined if hidden. */
  readonly hungerThen: number | undefined;
}

/** When the keeper should come back: inside the feeding window, with time to spare, while the creature is awake. */
export function recommendedCheckin(
  creature: HatchedCreature,
  species: Species,
  stats: Stats,
  now: Instant,
  dies = diesAt(creature, species),
): Checkin {
  const chosen = chooseCheckin(creature, species, stats.health, now);
  const tooLate = chosen.at > now && chosen.at >= dies;
  const { at, reason } = tooLate ? ({ at: now, reason: 'critical' } as const) : chosen;
  return {
    at,
    reason,
    windowStatus: windowStatusOf(windowsSinceFed(creature, species, now)),
    hungerThen: visibleStats(species, at === now ? stats : statsAt(creature, species, at)).hunger,
  };
}

type CheckinMoment = Pick<Checkin, 'at' | 'reason'>;

function chooseCheckin(
  creature: HatchedCreature,
  species: Species,
  health: number,
  now: Instant,
): CheckinMoment {
  const windows = windowsSinceFed(creature, species, now);
  const asleep = isAsleep(creature, now);
  const critical = feedingStatusOf(windows) === 'critical' || health < CRITICAL_HEALTH;
  if (critical) {
    // Right after a visit, a sleeping creature needs nothing else until it wakes.
    const waits = asleep && now - creature.life.lastCareAt < SAME_VISIT;
    return { at: waits ? wakesAt(creature, now) : now, reason: 'critical' };
  }
  if (!asleep && windows >= VISIT_SHARE) return { at: now, reason: 'feed_now' };
  const aim = opensAfterWait(creature, species, now) ?? mealTimeOf(creature, species, VISIT_SHARE);
  const best = windows > OVERDUE_WINDOWS ? undefined : bestMealTime(creature, species, { aim, from: now });
  if (best === undefined) return withoutMealOnTime(creature, species, now);
  return { at: best, reason: reasonFor(creature, best, aim) };
}

/** The reason of a check-in; a meal off the aimed time may be due to the creature's sleep, or to the meal after it. */
function reasonFor(creature: HatchedCreature, best: Instant, aim: Instant): CheckinReason {
  if (best < aim && isAsleep(creature, best + BEFORE_SLEEP)) return 'before_it_sleeps';
  return best > aim && isAsleep(creature, best - 1) ? 'when_it_wakes' : 'in_time';
}

/** The check-in if no meal can be on time: an early meal costs less than a late one. */
function withoutMealOnTime(creature: HatchedCreature, species: Species, now: Instant): CheckinMoment {
  const early = lastEarlyMeal(creature, species, now);
  if (early !== undefined) return { at: early, reason: 'early_rather_than_late' };
  const opened = windowsSinceFed(creature, species, now) >= WINDOW_OPENS;
  if (opened && !isAsleep(creature, now)) return { at: now, reason: 'before_it_sleeps' };
  const at = wakesAt(creature, Math.max(now, mealTimeOf(creature, species, VISIT_SHARE)));
  return { at, reason: at > overdueAt(creature, species) ? 'late_at_best' : 'when_it_wakes' };
}
