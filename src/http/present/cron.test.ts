import { expect, test } from 'vitest';

import { cronOf } from './cron.ts';

test.each([
  [{ hoursApart: 1, hour: 0, minute: 7 }, '7 * * * *'],
  [{ hoursApart: 6, hour: 0, minute: 30 }, '30 */6 * * *'],
  [{ hoursApart: 4, hour: 3, minute: 0 }, '0 3-23/4 * * *'],
  [{ hoursApart: 12, hour: 11, minute: 59 }, '59 11-23/12 * * *'],
])('%o is written %s', (visits, line) => {
  expect(cronOf(visits)).toBe(line);
});
