import type { Instant } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import { writeSetting } from '../store/settings.ts';
import type { House } from './house.ts';

export const SANDBOX_CLOCK = 'sandbox_clock';

// Years of five digits are no ISO 8601 that anybody reads, and there is no way back from there.
const LAST_MOMENT = Date.UTC(9999, 11, 31);

/** Turns the sandbox clock forward, and remembers where it stands so that a restart goes on from there. */
export async function turnClock(house: House, to: Instant): Promise<Instant> {
  const anchor = to > LAST_MOMENT ? undefined : house.sandbox?.turnTo(to);
  if (!anchor) throw new Problem('clock_runs_forward');
  await writeSetting(house.store, SANDBOX_CLOCK, JSON.stringify(anchor));
  return anchor.shown;
}
