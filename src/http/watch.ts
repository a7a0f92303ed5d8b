import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { House } from '../house/house.ts';
import { Meters } from './meters.ts';
import { RecentErrors } from '../house/recent-errors.ts';

/** What this node notes of itself while the door is open, for whoever runs it. */
export interface Watch {
  readonly meters: Meters;
  readonly errors: RecentErrors;
  /** How late the event loop was since somebody last asked, where that is measured. */
  readonly lag?: ReturnType<typeof monitorEventLoopDelay>;
  /** Times the database refused what must never be, since this node was started. */
  violations: number;
}

export const LAG_STEP_MS = 20;

export function newWatch({ ticks }: Pick<House, 'ticks'>): Watch {
  return { meters: new Meters(ticks), errors: new RecentErrors(), violations: 0 };
}

/** The same for a whole process, with its event loop. */
export function newProcessWatch(house: House): Watch {
  const lag = monitorEventLoopDelay({ resolution: LAG_STEP_MS });
  lag.enable();
  return { ...newWatch(house), lag };
}
