import type { Instant } from '../engine/clock.ts';
import type { Action } from '../vocabulary.ts';

/** How a life ended: who came last, and who did not come. */
export interface LastDays {
  readonly diedAt: Instant;
  /** When it hatched, or was brought back for the last time. */
  readonly beganAt: Instant;
  readonly broughtBack: number;
  /** Its last meal since then. */
  readonly lastMealAt: Instant | undefined;
  /** When the window after that closed, if it lived to see it. */
  readonly windowMissedAt: Instant | undefined;
  /** The last thing that was done for it since then. */
  readonly lastCare: { readonly at: Instant; readonly action: Action } | undefined;
  /** When somebody should have come again by its rhythm, and how many hours that usually took. */
  readonly expected: { readonly at: Instant; readonly everyHours: number } | undefined;
}
