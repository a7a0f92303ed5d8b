import { expect, test } from 'vitest';

import { HOUR, MINUTE } from '../rules/base/clock.ts';
import { hoursAhead, resumeAnchor, sandboxClock, systemClock } from './clock.ts';

function wall(...readings: readonly number[]) {
  let at = 0;
  return () => readings[Math.min(at++, readings.length - 1)] ?? 0;
}

test("a system clock set back does not move the service's time back", () => {
  const clock = systemClock(wall(1000, 400, 1200));
  expect([clock.now(), clock.now(), clock.now()]).toEqual([1000, 1000, 1200]);
});

test('at a time scale of sixty a minute is an hour', () => {
  let now = 5000;
  const clock = sandboxClock({ wall: 5000, shown: 9000, scale: 60 }, () => now);
  now += MINUTE;
  expect(clock.now()).toBe(9000 + HOUR);
});

test('the clock is turned forward and continues from there', () => {
  let now = 0;
  const clock = sandboxClock({ wall: 0, shown: 0, scale: 1 }, () => now);
  const anchor = clock.anchorAt(6 * HOUR);
  expect(anchor).toEqual({ wall: 0, shown: 6 * HOUR, scale: 1 });
  expect(clock.now()).toBe(0);
  clock.turn(anchor ?? { wall: 0, shown: 0, scale: 1 });
  now += 10;
  expect(clock.now()).toBe(6 * HOUR + 10);
});

test('the clock cannot be turned back', () => {
  const clock = sandboxClock({ wall: 0, shown: HOUR, scale: 1 }, () => 0);
  expect(clock.anchorAt(HOUR - 1)).toBeUndefined();
  clock.turn({ wall: 0, shown: HOUR - 1, scale: 1 });
  expect(clock.now()).toBe(HOUR);
});

test('a restart with another time scale continues without a jump', () => {
  const before = { wall: 0, shown: 100 * HOUR, scale: 10 };
  expect(resumeAnchor(before, HOUR, 60)).toEqual({ wall: HOUR, shown: 110 * HOUR, scale: 60 });
});

test('a new sandbox begins at the real time, and reports how far it is ahead', () => {
  expect(resumeAnchor(undefined, 777, 2)).toEqual({ wall: 777, shown: 777, scale: 2 });
  expect(hoursAhead({ wall: 0, shown: 6 * HOUR, scale: 1 }, HOUR)).toBe(6);
});
