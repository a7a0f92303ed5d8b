import type { Species } from './species.ts';

/**
 * Aimed time between two visits, as a share of the feeding window: the aim of the check-in, the value of
 * `visit_every_hours`, and within 20% the mean gap of each row of REGULAR_HOURS.
 */
export const VISIT_SHARE = 0.625;

export function visitEveryHours({ feedingWindowHours }: Pick<Species, 'feedingWindowHours'>): number {
  return Math.round(feedingWindowHours * VISIT_SHARE * 100) / 100;
}

interface RegularHours {
  /** The shortest feeding window in hours to which this row applies. */
  readonly fromWindow: number;
  /** Local hours of the day at which to visit. */
  readonly hours: readonly number[];
}

/**
 * Visiting hours of a keeper who comes at the same times every day. From each hour the next meal falls into an open feeding
 * window; where that is between 22:00 and 06:00 the creature may be asleep, and a second hour of the same window follows.
 * `test/laws/visit-rhythm.test.ts` holds visits per meal, meals on time and the mean gap for every row.
 */
const REGULAR_HOURS: readonly [RegularHours, ...RegularHours[]] = [
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
];

/** The local hours at which to visit a creature every day. */
export function regularHoursFor({
  feedingWindowHours,
}: Pick<Species, 'feedingWindowHours'>): readonly number[] {
  const row = REGULAR_HOURS.findLast(({ fromWindow }) => feedingWindowHours >= fromWindow);
  return (row ?? REGULAR_HOURS[0]).hours;
}

/**
 * How much longer than the time between two visits a feeding window must be. With less to spare, a timer that is not
 * exact makes meals late, and one visit to a sleeping creature a missed one: `test/laws/visit-rhythm.test.ts` lets
 * keepers of such rhythms raise every species.
 */
const WINDOW_PER_GAP = 1.2;

export function shortestWindowFor(everyHours: number): number {
  return everyHours * WINDOW_PER_GAP;
}

/** True if a species lives well with visits every so many hours, at any time of day. */
export function livesWellWith(
  { feedingWindowHours }: Pick<Species, 'feedingWindowHours'>,
  everyHours: number,
): boolean {
  return feedingWindowHours >= shortestWindowFor(everyHours);
}

/** The most hours between two visits with which a species still lives well. */
export function longestGapFor({ feedingWindowHours }: Pick<Species, 'feedingWindowHours'>): number {
  // Rounded down to the shown precision, so that the printed interval passes `livesWellWith`.
  return Math.floor((feedingWindowHours / WINDOW_PER_GAP) * 100 + 1e-9) / 100;
}
