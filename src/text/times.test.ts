import { expect, test } from 'vitest';

import { DAY, HOUR, MINUTE } from '../rules/base/clock.ts';
import {
  describeDuration,
  formatAge,
  formatAgo,
  formatBrieflyAgo,
  formatDate,
  formatDay,
  formatMoment,
  formatTimeUntil,
} from './times.ts';

test('dates do not depend on the locale or zone of the machine', () => {
  const at = Date.UTC(2026, 2, 1, 4, 7, 59);
  expect(formatDate(at)).toBe('1 March 2026');
  expect(formatMoment(at)).toBe('1 March 2026, 04:07 UTC');
  expect(formatDay(at)).toBe('1 Mar');
});

test('an age is given in whole hours or days', () => {
  const ages = [MINUTE, HOUR, 23 * HOUR, DAY, 40 * DAY + HOUR].map(formatAge).join(', ');
  expect(ages).toBe('less than an hour old, an hour old, 23 hours old, a day old, 40 days old');
});

test('a duration has at most two units', () => {
  const short = [0, MINUTE, 12 * MINUTE + 59_000, HOUR, 2 * HOUR + MINUTE].map(describeDuration);
  expect(short.join(', ')).toBe('less than a minute, 1 minute, 12 minutes, 1 hour, 2 hours and 1 minute');
  const long = [DAY, 3 * DAY + 4 * HOUR + 50 * MINUTE, 400 * DAY].map(describeDuration);
  expect(long).toEqual(['1 day', '3 days and 4 hours', '400 days']);
});

test('a duration in words is the value of the field: hours in hundredths, or that in minutes', () => {
  const until = [-1, 0, 0.008, 0.25, 0.374, 1, 3.754, 47.6, 100].map(formatTimeUntil);
  expect(until.slice(0, 5)).toEqual(['now', 'now', 'in 1 minute', 'in 15 minutes', 'in 22 minutes']);
  expect(until.slice(5)).toEqual(['in 1 hour', 'in 3.75 hours', 'in 47.6 hours', 'in 100 hours']);
});

test('pages tell the time since in hours and minutes, never in fractions of an hour', () => {
  const ago = [MINUTE, 3.75 * HOUR, DAY, 2 * DAY - MINUTE, 2 * DAY].map(formatBrieflyAgo).join(', ');
  expect(ago).toBe('1 minute ago, 3 h 45 min ago, 24 h ago, 47 h 59 min ago, 2 days ago');
});

test('the time since is rounded as the time until, and in whole days from two days on', () => {
  expect([-5, MINUTE - 1].map(formatAgo)).toEqual(['just now', 'just now']);
  const ago = [MINUTE, HOUR - MINUTE, 3.75 * HOUR, DAY, 9.9 * DAY].map(formatAgo).join(', ');
  expect(ago).toBe('1 minute ago, 59 minutes ago, 3.75 hours ago, 24 hours ago, 9 days ago');
});
