import { writeSetting } from '../../packages/database/settings.ts';
import { DAY, HOUR, type Instant } from '../rules/base/clock.ts';
import { ProblemError } from '../rules/problem.ts';
import type { BaseHouse } from './house.ts';
import { once, type IdempotentResult } from './once.ts';

export const SANDBOX_CLOCK = 'sandbox_clock';

// Latest time of the sandbox clock: ISO 8601 has years of four digits, and the clock cannot be turned back.
const LAST_MOMENT = Date.UTC(9999, 11, 31);

interface ClockTurn {
  readonly by: { readonly advanceHours: number } | { readonly to: Instant };
  readonly idempotencyKey?: string | undefined;
}

/** Turns the sandbox clock. The new time is stored first, so that a restart continues from there. */
export async function turnClock(
  house: BaseHouse,
  { by, idempotencyKey }: ClockTurn,
  now: Instant,
): Promise<IdempotentResult<number>> {
  const to = 'to' in by ? by.to : now + Math.round(by.advanceHours * HOUR);
  const anchor = to > LAST_MOMENT ? undefined : house.sandbox?.anchorAt(to);
  const idempotent = { key: idempotencyKey, scope: 'sandbox clock', content: by, keepForMs: DAY };
  return once(house, idempotent, now, {
    read: async () => {
      if (!anchor) throw new ProblemError('clock_runs_forward');
      return anchor;
    },
    write: async (db, turned) => {
      await writeSetting(db, SANDBOX_CLOCK, JSON.stringify(turned));
      return turned;
    },
    present: ({ shown }) => shown,
    after: (turned) => house.sandbox?.turn(turned),
  });
}
