import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../../src/rules/base/clock.ts';
import type { Clock } from '../../src/outside/clock.ts';

const UNITS: Readonly<Record<string, number>> = { d: DAY, h: HOUR, m: MINUTE, s: SECOND };

/** A manual clock: `clock.forward('35h59m')`. */
export type HandClock = Clock & { forward(span: string): Instant };

/** Noon of a Thursday in UTC: hours from bedtime. */
export const NOON: Instant = Date.UTC(2026, 0, 15, 12);

export function handClock(start: Instant = NOON): HandClock {
  let at = start;
  return { now: () => at, forward: (span) => (at += milliseconds(span)) };
}

export type HandMachine = ReturnType<typeof handMachine>;

export function handMachine(start: Instant = NOON) {
  let wall = start;
  let running = 500;
  let asleep = 0;
  return {
    read: { wall: () => wall, monotonicMs: () => running, uptimeMs: () => 9000 + running + asleep },
    pass: (span: string) => {
      wall += milliseconds(span);
      running += milliseconds(span);
    },
    /** The system clock alone is set forward or, with a minus, back. */
    set: (span: string) => {
      wall += span.startsWith('-') ? -milliseconds(span.slice(1)) : milliseconds(span);
    },
    suspend: (span: string) => {
      wall += milliseconds(span);
      asleep += milliseconds(span);
    },
  };
}

function milliseconds(span: string): number {
  const parts = [...span.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g)];
  if (parts.map(([whole]) => whole).join('') !== span) throw new Error(`not a span of time: ${span}`);
  return parts.reduce((sum, [, count, unit = 'ms']) => sum + Number(count) * (UNITS[unit] ?? 1), 0);
}
