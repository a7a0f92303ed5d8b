import type { Species } from './species.ts';

/**
 * How much longer than the time between two visits a feeding window must be. With less to spare, a timer that is not
 * exact makes meals late, and one visit to a sleeping creature a missed one: `test/laws/visit-rhythm.test.ts` lets
 * keepers of such rhythms raise every species.
 */
const WINDOW_PER_GAP = 1.2;

/** The shortest feeding window that suits somebody who comes every so many hours. */
export function shortestWindowFor(everyHours: number): number {
  return everyHours * WINDOW_PER_GAP;
}

/** True when a species lives well with somebody who comes every so many hours, at whatever time of day. */
export function livesWellWith(
  { feedingWindowHours }: Pick<Species, 'feedingWindowHours'>,
  everyHours: number,
): boolean {
  return feedingWindowHours >= shortestWindowFor(everyHours);
}

/** The most hours between two visits with which a species lives well. */
export function longestGapFor({ feedingWindowHours }: Pick<Species, 'feedingWindowHours'>): number {
  // Cut to what is shown, so that whoever comes as told is not told otherwise.
  return Math.floor((feedingWindowHours / WINDOW_PER_GAP) * 100 + 1e-9) / 100;
}
