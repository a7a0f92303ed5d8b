import { HOUR, type Instant } from '../rules/base/clock.ts';

/** The only way to learn the time. It never runs backwards. */
export interface Clock {
  now(): Instant;
}

/** Where a sandbox clock stands: at the real moment `wall` it showed `shown`, and it has run at `scale` since. */
export interface ClockAnchor {
  readonly wall: Instant;
  readonly shown: Instant;
  readonly scale: number;
}

/** A clock for people who try the house: it can be turned forward, and run faster than the world. */
export interface SandboxClock extends Clock {
  readonly scale: number;
  /** Where it would stand if it were turned to a moment now; undefined when that moment has passed. */
  anchorAt(at: Instant): ClockAnchor | undefined;
  /** Turns it; never backwards. */
  turn(to: ClockAnchor): void;
}

/** The machine's clock, held where it was while the machine's is set back. */
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

/** What a sandbox clock with this anchor shows at the real moment `wall`. */
export function timeShownBy(anchor: ClockAnchor, wall: Instant): Instant {
  return anchor.shown + Math.floor(Math.max(0, wall - anchor.wall) * anchor.scale);
}

/** The anchor to go on from, at a new scale, without a jump. */
export function resumeAnchor(anchor: ClockAnchor | undefined, wall: Instant, scale: number): ClockAnchor {
  if (!anchor) return { wall, shown: wall, scale };
  return { wall, shown: Math.max(wall, timeShownBy(anchor, wall)), scale };
}

export function hoursAhead(anchor: ClockAnchor, wall: Instant): number {
  return (timeShownBy(anchor, wall) - wall) / HOUR;
}

/** A monotonic clock: milliseconds since some moment, for telling how long something takes and never what time it is. */
export function monotonicMs(): number {
  return performance.now();
}
