import { HOUR, type Instant } from '../rules/base/clock.ts';

/** Never runs backwards. */
export interface Clock {
  now(): Instant;
}

/** A sandbox clock showed `shown` at the real moment `wall`, and has run at `scale` since. */
export interface ClockAnchor {
  readonly wall: Instant;
  readonly shown: Instant;
  readonly scale: number;
}

/** A clock that can be turned forward and run faster than real time. */
export interface SandboxClock extends Clock {
  readonly scale: number;
  /** The anchor after turning it to a moment; undefined when that moment has passed. */
  anchorAt(at: Instant): ClockAnchor | undefined;
  turn(to: ClockAnchor): void;
}

/** The system clock; stands still after the system clock was set back. */
export function systemClock(read: () => Instant = Date.now): Clock {
  let last = 0;
  return { now: () => (last = Math.max(last, read())) };
}

export function sandboxClock(start: ClockAnchor, read: () => Instant = Date.now): SandboxClock {
  let anchor = start;
  const wall = systemClock(read);
  const now = () => timeShownBy(anchor, wall.now());
  return {
    scale: start.scale,
    now,
    anchorAt: (at) => (at < now() ? undefined : { wall: wall.now(), shown: at, scale: start.scale }),
    turn(to) {
      if (timeShownBy(to, wall.now()) >= now()) anchor = to;
    },
  };
}

export function timeShownBy(anchor: ClockAnchor, wall: Instant): Instant {
  return anchor.shown + Math.floor(Math.max(0, wall - anchor.wall) * anchor.scale);
}

/** An anchor with a new scale, without a jump. */
export function resumeAnchor(anchor: ClockAnchor | undefined, wall: Instant, scale: number): ClockAnchor {
  if (!anchor) return { wall, shown: wall, scale };
  return { wall, shown: Math.max(wall, timeShownBy(anchor, wall)), scale };
}

export function hoursAhead(anchor: ClockAnchor, wall: Instant): number {
  return (timeShownBy(anchor, wall) - wall) / HOUR;
}

/** Monotonic milliseconds, for durations. */
export function monotonicMs(): number {
  return performance.now();
}
