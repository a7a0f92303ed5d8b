import { expect, test } from 'vitest';

import { formatCount, formatDuration, formatTenths } from './format-numbers.ts';

test.each([
  [0, '0.0'],
  [64, '64.0'],
  [64.25, '64.3'],
  [99.96, '100.0'],
  [0.04, '0.0'],
])('a stat of %d is shown as %s', (value, shown) => {
  expect(formatTenths(value)).toBe(shown);
});

test.each([
  [0, '00:00:00'],
  [0.999 / 3600, '00:00:00'],
  [1.5, '01:30:00'],
  [23 + 59 / 60 + 59 / 3600, '23:59:59'],
  [125.25, '125:15:00'],
])('%d hours are shown as %s', (hours, shown) => {
  expect(formatDuration(hours + 1e-9)).toBe(shown);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [12_345, '12,345'],
  [1_234_567, '1,234,567'],
])('a count of %d is shown as %s', (count, shown) => {
  expect(formatCount(count)).toBe(shown);
});
