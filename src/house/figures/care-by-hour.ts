import { HOUR, type Instant } from '../../core/engine/clock.ts';
import { ACTIONS } from '../../core/vocabulary.ts';
import { bucketOf, lastHours } from '../../store/figures/tallies.ts';
import { CARE, TEST } from '../../store/figures/tally-names.ts';
import type { House } from '../house.ts';

/** How much care was given in one hour of the world. */
export interface HourOfCare {
  readonly startsAt: Instant;
  readonly given: number;
}

/** The last hours, the oldest first and the one that has begun last; accounts made for testing are not among them. */
export async function readCareByHour(
  { store }: House,
  now: Instant,
  hours: number,
): Promise<readonly HourOfCare[]> {
  const given = new Map<Instant, number>();
  for (const { bucket, what, n } of await lastHours(store, now, hours)) {
    const sign = SIGNS.get(what) ?? 0;
    given.set(bucket, (given.get(bucket) ?? 0) + sign * n);
  }
  const first = bucketOf(HOUR, now) - (hours - 1) * HOUR;
  return Array.from({ length: hours }, (_, at) => ({
    startsAt: first + at * HOUR,
    given: given.get(first + at * HOUR) ?? 0,
  }));
}

const SIGNS: ReadonlyMap<string, 1 | -1> = new Map(
  ACTIONS.flatMap((action) => [[CARE + action, 1] as const, [TEST + CARE + action, -1] as const]),
);
