import { monitorEventLoopDelay } from 'node:perf_hooks';

import { RecentErrors } from '../../house/figures/recent-errors.ts';
import type { House } from '../../house/house.ts';
import { Meters } from './request-metrics.ts';

/** What this node notes of itself while the door is open, for whoever runs it. */
export interface Monitor {
  readonly meters: Meters;
  readonly errors: RecentErrors;
  /** How late the event loop was since somebody last asked, where that is measured. */
  readonly lag?: ReturnType<typeof monitorEventLoopDelay>;
  /** Times the database refused what must never be, since this node was started. */
  violations: number;
}

export const LAG_STEP_MS = 20;

export function createMonitor({ monotonicMs }: Pick<House, 'monotonicMs'>): Monitor {
  return { meters: new Meters(monotonicMs), errors: new RecentErrors(), violations: 0 };
}

/** The same for a whole process, with its event loop. */
export function createProcessMonitor(house: House): Monitor {
  const lag = monitorEventLoopDelay({ resolution: LAG_STEP_MS });
  lag.enable();
  return { ...createMonitor(house), lag };
}
