import type { Instant } from '../../core/engine/clock.ts';

/**
 * Rate limits: counts requests in fixed windows. A window begins with a caller's first request and ends on the clock
 * that is passed in as `now`; the limiter never reads one.
 */
export interface Limiter {
  /**
   * Counts one request by `who` under `name`, or as many as it costs; a refused one is not counted and moves nothing.
   */
  take(
    name: string,
    limit: WindowLimit,
    who: string,
    now: Instant,
    cost?: number,
  ): LimitState | Promise<LimitState>;
  /** The window that runs for `who` under `name`, if one does; nothing is counted. */
  peek(
    name: string,
    limit: WindowLimit,
    who: string,
    now: Instant,
  ): LimitState | undefined | Promise<LimitState | undefined>;
  /** Gives one back, for instance for a replayed answer: to the window it was counted in, if that still runs. */
  giveBack(name: string, who: string, counted: LimitState): void | Promise<void>;
  close(): Promise<void>;
}

export interface WindowLimit {
  readonly max: number;
  readonly windowSeconds: number;
}

export interface LimitState {
  readonly max: number;
  readonly remaining: number;
  /** When the window began, by the limiter's own clock. */
  readonly startedAt: Instant;
  readonly resetsAt: Instant;
  readonly allowed: boolean;
}
