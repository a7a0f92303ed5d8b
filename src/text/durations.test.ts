import { expect, test } from 'vitest';

import { DAY, HOUR, MINUTE } from '../rules/base/clock.ts';
import { describeDuration, formatAgo, formatTimeLeft, formatTimeUntil } from './times.ts';

test.each([
  [0, 'less than a minute'],
  [MINUTE, '1 minute'],
  [12 * MINUTE + 59_000, '12 minutes'],
  [HOUR, '1 hour'],
  [2 * HOUR + MINUTE, '2 hours and 1 minute'],
  [DAY, '1 day'],
  [3 * DAY + 4 * HOUR + 50 * MINUTE, '3 days and 4 hours'],
  [400 * DAY, '400 days'],
])('%i ms are %s', (ms, words) => {
  expect(describeDuration(ms)).toBe(words);
});

test.each([
  [-5, 'just now'],
  [MINUTE - 1, 'just now'],
  [MINUTE, '1 minute ago'],
  [HOUR - 1, '59 minutes ago'],
  [2 * HOUR + 1, '2 hours ago'],
  [DAY, '1 day ago'],
  [9 * DAY, '9 days ago'],
])('%i ms back is %s', (ms, words) => {
  expect(formatAgo(ms)).toBe(words);
});

test.each([
  [-1, 'now'],
  [0, 'now'],
  [0.25, 'in 15 minutes'],
  [1, 'in 1 hour'],
  [3.1, 'in 3 hours'],
  [47.4, 'in 47 hours'],
  [72, 'in 3 days'],
])('%d hours ahead is %s', (hours, words) => {
  expect(formatTimeUntil(hours)).toBe(words);
});

test.each([
  [-1, 'now'],
  [0.016, 'now'],
  [0.99, 'in 59 minutes'],
  [1.5, 'in 90 minutes'],
  [1.999, 'in 119 minutes'],
  [2.99, 'in 2 hours'],
  [47.9, 'in 47 hours'],
  [71.9, 'in 2 days'],
])('a deadline %d hours ahead is %s, and never rounded up', (hours, words) => {
  expect(formatTimeLeft(hours)).toBe(words);
});
