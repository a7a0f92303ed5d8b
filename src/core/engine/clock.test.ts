import { expect, test } from 'vitest';

import { DAY, iso } from './clock.ts';

test('a moment is written in UTC, the same at every writing', () => {
  const at = Date.UTC(2026, 1, 28, 23, 59, 59, 7);
  expect([iso(at), iso(at)]).toEqual(['2026-02-28T23:59:59.007Z', '2026-02-28T23:59:59.007Z']);
});

test('the memory of written moments stays small and right', () => {
  for (let day = 0; day < 10_000; day += 1) expect(iso(day * DAY)).toBe(new Date(day * DAY).toISOString());
});
