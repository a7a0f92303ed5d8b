import { expect, test } from 'vitest';

import { iso } from './clock.ts';

test('a time is written in UTC, always the same', () => {
  const at = Date.UTC(2026, 1, 28, 23, 59, 59, 7);
  expect([iso(at), iso(at)]).toEqual(['2026-02-28T23:59:59.007Z', '2026-02-28T23:59:59.007Z']);
});

test('an invalid time throws', () => {
  expect(() => iso(Number.NaN)).toThrow(RangeError);
  expect(() => iso(Infinity)).toThrow(RangeError);
});
