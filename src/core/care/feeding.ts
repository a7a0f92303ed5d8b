import { HOUR, type Instant } from '../engine/clock.ts';
import type { CareRecord, HatchedCreature } from '../lives/creature.ts';
import type { Species } from '../species/species.ts';
import type { StatChanges } from '../stats.ts';
import type { FeedingStatus, FeedingWindowStatus, Timing } from '../vocabulary.ts';

/** The window opens here, as a share of it since the last feed. */
export const WINDOW_OPENS = 0.5;
/** Before this share a meal is all but lost; from here on it gives more than half. */
export const EARLY_MEAL_FROM = 0.25;
/** Feeding is overdue after one window and critical after one and a half. */
export const OVERDUE_WINDOWS = 1;
export const CRITICAL_WINDOWS = 1.5;

export function overdueAt({ life }: HatchedCreature, species: Species): Instant {
  return life.lastFedAt + OVERDUE_WINDOWS * species.feedingWindowHours * HOUR;
}

export function criticalAt({ life }: HatchedCreature, species: Species): Instant {
  return life.lastFedAt + CRITICAL_WINDOWS * species.feedingWindowHours * HOUR;
}

/** By the share of the window since the last feed, in the order of the specification. */
export const FEED_TIMINGS = [
  { below: EARLY_MEAL_FROM, timing: 'early', hunger: 0.2, also: { happiness: -2 } },
  { below: WINDOW_OPENS, timing: 'early', hunger: 0.6, also: {} },
  { upTo: 1, timing: 'on_time', hunger: 1, also: {} },
  { upTo: 1.5, timing: 'late', hunger: 1, also: { trust: -0.5 } },
  { upTo: Infinity, timing: 'missed_window', hunger: 1, also: { health: -3, trust: -1 } },
] as const satisfies readonly TimingRow[];

interface TimingRow extends FeedTiming {
  readonly below?: number;
  readonly upTo?: number;
}

export interface FeedTiming {
  readonly timing: Timing;
  /** What the hunger a feed gives is multiplied by. */
  readonly hunger: number;
  readonly also: StatChanges;
}

/** The share of the feeding window that has passed since the last feed. */
export function windowsSinceFed({ life }: HatchedCreature, species: Species, now: Instant): number {
  return (now - life.lastFedAt) / (species.feedingWindowHours * HOUR);
}

export function timingOf(windows: number): FeedTiming {
  const found = FEED_TIMINGS.find((row) => ('below' in row ? windows < row.below : windows <= row.upTo));
  // The last row takes everything.
  return found ?? FEED_TIMINGS[4];
}

export function feedingStatusOf(windows: number): FeedingStatus {
  if (windows >= CRITICAL_WINDOWS) return 'critical';
  if (windows > OVERDUE_WINDOWS) return 'overdue';
  return windows >= WINDOW_OPENS ? 'due_soon' : 'ok';
}

export function windowStatusOf(windows: number): FeedingWindowStatus {
  if (windows > OVERDUE_WINDOWS) return 'past_window';
  return windows >= WINDOW_OPENS ? 'in_window' : 'before_window';
}

/** What on-time feedings in a row, this one included, add to trust; the first that holds. */
export const STREAK_BONUSES = [
  { from: 10, trust: 5 },
  { from: 5, trust: 2.5 },
  { from: 3, trust: 1.5 },
] as const;

export function streakBonus(streak: number): number {
  return STREAK_BONUSES.find(({ from }) => streak >= from)?.trust ?? 0;
}

/** The windows that were missed since the last feed; one that is merely late is not. */
export function missedWindows(windows: number): number {
  return windows < CRITICAL_WINDOWS ? 0 : Math.floor(windows);
}

const CONSISTENCY_AFTER: Record<Timing, (consistency: number, windows: number) => number> = {
  early: (consistency) => consistency,
  on_time: (consistency) => 0.9 * consistency + 10,
  late: (consistency) => 0.9 * consistency + 7,
  missed_window: (consistency, windows) => consistency * 0.9 ** Math.floor(windows),
};

/** Consistency after a feed with this timing. */
export function consistencyAfter(consistency: number, timing: Timing, windows: number): number {
  return CONSISTENCY_AFTER[timing](consistency, windows);
}

/** Consistency as it stands: windows that have been missed count before anybody feeds again. */
export function consistencyNow({ consistency }: CareRecord, windows: number): number {
  return consistency * 0.9 ** missedWindows(windows);
}

const ANSWERED_IN_TIME: Record<FeedingStatus, number> = { ok: 100, due_soon: 100, overdue: 60, critical: 0 };

export function responsivenessAfter(responsiveness: number, status: FeedingStatus): number {
  return 0.9 * responsiveness + 0.1 * ANSWERED_IN_TIME[status];
}
