import { HOUR, type Instant } from '../base/clock.ts';
import type { CareRecord, HatchedCreature } from '../lives/creature.ts';
import type { Species } from '../species/species.ts';
import type { StatChanges } from '../stats.ts';
import type { FeedingStatus, FeedingWindowStatus, Timing } from '../vocabulary.ts';

/** The feeding window opens at this share of its length after the last meal. */
export const WINDOW_OPENS = 0.5;
/** Share of the feeding window from which an early meal gives more than half of its hunger. */
export const EARLY_MEAL_FROM = 0.25;
/** Feeding is overdue one feeding window after the last meal, and critical after one and a half. */
export const OVERDUE_WINDOWS = 1;
export const CRITICAL_WINDOWS = 1.5;

export function overdueAt({ life }: HatchedCreature, species: Species): Instant {
  return life.lastFedAt + OVERDUE_WINDOWS * species.feedingWindowHours * HOUR;
}

export function criticalAt({ life }: HatchedCreature, species: Species): Instant {
  return life.lastFedAt + CRITICAL_WINDOWS * species.feedingWindowHours * HOUR;
}

/** Timings of meals by the share of the feeding window since the last one, in the order of the specification. */
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
  /** Factor of the hunger that a meal with this timing gives. */
  readonly hunger: number;
  readonly also: StatChanges;
}

/** The number of feeding windows since the last meal. */
export function windowsSinceFed({ life }: HatchedCreature, species: Species, now: Instant): number {
  return (now - life.lastFedAt) / (species.feedingWindowHours * HOUR);
}

export function timingOf(windows: number): FeedTiming {
  const found = FEED_TIMINGS.find((row) => ('below' in row ? windows < row.below : windows <= row.upTo));
  // The condition of the last row always holds.
  return found ?? FEED_TIMINGS[4];
}

/** Feeding status by the share of the window since the last meal; the last row that holds counts. */
export const FEEDING_SHARES = [
  { status: 'ok', from: 0 },
  { status: 'due_soon', from: WINDOW_OPENS },
  { status: 'overdue', above: OVERDUE_WINDOWS },
  { status: 'critical', from: CRITICAL_WINDOWS },
] as const satisfies readonly { status: FeedingStatus; from?: number; above?: number }[];

export function feedingStatusOf(windows: number): FeedingStatus {
  const found = FEEDING_SHARES.findLast((row) =>
    'above' in row ? windows > row.above : windows >= row.from,
  );
  return found?.status ?? 'ok';
}

export function windowStatusOf(windows: number): FeedingWindowStatus {
  if (windows > OVERDUE_WINDOWS) return 'past_window';
  return windows >= WINDOW_OPENS ? 'in_window' : 'before_window';
}

/** Trust added for on-time meals in a row, this one included; the first row that holds counts. */
export const STREAK_BONUSES = [
  { from: 10, trust: 5 },
  { from: 5, trust: 2.5 },
  { from: 3, trust: 1.5 },
] as const;

export function streakBonus(streak: number): number {
  return STREAK_BONUSES.find(({ from }) => streak >= from)?.trust ?? 0;
}

/** The number of missed feeding windows; late meals are not missed. */
export function missedWindows(windows: number): number {
  return windows < CRITICAL_WINDOWS ? 0 : Math.floor(windows);
}

/** Consistency after a meal = keeps × before + adds; missed windows count once each. */
export const CONSISTENCY_AFTER: Record<Timing, { readonly keeps: number; readonly adds: number }> = {
  early: { keeps: 1, adds: 0 },
  on_time: { keeps: 0.9, adds: 10 },
  late: { keeps: 0.9, adds: 7 },
  missed_window: { keeps: 0.9, adds: 0 },
};

export function consistencyAfter(consistency: number, timing: Timing, windows: number): number {
  const { keeps, adds } = CONSISTENCY_AFTER[timing];
  const times = timing === 'missed_window' ? Math.floor(windows) : 1;
  return keeps ** times * consistency + adds;
}

/** The consistency now: missed windows count before the next meal. */
export function consistencyNow({ consistency }: CareRecord, windows: number): number {
  return consistency * CONSISTENCY_AFTER.missed_window.keeps ** missedWindows(windows);
}

/** Responsiveness after a visit = keeps × before + adds, by the feeding status found. */
export const RESPONSIVENESS = {
  keeps: 0.9,
  adds: { ok: 10, due_soon: 10, overdue: 6, critical: 0 },
} as const satisfies { keeps: number; adds: Record<FeedingStatus, number> };

export function responsivenessAfter(responsiveness: number, status: FeedingStatus): number {
  return RESPONSIVENESS.keeps * responsiveness + RESPONSIVENESS.adds[status];
}
