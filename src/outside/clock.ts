import { uptime } from 'node:os';

import { monotonicMs } from '../../packages/base/monotonic.ts';
import { HOUR, MINUTE, SECOND, type Instant } from '../rules/base/clock.ts';

/** A clock that never runs backwards. */
export interface Clock {
  now(): Instant;
}

/** A sandbox clock that showed `shown` at the real moment `wall`, and has run at `scale` since. */
export type ClockAnchor = Readonly<{ wall: Instant; shown: Instant; scale: number }>;

export interface ClockReadings {
  readonly wall: () => Instant;
  /** Monotonic clock; may stand still while the machine is suspended. */
  readonly monotonicMs: () => number;
  /** Time since boot, including suspension. */
  readonly uptimeMs: () => number;
}

const SYSTEM: ClockReadings = { wall: Date.now, monotonicMs, uptimeMs: () => uptime() * SECOND };

type ClockVerdict = 'right' | 'off' | 'wrong';

const OFF_BEYOND = 5 * SECOND;
/** Beyond this the clock is not used. */
const MOST_OFFSET = MINUTE;

export function judgeClock(offsetMs: number): ClockVerdict {
  const off = Math.abs(offsetMs);
  if (off > MOST_OFFSET) return 'wrong';
  return off > OFF_BEYOND ? 'off' : 'right';
}

/** A reading of one clock, with the monotonic clock and the time since boot at that moment. */
type ClockMark = Readonly<{ at: Instant; monotonicMs: number; uptimeMs: number }>;

/**
 * The system clock while it can be trusted: while it advances with the monotonic clock and agrees with the database's clock.
 * Otherwise `now` continues from the last trusted time, or from the database's time at the start. A jump is trusted if the
 * machine was suspended that long, or if it ends a disagreement with a database clock that did not jump (or the reverse).
 */
export class WatchedClock implements Clock {
  readonly #read: ClockReadings;
  #last = 0;
  #wall: ClockMark;
  #trusted: ClockMark;
  #database: ClockMark | undefined;
  #databaseOffsetMs = 0;
  #isDistrusted = false;
  #isChecked = false;
  /** Since the start the clock is before a moment that has certainly passed. */
  #isBehind = false;
  #openedAt: Instant;
  #suspendedMs = 0;

  constructor(read: ClockReadings = SYSTEM) {
    this.#read = read;
    this.#openedAt = read.wall();
    this.#wall = this.#trusted = this.#mark(this.#openedAt);
  }

  now(): Instant {
    if (this.#isBehind) return this.#continued(this.#trusted);
    const wall = this.#read.wall();
    return (this.#last = Math.max(this.#last, this.#trusts(wall) ? wall : this.#continued(this.#trusted)));
  }

  get isWrong(): boolean {
    return !this.#trusts(this.#read.wall());
  }

  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** How far the system clock is ahead of the time it should show. */
  get offsetMs(): number {
    const wall = this.#read.wall();
    if (!this.#trusts(wall)) return wall - this.#continued(this.#trusted);
    return this.#database ? this.#databaseOffsetMs : wall - this.#continued(this.#wall);
  }

  /** The start of the process, or the end of the last suspension. */
  get openedAt(): Instant {
    return this.#openedAt;
  }

  takeSuspendedMs(): number {
    const suspendedMs = this.#suspendedMs;
    this.#suspendedMs = 0;
    return suspendedMs;
  }

  /**
   * Before the first check: distrusts a clock before `past`, the last write of an earlier process. Later: trusts it, as at a
   * start, once it is set right. A jump of a running process is judged by `check` alone.
   */
  notBefore(past: Instant): void {
    const wall = this.#read.wall();
    const isBehind = past - wall > MOST_OFFSET;
    if (isBehind && !this.#isChecked) {
      this.#isBehind = true;
      this.#trusted = this.#mark(past);
    }
    if (isBehind || !this.#isBehind) return;
    this.#isBehind = false;
    this.#openedAt = wall;
    this.#wall = this.#trusted = this.#mark(wall);
  }

  /** Compares the clocks; to be called every few seconds. A database without a clock reads undefined. */
  async check(readDatabase: () => Promise<Instant | undefined>): Promise<ClockVerdict> {
    this.#isChecked = true;
    if (this.#isBehind) return 'wrong';
    const askedMs = this.#read.monotonicMs();
    const shown = await readDatabase();
    const database = shown === undefined ? undefined : shown + (this.#read.monotonicMs() - askedMs) / 2;
    const wall = this.#read.wall();
    // Called for its effect: records a suspension.
    this.#trusts(wall);
    if (database !== undefined) this.#databaseOffsetMs = wall - database;
    const agree = Math.abs(this.#databaseOffsetMs) <= MOST_OFFSET;
    const offsetMs = database === undefined ? wall - this.#continued(this.#wall) : this.#databaseOffsetMs;
    this.#isDistrusted =
      !agree || !(this.#isSteady(this.#wall, wall) || this.#isSteady(this.#database, database));
    if (!this.#isDistrusted) {
      this.#wall = this.#trusted = this.#mark(wall);
      this.#database = database === undefined ? undefined : this.#mark(database);
    } else if (database !== undefined && !this.#database) {
      this.#database = this.#trusted = this.#mark(database);
      this.#openedAt = database;
    }
    return this.#isDistrusted ? 'wrong' : judgeClock(offsetMs);
  }

  #trusts(wall: Instant): boolean {
    if (this.#isDistrusted || this.#isBehind) return false;
    const jump = wall - this.#continued(this.#wall);
    if (Math.abs(jump) <= MOST_OFFSET) return true;
    if (!this.#isSteady(this.#wall, wall)) return false;
    this.#suspendedMs += jump;
    this.#openedAt = wall;
    this.#wall = this.#trusted = this.#mark(wall);
    return true;
  }

  /** Whether a clock has advanced with the monotonic clock, or with the time since boot. */
  #isSteady(mark: ClockMark | undefined, at: Instant | undefined): boolean {
    if (!mark || at === undefined) return false;
    const sinceBoot = mark.at + this.#read.uptimeMs() - mark.uptimeMs;
    return [this.#continued(mark), sinceBoot].some((expected) => Math.abs(at - expected) <= MOST_OFFSET);
  }

  #continued({ at, monotonicMs: markedMs }: ClockMark): Instant {
    return Math.round(at + this.#read.monotonicMs() - markedMs);
  }

  #mark(at: Instant): ClockMark {
    return { at, monotonicMs: this.#read.monotonicMs(), uptimeMs: this.#read.uptimeMs() };
  }
}

export interface SandboxClock extends Clock {
  readonly scale: number;
  anchorAt(at: Instant): ClockAnchor | undefined;
  turn(to: ClockAnchor): void;
}

/** The system clock; when that is set back, this one stands still. */
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

/** An anchor of the sandbox clock with a new scale, without a jump of time. */
export function resumeAnchor(anchor: ClockAnchor | undefined, wall: Instant, scale: number): ClockAnchor {
  return { wall, shown: anchor ? Math.max(wall, timeShownBy(anchor, wall)) : wall, scale };
}

export function hoursAhead(anchor: ClockAnchor, wall: Instant): number {
  return (timeShownBy(anchor, wall) - wall) / HOUR;
}
