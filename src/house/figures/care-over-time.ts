import { HOUR, type Instant } from '../../core/engine/clock.ts';
import { ACTIONS } from '../../core/vocabulary.ts';
import { bucketOf, lastHours } from '../../store/figures/tallies.ts';
import { CARE, TEST } from '../../store/figures/tally-names.ts';
import type { House } from '../house.ts';

/** How much care was given from a moment on, until the next such stretch begins. */
export interface StretchOfCare {
  readonly startsAt: Instant;
  readonly given: number;
}

/** So many stretches of so many hours, up to the hour that has begun. */
interface CareStretches {
  readonly count: number;
  readonly hoursEach: number;
}

/** The oldest first; accounts made for testing are not among them. */
export async function readCareOverTime(
  { store }: House,
  now: Instant,
  { count, hoursEach }: CareStretches,
): Promise<readonly StretchOfCare[]> {
  const hours = count * hoursEach;
  const first = bucketOf(HOUR, now) - (hours - 1) * HOUR;
  const given = Array.from({ length: count }, () => 0);
  for (const { bucket, what, n } of await lastHours(store, now, hours)) {
    const at = Math.floor((bucket - first) / (hoursEach * HOUR));
    given[at] = (given[at] ?? 0) + (SIGNS.get(what) ?? 0) * n;
  }
  return given.map((n, at) => ({ startsAt: first + at * hoursEach * HOUR, given: n }));
}

const SIGNS: ReadonlyMap<string, 1 | -1> = new Map(
  ACTIONS.flatMap((action) => [[CARE + action, 1] as const, [TEST + CARE + action, -1] as const]),
);
