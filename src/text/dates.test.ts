import { expect, test } from 'vitest';

import { DAY, HOUR, MINUTE } from '../rules/base/clock.ts';
import { formatAge, formatDate, formatDay, formatMoment } from './times.ts';

const AT = Date.UTC(2026, 2, 1, 4, 7, 59);

test('dates do not depend on the locale or zone of the machine', () => {
  expect([formatDate(AT), formatMoment(AT), formatDay(AT)]).toEqual([
    '1 March 2026',
    '1 March 2026, 04:07 UTC',
    '1 Mar',
  ]);
});

test.each([
  [MINUTE, 'less than an hour old'],
  [HOUR, 'an hour old'],
  [23 * HOUR, '23 hours old'],
  [DAY, 'a day old'],
  [40 * DAY + HOUR, '40 days old'],
])('after %d milliseconds it is %s', (ms, words) => {
  expect(formatAge(ms)).toBe(words);
});
