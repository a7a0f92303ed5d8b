import { DAY, HOUR, type Instant } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import { writeSetting } from '../store/settings.ts';
import type { House } from './house.ts';
import { once, type Outcome } from './once.ts';

export const SANDBOX_CLOCK = 'sandbox_clock';

// Years of five digits are no ISO 8601 that anybody reads, and there is no way back from there.
const LAST_MOMENT = Date.UTC(9999, 11, 31);

export interface Turn {
  readonly by: { readonly advanceHours: number } | { readonly to: Instant };
  readonly idempotencyKey?: string | undefined;
}

/** Turns the sandbox clock forward. Where it will stand is kept first, so that a restart goes on from there. */
export async function turnClock(
  house: House,
  { by, idempotencyKey }: Turn,
  now: Instant,
): Promise<Outcome<Instant>> {
  const to = 'to' in by ? by.to : now + Math.round(by.advanceHours * HOUR);
  const anchor = to > LAST_MOMENT ? undefined : house.sandbox?.anchorAt(to);
  if (!anchor) throw new Problem('clock_runs_forward');
  const ask = { key: idempotencyKey, scope: 'sandbox clock', request: by, keptFor: DAY };
  const outcome = await once(house, ask, now, async (db) => {
    await writeSetting(db, SANDBOX_CLOCK, JSON.stringify(anchor));
    return anchor.shown;
  });
  if (!outcome.replayed) house.sandbox?.turn(anchor);
  return outcome;
}
