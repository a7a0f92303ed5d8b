import { expect, test } from 'vitest';

import { DAY, HOUR, MINUTE } from '../rules/base/clock.ts';
import * as times from './times.ts';

test('dates do not depend on the locale or zone of the machine', () => {
  const at = Date.UTC(2026, 2, 1, 4, 7, 59);
  expect(times.formatDate(at)).toBe('1 March 2026');
  expect(times.formatMoment(at)).toBe('1 March 2026, 04:07 UTC');
  expect(times.formatDay(at)).toBe('1 Mar');
});

test('an age is given in whole hours or days', () => {
  const ages = [MINUTE, HOUR, 23 * HOUR, DAY, 40 * DAY + HOUR].map(times.formatAge).join(', ');
  expect(ages).toBe('less than an hour old, an hour old, 23 hours old, a day old, 40 days old');
});

test('a duration has at most two units', () => {
  const short = [0, MINUTE, 12 * MINUTE + 59_000, HOUR, 2 * HOUR + MINUTE].map(times.describeDuration);
  expect(short.join(', ')).toBe('less than a minute, 1 minute, 12 minutes, 1 hour, 2 hours and 1 minute');
  const long = [DAY, 3 * DAY + 4 * HOUR + 50 * MINUTE, 400 * DAY].map(times.describeDuration);
  expect(long).toEqual(['1 day', '3 days and 4 hours', '400 days']);
});

test('the time since has one unit, rounded down', () => {
  expect([-5, MINUTE - 1].map(times.formatAgo)).toEqual(['just now', 'just now']);
  const ago = [MINUTE, HOUR - 1, 2 * HOUR + 1, DAY, 9 * DAY].map(times.formatAgo).join(', ');
  expect(ago).toBe('1 minute ago, 59 minutes ago, 2 hours ago, 1 day ago, 9 days ago');
});

test('the time until is rounded, and a deadline is never rounded up', () => {
  const until = [-1, 0, 0.25, 1, 3.1, 47.4, 72].map(times.formatTimeUntil).join(', ');
  expect(until).toBe('now, now, in 15 minutes, in 1 hour, in 3 hours, in 47 hours, in 3 days');
  const minutes = [-1, 0.016, 0.99, 1.5, 1.999].map(times.formatTimeLeft).join(', ');
  expect(minutes).toBe('now, now, in 59 minutes, in 90 minutes, in 119 minutes');
  expect([2.99, 47.9, 71.9].map(times.formatTimeLeft)).toEqual(['in 2 hours', 'in 47 hours', 'in 2 days']);
});
