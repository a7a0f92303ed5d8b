import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { House } from '../../house/house.ts';
import { Meters } from './request-metrics.ts';

/** What this process measures of itself, for whoever runs it. */
export interface Monitor {
  readonly meters: Meters;
  /** Unhandled errors since the start; the log has them. */
  errors: number;
  /** Event-loop lag since it was last read, where it is measured. */
  readonly lag?: ReturnType<typeof monitorEventLoopDelay>;
  /** Constraint violations: times the database refused what must never be, since the start. */
  violations: number;
}

export const LAG_STEP_MS = 20;

export function createMonitor({ monotonicMs }: Pick<House, 'monotonicMs'>): Monitor {
  return { meters: new Meters(monotonicMs), errors: 0, violations: 0 };
}

/** The same, with the event loop's lag. */
export function createProcessMonitor(house: House): Monitor {
  const lag = monitorEventLoopDelay({ resolution: LAG_STEP_MS });
  lag.enable();
  return { ...createMonitor(house), lag };
}
